// What this browser remembers, for one user: the tab's conversation, and receipts of what was asked without a name.
// Nothing of it is sent anywhere, but a receipt to find its ticket.

const TURNS = 40; // a result with its ledger takes some 50 kB, and a tab may keep 5 MB
const RECEIPTS = 200; // as many as one look-up takes
const LEANT = 4; // earlier questions that a next one may lean on
let user = null; // until it is known whose, nothing is read or written
let turns = [];
let receipts = [];

/** The conversation kept in this tab; from now on it is kept. Another user's is forgotten. */
export function rememberFor(name) {
  user = name;
  const kept = read(sessionStorage, "geungeo.conversation");
  const earlier = kept?.user === user ? kept.turns : [];
  turns = [...earlier, ...turns];
  receipts = [...receipts, ...(read(localStorage, receiptsKey()) ?? [])];
  writeTurns();
  return earlier;
}

export function rememberTurn({ receipt, ...result }) {
  turns = [...turns, result].slice(-TURNS);
  if (receipt) rememberReceipt(result.ticket, receipt);
  writeTurns();
}

/** What a next question may lean on: earlier ones and what their answers cited. Never what was answered. */
export const lastTurns = () => turns.slice(-LEANT).map(({ question, understood, citations }) => (
  { question: understood || question, labels: citations.map(({ label }) => label).slice(0, 20) }));

/** What the asker thought of an answer: right or not. */
export function rememberOpinion(trace, right) {
  turns = turns.map((turn) => (turn.trace_id === trace ? { ...turn, opinion: right } : turn));
  writeTurns();
}

export function forgetTurns() {
  turns = [];
  writeTurns();
}

export const receiptsKept = () => receipts.map(({ receipt }) => receipt);

/** "" for a ticket under a name. */
export const receiptOf = (ticket) => receipts.find((one) => one.ticket === ticket)?.receipt ?? "";

function rememberReceipt(ticket, receipt) {
  receipts = [{ ticket, receipt }, ...receipts].slice(0, RECEIPTS);
  if (user !== null) write(localStorage, receiptsKey(), receipts);
}

const receiptsKey = () => `geungeo.receipts:${user}`;

function writeTurns() {
  if (user === null) return;
  while (!write(sessionStorage, "geungeo.conversation", { user, turns }) && turns.length) turns = turns.slice(1);
}

// A browser may forbid storage, or hold what another page wrote: then a reload forgets, and no more.

function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key));
  } catch {
    return null;
  }
}

/** False when it does not fit. */
function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
