// Counts have 64 bits, and the numbers of JavaScript 53. A count above them
// becomes a bigint; all others stay numbers.

/** A count of the documents. Compare and print it; for shares take Number(). */
export type { Count } from "./documents";

type Source = { source?: string };

// Such a number stands between these. Inside of a string the same costs a slower
// way, and changes nothing; an id, which stands between quotes, is none.
const mayBeLong = /[[,:\s]\d{16,}[\],}\s]/;

/** As JSON.parse, but no digit is lost. */
export function parseExactly(text: string): unknown {
  if (!mayBeLong.test(text)) return JSON.parse(text);
  const revive = (_: string, value: unknown, context?: Source) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? "")
      ? BigInt(context!.source!)
      : value;
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}
