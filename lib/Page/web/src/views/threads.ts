// Who of several threads, or of several ranks, allocates more than the others.
import "./threads.css";
import { dataTable } from "../data-table";
import { load } from "../data";
import { fill, h } from "../dom";
import type { Count } from "../exact-json";
import { baseName, formatBytes, formatCount, formatDuration, formatNumberOf, formatPercent } from "../format";
import type { SectionSum, ThreadSpread, Threads } from "../documents";
import { rankTable } from "../rank-table";
import type { Report } from "../report";
import { siteNames } from "../site-names";
import { processName } from "../threads";
import type { View } from "../views";

const sectionName = (section: string | null) => (section === null ? "the whole run" : section || "outside");

function imbalance(spread: ThreadSpread): string {
  return spread.number == 1 || spread.mean === 0 ? "" : `+${spread.imbalance_percent.toFixed(1)} %`;
}

/** A bar as wide as ITS share of MOST, in parts by section. */
function bar(its: { allocations: Count; sections: SectionSum[] }, most: number, order: string[]): HTMLElement {
  const room = h("div", { class: "stacked", "aria-hidden": "true" });
  for (const sum of its.sections) {
    const part = h("span", { class: `part part-${order.indexOf(sum.section) % 8}`, title: `${sectionName(sum.section)}: ${formatCount(sum.allocations)}` });
    part.style.width = `${(100 * Number(sum.allocations)) / most}%`;
    room.append(part);
  }
  return room;
}

function legend(order: string[]): HTMLElement | null {
  if (order.length < 2) return null;
  return h(
    "ul",
    { class: "section-legend", "aria-label": "Sections" },
    order.map((section, i) => h("li", {}, h("span", { class: `swatch part-${i % 8}`, "aria-hidden": "true" }), ` ${sectionName(section)}`)),
  );
}

const mostOf = (rows: { allocations: Count }[]) => rows.reduce((most, row) => Math.max(most, Number(row.allocations)), 1);

function processTable(its: Threads, order: string[]): HTMLElement {
  const most = mostOf(its.processes);
  const all = Number(its.sections[0]?.allocations ?? 0);
  return dataTable(
    its.processes.map((process, number) => ({ process, number })),
    [
      { title: "Process", by: ({ number }) => number, cell: ({ process, number }) => processName(process, number) },
      { title: "Program", by: ({ process }) => process.program ?? "", cell: ({ process }) => h("code", { title: process.profile }, baseName(process.program ?? "") || "?") },
      { title: "Host", by: ({ process }) => process.host ?? "", cell: ({ process }) => process.host ?? "" },
      { title: "Allocations", isNumber: true, by: ({ process }) => Number(process.allocations), cell: ({ process }) => formatCount(process.allocations) },
      { title: "Share", isNumber: true, cell: ({ process }) => formatPercent(process.allocations, all) },
      { title: "Bytes", isNumber: true, by: ({ process }) => Number(process.bytes), cell: ({ process }) => formatBytes(process.bytes) },
      { title: "Peak", isNumber: true, by: ({ process }) => Number(process.peak_bytes ?? 0), cell: ({ process }) => (process.peak_bytes === null ? "" : formatBytes(process.peak_bytes)) },
      { title: "Time", isNumber: true, by: ({ process }) => Number(process.nanoseconds ?? 0), cell: ({ process }) => (process.nanoseconds === null ? "" : formatDuration(process.nanoseconds)) },
      { title: "By section", cell: ({ process }) => bar(process, most, order) },
    ],
    { caption: "Processes", shown: 64 },
  );
}

function threadTable(its: Threads, order: string[]): HTMLElement {
  const most = mostOf(its.threads);
  const all = Number(its.sections[0]?.allocations ?? 0);
  const where = (thread: Threads["threads"][number]) => processName(its.processes[thread.process]!, thread.process);
  return dataTable(
    its.threads.map((thread, number) => ({ thread, number })),
    [
      { title: "Thread", by: ({ number }) => number, cell: ({ thread }) => `${thread.number}${thread.name ? ` (${thread.name})` : ""}${thread.threads > 1 ? `, ${thread.threads} one after the other` : ""}` },
      { title: "Process", by: ({ thread }) => thread.process, cell: ({ thread }) => where(thread) },
      { title: "Allocations", isNumber: true, by: ({ thread }) => Number(thread.allocations), cell: ({ thread }) => formatCount(thread.allocations) },
      { title: "Share", isNumber: true, cell: ({ thread }) => formatPercent(thread.allocations, all) },
      { title: "Bytes", isNumber: true, by: ({ thread }) => Number(thread.bytes), cell: ({ thread }) => formatBytes(thread.bytes) },
      { title: "By section", cell: ({ thread }) => bar(thread, most, order) },
    ],
    { caption: "Threads", shown: 64 },
  );
}

function spreadTable(its: Threads): HTMLElement {
  const columns = (title: string, spread: (row: Threads["sections"][number]) => ThreadSpread) => [
    { title: `Most in one ${title}`, isNumber: true, cell: (row: Threads["sections"][number]) => formatCount(spread(row).most) },
    { title: "Mean", isNumber: true, cell: (row: Threads["sections"][number]) => formatCount(Math.round(spread(row).mean)) },
    { title: "Imbalance", isNumber: true, by: (row: Threads["sections"][number]) => spread(row).imbalance_percent, cell: (row: Threads["sections"][number]) => imbalance(spread(row)) },
  ];
  return dataTable(
    its.sections,
    [
      { title: "Section", cell: (row) => sectionName(row.section) },
      { title: "Allocations", isNumber: true, by: (row) => Number(row.allocations), cell: (row) => formatCount(row.allocations) },
      ...(its.processes.length > 1 ? columns("process", (row) => row.by_process) : []),
      ...(its.threads.length > 1 ? columns("thread", (row) => row.by_thread) : []),
    ],
    { caption: "How evenly allocations are spread. The imbalance is what the one with the most has above the mean" },
  );
}

export const threadsView: View = {
  id: "threads",
  title: "Threads",
  needs: ["threads"],
  missing: "The page was written of chosen threads alone, and compares none: write it without --thread.",
  async render(root, context) {
    const its = await load<Threads>("threads", context.run);
    const order = its.sections.flatMap((row) => (row.section === null ? [] : [row.section]));
    const { ranks } = await load<Report>("report", context.run);
    const names = await siteNames(context.run);
    const isAlone = its.threads.length < 2 && its.processes.length < 2;
    // Merged profiles do not tell which process made what.
    const isMerged = its.threads.length < its.processes.length;
    fill(
      root,
      h("h1", {}, "Threads and ranks"),
      h("p", { class: "thread-sums" }, `${formatNumberOf(its.processes.length, "process")}, ${formatNumberOf(its.threads.length, "thread")}`),
      isAlone &&
        h(
          "p",
          { class: "missing" },
          "One thread of one process made all allocations: there is nothing to compare. Threads are told of a program that has several; " +
            "ranks of a parallel program stand beside each other in 'anomalloc html rank*.anomalloc -o report.html'.",
        ),
      ranks !== null && ranks.ranks > 1 && rankTable(ranks, names),
      !isAlone && !isMerged && spreadTable(its),
      legend(order),
      its.processes.length > 1 && !isMerged && processTable(its, order),
      !isMerged && threadTable(its, order),
    );
  },
};
