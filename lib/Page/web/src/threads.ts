// The document "threads": docs/threads.schema.json.
import type { Count } from "./exact-json";

export interface SectionSum {
  section: string;
  allocations: Count;
  bytes: Count;
}
export interface Spread {
  number: Count;
  most: Count;
  mean: number;
  imbalance_percent: number;
}
export interface ProcessRow {
  profile: string;
  program?: string;
  host?: string;
  pid?: string;
  rank?: string;
  nanoseconds: Count | null;
  peak_bytes: Count | null;
  allocations: Count;
  bytes: Count;
  sections: SectionSum[];
}
export interface ThreadRow {
  process: number;
  number: number;
  tid: number;
  threads: number;
  name: string;
  allocations: Count;
  bytes: Count;
  sections: SectionSum[];
}
export interface Threads {
  processes: ProcessRow[];
  threads: ThreadRow[];
  sections: { section: string | null; allocations: Count; bytes: Count; by_process: Spread; by_thread: Spread }[];
  sites?: { ids: string[]; site: number[]; thread: number[]; allocations: Count[]; bytes: Count[] };
}

export function processName(process: ProcessRow, number: number): string {
  const rank = process.rank === undefined ? "" : `rank ${process.rank}`;
  return rank || (process.pid ? `process ${process.pid}` : `process ${number + 1}`);
}
