// What an operator does to a ticket, with the version that they saw.

import { get, send } from "../ask.js";
import { el, t } from "../dom.js";
import { told } from "./told.js";

/** Does a deed with the version that was seen; when somebody was faster, says so and offers a fresh look. */
export async function act(state, deed, body, outcome) {
  try {
    state.renew(await send(`${state.path}/${deed}`, { ...body, version: state.opened.version }));
    outcome.replaceChildren();
    return true;
  } catch (error) {
    outcome.replaceChildren(told(error), ...(error.told?.error === "ticket_changed" ? [reload(state, outcome)] : []));
    return false;
  }
}

function reload(state, outcome) {
  return el("button", { type: "button", class: "secondary", onclick: async () => {
    state.renew(await get(state.path));
    outcome.replaceChildren();
  } }, t("one_reload"));
}
