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

export interface SizeShare {
  size: Count;
  allocations: Count;
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
  allocated_bytes: Count;
  sizes: SizeShare[] | null;
  saves: string;
}

export interface Process {
  profile: string;
  program?: string;
  command?: string;
  directory?: string;
  host?: string;
  pid?: string;
  rank?: string;
  mode?: string;
  started?: string;
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
  summary: string;
  warnings: string[];
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
  findings_of: Amount;
  findings_remark: string;
  findings_order: "time" | "bytes";
  lines_to_change: ChangeLine[];
  sections: (Amount & { name: string })[];
  sizes: (SizeShare & { section: string })[];
  groups: Groups;
  usable: Usable;
  histogram: (Amount & { first: Count; last: Count })[];
  dark: DarkRow[];
  next: { command: string; why: string }[];
}

export interface Groups {
  small_limit: Count;
  large_limit: Count;
  sections: { section: string; small: Amount; mid: Amount; large: Amount }[];
}

export interface Usable {
  distinct_sizes: number;
  requested: Amount;
  measured: Amount;
  modelled: Amount;
  unknown: Amount;
  not_measured?: string;
  taken_bytes: Count;
  extra_bytes: Count;
  extra_percent: number;
  bins: { limit: Count | null; allocations: Count; requested_bytes: Count; taken_bytes: Count; extra_bytes: Count }[];
  sizes: {
    size: Count;
    allocations: Count;
    source: "measured" | "modelled" | "unknown";
    usable: Count | null;
    taken: Count | null;
    extra_bytes: Count | null;
  }[];
}

export interface Site extends Frame, Amount {
  id: string;
  family: "heap" | "pool" | "leading";
  callee: string;
  type: string;
  constant_size: Count | null;
  loop_depth: number;
  effective_loop_depth: number;
  user_frame: number;
  change_frame: number | null;
  chain: Frame[];
  callers: Frame[];
  other_callers: number;
  allocations_per: number | null;
  per: "iteration" | "entry" | null;
  sizes: SizeShare[];
  sections: (Amount & { section: string })[];
  finding: string | null;
  no_finding: string | null;
}

export interface Sites {
  sites: Site[];
}
