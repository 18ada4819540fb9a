// What the asker gets: an answer with its clauses, a hand-off with its reason, or an error with the next step.

import { clauseAddress, clauseName, copyButton } from "./copy.js";
import { el, icon, t } from "./dom.js";
import { opinionGroup } from "./opinion.js";
import { clauseHash, openClause } from "./panel.js";

const LOOKED_AT_MAX = 5;

export function resultCard(result) {
  return result.route === "auto_answer" ? answerCard(result) : handoffCard(result);
}

/** What a screen reader says of a result. */
export function spoken(result) {
  if (result.route === "auto_answer") return `${t("answered")}. ${result.answer}`;
  return `${t("handed_off")}. ${reason(result)} ${ticket(result)} ${result.contact}`;
}

export function errorCard(told) {
  return el("section", { class: "card error" },
    kind("warning", t("error")),
    el("p", { class: "answer" }, told.message),
    el("p", {}, told.next),
    told.trace_id ? el("p", { class: "quiet" }, t("trace", { trace: told.trace_id })) : null);
}

const ofCollection = (result) =>
  (result.of_collection ? el("p", { class: "quiet" }, t("collection_told", { title: result.of_collection })) : null);
const ofDay = (result) => (result.of_day ? el("p", { class: "quiet" }, t("as_of_told", { day: result.as_of })) : null);

function answerCard(result) {
  return el("section", { class: "card verified" },
    kind("verified", t("answered")),
    ofDay(result), ofCollection(result),
    el("p", { class: "answer" }, ...withMarkers(result)),
    notes(result),
    el("h3", {}, t("citations")),
    el("ol", { class: "citations" }, ...result.citations.map((citation) => el("li", {}, citationCard(citation)))),
    ledger(result),
    el("div", { class: "answer-tools" }, opinionGroup(result), copyButton(result)));
}

function handoffCard(result) {
  return el("section", { class: "card handoff" },
    kind("person", t("handed_off")),
    ofDay(result), ofCollection(result),
    el("p", { class: "answer" }, reason(result)),
    el("p", { class: result.ticket ? "ticket" : "ticket missing" }, ticket(result)),
    result.contact ? el("p", { class: "contact" }, result.contact) : null,
    result.ticket ? el("p", { class: "to-ticket" }, el("a", { href: `#ticket=${result.ticket}` }, t("to_ticket"))) : null,
    result.nameless ? el("p", { class: "quiet" }, t("nameless")) : null,
    notes(result),
    el("h3", {}, t("looked_at")),
    lookedAt(result.evidence),
    ledger(result));
}

const ticket = (result) => (result.ticket ? t("ticket", { ticket: result.ticket }) : t("not_filed"));
const kind = (name, text) => el("h3", { class: "kind" }, icon(name), text);

/** Why a person takes over: the first sentence of result.answer, whose other sentences are shown as list and ticket. */
function reason({ reason: name, failed, answer }) {
  if (name === "not_in_force" || name === "conflict") return answer.split(t("looked_at"))[0].split(t("looked_at_nothing"))[0].trim(); // from which day, or what stands against what
  const silent = failed.length === 1 && failed[0] === "found_in_policies";
  return t(silent ? "reason_silent" : `reason_${name}`) || answer;
}

/** The answer's text with each [n] that has a citation as a button. */
function withMarkers({ answer, citations }) {
  const pieces = answer.split(/(\[\d+\])/);
  return pieces.map((piece, at) => {
    const spans = citations.filter(({ number }) => piece === `[${number}]`);
    if (!spans.length) return piece;
    // One excerpt may carry several sentences: citations come in the order of their markers, equal ones once.
    const same = pieces.filter((other) => other === piece).length === spans.length;
    const before = pieces.slice(0, at).filter((other) => other === piece).length;
    return marker(spans[same ? before : 0]);
  });
}

function marker(citation) {
  const label = t("marker", { number: citation.number, label: citation.label });
  return el("button", { type: "button", class: "marker", "aria-label": label, title: citation.label,
    onclick: () => openClause(clauseHash(citation)) }, String(citation.number));
}

export function citationCard(citation) {
  return el("a", { class: "citation", href: clauseHash(citation), onclick: follow },
    el("span", { class: "number", "aria-hidden": "true" }, String(citation.number)),
    el("span", { class: "label" }, clauseName(citation)),
    el("q", { class: "quote" }, citation.quote),
    el("span", { class: "address" }, clauseAddress(citation)),
    el("span", { class: "open" }, t("open_clause"), icon("arrow")));
}

function lookedAt(evidence) {
  const seen = [...new Map(evidence.map((row) => [row.label, row])).values()].slice(0, LOOKED_AT_MAX);
  if (!seen.length) return el("p", { class: "quiet" }, t("looked_at_nothing"));
  return el("ul", { class: "looked-at" }, ...seen.map((row) => el("li", {}, clauseLink(row))));
}

export function clauseLink({ chunk_id, label }) {
  return el("a", { href: clauseHash({ chunk_id }), onclick: follow }, label);
}

function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openClause(event.currentTarget.getAttribute("href"));
}

function notes(result) {
  if (!result.notes.length) return null;
  return el("ul", { class: "notes", "aria-label": t("note") }, ...result.notes.map((note) => el("li", {}, note)));
}

function ledger(result) {
  const { trace_id: trace, commit, model } = result;
  return el("details", { class: "ledger" },
    el("summary", {}, t("ledger")),
    result.checks.length ? el("h4", {}, t("ledger_checks")) : null,
    result.checks.length ? el("ul", { class: "checks" }, ...result.checks.map(checkRow)) : null,
    el("h4", {}, t("ledger_candidates")),
    result.evidence.length ? evidenceTable(result.evidence) : el("p", { class: "quiet" }, t("ledger_empty")),
    el("p", { class: "quiet trace" }, t("ledger_trace", { trace, commit, model })));
}

function checkRow({ name, passed, detail }) {
  return el("li", { class: passed ? "passed" : "failed" },
    icon(passed ? "pass" : "close"),
    el("span", {},
      el("strong", {}, `${t(`check_${name}`) || name}: ${t(passed ? "passed" : "failed")}`),
      detail ? el("span", { class: "quiet" }, detail) : null));
}

function evidenceTable(evidence) {
  const head = ["col_label", "col_relevance", "col_kept"].map((key) => el("th", { scope: "col" }, t(key)));
  return el("div", { class: "rows", role: "region", tabindex: "0", "aria-label": t("ledger_candidates") },
    el("table", {},
      el("caption", { class: "unseen" }, t("ledger_candidates")),
      el("thead", {}, el("tr", {}, ...head)),
      el("tbody", {}, ...evidence.map(evidenceRow))));
}

function evidenceRow(row) {
  return el("tr", { class: row.kept ? "kept" : "dropped" },
    el("th", { scope: "row" }, clauseLink(row)),
    el("td", { class: "score" }, row.relevance.toFixed(2)),
    el("td", {}, el("strong", {}, t(row.kept ? "kept" : "dropped")), el("span", { class: "quiet" }, row.why)));
}
