// Settings: every value and where it comes from; those that are safe to change have a field.

import { get, send } from "../ask.js";
import { el, say, t } from "../dom.js";
import { told } from "./told.js";

export const title = "settings_title";

export async function show(container) {
  const rows = await get("/api/desk/settings");
  const fixed = rows.filter(({ safe }) => !safe);
  container.append(el("p", { class: "quiet" }, t("settings_more")), ...rows.filter(({ safe }) => safe).map(settingRow),
    el("details", {}, el("summary", {}, t("settings_fixed", { count: fixed.length })), ...fixed.map(settingRow)));
}

function settingRow(row) {
  const id = `setting-${row.name.replace(".", "-")}`;
  const node = el("div", { class: "setting", "data-name": row.name },
    row.safe ? el("label", { for: id, class: "name" }, row.name) : el("p", { class: "name" }, row.name),
    el("p", { class: "help" }, row.help),
    row.safe ? changing(row, id) : el("p", { class: "value" }, shownValue(row)),
    el("p", { class: "quiet" }, ...facts(row)));
  return node;
}

const shownValue = ({ value }) => (value === "" ? t("settings_empty") : String(value));

function facts(row) {
  const from = t(`settings_from_${row.origin}`) || row.origin;
  return [[t("settings_origin", { origin: from }), t("settings_default", { value: row.default === "" ? t("settings_empty") : row.default }),
    row.low === null ? "" : t("settings_range", { low: row.low, high: row.high }),
    row.overruled && row.safe ? t("settings_overruled") : "",
    row.pending ? t("settings_pending") : ""].filter(Boolean).join(" · ")];
}

function changing(row, id) {
  const input = control(row, id);
  const said = el("div", {});
  const state = async (value) => {
    try {
      const now = await send("/api/desk/settings", { name: row.name, value });
      const old = form.closest(".setting");
      const fresh = settingRow(now);
      old.replaceWith(fresh);
      fresh.querySelector("form").append(el("span", { class: "saved" }, t(now.restart ? "settings_saved_restart" : "settings_saved")));
      fresh.querySelector("input, select").focus();
      say(t("settings_saved"));
    } catch (error) {
      said.replaceChildren(told(error));
    }
  };
  const form = el("form", { class: "change" }, input,
    el("button", { type: "submit", class: "secondary" }, t("settings_save")),
    row.origin === "desk" ? el("button", { type: "button", class: "secondary", onclick: () => state(null) }, t("settings_unset")) : null,
    said);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    state(typed(row.kind, input.value));
  });
  return form;
}

function control({ kind, value }, id) {
  if (kind === "bool") {
    const select = el("select", { id }, el("option", { value: "true" }, t("settings_on")), el("option", { value: "false" }, t("settings_off")));
    select.value = String(value);
    return select;
  }
  const number = kind === "int" || kind === "float";
  return el("input", { id, type: "text", inputmode: number ? "decimal" : null, value: String(value), autocomplete: "off" });
}

/** What was typed as the setting's kind; what is no number goes as it is, and the server says what is wrong. */
function typed(kind, text) {
  if (kind === "bool") return text === "true";
  const number = Number(text);
  return kind !== "str" && text.trim() && Number.isFinite(number) ? number : text;
}
