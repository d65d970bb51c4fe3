// What was seen of the run, on every view: dark allocations are never hidden.
import { h } from "./dom";
import { formatCount, formatNumberOf, formatPercent } from "./format";
import type { Report } from "./report";
import type { Context } from "./views";

export function coverageBar(report: Report, context: Context): HTMLElement {
  const { totals, coverage } = report;
  const share = totals.allocations ? (100 * Number(totals.dark_allocations)) / Number(totals.allocations) : 0;
  const sample = report.processes.find((process) => process.sample !== undefined)?.sample;
  const bar = h("span", { class: "share", role: "presentation" }, h("span", { class: "dark" }));
  (bar.firstElementChild as HTMLElement).style.width = `${share}%`;
  return h(
    "p",
    { class: "coverage" },
    bar,
    h("span", {}, h("b", {}, formatNumberOf(totals.allocations, "allocation")), `, ${formatPercent(totals.site_allocations, totals.allocations)} at sites`),
    h("a", { href: context.link("coverage") }, `${formatCount(totals.dark_allocations)} dark (${formatPercent(totals.dark_allocations, totals.allocations)})`),
    h("span", {}, `${formatCount(coverage.sites_run)} of ${formatNumberOf(coverage.sites_known, "known site")} ran`),
    sample !== undefined && h("span", { class: "warning" }, `a sample (${sample}): counts are exact, what is told of lives and stacks is estimated`),
    report.filtered && h("span", { class: "warning" }, "filtered: only a part of the run is shown"),
  );
}
