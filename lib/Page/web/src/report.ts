// The documents "report", "sites" and "access". Of a report, a page has all keys.
import type * as Documents from "./documents";

export type { Amount, ChangeLine, Frame, LintNote, Site } from "./documents";
export type Finding = Documents.ReportFinding;
export type Report = Required<Documents.Report>;
export type Sites = Pick<Report, "sites">;
export type Accesses = Pick<Report, "access">;
