// Words: what people say and the rule words that it leads to; operators add their own.

import { get, send } from "../ask.js";
import { el, say, t } from "../dom.js";
import { told } from "./told.js";

export const title = "words_title";

export async function show(container) {
  const find = el("input", { type: "search", id: "words-find", autocomplete: "off" });
  const own = el("input", { type: "checkbox", id: "words-own" });
  const list = el("div", { id: "words-list" });
  const refresh = async () => {
    const query = new URLSearchParams({ text: find.value, own: own.checked });
    const { rows, count, trouble } = await get(`/api/desk/words?${query}`);
    list.replaceChildren(trouble ? el("p", { class: "told", role: "alert" }, trouble) : "",
      el("p", { class: "quiet" }, t("words_count", { count })), table(rows, refresh));
  };
  find.addEventListener("input", refresh);
  own.addEventListener("change", refresh);
  container.append(el("p", { class: "quiet" }, t("words_more")), adding(refresh),
    el("div", { class: "fields" },
      el("div", { class: "field" }, el("label", { for: "words-find" }, t("words_find")), find),
      el("div", { class: "field" }, el("label", { for: "words-own" }, own, " ", t("words_own")))), list);
  await refresh();
}

function adding(refresh) {
  const word = el("input", { type: "text", id: "words-word", required: true, autocomplete: "off" });
  const rules = el("input", { type: "text", id: "words-rules", autocomplete: "off", "aria-describedby": "words-hint" });
  const said = el("div", {});
  const form = el("form", { class: "fields" },
    el("div", { class: "field" }, el("label", { for: "words-word" }, t("words_word")), word),
    el("div", { class: "field" }, el("label", { for: "words-rules" }, t("words_rules")), rules,
      el("p", { class: "quiet", id: "words-hint" }, t("words_hint"))),
    el("div", { class: "actions" }, el("button", { type: "submit", class: "primary" }, t("words_save"))), said);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const kept = await send("/api/desk/words", { word: word.value, rules: rules.value.split(",").map((one) => one.trim()).filter(Boolean) });
      said.replaceChildren(el("span", { class: "saved" }, t("words_saved", { word: kept.word })));
      say(t("words_saved", { word: kept.word }));
      form.reset();
      await refresh();
    } catch (error) {
      said.replaceChildren(told(error));
    }
  });
  return form;
}

function table(rows, refresh) {
  return el("table", { class: "cards" },
    el("caption", { class: "unseen" }, t("words_title")),
    el("thead", {}, el("tr", {}, ...["word", "rules", "from"].map((key) => el("th", { scope: "col" }, t(`words_col_${key}`))))),
    el("tbody", {}, ...rows.map((row) => el("tr", {},
      el("th", { scope: "row" }, row.word),
      el("td", { "data-label": t("words_col_rules") }, row.rules.join(", ") || "-"),
      el("td", { "data-label": t("words_col_from") }, t(`words_from_${row.whence}`), " ",
        row.whence === "desk" ? el("button", { type: "button", class: "secondary", onclick: async () => {
          await send("/api/desk/words", { word: row.word, rules: null });
          await refresh();
        } }, t("words_unset")) : null)))));
}
