// The operator's desk: one page, a tab by the address's hash. Each tab is a module of its own (tabs.js).

import { Refused, get } from "../ask.js";
import { $, el, say, t } from "../dom.js";
import { watchJobs } from "./jobs.js";
import { TABS } from "./tabs.js";
import { told } from "./told.js";

function fillTabs() {
  $("tabs").append(...Object.entries(TABS).map(([name, { title }]) =>
    el("li", {}, el("a", { href: `#${name}` }, t(title)))));
}

/** The parts of the hash; an address that nobody here made is as if there were none. */
function address() {
  try {
    return location.hash.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return [""];
  }
}

async function showTab() {
  const [name, ...rest] = address();
  const chosen = Object.hasOwn(TABS, name) ? name : Object.keys(TABS)[0];
  if (!chosen) return;
  for (const link of $("tabs").querySelectorAll("a")) {
    if (link.hash === `#${chosen}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const container = el("section", { "aria-labelledby": "tab-title" },
    el("h2", { id: "tab-title", tabindex: "-1" }, t(TABS[chosen].title)));
  $("tab").replaceChildren(container);
  document.title = `${t(TABS[chosen].title)} · ${t("desk_title")}`;
  try {
    await TABS[chosen].show(container, rest.join("/"));
  } catch (error) {
    container.append(told(error));
  }
}

async function start() {
  try {
    const me = await get("/api/me");
    if (me.role !== "operator") throw new Refused({ message: t("desk_not_yours"), next: t("desk_not_yours_next") });
    $("who").textContent = t("desk_who", { user: me.user });
  } catch (error) {
    $("tab").append(told(error));
    return;
  }
  fillTabs();
  addEventListener("hashchange", () => showTab().then(() => {
    $("tab-title")?.focus({ preventScroll: true });
    say($("tab-title")?.textContent ?? "");
  }));
  $("skip").addEventListener("click", (event) => { // the hash is the tab's name, not a place on the page
    event.preventDefault();
    $("tab").focus();
  });
  watchJobs();
  await showTab();
}

start();
