// Health: what state things are in, the measured thresholds, and long work to ask for with what came of it.

import { get } from "../ask.js";
import { el, icon, t } from "../dom.js";
import { askJob, jobName, progressWords } from "./jobs.js";
import { told } from "./told.js";

export const title = "health_title";

const SHOWN = 20;
const HALVES = [["with_vectors", "fit"], ["with_vectors", "report"], ["without_vectors", "fit"], ["without_vectors", "report"]];

export async function show(container) {
  const state = el("div", {});
  const work = el("section", { "aria-labelledby": "health-jobs" }, el("h3", { id: "health-jobs" }, t("health_jobs")));
  container.append(state, work);
  await fill(state, work);
  const timer = setInterval(() => {
    if (!container.isConnected) return clearInterval(timer);
    fillJobs(work).catch(() => {}); // the strip at the top tells when the server is gone
  }, 2000);
  document.addEventListener("job-ended", function again() {
    if (!container.isConnected) return document.removeEventListener("job-ended", again);
    fill(state, work);
  });
}

async function fill(state, work) {
  try {
    const { status, thresholds, why } = await get("/api/desk/health");
    state.replaceChildren(statusList(status), measured(status.thresholds, thresholds, why));
    await fillJobs(work);
  } catch (error) {
    state.replaceChildren(told(error));
  }
}

const pair = (key, value) => [el("dt", {}, t(key)), el("dd", {}, String(value))];

function statusList(status) {
  const { done, total } = status.vectors;
  return el("section", {}, el("h3", {}, t("health_status")), el("dl", { class: "facts" },
    ...pair("health_documents", status.documents), ...pair("health_chunks", status.chunks),
    ...pair("health_vectors", total ? `${done}/${total}` : t("health_no_vectors")),
    ...pair("health_model", status.model), ...pair("health_commit", status.commit),
    ...pair("health_open", status.inbox_open)));
}

function measured(state, document, why) {
  const words = el("p", {}, t(`health_thresholds_${state}`), why ? ` ${why}` : "");
  if (!document) return el("section", {}, el("h3", {}, t("health_thresholds")), words);
  const { relevance, groundedness, fusion } = document.entries;
  return el("section", {}, el("h3", {}, t("health_thresholds")), words,
    el("dl", { class: "facts" },
      ...pair("health_relevance", `${relevance.value} (${relevance.status})`),
      ...pair("health_grounded", `${groundedness.value} (${groundedness.status})`),
      ...pair("health_fusion", Object.entries(fusion.value).map(([name, weight]) => `${name} ${weight}`).join(", ")),
      ...pair("health_measured_model", document.embedding_model),
      ...pair("health_golden", `${document.golden_version ?? "-"} · ${document.measured_on ?? "-"}`),
      ...pair("health_date", document.calibrated_at ?? "-")),
    relevance.errors ? errorRates(relevance.errors) : null);
}

function errorRates(errors) {
  const share = (value) => `${(100 * value).toFixed(1)}%`;
  const rows = HALVES.filter(([way, half]) => errors[way]?.[half]).map(([way, half]) => {
    const found = errors[way][half];
    return el("tr", {}, el("th", { scope: "row" }, t(`health_${way}_${half}`)),
      el("td", {}, `${share(found.answerable_refused)} (${found.n_answerable})`),
      el("td", {}, `${share(found.unanswerable_passed)} (${found.n_unanswerable})`));
  });
  return el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": t("health_errors") },
    el("table", {}, el("caption", {}, t("health_errors")),
      el("thead", {}, el("tr", {}, ...["half", "refused", "passed"].map((key) =>
        el("th", { scope: "col" }, t(`health_errors_${key}`))))),
      el("tbody", {}, ...rows)));
}

// --- Long work ----------------------------------------------------------------------------------------------

async function fillJobs(work) {
  const { jobs, kinds } = await get("/api/desk/jobs");
  const open = new Set([...work.querySelectorAll("details[open]")].map((each) => each.dataset.job));
  if (!work.querySelector(".jobs")) {
    work.append(
      el("div", { class: "actions" }, ...kinds.map((kind) => el("button", { type: "button", class: "secondary",
        onclick: () => askJob(kind).then(() => fillJobs(work)) }, jobName({ kind })))),
      el("ul", { class: "jobs" }));
  }
  work.querySelector(".jobs").replaceChildren(...jobs.slice(0, SHOWN).map((job) => jobRow(job, open)));
}

function jobRow(job, open) {
  const when = new Date(job.ended_at || job.started_at || job.asked_at).toLocaleString("ko-KR");
  return el("li", { class: job.state },
    el("strong", {}, jobName(job)), " ", el("span", { class: "tag" }, t(`job_${job.state}`)), " ",
    el("span", { class: "quiet" }, [when, job.who].filter(Boolean).join(" · ")),
    job.state === "running" ? el("span", { class: "line" }, progressWords(job)) : null,
    job.error ? el("p", { class: "bad" }, job.error) : null,
    job.state === "done" ? outcome(job, open) : null);
}

function outcome(job, open) {
  if (job.kind === "doctor") return el("ul", { class: "checks" }, ...job.result.map(checkRow));
  if (job.kind === "ingest") {
    const { files, documents, chunks, refused } = job.result;
    return el("p", {}, t("health_ingested", { files, documents, chunks, refused: refused.length }));
  }
  if (job.result === null || job.result === undefined) return null;
  return el("details", { "data-job": String(job.number), open: open.has(String(job.number)) },
    el("summary", {}, t("health_result")), el("pre", {}, JSON.stringify(job.result, null, 1)));
}

function checkRow({ name, passed, detail }) {
  return el("li", { class: passed ? "passed" : "failed" }, icon(passed ? "pass" : "close"),
    el("span", {}, el("strong", {}, t(`doctor_${name}`) || name), el("span", { class: "line" }, detail)));
}
