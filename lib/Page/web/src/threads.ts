// The document "threads": 'anomalloc schema threads'.
import type { Threads } from "./documents";

export type { Threads } from "./documents";
export type ProcessRow = Threads["processes"][number];

export function processName(process: ProcessRow, number: number): string {
  const rank = process.rank === undefined ? "" : `rank ${process.rank}`;
  return rank || (process.pid ? `process ${process.pid}` : `process ${number + 1}`);
}
