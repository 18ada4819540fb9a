// The reply: its text, the clauses it rests on, and the search that finds them. A part of a clause is chosen in a
// read-only field, where keyboard, finger and mouse all can.

import { get } from "../ask.js";
import { el, say, slice, t } from "../dom.js";
import { act } from "./deed.js";
import { clauseLink } from "./parts.js";
import { told } from "./told.js";

export function replyForm(state) {
  const picks = [];
  const text = el("textarea", { id: "reply-text", rows: "5", required: true, "aria-describedby": "reply-hint" });
  const chosen = el("div", { id: "reply-grounds" });
  const outcome = el("div", {});
  const button = el("button", { type: "submit", class: "primary" }, t("reply_send"));
  const renew = () => chosen.replaceChildren(...chosenList(picks, (at) => {
    picks.splice(at, 1);
    text.value = withoutMarker(text.value, at + 1);
    renew();
    text.focus();
  }));
  const pick = (one) => {
    picks.push(one);
    text.setRangeText(`${/\s$|^$/.test(text.value.slice(0, text.selectionEnd)) ? "" : " "}[${picks.length}]`,
      text.selectionEnd, text.selectionEnd, "end");
    renew();
    say(`[${picks.length}] ${one.label}`);
  };
  const form = el("form", { class: "fields" },
    el("div", { class: "field wide" }, el("label", { for: "reply-text" }, t("reply_text")), text,
      el("p", { class: "quiet", id: "reply-hint" }, t("reply_hint"))),
    el("div", { class: "field wide" }, el("h4", {}, t("reply_grounds")), chosen),
    el("div", { class: "actions" }, button), outcome);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    const citations = picks.map(({ chunk_id, start, end, quote }) => ({ chunk_id, start, end, quote }));
    if (await act(state, "reply", { text: text.value, citations }, outcome)) {
      picks.length = 0;
      text.value = "";
      renew();
      outcome.replaceChildren(el("p", { class: "saved" }, t("reply_sent")));
      say(t("reply_sent"));
    }
    button.disabled = false;
  });
  renew();
  return el("section", { class: "reply", "aria-labelledby": "reply-title" },
    el("h3", { id: "reply-title" }, t("reply_title")), form, searchForm(state, pick));
}

/** [n] goes, and greater numbers come down by one, as the clauses do. */
function withoutMarker(text, number) {
  return text.replace(/ ?\[(\d+)\]/g, (marker, found) => {
    if (Number(found) === number) return "";
    return Number(found) > number ? marker.replace(found, found - 1) : marker;
  });
}

function chosenList(picks, remove) {
  if (!picks.length) return [el("p", { class: "quiet" }, t("reply_no_grounds"))];
  return [el("ol", { class: "report" }, ...picks.map((one, at) => el("li", {},
    `[${at + 1}] `, clauseLink(one, one.label), " ", el("q", { class: "quote" }, one.quote), " ",
    el("button", { type: "button", class: "secondary small", onclick: () => remove(at) },
      t("reply_remove", { number: at + 1 })))))];
}

function searchForm(state, pick) {
  const words = el("input", { type: "search", id: "search-words", value: state.opened.question, maxlength: "1000" });
  const found = el("div", { id: "search-found" });
  const form = el("form", { class: "filter", role: "search" },
    el("div", { class: "field wide" }, el("label", { for: "search-words" }, t("search_words")), words),
    el("button", { type: "submit", class: "secondary" }, t("search_send")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const wanted = new URLSearchParams({ q: words.value, ticket: state.opened.ticket });
      const clauses = await get(`/api/desk/search?${wanted}`);
      found.replaceChildren(...results(clauses, pick));
      say(clauses.length ? t("search_found", { count: clauses.length }) : t("search_nothing"));
    } catch (error) {
      found.replaceChildren(told(error));
    }
  });
  return el("section", { "aria-labelledby": "search-title" },
    el("h4", { id: "search-title" }, t("search_title")), form, found);
}

function results(clauses, pick) {
  if (!clauses.length) return [el("p", {}, t("search_nothing"))];
  return [el("p", { class: "quiet" }, t("search_pick_hint")), el("ol", { class: "found" }, ...clauses.map((one) => result(one, pick)))];
}

function result(clause, pick) {
  const { chunk_id, label, article_title: heading, text, score, readable } = clause;
  const area = el("textarea", { class: "clause-text", readonly: true, rows: "4",
    "aria-label": t("search_text", { label }) });
  area.value = text;
  return el("li", { class: readable ? "readable" : "closed" },
    el("p", {}, el("strong", {}, label), heading && !label.includes(heading) ? ` (${heading})` : "",
      el("span", { class: "quiet" }, ` · ${t("search_score", { score: score.toFixed(2) })} · `),
      clauseLink({ chunk_id }, t("search_open"))),
    area,
    readable
      ? el("button", { type: "button", class: "secondary", "aria-label": `${t("search_pick")}: ${label}`,
        onclick: () => pick({ chunk_id, label, ...span(area, text) }) }, t("search_pick"))
      : el("p", { class: "warn" }, t("search_closed")));
}

/** What is chosen in the field, in code points as the API counts them; the whole clause when nothing is. */
function span(area, text) {
  const [from, to] = [area.selectionStart, area.selectionEnd];
  const letters = (units) => Array.from(area.value.slice(0, units)).length;
  const [start, end] = from < to ? [letters(from), letters(to)] : [0, letters(area.value.length)];
  return { start, end, quote: slice(text, start, end) };
}
