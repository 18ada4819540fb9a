// An answer as plain text: each sentence's number, and under it the clause's words with the address where they stand.

import { el, say, t } from "./dom.js";

export function copyButton(result) {
  const button = el("button", { type: "button", class: "tool", onclick: copy }, t("copy"));
  async function copy() {
    const told = t((await toClipboard(asText(result))) ? "copied" : "copy_failed");
    button.textContent = told;
    say(told);
    setTimeout(() => (button.textContent = t("copy")), 4000);
  }
  return button;
}

function asText({ question, answer, citations }) {
  const clauses = citations.map((citation) =>
    `[${citation.number}] ${clauseName(citation)}\n“${citation.quote}”\n${clauseAddress(citation)}`);
  return [`${t("asked")}: ${question}`, answer, `${t("citations")}\n${clauses.join("\n\n")}`].join("\n\n");
}

/** The clause's place, since when it holds, that AI drafted it where an operator lets such a draft be a ground, and what
 * must be known with it. */
export function clauseName({ label, effective_at: effective, origin, note }) {
  const more = [effective && t("effective", { date: effective }), origin === "ai-draft" && t("ai_draft")].filter(Boolean);
  const named = more.length ? `${label} (${more.join(", ")})` : label;
  return note ? `${named} ※ ${note}` : named;
}

/** Where the clause can be opened, from anywhere. */
export function clauseAddress({ chunk_id: chunk, start, end }) {
  return `${location.origin}/#${new URLSearchParams({ chunk, start, end })}`;
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return selected(text); // no clipboard without https, and none when the browser says no
  }
}

function selected(text) {
  const area = el("textarea", { class: "unseen", "aria-hidden": "true", tabindex: "-1" });
  const before = document.activeElement;
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  return done;
}
