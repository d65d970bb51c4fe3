// What was seen of the run, and what was not; dark allocations by library.
import { load } from "../data";
import { fill, h, type Part } from "../dom";
import { baseName, formatBytes, formatCount, formatNumberOf, formatPercent } from "../format";
import { briefName } from "../names";
import type { Report } from "../report";
import { staticTable } from "../static-table";
import type { View } from "../views";

function shares(report: Report): HTMLElement {
  const { totals } = report;
  const rows = [
    { what: "All allocations", allocations: totals.allocations, bytes: totals.requested_bytes },
    { what: "At sites: the line is known", allocations: totals.site_allocations, bytes: totals.site_bytes },
    { what: "of them in library calls that lead to allocations", allocations: totals.leading_allocations, bytes: totals.leading_bytes },
    { what: "Dark: no instrumented site made them", allocations: totals.dark_allocations, bytes: totals.dark_bytes },
    { what: "Besides, in pools of the program", allocations: totals.pool_allocations, bytes: totals.pool_bytes },
  ];
  return staticTable("Allocations at sites and dark ones", rows, [
    { title: "What", cell: (row) => row.what },
    { title: "Allocations", number: true, cell: (row) => formatCount(row.allocations) },
    { title: "Share", number: true, cell: (row) => (row.what.startsWith("Besides") ? "" : formatPercent(row.allocations, totals.allocations)) },
    { title: "Bytes", number: true, cell: (row) => ({ show: formatBytes(row.bytes), copied: String(row.bytes) }) },
  ]);
}

function dark(report: Report): Part {
  if (!report.dark.length) return h("p", {}, "There were none.");
  const ways = report.totals.allocations;
  return staticTable("Dark allocations", report.dark, [
    { title: "Function", cell: (row) => ({ show: h("code", { title: row.function }, briefName(row.function) || row.linkage_name || "?"), copied: row.function || row.linkage_name }) },
    { title: "Allocations", number: true, cell: (row) => formatCount(row.allocations) },
    { title: "Share", number: true, cell: (row) => formatPercent(row.allocations, ways) },
    { title: "Bytes", number: true, cell: (row) => ({ show: formatBytes(row.bytes), copied: String(row.bytes) }) },
    { title: "Library", cell: (row) => ({ show: h("code", { title: row.library }, baseName(row.library) || "?"), copied: row.library }) },
  ]);
}

function processes(report: Report): HTMLElement {
  const yes = (is: boolean) => (is ? "yes" : "no");
  return staticTable("Processes", report.processes, [
    { title: "Program", cell: (row) => ({ show: h("code", { title: row.program }, baseName(row.program ?? "") || "?"), copied: row.program }) },
    { title: "Process", number: true, cell: (row) => row.pid ?? "" },
    { title: "Rank", number: true, cell: (row) => row.rank ?? "" },
    { title: "Instrumented units", number: true, cell: (row) => formatCount(row.units) },
    { title: "Dark ones seen", cell: (row) => yes(row.interposed) },
    { title: "Ended in order", cell: (row) => yes(row.ended) },
    { title: "Lost events", number: true, cell: (row) => formatCount(row.dropped_events) },
    { title: "Profile", cell: (row) => ({ show: h("code", {}, row.profile), copied: row.profile }) },
  ]);
}

export const coverageView: View = {
  id: "coverage",
  title: "Coverage",
  needs: ["report"],
  async render(root, context) {
    const report = await load<Report>("report", context.run);
    const { coverage } = report;
    fill(
      root,
      h("h1", {}, "Coverage"),
      h("p", {}, `${coverage.summary}.`),
      coverage.warnings.map((warning) => h("p", { class: "warning" }, `${warning.charAt(0).toUpperCase()}${warning.slice(1)}.`)),
      report.filtered && h("p", { class: "warning" }, "Filters were given: coverage and processes are those of the whole profile, all other numbers those of what passed."),
      shares(report),
      h("h2", {}, "Dark allocations"),
      h("p", { class: "note" }, "Made by code that was not compiled with the pass, mostly in libraries. They are counted as exactly as all others; to see their lines, build that code with 'anomalloc c++', or record stacks."),
      dark(report),
      h("h2", {}, formatNumberOf(coverage.processes, "process")),
      processes(report),
    );
  },
};
