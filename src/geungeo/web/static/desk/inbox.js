// 접수함: questions given to people, by filter; one of them with everything about it stands in ticket.js.

import { get } from "../ask.js";
import { el, say, t } from "../dom.js";
import { showTicket } from "./ticket.js";
import { told } from "./told.js";
import { day, field, options } from "./parts.js";

export const title = "inbox_title";

const STATUSES = ["open", "answered", "seen", "closed"];
const REASONS = ["no_relevant_policy", "answer_unverified", "not_in_force", "conflict", "uncalibrated", "unavailable"];
const ANY = "*"; // an empty name is a filter of its own: tickets without one
let kept = new URLSearchParams({ status: "open" }); // what was filtered last, for the way back from a ticket

export async function show(container, rest) {
  if (rest) return showTicket(container, rest);
  const list = el("div", { id: "inbox" });
  const download = el("a", { class: "button", download: true }, t("inbox_csv"));
  const filter = filterForm(() => refresh(container, list, filter, download));
  container.append(filter, list);
  filter.append(download);
  await refresh(container, list, filter, download);
}

function filterForm(changed) {
  const names = (state) => [["", t("inbox_any")], ...state];
  const form = el("form", { class: "filter", role: "search", "aria-label": t("inbox_filter") },
    field("inbox_text", el("input", { type: "search", name: "text", id: "inbox_text", maxlength: "200" })),
    field("inbox_status", select("status", names(STATUSES.map((one) => [one, t(`inbox_status_${one}`)])))),
    field("inbox_reason", select("reason", names(REASONS.map((one) => [one, t(`inbox_reason_${one}`)])))),
    field("inbox_assignee", select("assignee", [[ANY, t("inbox_any")], ["", t("inbox_nobody")]])),
    field("inbox_collection", select("collection", [[ANY, t("inbox_any")], ["", t("inbox_no_collection")]])));
  for (const [name, value] of kept) {
    const control = form.elements[name];
    if (control.tagName === "SELECT" && ![...control.options].some((option) => option.value === value)) {
      control.append(el("option", { value }, value));
    }
    control.value = value;
  }
  form.addEventListener("input", () => {
    clearTimeout(form.waiting);
    form.waiting = setTimeout(changed, 250);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}

const select = (name, choices) => el("select", { name, id: `inbox_${name}` }, ...options(choices));

/** The form as the API takes it: without what filters nothing. */
function wantedOf(form) {
  const wanted = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const named = name === "assignee" || name === "collection";
    if (named ? value !== ANY : value.trim()) wanted.set(name, value);
  }
  return wanted;
}

async function refresh(container, list, form, download) {
  kept = wantedOf(form);
  download.href = `/api/desk/inbox.csv?${kept}`;
  try {
    const asked = String(kept);
    const found = await get(`/api/desk/inbox?${asked}`);
    if (!container.isConnected || asked !== String(kept)) return; // another filter was chosen meanwhile
    offer(form.elements.assignee, found.assignees);
    offer(form.elements.collection, found.collections);
    list.replaceChildren(...rows(found), ...moreButton(found, list));
    say(t("inbox_shown", { count: found.tickets.length }));
  } catch (error) {
    list.replaceChildren(told(error));
  }
}

/** The names that there are, after the two choices that are always there. */
function offer(control, names) {
  const chosen = control.value;
  const every = chosen === ANY || !chosen || names.includes(chosen) ? names : [...names, chosen];
  control.replaceChildren(...[...control.options].slice(0, 2), ...options(every.map((name) => [name, name])));
  control.value = chosen;
}

function rows({ tickets }) {
  if (!tickets.length) return [el("p", {}, t("inbox_none"))];
  const heads = ["question", "status", "reason", "asker", "assignee", "when"];
  return [el("table", { class: "cards" },
    el("caption", { class: "unseen" }, t("inbox_title")),
    el("thead", {}, el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, t(`inbox_col_${key}`))))),
    el("tbody", {}, ...tickets.map(row)))];
}

function row(ticket) {
  return el("tr", { class: ticket.status },
    el("th", { scope: "row" }, el("a", { href: `#inbox/${ticket.ticket}` }, ticket.question),
      el("span", { class: "quiet" }, `#${ticket.ticket}`),
      ticket.collection ? el("span", { class: "tag" }, ticket.collection) : null),
    cell("status", t(`inbox_status_${ticket.status}`)),
    cell("reason", t(`inbox_reason_${ticket.reason}`)),
    cell("asker", ticket.asker || t("inbox_nameless")),
    cell("assignee", ticket.assignee || ""),
    cell("when", day(ticket.created_at)));
}

const cell = (key, text) => el("td", { "data-label": t(`inbox_col_${key}`) }, text);

function moreButton({ tickets, more }, list) {
  if (!more) return [];
  let last = tickets.at(-1).ticket;
  const button = el("button", { type: "button", class: "more", onclick: async () => {
    const wanted = new URLSearchParams(kept);
    wanted.set("before", last);
    const next = await get(`/api/desk/inbox?${wanted}`);
    list.querySelector("tbody").append(...next.tickets.map(row));
    last = next.tickets.at(-1)?.ticket ?? last;
    if (!next.more) button.remove();
  } }, t("inbox_more"));
  return [button];
}
