// Estimated numbers as the text report prints them (lib/Report/text/EstimateText.cpp).
import type { Interval } from "./documents";
import type { Count } from "./exact-json";
import { h, type Part } from "./dom";
import { formatBytes, formatCount } from "./format";

/** Fewer draws tell only the size of a number. */
const fewDraws = 10;
const wideError = 0.5;

/** Three digits and zeros, as 1,230,000. */
function threeDigits(count: Count): number {
  const value = Number(count);
  let unit = 1;
  while (Math.floor(value / unit) >= 1000) unit *= 10;
  return (Math.floor(value / unit) + (value % unit > unit / 2 ? 1 : 0)) * unit;
}

/** "3 %", "0.4 %"; never less than the error is. */
function errorInWords(part: number): string {
  const percent = 100 * part;
  return percent < 1 ? `${(Math.ceil(percent * 10) / 10).toFixed(1)} %` : `${Math.ceil(percent)} %`;
}

function inWords(value: Count, interval: Interval, text: (count: Count) => string): string {
  const { low, high, draws } = interval;
  if (Number(value) === 0) return `~0 (to ${text(high)})`;
  const error = (Number(high) - Number(low)) / 2 / Number(value);
  if (Number(draws) < fewDraws || error > wideError) return `~${text(value)} (${text(low)} to ${text(high)})`;
  return `~${text(value)} ± ${errorInWords(error)}`;
}

/** "~1,230,000 ± 3 %"; without an interval the number is exact, and has all digits. */
export function formatEstimate(count: Count, interval: Interval | undefined): string {
  return interval ? inWords(count, interval, (its) => formatCount(threeDigits(its))) : formatCount(count);
}

/** "~12.3 MiB ± 3 %", or exactly "12,345,678 B". */
export function formatEstimatedBytes(bytes: Count, interval: Interval | undefined): string {
  return interval ? inWords(bytes, interval, formatBytes) : `${formatCount(bytes)} B`;
}

/** The same of an estimate whose interval is not known here. */
export function formatAbout(count: number, isBytes: boolean): string {
  return `~${isBytes ? formatBytes(count) : formatCount(threeDigits(count))}`;
}

/** Above a view of estimates; nothing if SAMPLE, of a document, says that there are none. */
export function estimateNote(sample: string | undefined): Part {
  if (sample === undefined) return null;
  return h("p", { class: "hint" }, "~: estimated from drawn blocks; in 95 of 100 cases, the truth is in the interval");
}
