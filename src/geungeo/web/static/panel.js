// The clause panel: a clause inside its document, the quoted words marked. Its address is #chunk=…&start=…&end=….

import { get } from "./ask.js";
import { $, el, say, slice, t } from "./dom.js";

const AROUND = 3; // clauses shown on either side at first
const MORE = 5;
const wide = matchMedia("(min-width: 60rem)");
let opener = null; // gets the focus back
let shown = null; // the hash that the panel shows or is fetching

export function clauseHash({ chunk_id, start, end }) {
  const span = start === undefined ? {} : { start, end };
  return `#${new URLSearchParams({ chunk: chunk_id, ...span })}`;
}

/** Opens the clause; goes through the address, so that back closes it and the address can be passed on. */
export function openClause(hash) {
  if (!$("panel").contains(document.activeElement)) opener = document.activeElement;
  if (location.hash === hash) showAddress();
  else location.hash = hash;
}

export function startPanel() {
  addEventListener("hashchange", showAddress);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && $("panel").open && !event.isComposing) leave(event);
  });
  $("panel-close").addEventListener("click", leave);
  $("panel").addEventListener("cancel", leave);
  $("panel").addEventListener("click", (event) => event.target === $("panel") && leave(event));
  showAddress();
}

function leave(event) {
  event.preventDefault();
  history.replaceState(null, "", location.pathname);
  close();
}

function close() {
  shown = null;
  if (!$("panel").open) return;
  $("panel").close();
  (opener?.isConnected ? opener : $("question")).focus();
  opener = null;
}

async function showAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  const id = address.get("chunk");
  if (!id) return close();
  const hash = (shown = location.hash);
  try {
    const found = await get(`/api/chunks/${encodeURIComponent(id)}?before=${AROUND}&after=${AROUND}`);
    if (shown === hash) show(found, Number(address.get("start")), Number(address.get("end")));
  } catch (error) {
    if (shown === hash) showError(error);
  }
}

function show({ document: source, chunk, before, after }, start, end) {
  fillHead(chunk.doc, place(chunk), meta(source ?? chunk));
  $("panel-body").replaceChildren(
    ...moreButton("before", before, AROUND),
    ...beforeSections(before, chunk),
    markedSection(chunk, start, end),
    ...afterSections(after, chunk),
    ...moreButton("after", after, AROUND));
  reveal();
}

function showError(error) {
  fillHead("", t("panel"), "");
  const told = error.told ?? { message: t("error_unreachable"), next: t("error_unreachable_next") };
  $("panel-body").replaceChildren(el("p", {}, told.message), el("p", { class: "quiet" }, told.next));
  reveal();
}

function fillHead(title, heading, about) {
  $("panel-document").textContent = title;
  $("panel-title").textContent = heading;
  $("panel-meta").textContent = about;
}

function reveal() {
  const panel = $("panel");
  if (!panel.open) wide.matches ? panel.show() : panel.showModal();
  $("panel-title").focus({ preventScroll: true });
  const target = panel.querySelector("mark") ?? panel.querySelector(".here");
  target?.scrollIntoView({ block: "center", behavior: "instant" });
  say(`${$("panel-title").textContent}. ${panel.querySelector("mark")?.textContent ?? ""}`);
}

/** "제18조 제1항 (병가)": the label without the document's title, which stands above it. */
function place({ doc, label, article_title: title }) {
  const inside = label.startsWith(`${doc} `) ? label.slice(doc.length + 1) : label;
  return title && !inside.includes(title) ? `${inside} (${title})` : inside;
}

function meta({ number, revised_at: revised, effective_at: effective }) {
  const dates = [revised && t("revised", { date: revised }), effective && t("effective", { date: effective })];
  const named = /^\d+$/.test(number ?? "") ? t("number", { number }) : number;
  return [named, ...dates].filter(Boolean).join(" · ");
}

function section(chunk, text, ...more) {
  const shown = bare(chunk.text).startsWith(bare(place(chunk))); // its own first line is the heading
  return el("section", { class: "clause" },
    el("h3", { class: shown && "unseen" }, place(chunk)), ...more, el("p", { class: "text" }, text));
}

const bare = (text) => text.replace(/[\s()]/g, "");

function markedSection(chunk, start, end) {
  const node = section(chunk, "", chunk.part === "해설" ? el("p", { class: "quiet" }, t("commentary")) : null);
  node.classList.add("here");
  node.setAttribute("aria-current", "true");
  const rest = end > start ? end : start;
  const quote = slice(chunk.text, start, rest);
  node.querySelector(".text").append(
    slice(chunk.text, 0, start),
    ...(quote ? [el("span", { class: "unseen" }, t("panel_quoted")), el("mark", {}, quote)] : []),
    slice(chunk.text, rest));
  return node;
}

// Pieces of a long text overlap a little: what a neighbour shares with the next clause is shown once.

function beforeSections(chunks, next) {
  return chunks.map((chunk, i) => {
    const limit = (chunks[i + 1] ?? next).start;
    return section(chunk, slice(chunk.text, 0, Math.max(0, limit - chunk.start)));
  });
}

function afterSections(chunks, previous) {
  return chunks.map((chunk, i) => {
    const from = (chunks[i - 1] ?? previous).end;
    return section(chunk, slice(chunk.text, Math.max(0, from - chunk.start)));
  });
}

/** A button for what lies beyond the clauses just got, as a list; none when fewer came than asked: that was the end. */
function moreButton(side, got, asked) {
  if (got.length < asked) return [];
  const edge = side === "before" ? got[0] : got.at(-1);
  return [el("button", { type: "button", class: "more",
    onclick: (event) => more(side, edge, event.currentTarget).catch(showError) }, t(`panel_${side}`))];
}

async function more(side, edge, button) {
  const wanted = side === "before" ? `before=${MORE}&after=0` : `before=0&after=${MORE}`;
  const chunks = (await get(`/api/chunks/${edge.chunk_id}?${wanted}`))[side];
  const body = $("panel-body");
  const below = body.scrollHeight - body.scrollTop;
  const next = moreButton(side, chunks, MORE);
  if (side === "before") button.replaceWith(...next, ...beforeSections(chunks, edge));
  else button.replaceWith(...afterSections(chunks, edge), ...next);
  if (side === "before") body.scrollTop = body.scrollHeight - below; // what was read stays where it was
  (next[0] ?? body).focus({ preventScroll: true });
}
