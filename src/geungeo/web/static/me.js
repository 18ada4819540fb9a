// Who is logged in, and the way out; on the chat page and the desk alike.

import { get } from "./ask.js";
import { $ } from "./dom.js";
import { keepDraft, logout } from "./session.js";

async function start() {
  const me = await get("/api/me");
  if ($("me")) $("me").textContent = me.login ? me.user : "";
  $("logout").hidden = !me.session;
  $("logout").addEventListener("click", logout);
  if ($("question")) keepDraft($("question"), me.user);
}

start().catch(() => ($("logout").hidden = true)); // what is wrong, the page itself says
