// The login: the way there and back, and the way out.

const DRAFT = "geungeo.draft";
const kept = storage();
let left = false;

/** A browser may forbid storage; then a draft is lost, and no more. */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** To the login page, and back here afterwards. */
export function toLogin() {
  const here = location.pathname + location.search + location.hash;
  location.assign(`/login?${new URLSearchParams({ next: here })}`);
}

/** Ends the session, and forgets what this tab kept. */
export async function logout() {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch("/api/logout", { method: "POST", headers, body: "{}" });
  if (!response.ok) return;
  left = true;
  kept?.clear();
  location.assign("/login");
}

/** What this user typed is there again when they come back, from the login page for one; so is what they sent
 * (data-sent) and got no outcome for. */
export function keepDraft(field, user) {
  const unanswered = () => JSON.stringify({ user, text: field.value || field.dataset.sent || "" });
  addEventListener("pagehide", () => left || kept?.setItem(DRAFT, unanswered()));
  const draft = JSON.parse(kept?.getItem(DRAFT) ?? "null");
  if (draft?.user === user && !field.value) field.value = draft.text;
}
