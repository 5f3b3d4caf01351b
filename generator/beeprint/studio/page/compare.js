/** How a piece was when the page was opened, beside how it is now. */

import * as server from "./server.js";
import { asOpened } from "./state.js";

/** Return what there is to compare: {same}, {address} of the earlier drawing, or {gone} where it was never seen. */
export async function earlier(piece, side) {
  const before = asOpened(piece);
  if (!before || !before[side]) return { gone: "This card is new since the page was opened." };
  if (before[side] === piece[side]) return { same: "This side looks as it did when the page was opened." };
  const address = await server.earlier(before, side, before[side]);
  return address ? { address } : { gone: "The earlier drawing was not looked at, so it was not kept." };
}
