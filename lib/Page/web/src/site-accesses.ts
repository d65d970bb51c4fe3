// What was read and written of the blocks of a site, in its details.
import "./site-accesses.css";
import { accessStrip, stretchesOf, type Pieces } from "./access-strip";
import { has, load } from "./data";
import { h, type Part } from "./dom";
import type { Count } from "./exact-json";
import { formatBytes, formatCount, formatNumberOf, formatPercent } from "./format";
import type { Accesses } from "./report";

type Place = Accesses["access"]["places"][number];

/** By id of the site; null: the run did not count accesses. */
export async function accessesOf(run: number): Promise<Map<string, Place> | null> {
  if (!has("access", run)) return null;
  const { access } = await load<Accesses>("access", run);
  return new Map(access.places.flatMap((place): [string, Place][] => (place.site ? [[place.site, place]] : [])));
}

function piecesOf(place: Place): Pieces | null {
  if (!place.read_by_piece || !place.written_by_piece || place.size === null) return null;
  return { size: Number(place.size), read: place.read_by_piece, written: place.written_by_piece };
}

/** "16-31, 40-47": what nobody reads of blocks that are read elsewhere. */
function unreadOf(pieces: Pieces): string {
  const all = stretchesOf(pieces);
  if (!all.some(({ use }) => use === "read")) return "";
  const unread: [number, number][] = [];
  for (const { use, first, last } of all) {
    if (use === "read") continue;
    const before = unread.at(-1);
    if (before && before[1] + 1 === first) before[1] = last;
    else unread.push([first, last]);
  }
  return unread.map(([first, last]) => `${first}-${last}`).join(", ");
}

function numbersOf(place: Place): [string, string][] {
  const blocks = (title: string, count: Count): [string, string][] => (count == 0 ? [] : [[title, formatNumberOf(count, "block")]]);
  return [
    ["Accesses known of", `${formatCount(place.blocks)} of ${formatNumberOf(place.allocated, "block")}`],
    ["Read", formatBytes(place.read_bytes)],
    ["Written", formatBytes(place.written_bytes)],
    ["Bytes never used", formatPercent(Number(place.bytes) - Number(place.touched_bytes), place.bytes)],
    ...blocks("Never used", place.untouched_blocks),
    ...blocks("Only written", place.never_read_blocks),
    ...blocks("Only read", place.never_written_blocks),
    ...blocks("Used once", place.used_once_blocks),
    ...blocks("Idle at the end", place.idle_blocks),
    ...blocks("Idle at the begin", place.early_blocks),
    ...blocks("Used by their maker's thread alone", place.by_maker_blocks),
    ...blocks("By one other thread alone", place.by_other_blocks),
    ...blocks("By several threads", place.by_several_blocks),
  ];
}

export function siteAccesses(place: Place): Part {
  const pieces = piecesOf(place);
  const unread = pieces && unreadOf(pieces);
  return h(
    "div",
    { class: "parts accesses" },
    h(
      "div",
      {},
      h("h2", {}, "Reads and writes"),
      h("table", {}, h("tbody", {}, numbersOf(place).map(([title, text]) => h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "number" }, text))))),
    ),
    pieces &&
      h(
        "div",
        {},
        h("h2", {}, "Bytes of a block"),
        accessStrip(pieces),
        h("p", { class: "note" }, "A field for each 8 bytes. The fuller the colour, the more they are read. Framed: only written. Dashed: never used."),
        unread && h("p", { class: "unread" }, `Nobody reads bytes ${unread}.`),
      ),
  );
}
