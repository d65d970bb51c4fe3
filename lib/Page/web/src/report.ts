// The documents "report" and "sites": docs/report.schema.json, as far as the page
// shows it.
import type { Count } from "./exact-json";

export interface Amount {
  allocations: Count;
  bytes: Count;
}

export interface Frame {
  function: string;
  linkage_name: string;
  file: string;
  line: number;
  column: number;
}

export interface ChangeLine extends Frame, Amount {
  callee: string;
  counted: boolean;
  effective_loop_depth: number;
  made_in: Frame[];
  called_by: Frame[];
  sites: string[];
}

export interface LintNote {
  check: string;
  file: string;
  line: number;
  column: number;
  message: string;
  has_fix: boolean;
}

export interface Evidence {
  anomaly: string;
  title: string;
  evidence: string;
}

export interface Finding extends Frame, Evidence {
  rank: string;
  gain: "allocations" | "memory" | "threads";
  advice: string;
  certainty: "measured" | "likely";
  also: Evidence[];
  callee: string;
  lines: ChangeLine[];
  sites: string[];
  lint?: LintNote[];
  effective_loop_depth: number;
  allocated: Count;
}

export interface Process {
  profile: string;
  program?: string;
  command?: string;
  directory?: string;
  host?: string;
  pid?: string;
  rank?: string;
  ended: boolean;
  interposed: boolean;
  bypassed: boolean;
  units: number;
  dropped_events: Count;
}

export interface Coverage {
  processes: number;
  processes_ended: number;
  units: number;
  threads: number;
  sites_known: number;
  sites_run: number;
  dropped_events: Count;
  dropped_bytes: Count;
  nanoseconds: Count;
  allocators: string[];
}

export interface Totals {
  allocations: Count;
  requested_bytes: Count;
  site_allocations: Count;
  site_bytes: Count;
  leading_allocations: Count;
  leading_bytes: Count;
  dark_allocations: Count;
  dark_bytes: Count;
  pool_allocations: Count;
  pool_bytes: Count;
}

export interface DarkRow extends Amount {
  library: string;
  function: string;
  linkage_name: string;
}

export interface Report {
  generator: string;
  filtered: boolean;
  totals: Totals;
  coverage: Coverage;
  processes: Process[];
  findings: Finding[];
  dark: DarkRow[];
}
