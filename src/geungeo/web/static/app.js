// The chat page: takes a question, shows its stages, then its card. Answers come from the API, never from here.

import { Refused, ask, get } from "./ask.js";
import { errorCard, resultCard, spoken } from "./cards.js";
import { $, calm, el, say, t } from "./dom.js";
import { forgetTurns, lastTurns, rememberFor, rememberTurn } from "./keep.js";
import { refresh, startMine } from "./mine.js";
import { startPanel } from "./panel.js";

const STAGES = ["understand", "search", "write", "check"];
const POLL_BUSY = 2000;
const POLL_IDLE = 30000;
let asking = false;
let turnsMade = 0;

async function submit(question) {
  if (asking || !question.trim()) return;
  asking = true;
  document.body.classList.add("asking");
  const turn = addTurn(question);
  $("question").value = "";
  $("question").dataset.sent = question; // the page may go, to the login for one, before there is an outcome
  try {
    const day = $("as-of-box").open ? $("as-of").value : "";
    const collection = $("collection-box").hidden ? "" : $("collection").value;
    const result = await ask(question, day, collection, lastTurns(), (stage) => showStage(turn, stage));
    result.of_day = Boolean(day);
    result.of_collection = collection && $("collection").selectedOptions[0].textContent;
    result.nameless = Boolean(result.receipt);
    rememberTurn(result);
    finish(turn, resultCard(result), spoken(result));
    if (result.ticket) refresh();
  } catch (error) {
    const told = toldOf(error);
    if (!$("question").value) $("question").value = question;
    finish(turn, errorCard(told), `${t("error")}. ${told.message} ${told.next}`);
  } finally {
    delete $("question").dataset.sent;
    asking = false;
    document.body.classList.remove("asking");
  }
}

function toldOf(error) {
  if (error instanceof Refused) return error.told;
  return { message: t("error_unreachable"), next: t("error_unreachable_next") };
}

function addTurn(question) {
  const turn = turnOf(question, el("ol", { class: "stages", "aria-label": t("stages") },
    ...STAGES.map((stage) => el("li", { "data-stage": stage }, t(`stage_${stage}`)))));
  turn.setAttribute("aria-busy", "true");
  $("conversation").append(turn);
  showTools();
  turn.scrollIntoView({ block: "start", behavior: calm() ? "instant" : "smooth" });
  return turn;
}

function turnOf(question, below) {
  const id = `turn-${(turnsMade += 1)}`;
  return el("article", { class: "turn", "aria-labelledby": id },
    el("h2", { id, class: "asked" }, el("span", { class: "unseen" }, `${t("asked")}: `), question), below);
}

/** What can be done with a conversation is there when there is one. */
function showTools() {
  const none = !$("conversation").children.length;
  $("welcome").classList.toggle("past", !none);
  $("fresh").hidden = $("print").hidden = none;
}

/** What this tab kept of the conversation before it was loaded anew; questions asked meanwhile come after it. */
function restore(results) {
  $("conversation").prepend(...results.map((result) => turnOf(result.question, resultCard(result))));
  showTools();
  if (results.length) $("conversation").lastElementChild.scrollIntoView({ block: "start", behavior: "instant" });
}

function startTools() {
  $("print").addEventListener("click", () => print());
  $("fresh").addEventListener("click", () => {
    if (asking) return;
    forgetTurns();
    $("conversation").replaceChildren();
    showTools();
    $("question").focus();
    say(t("fresh_done"));
  });
}

function showStage(turn, now) {
  for (const item of turn.querySelectorAll(".stages li")) {
    const behind = STAGES.indexOf(item.dataset.stage) - STAGES.indexOf(now);
    item.className = behind < 0 ? "done" : behind === 0 ? "now" : "";
    if (behind === 0) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  say(t(`stage_${now}`));
}

function finish(turn, card, spokenText) {
  turn.querySelector(".stages").replaceWith(card);
  turn.removeAttribute("aria-busy");
  turn.scrollIntoView({ block: "start", behavior: calm() ? "instant" : "smooth" });
  say(spokenText);
}

function startComposer() {
  $("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    submit($("question").value);
    $("question").focus();
  });
  $("question").addEventListener("keydown", (event) => {
    // While a Korean syllable is being composed, Enter belongs to the input method (229: Safari says it late).
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    $("ask").requestSubmit();
  });
}

/** Nice to have: without them the page works the same. */
async function showExamples() {
  const examples = await get("/api/suggestions");
  $("example-list").append(...examples.map(({ question }) => el("li", {},
    el("button", { type: "button", onclick: () => submit(question) }, question))));
  $("examples").hidden = examples.length === 0;
}

/** A chooser where there are collections that this reader may see. */
async function showCollections() {
  const collections = await get("/api/collections");
  $("collection").append(...collections.map(({ name, title }) => el("option", { value: name }, title)));
  $("collection-box").hidden = collections.length === 0;
}

/** Only operators have a desk; a conversation and receipts are kept for the one who asked. */
async function welcome() {
  const me = await get("/api/me");
  $("to-desk").hidden = me.role !== "operator";
  restore(rememberFor(me.user));
}

/** Vectors are made while the page already answers: show how far they are. */
async function watchEmbedding() {
  let wait = POLL_IDLE;
  try {
    const { progress } = await get("/api/health");
    const doing = t(`doing_${progress.stage}`); // a stage without a name is the reason why it stopped
    const busy = doing && progress.done < progress.total;
    $("embedding").hidden = !busy && (doing || !progress.stage);
    $("embedding").classList.toggle("stopped", !doing);
    $("embedding-text").textContent = doing ? `${doing} ${progress.done}/${progress.total}` : progress.stage;
    $("embedding-bar").max = progress.total || 1;
    $("embedding-bar").value = progress.done;
    if (busy) wait = POLL_BUSY;
  } catch {
    $("embedding").hidden = true; // an old figure would be a lie; asking tells what is wrong
  } finally {
    setTimeout(watchEmbedding, wait);
  }
}

startComposer();
startPanel();
showExamples().catch(() => ($("examples").hidden = true));
showCollections().catch(() => ($("collection-box").hidden = true));
startTools();
welcome().catch(() => ($("to-desk").hidden = true)).finally(startMine); // receipts are known then
watchEmbedding();
