// Uploading: files dropped or picked go one after the other; each says what became of it.

import { Refused, refused } from "../ask.js";
import { el, say, t } from "../dom.js";
import { watchJobs } from "./jobs.js";

/** The drop zone with its fields and, below, a line a file. */
export function uploader() {
  const picker = el("input", { type: "file", id: "upload-files", multiple: true, class: "unseen" });
  const source = el("input", { type: "text", id: "upload-source", maxlength: "500", autocomplete: "off" });
  const folder = el("input", { type: "text", id: "upload-folder", maxlength: "300", autocomplete: "off" });
  const drafted = el("input", { type: "checkbox", id: "upload-ai-draft" });
  const outcomes = el("ul", { class: "outcomes", "aria-live": "polite" });
  const take = (files) => sendAll(files, { source: source.value, ai_draft: drafted.checked }, folder, outcomes);
  picker.addEventListener("change", () => {
    take([...picker.files]);
    picker.value = "";
  });
  return el("section", { class: "upload", "aria-labelledby": "upload-title" },
    el("h3", { id: "upload-title" }, t("upload_title")),
    el("div", { class: "fields" }, field("upload_source", source, "upload_source_hint"),
      field("upload_folder", folder, "upload_folder_hint"),
      el("div", { class: "field" }, el("label", { for: drafted.id }, drafted, " ", t("upload_ai_draft")),
        el("p", { class: "quiet" }, t("upload_ai_draft_hint")))),
    dropZone(picker, take), outcomes);
}

function field(key, input, hint) {
  input.setAttribute("aria-describedby", `${input.id}-hint`);
  return el("div", { class: "field" }, el("label", { for: input.id }, t(key)), input,
    el("p", { class: "quiet", id: `${input.id}-hint` }, t(hint)));
}

function dropZone(picker, take) {
  const zone = el("div", { class: "drop" }, picker, el("label", { for: picker.id, class: "button" }, t("upload_pick")),
    el("p", { class: "quiet" }, t("upload_drop")));
  for (const name of ["dragenter", "dragover"]) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  }
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", async (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    take(await dropped(event.dataTransfer));
  });
  return zone;
}

/** Files of the drop; a dropped folder gives its files, under their paths. */
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return [...transfer.files];
  return (await Promise.all(entries.map((entry) => filesOf(entry, "")))).flat();
}

async function filesOf(entry, above) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [Object.assign(file, { below: above })];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) { // the reader gives a hundred at a time
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return (await Promise.all(found.map((each) => filesOf(each, `${above}${entry.name}/`)))).flat();
    found.push(...some);
  }
}

/** said: source and ai_draft, of every file. */
async function sendAll(files, said, folder, outcomes) {
  const below = folder.value.trim().replace(/\/+$/, "");
  for (const file of files) {
    const name = [below, `${file.below ?? ""}${file.name}`].filter(Boolean).join("/");
    const line = el("li", {});
    outcomes.append(line);
    await sendOne(line, file, name, said, false);
  }
}

async function sendOne(line, file, name, said, replace) {
  fill(line, "sending", name, t("upload_sending"));
  try {
    const query = new URLSearchParams({ ...said, name, replace });
    const response = await fetch(`/api/desk/documents?${query}`, {
      method: "PUT", headers: { "Content-Type": "application/octet-stream" }, body: file,
    });
    if (response.status === 401) throw await refused(response);
    const found = await response.json();
    if (response.status === 409) return fill(line, "exists", name, found.message, replaceButton(line, file, name, said));
    if (!response.ok) throw new Refused(found);
    fill(line, "kept", name, t(found.replaced ? "upload_replaced" : "upload_kept"));
    watchJobs();
  } catch (error) {
    const { message, next } = error.told ?? { message: t("error_unreachable"), next: t("error_unreachable_next") };
    fill(line, "refused", name, `${message} ${next}`);
  }
}

function replaceButton(line, file, name, said) {
  return el("button", { type: "button", class: "secondary", onclick: () => sendOne(line, file, name, said, true) },
    t("upload_replace"));
}

function fill(line, state, name, words, ...more) {
  line.className = state;
  line.replaceChildren(el("strong", {}, name), el("span", {}, words), ...more);
  say(`${name}: ${words}`);
}
