// Sums without a lost digit.
import type { Count } from "./exact-json";

export function addCounts(a: Count, b: Count): Count {
  if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a + b)) return a + b;
  return BigInt(a) + BigInt(b);
}

/** For sort(): the greatest first. */
export function descending(a: Count, b: Count): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
