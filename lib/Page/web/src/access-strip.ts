// The bytes of a block as a strip: how often each 8 bytes were read, and what
// was only written or never used.
import { s } from "./dom";
import type { Count } from "./exact-json";
import { formatCount } from "./format";

/** What is known of each 8 bytes of blocks of one size; the last piece may be shorter. */
export interface Pieces {
  size: number;
  read: Count[];
  written: Count[];
}

export type Use = "read" | "only written" | "never used";

export interface Stretch {
  use: Use;
  first: number;
  last: number;
}

const perPiece = 8;
const perLine = 64;

function useOf({ read, written }: Pieces, piece: number): Use {
  if (Number(read[piece])) return "read";
  return Number(written[piece]) ? "only written" : "never used";
}

function bytesOf({ size }: Pieces, piece: number): [first: number, last: number] {
  return [piece * perPiece, Math.min(size, (piece + 1) * perPiece) - 1];
}

/** Pieces side by side that were used in the same way are one stretch. */
export function stretchesOf(pieces: Pieces): Stretch[] {
  const all: Stretch[] = [];
  for (let i = 0; i < pieces.read.length; ++i) {
    const use = useOf(pieces, i);
    const [first, last] = bytesOf(pieces, i);
    const before = all.at(-1);
    if (before?.use === use) before.last = last;
    else all.push({ use, first, last });
  }
  return all;
}

/** "bytes 0-15 read, bytes 16-47 never used": what the strip shows, in words. */
export function describeStretches(pieces: Pieces): string {
  return stretchesOf(pieces)
    .map(({ use, first, last }) => `bytes ${first}-${last} ${use}`)
    .join(", ");
}

/** The heat of each piece, from 0.15 to 1: each halving of the reads of a byte takes the same off. */
function heatOf(pieces: Pieces): number[] {
  const reads = pieces.read.map((its, i) => {
    const [first, last] = bytesOf(pieces, i);
    return Number(its) / (last - first + 1);
  });
  const most = Math.max(...reads);
  return reads.map((its) => (its ? Math.max(0.15, 1 + Math.log2(its / most) / 8) : 0));
}

/** The strip, a field for each piece; lines of 512 bytes. */
export function accessStrip(pieces: Pieces): SVGElement {
  const [width, height, gap] = [12, 18, 4];
  const lines = Math.ceil(pieces.read.length / perLine);
  const columns = Math.min(perLine, pieces.read.length);
  const heat = heatOf(pieces);
  const fields = pieces.read.map((read, i) => {
    const [first, last] = bytesOf(pieces, i);
    const use = useOf(pieces, i);
    return s(
      "rect",
      {
        class: `field ${use.replace(" ", "-")}`,
        x: (i % perLine) * width + 0.5,
        y: Math.floor(i / perLine) * (height + gap) + 0.5,
        width: width - 1,
        height: height - 1,
        "fill-opacity": use === "read" ? heat[i]!.toFixed(2) : null,
      },
      s("title", {}, `bytes ${first}-${last}: ${formatCount(read)} read, ${formatCount(pieces.written[i]!)} written`),
    );
  });
  return s(
    "svg",
    {
      class: "access-strip",
      role: "img",
      "aria-label": `Bytes of a block: ${describeStretches(pieces)}`,
      viewBox: `0 0 ${columns * width} ${lines * (height + gap)}`,
      width: columns * width,
      height: lines * (height + gap),
    },
    fields,
  );
}
