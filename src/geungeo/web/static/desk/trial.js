// 검색 시험: what any question would get, with every score; it leaves no ticket and no trace.

import { Refused, send } from "../ask.js";
import { clauseHash } from "../panel.js";
import { el, icon, say, t } from "../dom.js";
import { told } from "./told.js";

export const title = "trial_title";

export function show(container) {
  const question = el("textarea", { id: "trial-question", rows: "2", required: true });
  const asWhom = hinted("input", "trial-as", { type: "text", autocomplete: "off" });
  const settings = hinted("textarea", "trial-settings", { rows: "2", spellcheck: "false" });
  const against = hinted("textarea", "trial-against", { rows: "2", spellcheck: "false" });
  const button = el("button", { type: "submit", class: "primary" }, t("trial_try"));
  const outcome = el("div", { id: "trial-outcome" });
  const form = el("form", { class: "fields" },
    el("div", { class: "field wide" }, el("label", { for: "trial-question" }, t("trial_question")), question),
    labelled(asWhom, "trial_as"), labelled(settings, "trial_settings"), labelled(against, "trial_against"),
    el("div", { class: "actions" }, button));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    try {
      const [first, second] = [pairs(settings.value), pairs(against.value)];
      const tried = (stated) =>
        send("/api/desk/inspect", { question: question.value, as_whom: asWhom.value, settings: stated });
      const result = await tried(first);
      const other = Object.keys(second).length ? await tried({ ...first, ...second }) : null;
      outcome.replaceChildren(...(other ? sideBySide(result, other) : shown(result)));
      say(t(`trial_${result.route}`));
    } catch (error) {
      outcome.replaceChildren(told(error));
    } finally {
      button.disabled = false;
    }
  });
  container.append(form, outcome);
}

const hinted = (tag, id, attributes) => el(tag, { id, "aria-describedby": `${id}-hint`, ...attributes });

function labelled(control, key) {
  return el("div", { class: "field" }, el("label", { for: control.id }, t(key)), control,
    el("p", { class: "quiet", id: `${control.id}-hint` }, t(`${key}_hint`)));
}

/** Lines of name=value as an object. */
function pairs(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return Object.fromEntries(lines.map((line) => {
    const at = line.indexOf("=");
    if (at < 1) throw new Refused({ message: t("trial_pair", { value: line }), next: t("trial_pair_next") });
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  }));
}

/** Both verdicts, then every candidate with its place in each; all of each below. */
function sideBySide(one, other) {
  const side = (key, result) => el("div", {}, el("h3", {}, t(key)), verdict(result),
    el("details", {}, el("summary", {}, t("ledger")), ...shown(result).slice(1)));
  return [
    el("div", { class: "sides" }, side("trial_side_a", one), side("trial_side_b", other)),
    part("trial_compared", comparison(one.evidence, other.evidence)),
  ];
}

function comparison(one, other) {
  const [first, second] = [one, other].map((rows) => new Map(rows.map((row) => [row.chunk_id, row])));
  const all = new Map([...first, ...[...second].filter(([id]) => !first.has(id))]);
  const heads = ["trial_col_clause", "trial_side_a", "trial_side_b", "trial_col_relevance"];
  return el("table", { class: "cards ledger-table" },
    el("caption", { class: "unseen" }, t("trial_compared")),
    el("thead", {}, el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, t(key))))),
    el("tbody", {}, ...[...all].map(([id, row]) => comparedRow(row, first.get(id), second.get(id)))));
}

function comparedRow(row, one, other) {
  const whys = [one, other].map((each) => each?.why ?? t("trial_absent"));
  const told = whys[0] === whys[1] ? [t("trial_same", { why: whys[0] })]
    : whys.map((why, at) => t("trial_side_why", { side: t(at ? "trial_side_b" : "trial_side_a"), why }));
  const place = (key, each) =>
    el("td", { class: "score", "data-label": t(key) }, each?.number ? `[${each.number}]` : "-");
  return el("tr", { class: one?.kept || other?.kept ? "kept" : "dropped" },
    el("th", { scope: "row" }, clauseLink({ chunk_id: row.chunk_id }, row.label),
      ...told.map((why) => el("span", { class: "quiet" }, why))),
    place("trial_side_a", one), place("trial_side_b", other),
    el("td", { class: "score", "data-label": t("trial_col_relevance") }, row.relevance.toFixed(3)));
}

function shown(result) {
  return [
    verdict(result),
    result.citations.length ? part("citations", citations(result.citations)) : null,
    result.draft && result.route === "handoff" ? part("trial_draft", el("p", { class: "text" }, result.draft)) : null,
    result.notes.length ? part("note", el("ul", { class: "report" }, ...result.notes.map((each) => el("li", {}, each)))) : null,
    result.checks.length ? part("ledger_checks", checks(result.checks)) : null,
    result.expansions.length ? part("trial_expansions", expansions(result.expansions)) : null,
    part("ledger_candidates", result.evidence.length ? ledger(result.evidence) : el("p", {}, t("ledger_empty"))),
    el("p", { class: "quiet" }, t("trial_made", { model: result.model || "-", commit: result.commit }), " · ",
      Object.entries(result.timings).map(([stage, seconds]) => `${stage} ${Math.round(seconds * 1000)} ms`).join(" · ")),
  ].filter(Boolean);
}

const part = (key, content) => el("section", {}, el("h3", {}, t(key)), content);

function verdict({ route, reason, answer, top_score: top }) {
  const answered = route === "auto_answer";
  return el("section", { class: answered ? "card verified" : "card handoff" },
    el("h3", { class: "kind" }, icon(answered ? "verified" : "person"), t(`trial_${route}`)),
    el("p", { class: "answer" }, answer),
    el("p", { class: "quiet" }, reason ? `${reason} · ` : "", t("trial_top", { score: top.toFixed(3) })));
}

const clauseLink = (place, label) => el("a", { href: `/${clauseHash(place)}`, target: "_blank", rel: "noopener" }, label);

function citations(all) {
  return el("ol", { class: "report" }, ...all.map((each) => el("li", {},
    `[${each.number}] `, clauseLink(each, each.label), " ", el("q", { class: "quote" }, each.quote))));
}

function checks(all) {
  return el("ul", { class: "checks" }, ...all.map(({ name, passed, detail }) =>
    el("li", { class: passed ? "passed" : "failed" }, icon(passed ? "pass" : "close"),
      el("span", {}, el("strong", {}, `${t(`check_${name}`) || name}: ${t(passed ? "passed" : "failed")}`),
        el("span", { class: "quiet" }, detail)))));
}

function expansions(all) {
  const useful = [...all].sort((one, other) => other.brought.length - one.brought.length);
  return el("ul", { class: "report" }, ...useful.map((each) => el("li", {}, `${t(`expansion_${each.source}`)}: ${each.said} → ${each.became}`,
    el("span", { class: "quiet" }, ` ${t("trial_brought", { count: each.brought.length })}`))));
}

function ledger(rows) {
  const heads = ["clause", "number", "relevance", "lexical", "similarity", "fused"];
  return el("table", { class: "cards ledger-table" },
    el("caption", { class: "unseen" }, t("ledger_candidates")),
    el("thead", {}, el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, t(`trial_col_${key}`))))),
    el("tbody", {}, ...rows.map(ledgerRow)));
}

function ledgerRow(row) {
  const cell = (key, value) => el("td", { class: "score", "data-label": t(`trial_col_${key}`) }, value);
  const score = (key, value, digits) => cell(key, value === null ? "-" : value.toFixed(digits));
  const features = Object.entries(row.features).map(([name, value]) => `${name} ${value.toFixed(3)}`).join(", ");
  return el("tr", { class: row.kept ? "kept" : "dropped" },
    el("th", { scope: "row" }, clauseLink({ chunk_id: row.chunk_id }, row.label),
      el("span", { class: "quiet" }, row.why), el("span", { class: "excerpt" }, row.excerpt),
      features ? el("span", { class: "quiet" }, features) : null),
    cell("number", row.number ? `[${row.number}]` : "-"),
    score("relevance", row.relevance, 3), score("lexical", row.lexical, 1),
    score("similarity", row.similarity, 3), score("fused", row.fused, 4));
}
