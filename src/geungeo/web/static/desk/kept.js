// 보관: how long what people said is kept, what operators did, and one question by its trace id.

import { get } from "../ask.js";
import { el, t } from "../dom.js";
import { checkList, clauseLink, day, facts, field } from "./parts.js";
import { told } from "./told.js";

export const title = "kept_title";

const SHOWN = 100;

export async function show(container, rest) {
  const traces = el("section", { "aria-labelledby": "kept-traces" });
  const audit = el("section", { "aria-labelledby": "kept-audit" });
  const days = el("section", { "aria-labelledby": "kept-days" });
  container.append(traces, audit, days);
  await Promise.all([fillTraces(traces, rest), fillAudit(audit), fillDays(days)]);
}

// --- Questions ----------------------------------------------------------------------------------------------

async function fillTraces(section, id) {
  const wanted = el("input", { id: "kept_trace", name: "trace", type: "search", autocomplete: "off", value: id });
  const found = el("div", { id: "kept-found" });
  const form = el("form", { class: "filter", role: "search" }, field("kept_trace", wanted),
    el("button", { type: "submit", class: "secondary" }, t("kept_look")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fillFound(found, wanted.value.trim());
  });
  section.append(el("h3", { id: "kept-traces" }, t("kept_traces")), el("p", { class: "quiet" }, t("kept_masked")), form, found);
  await fillFound(found, id);
}

async function fillFound(found, id) {
  try {
    if (id) found.replaceChildren(trace(await get(`/api/desk/traces/${encodeURIComponent(id)}`)));
    else found.replaceChildren(...lines(await get("/api/desk/traces?limit=20")));
  } catch (error) {
    found.replaceChildren(told(error));
  }
}

function lines(rows) {
  if (!rows.length) return [el("p", {}, t("kept_no_traces"))];
  return [el("ol", { class: "stack" }, ...rows.map((row) => el("li", {},
    el("a", { href: `#kept/${row.trace_id}` }, row.question),
    el("span", { class: "quiet" }, ` · ${day(row.created_at)} · ${row.user || t("inbox_nameless")} · ${outcome(row)}`))))];
}

const outcome = ({ reason }) => (reason ? t(`inbox_reason_${reason}`) : t("answered"));

function trace(row) {
  return el("article", { class: "card" },
    el("h4", {}, row.question),
    facts([["kept_when", day(row.created_at)], ["kept_user", row.user || t("inbox_nameless")],
      ["kept_outcome", outcome(row)], ["kept_model", row.model], ["kept_commit", row.commit],
      ["kept_trace", row.trace_id]]),
    row.ticket ? el("p", {}, el("a", { href: `#inbox/${row.ticket}` }, t("one_number", { ticket: row.ticket }))) : null,
    el("p", { class: "text" }, row.answer),
    row.draft ? el("p", { class: "text quiet" }, `${t("kept_draft")}: ${row.draft}`) : null,
    row.citations.length ? el("ol", { class: "report" }, ...row.citations.map((one) => el("li", {},
      `[${one.number}] `, clauseLink(one, one.label), " ", el("q", { class: "quote" }, one.quote)))) : null,
    row.checks.length ? checkList(row.checks) : null,
    row.evidence.length ? el("details", {}, el("summary", {}, t("one_ledger", { count: row.evidence.length })),
      evidence(row.evidence)) : null);
}

function evidence(rows) {
  return table("looked_at", ["col_label", "col_relevance", "col_kept"],
    rows.map((one) => [one.label, one.relevance.toFixed(3), `${t(one.kept ? "kept" : "dropped")} · ${one.why}`]));
}

// --- What operators did -------------------------------------------------------------------------------------

async function fillAudit(section) {
  section.append(el("h3", { id: "kept-audit" }, t("kept_audit")));
  try {
    const deeds = await get(`/api/desk/audit?limit=${SHOWN}`);
    section.append(deeds.length ? table("kept_audit", ["kept_when", "kept_who", "kept_deed", "kept_subject", "kept_detail"],
      deeds.map((one) => [day(one.created_at), one.who, t(`deed_${one.deed}`) || one.deed, one.subject, detail(one.detail)]))
      : el("p", {}, t("kept_no_audit")));
  } catch (error) {
    section.append(told(error));
  }
}

const detail = (values) => Object.entries(values)
  .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`).join(", ");

// --- How long -----------------------------------------------------------------------------------------------

async function fillDays(section) {
  section.append(el("h3", { id: "kept-days" }, t("kept_days")));
  try {
    const { kinds, last } = await get("/api/desk/retention");
    section.append(
      el("dl", { class: "facts" }, ...kinds.flatMap(({ kind, days }) => [el("dt", {}, t(`kept_kind_${kind}`)),
        el("dd", {}, days ? t("kept_for", { days }) : t("kept_for_ever"))])),
      el("p", { class: "quiet" }, last ? t("kept_last", { when: day(last.created_at), removed: removed(last.detail.removed) })
        : t("kept_never")));
  } catch (error) {
    section.append(told(error));
  }
}

const removed = (counts) => Object.entries(counts ?? {})
  .map(([kind, count]) => `${t(`kept_kind_${kind}`)} ${count}`).join(", ") || t("kept_nothing");

function table(caption, columns, rows) {
  return el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": t(caption) },
    el("table", {}, el("caption", { class: "unseen" }, t(caption)),
      el("thead", {}, el("tr", {}, ...columns.map((key) => el("th", { scope: "col" }, t(key))))),
      el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((cell) => el("td", {}, cell)))))));
}
