// 내 문의: the asker's own tickets in a panel, and how many wait with a new reply. Asked for gently, while one looks.

import { get, send } from "./ask.js";
import { citationCard, clauseLink } from "./cards.js";
import { $, el, icon, say, t } from "./dom.js";
import { receiptOf, receiptsKept } from "./keep.js";

const POLL = 60000;
const POLL_FAILED = 300000;
const PAGE = 100; // tickets that one call lists
const STATUS = { open: "ticket_open", answered: "ticket_answered", seen: "ticket_seen", closed: "ticket_closed" };
const REASONS = ["no_relevant_policy", "answer_unverified", "not_in_force", "conflict", "uncalibrated", "unavailable"];
const wide = matchMedia("(min-width: 60rem)");
let tickets = [];
let allListed = false;
let answered = 0;
let opener = null; // gets the focus back
let shown = null; // the ticket that the panel shows; null: the list
let timer = 0;

export function startMine() {
  $("mine-open").addEventListener("click", () => open());
  $("mine-close").addEventListener("click", close);
  $("mine-back").addEventListener("click", () => showList());
  $("mine").addEventListener("cancel", (event) => (event.preventDefault(), close()));
  addEventListener("keydown", (event) => {
    // One press closes one panel: a clause that lies above was closed by the press already.
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || !$("mine").open) return;
    event.preventDefault();
    close();
  });
  addEventListener("hashchange", followAddress);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  refresh().then(followAddress);
}

/** Asks anew what tickets there are; what is shown follows, but never what is being typed. */
export async function refresh() {
  clearTimeout(timer);
  let wait = POLL;
  try {
    tickets = merged([...tickets, ...(await listed())]); // pages of older ones that were called up stay
    const now = tickets.filter(({ status }) => status === "answered").length;
    if (now > answered) say(t("mine_new", { count: now }));
    showCount(now);
    if ($("mine").open) await (shown === null ? fillList() : showTicket(shown, { quietly: true }));
  } catch {
    wait = POLL_FAILED; // the panel says what is wrong when it is opened
  }
  timer = setTimeout(() => document.hidden || refresh(), wait);
}

/** Those under one's name, and those whose receipts this browser keeps. */
async function listed() {
  const receipts = receiptsKept();
  const lists = await Promise.all([
    get("/api/tickets"), receipts.length ? send("/api/tickets/lookup", { receipts }) : { tickets: [] }]);
  return lists.flatMap((list) => list.tickets);
}

/** Newest first; of one ticket told twice, the later telling. */
function merged(found) {
  return [...new Map(found.map((one) => [one.ticket, one])).values()].sort((a, b) => b.ticket - a.ticket);
}

function showCount(count) {
  answered = count;
  $("mine-new").hidden = !count;
  $("mine-new").replaceChildren(String(count), el("span", { class: "unseen" }, ` ${t("ticket_answered")}`));
}

// --- The panel ---------------------------------------------------------------------------------------------

/** #ticket=12 opens that ticket: links in notices and on cards lead here. */
function followAddress() {
  const number = Number(new URLSearchParams(location.hash.slice(1)).get("ticket"));
  if (number) open(number);
}

function open(number = null) {
  if (!$("mine").contains(document.activeElement)) opener = document.activeElement;
  if (!$("mine").open) wide.matches ? $("mine").show() : $("mine").showModal();
  if (number === null) showList();
  else showTicket(number);
  refresh();
}

function close() {
  if (location.hash.startsWith("#ticket")) history.replaceState(null, "", location.pathname);
  $("mine").close();
  (opener?.isConnected ? opener : $("mine-open")).focus();
  opener = null;
}

function fill(title, number, ...nodes) {
  $("mine-title").textContent = title;
  $("mine-back").hidden = number === null;
  $("mine-body").replaceChildren(...nodes);
}

function fillError(error) {
  const { message, next } = error.told ?? { message: t("error_unreachable"), next: t("error_unreachable_next") };
  fill(t("mine"), shown, el("p", {}, message), el("p", { class: "quiet" }, next));
  say(`${message} ${next}`);
}

function showList() {
  const from = shown;
  shown = null;
  fillList();
  ($("mine-body").querySelector(`[data-ticket="${from}"]`) ?? $("mine-title")).focus();
}

function fillList() {
  const rows = tickets.map((one) => el("li", {}, ticketRow(one)));
  const focused = $("mine-body").contains(document.activeElement) ? document.activeElement.dataset.ticket : null;
  fill(t("mine"), null,
    rows.length ? el("ul", { class: "tickets" }, ...rows) : el("p", { class: "quiet" }, t("mine_none")),
    ...(tickets.length >= PAGE && !allListed ? [el("button", { type: "button", class: "more", onclick: older }, t("mine_older"))] : []));
  if (focused) $("mine-body").querySelector(`[data-ticket="${focused}"]`)?.focus();
}

function ticketRow({ ticket, question, status, updated_at: at }) {
  return el("button", { type: "button", class: "ticket-row", "data-ticket": ticket, onclick: () => showTicket(ticket) },
    pill(status),
    el("span", { class: "ticket-question" }, question),
    el("span", { class: "quiet" }, `${t("ticket_number", { ticket })} · ${when(at)}`));
}

async function older() {
  try {
    const { tickets: more } = await get(`/api/tickets?before=${Math.min(...tickets.map((one) => one.ticket))}`);
    tickets = merged([...tickets, ...more]);
    allListed = more.length < PAGE;
    fillList();
  } catch (error) {
    fillError(error);
  }
}

// --- One ticket --------------------------------------------------------------------------------------------

async function showTicket(number, { quietly = false } = {}) {
  shown = number;
  try {
    const told = await get(`/api/tickets/${number}`, keyTo(number));
    if (shown === number) fillTicket(told, quietly);
  } catch (error) {
    if (shown === number) fillError(error);
  }
}

const keyTo = (number) => (receiptOf(number) ? { "X-Geungeo-Receipt": receiptOf(number) } : {});

function fillTicket(told, quietly) {
  const typed = $("mine-body").querySelector("form[data-ticket] textarea");
  const writing = quietly && typed ? { text: typed.value, focused: typed === document.activeElement } : { text: "" };
  const form = furtherForm(told, writing.text);
  fill(told.question, told.ticket,
    el("p", { class: "ticket-head" }, pill(told.status),
      el("span", { class: "quiet" }, `${t("ticket_number", { ticket: told.ticket })} · ${when(told.created_at)}`)),
    el("p", { class: "quiet" }, REASONS.includes(told.reason) ? t(`reason_${told.reason}`) : ""),
    told.said.length ? el("ol", { class: "said" }, ...told.said.map((one) => el("li", { class: one.role }, ...saidNodes(one))))
      : el("p", {}, t("ticket_waiting")),
    actions(told),
    form);
  if (writing.focused) form.querySelector("textarea").focus();
  else if (!quietly) $("mine-title").focus();
}

function saidNodes({ role, author, text, grounds, created_at: at }) {
  const who = role === "operator" ? `${t("ticket_reply")} ${author}`.trim() : t("ticket_me");
  return [el("p", { class: "who" }, el("strong", {}, who), el("span", { class: "quiet" }, when(at))),
    el("p", { class: "words" }, text),
    grounds.length ? el("ol", { class: "citations", "aria-label": t("citations") },
      ...grounds.map((ground) => el("li", {}, groundNode(ground)))) : null];
}

function groundNode({ number, state, citation }) {
  if (state === "current") return citationCard(citation);
  const told = t(state === "amended" ? "ground_amended" : "ground_gone");
  return el("p", { class: "ground-gone" }, `[${number}] `,
    citation ? clauseLink(citation) : null, citation ? " " : null, el("span", { class: "quiet" }, told));
}

function actions({ ticket, status, said }) {
  const upto = said.at(-1)?.number ?? null;
  return el("div", { class: "actions" },
    status === "answered" ? action(ticket, "seen", { upto }, t("ticket_confirm"), t("ticket_confirm_done")) : null,
    status === "seen" || status === "closed"
      ? action(ticket, "reopen", {}, t("ticket_reopen"), t("ticket_reopen_done")) : null);
}

function action(ticket, deed, body, name, done) {
  const looks = deed === "seen" ? "tool first" : "tool";
  return el("button", { type: "button", class: looks, onclick: () => act(ticket, deed, body, done) }, name);
}

function furtherForm({ ticket }, text) {
  const area = el("textarea", { rows: "3", id: "further" });
  area.value = text;
  return el("form", { class: "further", "data-ticket": ticket, onsubmit: (event) => {
    event.preventDefault();
    if (area.value.trim()) act(ticket, "messages", { text: area.value }, t("ticket_further_done"));
  } },
    el("label", { for: "further" }, t("ticket_further")), area,
    el("button", { class: "tool" }, t("ticket_send")));
}

/** Does it and shows what became of the ticket; what was typed stays when it did not work. */
async function act(number, deed, body, done) {
  try {
    const told = await send(`/api/tickets/${number}/${deed}`, body, "POST", keyTo(number));
    if (shown === number) fillTicket(told, false);
    say(done);
    refresh();
  } catch (error) {
    const { message, next } = error.told ?? { message: t("error_unreachable"), next: t("error_unreachable_next") };
    $("mine-body").querySelector(".failed-act")?.remove();
    $("mine-body").append(el("p", { class: "failed-act" }, icon("warning"), `${message} ${next}`));
    say(`${message} ${next}`);
  }
}

function pill(status) {
  return el("span", { class: `pill ${status}` }, t(STATUS[status]));
}

function when(at) {
  return new Date(at).toLocaleString("ko-KR", { dateStyle: "medium", timeStyle: "short" });
}
