// Which sizes were asked for, in which sections, and what the allocator took.
import "./sizes.css";
import { copyButton } from "../copy";
import { load } from "../data";
import { fill, h, type Part } from "../dom";
import type { Count } from "../exact-json";
import { formatBytes, formatCount, formatNumberOf, formatPercent } from "../format";
import type { Amount, Report } from "../report";
import { staticTable, type Cell } from "../static-table";
import type { Context, View } from "../views";

const shownAtFirst = 25;
const nameOf = (section: string) => section || "(outside of sections)";
const ratio = (part: Count, whole: Count) => (whole == 0 ? 0 : Number(part) / Number(whole));

/** 0 for nothing, 1 for the most: each power of ten is as far. */
function heat(count: Count, most: Count): number {
  return count == 0 ? 0 : (1 + Math.log10(Number(count))) / (1 + Math.log10(Number(most)));
}

interface SizeRow {
  size: Count;
  all: Count;
  bySection: Map<string, Count>;
}

function rowsOf(report: Report): SizeRow[] {
  const all = new Map(report.usable.sizes.map((one) => [String(one.size), one.allocations]));
  const rows = new Map<string, SizeRow>();
  for (const { size, section, allocations } of report.sizes) {
    const key = String(size);
    let row = rows.get(key);
    if (!row) rows.set(key, (row = { size, all: all.get(key) ?? 0, bySection: new Map() }));
    row.bySection.set(section, allocations);
  }
  return [...rows.values()];
}

const most = (counts: Iterable<Count>) => [...counts].reduce((a, b) => (a > b ? a : b), 0 as Count);

function heatTable(report: Report, context: Context): HTMLElement {
  const rows = rowsOf(report);
  const greatest = most(report.sizes.map((one) => one.allocations));
  const sections = report.sections.map((section) => section.name);
  const box = h("div", {});

  function chosen(): SizeRow[] {
    const byCount = [...rows].sort((a, b) => (a.all < b.all ? 1 : a.all > b.all ? -1 : 0));
    const kept = context.state.rows === "all" ? byCount : byCount.slice(0, shownAtFirst);
    if (context.state.sort === "count") return kept;
    return kept.sort((a, b) => (a.size < b.size ? -1 : 1));
  }
  function cell(row: SizeRow, section: string): HTMLElement {
    const count = row.bySection.get(section);
    if (count === undefined) return h("td", { class: "heat none" }, "");
    const link = h("a", { href: context.link("sites", { size: String(row.size), section: section || "-" }), title: `Sites that make blocks of ${row.size} bytes in ${nameOf(section)}` }, formatCount(count));
    const td = h("td", { class: "heat" }, link);
    td.style.setProperty("--heat", `${Math.round(100 * heat(count, greatest))}%`);
    return td;
  }
  function asText(): string {
    const lines = chosen().map((row) => [row.size, ...sections.map((section) => row.bySection.get(section) ?? 0), row.all]);
    return [["size", ...sections.map(nameOf), "total"], ...lines].map((line) => line.join("\t")).join("\n");
  }
  function choose(changes: Record<string, string>): void {
    context.setState(changes);
    draw();
  }
  function draw(): void {
    const kept = chosen();
    const isAll = context.state.rows === "all";
    const byCount = context.state.sort === "count";
    fill(
      box,
      h(
        "p",
        { class: "tools" },
        `${formatCount(kept.length)} of ${formatNumberOf(rows.length, "size")}`,
        rows.length > shownAtFirst && h("button", { type: "button", onclick: () => choose({ rows: isAll ? "" : "all" }) }, isAll ? `The ${shownAtFirst} most frequent` : "All sizes"),
        h("button", { type: "button", onclick: () => choose({ sort: byCount ? "" : "count" }) }, byCount ? "In order of size" : "Most frequent first"),
        copyButton("the table of sizes and sections", asText, "Copy table"),
      ),
      h(
        "div",
        { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Allocations per size and section" },
        h(
          "table",
          { class: "heat-table" },
          h("caption", { class: "unseen" }, "Allocations per size and section"),
          h(
            "thead",
            {},
            h("tr", {}, h("th", { scope: "col", class: "number" }, "Size, bytes"), sections.map((section) => h("th", { scope: "col", class: "number" }, nameOf(section))), h("th", { scope: "col", class: "number" }, "Total")),
          ),
          h(
            "tbody",
            {},
            kept.map((row) => h("tr", {}, h("th", { scope: "row", class: "number" }, formatCount(row.size)), sections.map((section) => cell(row, section)), h("td", { class: "number total" }, formatCount(row.all)))),
          ),
          h(
            "tfoot",
            {},
            h("tr", {}, h("th", { scope: "row" }, "All sizes"), report.sections.map((section) => h("td", { class: "number" }, formatCount(section.allocations))), h("td", { class: "number total" }, formatCount(report.totals.allocations))),
          ),
        ),
      ),
    );
  }
  draw();
  return box;
}

function histogram(report: Report): HTMLElement {
  const allocations = most(report.histogram.map((row) => row.allocations));
  const bytes = most(report.histogram.map((row) => row.bytes));
  return staticTable("Sizes by powers of two", report.histogram, [
    { title: "Sizes, bytes", number: true, cell: (row) => (row.first == row.last ? formatCount(row.first) : `${formatCount(row.first)} to ${formatCount(row.last)}`) },
    { title: "Allocations", number: true, cell: (row) => ({ show: formatCount(row.allocations), copied: String(row.allocations), bar: ratio(row.allocations, allocations), class: "with-bar" }) },
    { title: "Bytes", number: true, cell: (row) => ({ show: formatBytes(row.bytes), copied: String(row.bytes), bar: ratio(row.bytes, bytes), class: "with-bar of-bytes" }) },
  ]);
}

function groups(report: Report): HTMLElement {
  const { groups } = report;
  const amount = (its: Amount): Cell => ({ show: its.allocations == 0 ? "" : [formatCount(its.allocations), h("span", { class: "exact" }, ` ${formatBytes(its.bytes)}`)], copied: String(its.allocations) });
  return staticTable("Small, mid-sized and large allocations per section", groups.sections, [
    { title: "Section", cell: (row) => nameOf(row.section) },
    { title: `Small, to ${formatBytes(groups.small_limit)}`, number: true, cell: (row) => amount(row.small) },
    { title: `Mid-sized, to ${formatBytes(groups.large_limit)}`, number: true, cell: (row) => amount(row.mid) },
    { title: "Large", number: true, cell: (row) => amount(row.large) },
  ]);
}

function waste(report: Report): Part {
  const { usable } = report;
  const percent = (part: Count, whole: Count): Cell => ({ show: formatPercent(part, whole), bar: ratio(part, whole), class: "with-bar of-waste" });
  const from = usable.measured.allocations == 0 ? "by glibc's rule" : "measured";
  return [
    h(
      "p",
      {},
      h("b", {}, formatBytes(usable.extra_bytes)),
      ` of ${formatBytes(usable.taken_bytes)} (${formatPercent(usable.extra_bytes, usable.taken_bytes)}) were extra heap bytes, ${from}: headers, rounding up, smallest blocks.`,
      usable.unknown.allocations != 0 && ` Of ${formatNumberOf(usable.unknown.allocations, "allocation")} it is not known.`,
      usable.not_measured && ` Not measured: ${usable.not_measured}.`,
    ),
    h("h3", {}, "By bin"),
    staticTable("Extra heap bytes by bin of sizes", usable.bins, [
      { title: "Sizes", number: true, cell: (row) => (row.limit === null ? "more than a page" : `to ${formatCount(row.limit)}`) },
      { title: "Allocations", number: true, cell: (row) => formatCount(row.allocations) },
      { title: "Requested", number: true, cell: (row) => ({ show: formatBytes(row.requested_bytes), copied: String(row.requested_bytes) }) },
      { title: "Taken", number: true, cell: (row) => ({ show: formatBytes(row.taken_bytes), copied: String(row.taken_bytes) }) },
      { title: "Extra", number: true, cell: (row) => ({ show: formatBytes(row.extra_bytes), copied: String(row.extra_bytes) }) },
      { title: "Of what was taken", number: true, cell: (row) => percent(row.extra_bytes, row.taken_bytes) },
    ]),
    h("h3", {}, "By size, the most extra bytes first"),
    staticTable("Extra heap bytes by size", usable.sizes.slice(0, 15), [
      { title: "Size", number: true, cell: (row) => formatCount(row.size) },
      { title: "Allocations", number: true, cell: (row) => formatCount(row.allocations) },
      { title: "Handed out", number: true, cell: (row) => (row.usable === null ? "?" : formatCount(row.usable)) },
      { title: "Taken", number: true, cell: (row) => (row.taken === null ? "?" : formatCount(row.taken)) },
      { title: "Extra, all of them", number: true, cell: (row) => (row.extra_bytes === null ? "?" : { show: formatBytes(row.extra_bytes), copied: String(row.extra_bytes) }) },
      { title: "Known", cell: (row) => row.source },
    ]),
  ];
}

export const sizesView: View = {
  id: "sizes",
  title: "Sizes",
  needs: ["report"],
  async render(root, context) {
    const report = await load<Report>("report", context.run);
    if (!report.sizes.length) return fill(root, h("h1", {}, "Sizes"), h("p", {}, "Nothing was allocated."));
    fill(
      root,
      h("h1", {}, "Sizes"),
      h("h2", {}, "Allocations per size and section"),
      heatTable(report, context),
      h("div", { class: "side-by-side" }, h("section", {}, h("h2", {}, "How many of which size"), histogram(report)), h("section", {}, h("h2", {}, "Small, mid-sized, large"), groups(report))),
      h("h2", {}, "What the allocator took besides"),
      waste(report),
    );
  },
};
