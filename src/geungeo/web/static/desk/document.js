// One file: how it was read, who may read it, what depends on it, its clauses as text.

import { get, send } from "../ask.js";
import { el, say, t } from "../dom.js";
import { watchJobs } from "./jobs.js";
import { told } from "./told.js";

export async function showDocument(container, name) {
  const found = await get(`/api/desk/document?${new URLSearchParams({ name })}`);
  container.append(
    el("p", {}, el("a", { href: "#documents" }, t("document_back"))),
    el("h3", { class: "document-name" }, name),
    el("p", {}, ...reading(found.file)),
    ...found.file.entries.map(entryList),
    provenance(container, name, found.file), report(found.report), access(container, name, found), removal(container, name, found.depending), clauses(found));
}

export function dates({ number, amendment, revised_at: revised, effective_at: effective }) {
  const shown = /^\d+$/.test(number ?? "") ? t("number", { number }) : number;
  return [shown, amendment, revised && t("revised", { date: revised }), effective && t("effective", { date: effective })]
    .filter(Boolean).join(" · ");
}

export function reading({ state, kind, warnings, refused }) {
  if (refused) return [el("strong", { class: "bad" }, refused.what), el("span", { class: "line" }, refused.todo)];
  if (state === "waiting") return [el("span", { class: "line" }, t("documents_state_waiting"))];
  const doubts = Object.entries(warnings).map(([name, count]) => t(`documents_warn_${name}`, { count }));
  return [el("span", { class: "line" }, kind ?? ""), ...doubts.map((text) => el("span", { class: "line warn" }, text))];
}

const pair = (key, value) => (value ? [el("dt", {}, t(key)), el("dd", {}, value)] : []);

function entryList(entry) {
  return el("dl", { class: "facts" },
    ...pair("document_title", entry.title), ...pair("document_version", dates(entry) || entry.version),
    ...pair("document_source", entry.source), ...pair("document_collection", entry.collection),
    ...pair("document_origin", entry.origin === "ai-draft" ? t(entry.admitted ? "origin_allowed" : "origin_draft") : ""),
    ...pair("document_readers", entry.readers), ...pair("document_chunks", String(entry.chunks)));
}

function report(lines) {
  if (!lines.length) return null;
  return el("section", {}, el("h3", {}, t("document_report")),
    el("ul", { class: "report" }, ...lines.map((line) => el("li", {}, line.trim()))));
}

// --- Where it comes from and who wrote it --------------------------------------------------------------------

const ORIGINS = ["", "human", "ai-draft", "ai-draft-allowed"];

/** What lies in an archive may get its source by the archive's name: one word for all of it. */
function provenance(container, name, { refused }) {
  const parts = name.split("/");
  const names = parts.map((_, at) => parts.slice(0, parts.length - at).join("/"));
  const target = el("select", { id: "source-target" }, ...names.map((each) => el("option", { value: each }, each)));
  const source = el("input", { type: "text", id: "source-said", maxlength: "500", autocomplete: "off" });
  const origin = el("select", { id: "origin-said" },
    ...ORIGINS.map((each) => el("option", { value: each }, t(`origin_as_${each || "stated"}`))));
  const said = el("div", {});
  const state = (path, body) => async (event) => {
    event.preventDefault();
    try {
      await send(`/api/desk/documents/${path}`, body());
      say(t("source_done"));
      said.replaceChildren(el("p", {}, t("source_done")));
      watchJobs();
    } catch (error) {
      said.replaceChildren(told(error));
    }
  };
  const sources = el("form", { class: "fields" }, field("source_target", target), field("source_said", source),
    el("div", { class: "actions" }, el("button", { type: "submit", class: "primary" }, t("source_set"))));
  sources.addEventListener("submit", state("source", () => ({ name: target.value, source: source.value })));
  const origins = el("form", { class: "fields" }, field("origin_said", origin),
    el("div", { class: "actions" }, el("button", { type: "submit", class: "secondary" }, t("origin_set"))));
  origins.addEventListener("submit", state("origin", () => ({ name, origin: origin.value })));
  return el("section", {}, el("details", { open: Boolean(refused) }, el("summary", {}, t("source_title")), sources, origins, said));
}

const field = (key, control) => el("div", { class: "field" }, el("label", { for: control.id }, t(key)), control);

// --- Who may read -------------------------------------------------------------------------------------------

function access(container, name, { rules }) {
  const own = `document:${name}`;
  const parents = name.split("/").slice(0, -1).map((_, at, all) => `folder:${all.slice(0, at + 1).join("/")}`);
  const collections = rules.map(({ target }) => target).filter((target) => target.startsWith("collection:"));
  const targets = [own, ...parents.reverse(), ...collections];
  const input = el("input", { type: "text", id: "access-allow", autocomplete: "off", "aria-describedby": "access-hint" });
  const target = el("select", { id: "access-target" }, ...targets.map((each) => el("option", { value: each }, each)));
  const said = el("div", {});
  const state = async (allow) => {
    try {
      await send("/api/desk/documents/access", { target: target.value, allow });
      say(t("access_done"));
      await reload(container, name);
    } catch (error) {
      said.replaceChildren(told(error));
    }
  };
  const form = el("form", { class: "fields" },
    el("div", { class: "field" }, el("label", { for: "access-target" }, t("access_target")), target),
    el("div", { class: "field" }, el("label", { for: "access-allow" }, t("access_allow")), input,
      el("p", { class: "quiet", id: "access-hint" }, t("access_hint"))),
    el("div", { class: "actions" }, el("button", { type: "submit", class: "primary" }, t("access_set")),
      el("button", { type: "button", class: "secondary", onclick: () => state(null) }, t("access_unset"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    state([input.value.split(",").map((each) => each.trim()).filter(Boolean)]);
  });
  return el("section", {}, el("h3", {}, t("access_title")), rules.length ? ruleList(rules) : el("p", {}, t("access_all")),
    el("details", {}, el("summary", {}, t("access_change")), form, said));
}

function ruleList(rules) {
  return el("ul", { class: "report" }, ...rules.map(({ target, allow, decided }) => el("li", {},
    el("strong", {}, target), " ", allow.map((inner) => inner.join(" | ") || t("access_nobody")).join(" & "),
    decided ? el("span", { class: "tag" }, t("access_decided")) : null)));
}

async function reload(container, name) {
  container.replaceChildren(container.firstElementChild);
  await showDocument(container, name);
}

// --- Removal ------------------------------------------------------------------------------------------------

function removal(container, name, { chunks, tickets }) {
  const said = el("div", {});
  const sure = el("div", { class: "sure", hidden: true },
    el("p", {}, t("remove_depending", { chunks, tickets: tickets.length })),
    tickets.length ? el("p", {}, t("remove_tickets", { tickets: tickets.map((each) => `#${each}`).join(", ") })) : null,
    el("p", { class: "quiet" }, t("remove_trash")),
    el("button", { type: "button", class: "danger", onclick: remove }, t("remove_sure")));
  async function remove() {
    try {
      await send("/api/desk/documents/remove", { name });
      say(t("remove_done"));
      watchJobs();
      location.hash = "#documents";
    } catch (error) {
      said.replaceChildren(told(error));
    }
  }
  return el("section", {}, el("h3", {}, t("remove_title")),
    el("button", { type: "button", class: "secondary", onclick: () => {
      sure.hidden = false;
      sure.querySelector("button").focus();
    } }, t("remove")), sure, said);
}

// --- Clauses ------------------------------------------------------------------------------------------------

function clauses({ clauses: all, clauses_total: total }) {
  if (!total) return null;
  return el("details", { class: "clauses" },
    el("summary", {}, t("document_clauses", { total })),
    all.length < total ? el("p", { class: "quiet" }, t("document_first", { shown: all.length })) : null,
    ...all.map(({ label, text, flags }) => el("section", { class: "clause" },
      el("h4", {}, label, ...flags.map((flag) => el("span", { class: "tag", title: t(`flag_${flag}`) || null },
        t(`flag_${flag.split(":")[0]}`) || flag))),
      el("p", { class: "text" }, text))));
}
