// 의견: what employees said of their answers. It changes no answer; it shows where to look.

import { get } from "../ask.js";
import { el, t } from "../dom.js";
import { clauseLink, day, field, options } from "./parts.js";
import { told } from "./told.js";

export const title = "opinions_title";

export async function show(container) {
  const list = el("div", { id: "opinions" });
  const which = el("select", { id: "opinions_which", name: "right" },
    ...options([["false", t("opinions_wrong")], ["true", t("opinions_right")], ["", t("opinions_any")]]));
  const filter = el("form", { class: "filter", role: "search", "aria-label": t("opinions_filter") },
    field("opinions_which", which));
  filter.addEventListener("submit", (event) => event.preventDefault());
  which.addEventListener("change", () => refresh(container, list, which));
  container.append(filter, list);
  await refresh(container, list, which);
}

const path = (which, before) => {
  const wanted = new URLSearchParams();
  if (which.value) wanted.set("right", which.value);
  if (before) wanted.set("before", before);
  return `/api/desk/feedback?${wanted}`;
};

async function refresh(container, list, which) {
  try {
    const found = await get(path(which));
    if (!container.isConnected) return;
    const cards = el("ol", { class: "stack" }, ...found.opinions.map(card));
    list.replaceChildren(found.opinions.length ? cards : el("p", {}, t("opinions_none")), ...more(found, which, cards));
  } catch (error) {
    list.replaceChildren(told(error));
  }
}

function more(found, which, cards) {
  if (!found.more) return [];
  let last = found.opinions.at(-1).number;
  const button = el("button", { type: "button", class: "more", onclick: async () => {
    const next = await get(path(which, last));
    cards.append(...next.opinions.map(card));
    last = next.opinions.at(-1)?.number ?? last;
    if (!next.more) button.remove();
  } }, t("opinions_more"));
  return [button];
}

function card(opinion) {
  const { right, why, user, created_at: at, question, answer, ticket, citations, trace_id: trace } = opinion;
  return el("li", { class: right ? "right" : "wrong" },
    el("p", {}, el("strong", {}, t(right ? "opinions_right" : "opinions_wrong")),
      el("span", { class: "quiet" }, ` · ${user || t("inbox_nameless")} · ${day(at)} · ${t("trace", { trace })}`)),
    why ? el("p", {}, `${t("opinions_why")}: ${why}`) : null,
    question === null ? el("p", { class: "quiet" }, t("opinions_gone")) : el("h3", {}, question),
    answer ? el("p", { class: "text" }, answer) : null,
    citations.length ? el("ol", { class: "report" }, ...citations.map((one) => el("li", {},
      `[${one.number}] `, clauseLink(one, one.label), " ", el("q", { class: "quote" }, one.quote)))) : null,
    ticket ? el("p", {}, el("a", { href: `#inbox/${ticket}` }, t("one_number", { ticket }))) : null);
}
