// 맞아요·틀려요 under an answer: what the asker thinks of it, with a reason if they like. It changes no answer.

import { send } from "./ask.js";
import { el, say, t } from "./dom.js";
import { rememberOpinion } from "./keep.js";

/** result.opinion: what was said of it before, true or false. */
export function opinionGroup({ trace_id: trace, opinion }) {
  const told = el("p", { class: "quiet told" });
  const buttons = [true, false].map((right) => el("button",
    { type: "button", class: "tool", "aria-pressed": String(opinion === right), onclick: () => judge(right) },
    t(right ? "right" : "wrong")));
  const group = el("div", { class: "opinion" },
    el("div", { role: "group", "aria-label": t("opinion") }, ...buttons), told);

  async function judge(right) {
    if (!(await keep(right, ""))) return;
    buttons.forEach((button, at) => button.setAttribute("aria-pressed", String((at === 0) === right)));
    group.querySelector("form")?.remove();
    told.before(whyForm(right));
  }

  async function keep(right, why) {
    try {
      await send("/api/feedback", { trace_id: trace, right, why });
    } catch (error) {
      tell(error.told ? `${error.told.message} ${error.told.next}` : t("error_unreachable"));
      return false;
    }
    rememberOpinion(trace, right);
    tell(t("opinion_kept"));
    return true;
  }

  function whyForm(right) {
    const area = el("textarea", { rows: "2", maxlength: "1000" });
    return el("form", { class: "why", onsubmit: async (event) => {
      event.preventDefault();
      if (!area.value.trim() || !(await keep(right, area.value))) return;
      buttons[right ? 0 : 1].focus();
      event.target.remove();
    } },
      el("label", {}, el("span", {}, t(right ? "why_right" : "why_wrong")), area),
      el("button", { class: "tool" }, t("why_send")));
  }

  function tell(text) {
    told.textContent = text;
    say(text);
  }

  return group;
}
