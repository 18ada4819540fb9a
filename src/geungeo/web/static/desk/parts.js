// Small parts that several tabs of hand-offs are made of.

import { el, icon, t } from "../dom.js";
import { clauseHash } from "../panel.js";

export const field = (key, control) =>
  el("div", { class: "field" }, el("label", { for: control.id }, t(key)), control);

export const options = (choices) => choices.map(([value, text]) => el("option", { value }, text));

/** An ISO time as the operator reads it: the day, and the minute. */
export const day = (moment) => moment.slice(0, 16).replace("T", " ");

/** A clause in its document, in a tab of its own. */
export const clauseLink = (place, text) =>
  el("a", { href: `/${clauseHash(place)}`, target: "_blank", rel: "noopener" }, text);

export function facts(pairs) {
  const shown = pairs.filter(([, value]) => value);
  return el("dl", { class: "facts" }, ...shown.flatMap(([key, value]) => [el("dt", {}, t(key)), el("dd", {}, value)]));
}

export function checkList(checks) {
  return el("ul", { class: "checks" }, ...checks.map(({ name, passed, detail }) =>
    el("li", { class: passed ? "passed" : "failed" }, icon(passed ? "pass" : "close"),
      el("span", {}, el("strong", {}, t(`check_${name}`) || name),
        detail ? el("span", { class: "quiet" }, detail) : null))));
}
