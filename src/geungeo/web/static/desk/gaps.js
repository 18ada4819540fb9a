// 빈틈: hand-offs put together by what they ask about: rules that are missing, and rules that are unclear.

import { get } from "../ask.js";
import { el, say, t } from "../dom.js";
import { checkList, clauseLink, field } from "./parts.js";
import { told } from "./told.js";

export const title = "gaps_title";

const ALL = 1000; // questions of a group that the API gives at most
const date = (moment) => moment.slice(0, 10);

export async function show(container) {
  const list = el("div", { id: "gaps" });
  const since = el("input", { type: "date", id: "gaps_since", name: "since" });
  const download = el("a", { class: "button", download: true }, t("inbox_csv"));
  const filter = el("form", { class: "filter", role: "search", "aria-label": t("gaps_filter") },
    field("gaps_since", since), download);
  filter.addEventListener("submit", (event) => event.preventDefault());
  since.addEventListener("change", () => refresh(container, list, since, download));
  container.append(el("p", { class: "quiet" }, t("gaps_more")), filter, list);
  await refresh(container, list, since, download);
}

const wantedOf = (since) => new URLSearchParams(since.value ? { since: since.value } : {});

async function refresh(container, list, since, download) {
  const wanted = wantedOf(since);
  download.href = `/api/desk/gaps.csv?${wanted}`;
  list.setAttribute("aria-busy", "true");
  try {
    const found = await get(`/api/desk/gaps?${wanted}`);
    if (!container.isConnected) return;
    list.replaceChildren(
      kind("missing", found, wanted), kind("unclear", found, wanted), technical(found.technical));
    say(`${t("gaps_missing")} ${found.groups.missing}, ${t("gaps_unclear")} ${found.groups.unclear}`);
  } catch (error) {
    list.replaceChildren(told(error));
  } finally {
    list.removeAttribute("aria-busy");
  }
}

function kind(name, found, wanted) {
  const gaps = found[name];
  const total = found.groups[name];
  return el("section", { "aria-labelledby": `gaps-${name}` },
    el("h3", { id: `gaps-${name}` }, t(`gaps_${name}`), el("span", { class: "tag" }, t("gaps_groups", { count: total }))),
    el("p", { class: "quiet" }, t(`gaps_${name}_more`)),
    gaps.length < total ? el("p", { class: "quiet" }, t("gaps_shown", { shown: gaps.length })) : null,
    gaps.length ? el("ol", { class: "stack" }, ...gaps.map((gap) => card(gap, wanted))) : el("p", {}, t("gaps_none")));
}

function card(gap, wanted) {
  const failed = Object.entries(gap.failed).map(([name, count]) => ({ name, passed: false, detail: ` ${t("gaps_count", { count })}` }));
  return el("li", { "data-key": gap.key },
    el("h4", {}, gap.title, gap.collection ? el("span", { class: "tag" }, gap.collection) : null,
      el("span", { class: "tag" }, t("gaps_count", { count: gap.count }))),
    el("p", { class: "quiet" }, gap.why),
    el("p", { class: "quiet" }, figures(gap)),
    gap.chunk_id ? el("p", {}, clauseLink({ chunk_id: gap.chunk_id }, t("gaps_clause"))) : null,
    failed.length ? el("h5", {}, t("gaps_failed")) : null,
    failed.length ? checkList(failed) : null,
    el("h5", {}, t("gaps_questions")),
    questions(gap, wanted),
    gap.drafts.length ? el("details", {}, el("summary", {}, t("gaps_drafts", { count: gap.drafts.length })),
      el("ul", { class: "report" }, ...gap.drafts.map((draft) => el("li", { class: "text" }, draft)))) : null);
}

function figures({ askers, nameless, first, last, statuses }) {
  return [
    askers ? t("gaps_askers", { count: askers }) : "",
    nameless ? t("gaps_nameless", { count: nameless }) : "",
    t("gaps_dates", { first: date(first), last: date(last) }),
    ...Object.entries(statuses).map(([status, count]) => `${t(`inbox_status_${status}`)} ${count}`),
  ].filter(Boolean).join(" · ");
}

function questions(gap, wanted) {
  const list = el("ul", { class: "report" }, ...gap.questions.map(question));
  if (gap.questions.length === gap.count) return list;
  const button = el("button", { type: "button", class: "more", onclick: async () => {
    const only = new URLSearchParams(wanted);
    only.set("key", gap.key);
    only.set("questions", ALL);
    const found = await get(`/api/desk/gaps?${only}`);
    const whole = found[gap.kind][0];
    if (whole) list.replaceChildren(...whole.questions.map(question));
    button.remove();
  } }, t("gaps_all", { count: gap.count }));
  return el("div", {}, list, button);
}

function question({ ticket, question: asked, status }) {
  return el("li", {}, el("a", { href: `#inbox/${ticket}` }, asked),
    el("span", { class: "quiet" }, ` · #${ticket} · ${t(`inbox_status_${status}`)}`));
}

function technical(troubles) {
  return el("section", { "aria-labelledby": "gaps-technical" },
    el("h3", { id: "gaps-technical" }, t("gaps_technical")),
    el("p", { class: "quiet" }, t("gaps_technical_more")),
    troubles.length
      ? el("ul", { class: "report" }, ...troubles.map(({ reason, count, first, last }) => el("li", {},
        `${t(`inbox_reason_${reason}`)}: ${t("gaps_count", { count })} · ${t("gaps_dates", { first: date(first), last: date(last) })}`)))
      : el("p", {}, t("gaps_none")));
}
