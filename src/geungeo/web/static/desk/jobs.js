// Long work: it runs in the server, whatever becomes of this page. A strip at the top shows how far it is.

import { get, send } from "../ask.js";
import { $, el, say, t } from "../dom.js";

const BUSY = 1000;
const IDLE = 15000;
let timer = null;
let known = null; // numbers of the jobs that had ended at the last look

/** Starts looking. Whenever a job has ended, the document gets a "job-ended" event with the job as detail. */
export function watchJobs() {
  clearTimeout(timer);
  look().catch(() => ($("job").hidden = true)).then((busy) => (timer = setTimeout(watchJobs, busy ? BUSY : IDLE)));
}

export async function askJob(kind) {
  const job = await send("/api/desk/jobs", { kind });
  watchJobs();
  return job;
}

async function look() {
  const { jobs } = await get("/api/desk/jobs");
  const ended = jobs.filter((job) => job.ended_at);
  for (const job of known ? ended.filter(({ number }) => !known.has(number)) : []) {
    say(`${jobName(job)}: ${t(`job_${job.state}`)}`);
    document.dispatchEvent(new CustomEvent("job-ended", { detail: job }));
  }
  known = new Set(ended.map(({ number }) => number));
  showStrip(jobs.find((job) => job.state === "running"), jobs.filter((job) => job.state === "waiting").length);
  return jobs.some((job) => !job.ended_at);
}

function showStrip(running, waiting) {
  $("job").hidden = !running;
  if (!running) return;
  const bar = el("progress", { id: "job-bar", max: running.total || 1 });
  if (running.total) bar.value = running.done; // else it is not known how far
  $("job").replaceChildren(
    el("label", { for: "job-bar" }, jobName(running), " ", el("span", { class: "quiet" }, progressWords(running),
      waiting ? ` · ${t("job_more", { count: waiting })}` : "")), bar);
}

export const jobName = ({ kind }) => t(`job_kind_${kind}`) || kind;

export function progressWords(job) {
  const { stage, done, total } = job;
  return stage ? [`${t(`doing_${stage}`) || stage} ${done}/${total}`, ...pace(job)].join(" · ") : t("job_running");
}

function pace({ per_second: rate, seconds_left: left }) {
  if (!rate) return [];
  return [left < 60 ? t("job_pace_soon", { rate }) : t("job_pace", { rate, minutes: Math.round(left / 60) })];
}
