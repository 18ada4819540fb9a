// What went wrong, as a card that an operator can act on.

import { Refused } from "../ask.js";
import { errorCard } from "../cards.js";
import { t } from "../dom.js";

export function told(error) {
  if (!(error instanceof Refused || error instanceof TypeError)) throw error;
  return errorCard(error.told ?? { message: t("error_unreachable"), next: t("error_unreachable_next") });
}
