// Talks to the API.

import { toLogin } from "./session.js";

/** What went wrong, as the API says it: message, next, maybe trace_id. */
export class Refused extends Error {
  constructor(told) {
    super(told.message);
    this.told = told;
  }
}

/** What the API says; where it asks for a login, the way there too. */
export async function refused(response) {
  if (response.status === 401) toLogin();
  return new Refused(await response.json());
}

/** Asks by the rules of a day ("": today) among the documents of a collection ("": all), after the earlier turns
 * ({question, labels}); calls onStage with each stage's name; returns the result. Throws Refused, or TypeError without a
 * server. */
export async function ask(question, day, collection, history, onStage) {
  const response = await fetch("/api/ask/stream", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ question, as_of: day || null, collection: collection || null, history }),
  });
  if (!response.ok) throw await refused(response);
  for await (const { name, data } of events(response.body)) {
    if (name === "stage") onStage(data.stage);
    if (name === "error") throw new Refused(data);
    if (name === "result") return data;
  }
  throw new TypeError("the stream ended without a result");
}

export async function get(path, headers = {}) {
  const response = await fetch(path, { headers });
  if (!response.ok) throw await refused(response);
  return response.json();
}

/** Sends JSON, returns what comes back. Throws Refused, or TypeError without a server. */
export async function send(path, body, method = "POST", headers = {}) {
  const response = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw await refused(response);
  return response.json();
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (waiting + part.value).split("\n\n");
    waiting = blocks.pop();
    yield* blocks.map(parse);
  }
}

function parse(block) {
  const [, name, data] = block.match(/^event: (.*)\ndata: (.*)$/s);
  return { name, data: JSON.parse(data) };
}
