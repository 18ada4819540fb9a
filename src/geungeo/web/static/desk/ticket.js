// One ticket: who asked, the draft that was dropped and why, what was looked at, what was said, and the reply.

import { get } from "../ask.js";
import { el, say, t } from "../dom.js";
import { act } from "./deed.js";
import { checkList, clauseLink, day, facts } from "./parts.js";
import { replyForm } from "./reply.js";

export async function showTicket(container, number) {
  const opened = await get(`/api/desk/inbox/${encodeURIComponent(number)}`);
  const top = el("div", {});
  const below = el("div", {});
  const state = { opened, path: `/api/desk/inbox/${opened.ticket}` };
  /** Shows the ticket as it is now; what is being written stays. */
  state.renew = (now) => {
    state.opened = now;
    top.replaceChildren(...head(state), said(now.said));
    below.replaceChildren(...origin(now));
  };
  state.renew(opened);
  container.append(el("p", {}, el("a", { href: "#inbox" }, t("one_back"))), top, replyForm(state), below);
}

function head(state) {
  const { opened } = state;
  return [
    el("h3", { class: "question" }, opened.question),
    el("p", { class: "quiet" }, t("one_number", { ticket: opened.ticket }),
      el("span", { class: `tag ${opened.status}` }, t(`inbox_status_${opened.status}`))),
    facts([
      ["inbox_reason", t(`inbox_reason_${opened.reason}`)],
      ["inbox_col_asker", opened.asker || t("inbox_nameless")],
      ["one_groups", opened.groups.join(", ")],
      ["inbox_collection", opened.collection],
      ["inbox_assignee", opened.assignee || t("inbox_nobody")],
      ["inbox_col_when", day(opened.created_at)],
      ["one_changed", day(opened.updated_at)],
      ["one_trace", opened.trace_id],
    ]),
    deeds(state),
  ];
}

function deeds(state) {
  const { opened } = state;
  const outcome = el("div", {});
  const name = el("input", { type: "text", id: "assignee", value: opened.assignee, autocomplete: "off", maxlength: "200" });
  const done = async (deed, body) => (await act(state, deed, body, outcome)) && say(t("one_done"));
  const form = el("form", { class: "filter" },
    el("div", { class: "field" }, el("label", { for: "assignee" }, t("inbox_assignee")), name),
    el("button", { type: "submit", class: "secondary" }, t("one_assign")),
    el("button", { type: "button", class: "secondary", onclick: async () =>
      done("assign", { assignee: (await get("/api/me")).user }) }, t("one_assign_me")),
    opened.status === "closed"
      ? el("button", { type: "button", class: "secondary", onclick: () => done("reopen", {}) }, t("one_reopen"))
      : el("button", { type: "button", class: "secondary", onclick: () => done("close", {}) }, t("one_close")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    done("assign", { assignee: name.value });
  });
  return el("div", {}, form, outcome);
}

function said(lines) {
  return el("section", { "aria-labelledby": "said-title" },
    el("h3", { id: "said-title" }, t("one_said")),
    lines.length
      ? el("ol", { class: "said" }, ...lines.map(line))
      : el("p", { class: "quiet" }, t("one_said_none")));
}

function line({ role, author, text, grounds, created_at: at }) {
  return el("li", { class: role },
    el("p", { class: "quiet" }, `${author || t("inbox_nameless")} · ${day(at)}`),
    el("p", { class: "text" }, text),
    grounds.length ? el("ol", { class: "report" }, ...grounds.map(ground)) : null);
}

function ground({ number, state, citation }) {
  const note = state === "current" ? null : el("span", { class: "warn" }, ` ${t(`one_ground_${state}`)}`);
  if (!citation) return el("li", {}, `[${number}]`, note);
  return el("li", {}, `[${number}] `, clauseLink(citation, citation.label), note,
    citation.quote ? el("q", { class: "quote" }, citation.quote) : null);
}

/** How the question came here: the draft, its failed checks, the ledger. */
function origin({ draft, failed, checks, evidence }) {
  const known = checks.length ? checks.filter(({ passed }) => !passed) : failed.map((name) => ({ name, passed: false }));
  return [
    draft ? el("section", {}, el("h3", {}, t("one_draft")), el("p", { class: "quiet" }, t("one_draft_more")),
      el("p", { class: "text card" }, draft)) : null,
    known.length ? el("section", {}, el("h3", {}, t("one_failed")), checkList(known)) : null,
    evidence.length ? el("details", {}, el("summary", {}, t("one_ledger", { count: evidence.length })),
      el("ul", { class: "report" }, ...evidence.map(candidate))) : null,
  ].filter(Boolean);
}

function candidate({ chunk_id, label, relevance, kept, why, excerpt }) {
  return el("li", { class: kept ? "kept" : "dropped" },
    clauseLink({ chunk_id }, label), ` · ${t("search_score", { score: relevance.toFixed(2) })} · ${why}`,
    el("span", { class: "quiet line" }, excerpt));
}
