// Documents: the list, uploading several by drag or picker, and one file with everything (document.js).

import { get } from "../ask.js";
import { el, say, t } from "../dom.js";
import { dates, reading, showDocument } from "./document.js";
import { askJob } from "./jobs.js";
import { told } from "./told.js";
import { uploader } from "./upload.js";

export const title = "documents_title";

const PAGE_SIZE = 100;
const ONLY = ["", "drafts", "ai", "not_in_force", "duplicates", "warnings"];

export async function show(container, rest) {
  if (rest) return showDocument(container, rest);
  const list = el("div", { id: "documents" });
  const filter = filterForm(() => refresh(container, list, filter));
  container.append(uploader(), filter, list);
  document.addEventListener("job-ended", function again({ detail }) {
    if (!container.isConnected) return document.removeEventListener("job-ended", again);
    if (detail.kind === "ingest") refresh(container, list, filter);
  });
  await refresh(container, list, filter);
}

const documentHash = (name) => `#documents/${encodeURIComponent(name)}`;

function filterForm(changed) {
  const states = ["", "read", "refused", "waiting"];
  const form = el("form", { class: "filter", role: "search", "aria-label": t("documents_filter") },
    field("documents_text", el("input", { type: "search", name: "text", id: "documents_text" })),
    field("documents_state", el("select", { name: "state", id: "documents_state" },
      ...states.map((state) => el("option", { value: state }, t(`documents_state_${state || "any"}`))))),
    field("documents_collection", el("select", { name: "collection", id: "documents_collection" },
      el("option", { value: "" }, t("documents_any_collection")))),
    field("documents_only", el("select", { name: "only", id: "documents_only" },
      ...ONLY.map((only) => el("option", { value: only }, t(`documents_only_${only || "any"}`))))),
    field("documents_flag", el("select", { name: "flag", id: "documents_flag" },
      el("option", { value: "" }, t("documents_state_any")))),
    el("button", { type: "button", class: "secondary", onclick: (event) => readAgain(event.currentTarget) },
      t("documents_read_again")));
  form.addEventListener("input", () => {
    clearTimeout(form.waiting);
    form.waiting = setTimeout(changed, 250);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}

const field = (key, control) => el("div", { class: "field" }, el("label", { for: control.id }, t(key)), control);

async function readAgain(button) {
  button.disabled = true;
  try {
    await askJob("ingest");
    say(t("documents_reading"));
  } finally {
    button.disabled = false;
  }
}

async function refresh(container, list, filter) {
  try {
    const wanted = new URLSearchParams(new FormData(filter));
    const found = await get(`/api/desk/documents?${wanted}&limit=${PAGE_SIZE}`);
    if (!container.isConnected) return;
    fill(filter.elements.collection, found.collections);
    fill(filter.elements.flag, Object.fromEntries(
      Object.entries(found.sums.flags).map(([flag, count]) => [flag, `${flagName(flag)} (${count})`])));
    list.replaceChildren(...rows(found), ...moreButton(wanted, found, list));
  } catch (error) {
    list.replaceChildren(told(error));
  }
}

function fill(select, choices) {
  const chosen = select.value;
  select.replaceChildren(select.options[0],
    ...Object.entries(choices).map(([name, shown]) => el("option", { value: name }, shown)));
  select.value = chosen;
  select.closest(".field").hidden = select.options.length === 1;
}

function rows({ total, refused, files, collections, sums }) {
  const summary = el("p", { class: "quiet" }, t("documents_count", { total, refused }), " ", t("documents_sums", sums));
  if (!files.length) return [summary, el("p", {}, t("documents_none"))];
  const heads = ["file", "dates", "readers", "chunks", "reading"];
  return [summary, el("table", { class: "cards" },
    el("caption", { class: "unseen" }, t("documents_title")),
    el("thead", {}, el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, t(`documents_col_${key}`))))),
    el("tbody", {}, ...files.map((file) => row(file, collections))))];
}

function moreButton(wanted, found, list) {
  if (found.files.length >= found.total) return [];
  return [el("button", { type: "button", class: "more", onclick: async (event) => {
    const button = event.currentTarget;
    const body = list.querySelector("tbody");
    const next = await get(`/api/desk/documents?${wanted}&limit=${PAGE_SIZE}&offset=${body.rows.length}`);
    body.append(...next.files.map((file) => row(file, next.collections)));
    if (body.rows.length >= next.total || !next.files.length) button.remove();
  } }, t("documents_more"))];
}

function row(file, collections) {
  const { name, entries } = file;
  const named = entries.map(({ title: shown }) => shown).join(", ") || name.split("/").at(-1);
  const chunks = entries.reduce((sum, entry) => sum + entry.chunks, 0);
  const belongs = [...new Set(entries.map(({ collection }) => collection).filter(Boolean))];
  return el("tr", { class: file.state },
    el("th", { scope: "row" }, el("a", { href: documentHash(name) }, named),
      el("span", { class: "quiet" }, name),
      ...belongs.map((collection) => el("span", { class: "tag" }, collections[collection] ?? collection)),
      ...badges(entries).map((text) => el("span", { class: "tag" }, text))),
    cell("dates", ...lines(entries.map(dates))),
    cell("readers", ...lines([...new Set(entries.map(({ readers }) => readers))])),
    cell("chunks", entries.length ? String(chunks) : ""),
    cell("reading", ...reading(file)));
}

/** What is particular about a file's documents, each said once. */
function badges(entries) {
  const found = entries.flatMap(({ draft, origin, in_force: inForce, copy_state: copy, flags }) => [
    draft && t(`draft_${draft}`), origin === "ai-draft" && t("origin_ai"), !inForce && !draft && t("not_in_force"),
    copy && t(`copy_${copy}`),
    ...Object.keys(flags).map(flagName)]);
  return [...new Set(found.filter(Boolean))];
}

const flagName = (flag) => t(`flag_${flag}`) || flag;

const cell = (key, ...content) => el("td", { "data-label": t(`documents_col_${key}`) }, ...content);
const lines = (texts) => texts.filter(Boolean).map((text) => el("span", { class: "line" }, text));
