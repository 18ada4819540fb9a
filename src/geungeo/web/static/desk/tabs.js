// The tabs of the desk by the name in their address (#documents), in the order shown: an import and a line each.
// A tab exports `title`, a key of messages.DESK, and `show(container, rest)`, which fills an empty section;
// rest: what follows the name in the address (#inbox/12 gives "12"). What it throws is shown as an error.
// A tab that polls stops when its container is no longer connected.

import * as documents from "./documents.js";
import * as gaps from "./gaps.js";
import * as health from "./health.js";
import * as inbox from "./inbox.js";
import * as kept from "./kept.js";
import * as opinions from "./opinions.js";
import * as settings from "./settings.js";
import * as trial from "./trial.js";
import * as words from "./words.js";

export const TABS = {
  documents,
  inbox,
  gaps,
  opinions,
  trial,
  health,
  kept,
  words,
  settings,
};
