// Two or more runs beside each other: Gomes et al. 2019, Figures 3 and 4, then what changed.
import "./compare.css";
import { dataTable, type Column } from "../data-table";
import { load } from "../data";
import type { Diff, Lifetimes, SideNumber } from "../documents";
import { fill, h, type Part } from "../dom";
import type { Count } from "../exact-json";
import { baseName, formatBytes, formatCount, formatDuration } from "../format";
import type { Frame, Report } from "../report";
import { nameOfFrame } from "../site-names";
import type { Context, View } from "../views";

type TableId = "totals" | "sections" | "sizes" | "functions" | "lines" | "sites" | "stacks";
type RowOf<Id extends TableId> = Required<Diff>[Id]["rows"][number];
/** A row of any table. What its table has no key for is undefined. */
type Row = Pick<RowOf<"lines">, "verdict"> &
  Partial<RowOf<"sites"> & RowOf<"sizes"> & RowOf<"sections"> & RowOf<"functions"> & RowOf<"lines"> & RowOf<"stacks">> & { name?: string };
type Table = Omit<NonNullable<Diff["lines"]>, "rows"> & { rows: Row[] };
type Measure = "allocations" | "bytes" | "temporary" | "peak_bytes" | "leaked" | "leaked_bytes";

const measures: [Measure, string][] = [
  ["allocations", "Allocations"],
  ["bytes", "Bytes"],
  ["temporary", "Temporary blocks"],
  ["peak_bytes", "Bytes at the peak"],
  ["leaked", "Blocks never freed"],
  ["leaked_bytes", "Bytes never freed"],
];
const tables: [keyof Diff & string, string][] = [
  ["lines", "Lines to change"],
  ["functions", "Functions"],
  ["sites", "Sites"],
  ["sections", "Sections"],
  ["sizes", "Sizes"],
  ["stacks", "Stack trace types"],
  ["totals", "Sums"],
];

type Run = Omit<Report, "lifetimes"> & { lifetimes: Lifetimes };

async function loadRun(run: number): Promise<Run> {
  return { ...(await load<Report>("report", run)), lifetimes: await load<Lifetimes>("lifetimes", run) };
}

/** One figure: a number of each run. Null: not known of it. */
interface Figure {
  title: string;
  note: string;
  values: (number | null)[];
  text(value: number): string;
}

function figuresOf(reports: Run[]): Figure[] {
  const seen = (report: Run) => report.lifetimes.state === "seen";
  const limit = formatBytes(reports[0]!.groups.small_limit);
  const extraAtPeak = ({ lifetimes: { totals } }: Run) =>
    totals.header_bytes_at_peak === null ? null : Number(totals.header_bytes_at_peak) + Number(totals.rounding_bytes_at_peak);
  return [
    { title: "Small allocations", note: `of up to ${limit}`, text: formatCount, values: reports.map((report) => report.groups.sections.reduce((sum, its) => sum + Number(its.small.allocations), 0)) },
    { title: "All allocations", note: "", text: formatCount, values: reports.map((report) => Number(report.totals.allocations)) },
    { title: "Extra heap bytes, all blocks", note: "what the allocator took beyond what was asked for, added up", text: formatBytes, values: reports.map((report) => Number(report.usable.extra_bytes)) },
    { title: "Extra heap bytes at the peak", note: "headers and rounding", text: formatBytes, values: reports.map((report) => (seen(report) ? extraAtPeak(report) : null)) },
    { title: "Peak of live bytes", note: "as asked for", text: formatBytes, values: reports.map((report) => (seen(report) ? Number(report.lifetimes.peak_bytes) : null)) },
    { title: "Time", note: "of the longest process, with recording", text: formatDuration, values: reports.map((report) => Number(report.coverage.nanoseconds) || null) },
  ];
}

function drawFigure(figure: Figure, labels: string[]): HTMLElement {
  const most = Math.max(1, ...figure.values.map((value) => value ?? 0));
  const first = figure.values[0] ?? 0;
  return h(
    "figure",
    { class: "run-figure" },
    h("figcaption", {}, h("b", {}, figure.title), figure.note && ` ${figure.note}`),
    h(
      "table",
      {},
      h("thead", { class: "unseen" }, h("tr", {}, ["Run", "Value", "Change", "Drawn"].map((title) => h("th", { scope: "col" }, title)))),
      h(
        "tbody",
        {},
        figure.values.map((value, run) => {
          const bar = h("div", { class: "bar", "aria-hidden": "true" });
          bar.style.width = `${(100 * (value ?? 0)) / most}%`;
          return h(
            "tr",
            {},
            h("th", { scope: "row" }, labels[run]!),
            h("td", { class: "number", title: value === null ? null : formatCount(value) }, value === null ? "not recorded" : figure.text(value)),
            h("td", { class: "number" }, run && value !== null && first ? changeText(first, value) : ""),
            h("td", { class: "figure-bar" }, bar),
          );
        }),
      ),
    ),
  );
}

function changeText(before: Count, now: Count): string {
  if (before == now) return "±0";
  if (before == 0) return "new";
  const percent = (100 * (Number(now) - Number(before))) / Number(before);
  if (Math.abs(percent) < 0.05) return percent > 0 ? "<0.1 % more" : "<0.1 % less";
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent).toFixed(1)} %`;
}

const placeText = (frame: Frame) => `${frame.function || "?"} @ ${baseName(frame.file) || "?"}:${frame.line}`;

/** What a person recognizes: of a line its place, with the function as people say it. */
function shortNameOf(row: Row): string {
  const first = row.place ?? row.new_place;
  if (!first || row.frames) return nameOf(row);
  const [before, now] = [nameOfFrame(first), nameOfFrame(row.new_place ?? first)];
  return before === now ? before : `${before} → ${now}`;
}

function nameOf(row: Row): string {
  if (row.frames) return row.frames.map((frame) => frame.function || frame.linkage_name || "?").join(" ← ");
  if (row.size !== undefined) return `${formatCount(row.size)} B, ${row.section || "outside"}`;
  if (row.section !== undefined) return row.section || "outside";
  if (row.place && row.new_place && placeText(row.place) !== placeText(row.new_place)) return `${placeText(row.place)} → ${placeText(row.new_place)}`;
  const frame = row.new_place ?? row.place;
  if (frame) return placeText(frame);
  if (row.library) return `${row.function || "?"} in ${baseName(row.library)}`;
  return row.name?.replace(/_/g, " ") || row.function || row.linkage_name || "?";
}

function valueText(spread: SideNumber, isBytes: boolean): string {
  const one = (count: Count) => formatCount(count) + (isBytes ? " B" : "");
  return (spread.estimated ? "~" : "") + (spread.least === spread.most ? one(spread.least) : `${one(spread.least)} to ${one(spread.most)}`);
}

/** Of estimates, at least: between the ends of their intervals that are nearest. */
function changeOf(before: SideNumber, now: SideNumber): string {
  if (!before.estimated && !now.estimated) return changeText(before.most, now.most);
  if (now.least > before.most) return `${changeText(before.most, now.least)} or more`;
  return now.most < before.least ? `${changeText(before.least, now.most)} or more` : "";
}

function changesTable(table: Table, title: string, measure: Measure, diff: Diff, all: boolean): Part {
  if (!table.rows.some((row) => row[measure])) return h("p", {}, "The runs do not have this.");
  const rows = table.rows.filter((row) => row[measure] && (all || row[measure].some((spread) => spread.verdict !== "same")));
  const isBytes = measure.includes("bytes");
  const spread = (row: Row, side: number) => row[measure]![side]!;
  const largest = (row: Row) => Math.max(...row[measure]!.map((its) => Math.abs(Number(its.most) - Number(spread(row, 0).most))));
  const last = diff.sides.length - 1;
  const columns: Column<Row>[] = [
    ...diff.sides.map((side, i): Column<Row> => ({ title: side.label, isNumber: true, by: (row) => Number(spread(row, i).most), cell: (row) => valueText(spread(row, i), isBytes) })),
    { title: "Change", isNumber: true, by: largest, cell: (row) => changeOf(spread(row, 0), spread(row, last)) },
    { title: "Verdict", by: (row) => row.verdict, cell: (row) => row.verdict },
    { title, by: nameOf, cell: (row) => h("span", { title: nameOf(row) }, h("code", {}, shortNameOf(row))) },
  ];
  return [
    h("p", { class: "compare-counts" }, `${formatCount(table.changed)} changed, ${Number(table.varying) > 0 ? `${formatCount(table.varying)} vary by themselves, ` : ""}${formatCount(table.same)} did not change, in any measure`),
    rows.length ? dataTable(rows, columns, { caption: `${title}: ${diff.sides[0]!.label} to ${diff.sides[last]!.label}`, sortedBy: diff.sides.length }) : h("p", {}, "Nothing changed."),
  ];
}

function draw(room: HTMLElement, diff: Diff, context: Context): void {
  const [id, title] = tables.find(([key]) => key === context.state.table) ?? tables[0]!;
  const [measure] = measures.find(([key]) => key === context.state.m) ?? measures[0]!;
  fill(room, changesTable(diff[id] as Table, title, measure, diff, context.state.all === "1"));
}

export const compareView: View = {
  id: "compare",
  title: "Compare",
  needs: [],
  async render(root, context) {
    if (context.runs < 2)
      return fill(
        root,
        h("h1", {}, "Compare"),
        h("p", { class: "missing" }, "This page has one run. 'anomalloc html before.anomalloc --run after.anomalloc -o both.html' writes one of two or more: what each repair changed."),
      );
    const diff = await load<Required<Diff>>("diff", 0);
    const reports = await Promise.all(Array.from({ length: context.runs }, (_, run) => loadRun(run)));
    const room = h("div", { "aria-live": "polite" });
    const select = (label: string, key: string, options: [string, string][], now: string) => {
      const choice = h("select", {}, options.map(([value, text]) => h("option", { value, selected: value === now }, text)));
      choice.addEventListener("change", () => (context.setState({ [key]: choice.value }), draw(room, diff, context)));
      return h("label", {}, label, " ", choice);
    };
    const all = h("input", { type: "checkbox", checked: context.state.all === "1" });
    all.addEventListener("change", () => (context.setState({ all: all.checked ? "1" : "" }), draw(room, diff, context)));
    const measured = measures.filter(([id]) => diff.totals.rows.some((row) => row[id]));
    fill(
      root,
      h("h1", {}, "Compare"),
      h("ol", { class: "run-list" }, diff.sides.map((side) => h("li", {}, h("b", {}, side.label), " ", h("code", {}, side.runs.flat().map(baseName).join(", "))))),
      diff.notes.map((note) => h("p", { class: "warning" }, note)),
      h("div", { class: "figures" }, figuresOf(reports).map((figure) => drawFigure(figure, diff.sides.map((side) => side.label)))),
      h("h2", {}, "What changed"),
      h(
        "div",
        { class: "flame-controls" },
        select("Of", "table", tables.filter(([id]) => (diff[id] as Table | undefined)?.rows.length), context.state.table ?? "lines"),
        select("Measure", "m", measured, context.state.m ?? "allocations"),
        h("label", {}, all, " What did not change, too"),
      ),
      room,
    );
    draw(room, diff, context);
  },
};

