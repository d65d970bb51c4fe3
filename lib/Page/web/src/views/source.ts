// Files with what their lines allocate: beside the text, if the page has it.
import "./source.css";
import type { Sources } from "../documents";
import { addCounts, descending } from "../counts";
import { has, load } from "../data";
import { fill, h, type Part } from "../dom";
import type { Count } from "../exact-json";
import { baseName, formatCount, formatNumberOf } from "../format";
import { briefName } from "../names";
import type { ChangeLine, Finding, LintNote, Report } from "../report";
import type { Context, View } from "../views";

interface Line {
  allocations: Count;
  isCounted: boolean;
  functions: Set<string>;
  calls: Set<string>;
  findings: Set<Finding>;
  lint: LintNote[];
}

type Lines = Map<number, Line>;

function lineIn(files: Map<string, Lines>, file: string, line: number): Line {
  let lines = files.get(file);
  if (!lines) files.set(file, (lines = new Map()));
  let its = lines.get(line);
  if (!its) lines.set(line, (its = { allocations: 0, isCounted: true, functions: new Set(), calls: new Set(), findings: new Set(), lint: [] }));
  return its;
}

const keyOf = (line: ChangeLine) => `${line.file}\n${line.line}`;

function linesOf(report: Report): Map<string, Lines> {
  const files = new Map<string, Lines>();
  for (const one of report.lines_to_change) {
    if (!one.file) continue;
    const line = lineIn(files, one.file, one.line);
    line.allocations = addCounts(line.allocations, one.allocations);
    line.isCounted &&= one.counted;
    line.functions.add(briefName(one.function));
    if (one.callee) line.calls.add(briefName(one.callee));
  }
  for (const finding of report.findings) {
    const places = new Set(finding.lines.map(keyOf));
    for (const place of places) {
      const [file, line] = place.split("\n") as [string, string];
      if (file) lineIn(files, file, Number(line)).findings.add(finding);
    }
    // lint may name a file by another path than debug information does.
    for (const note of finding.lint ?? []) {
      const path = [...files.keys()].find((file) => file === note.file || file.endsWith(`/${note.file}`)) ?? note.file;
      const notes = lineIn(files, path, note.line).lint;
      if (!notes.includes(note)) notes.push(note);
    }
  }
  return files;
}

function sumOf(lines: Lines): Count {
  return [...lines.values()].reduce((sum, line) => (line.isCounted ? addCounts(sum, line.allocations) : sum), 0 as Count);
}

/** A finding is explained at its first line, and named at the others. */
function notes(line: Line, explained: Set<Finding>, context: Context): Part {
  const explain = (finding: Finding): Part => {
    if (explained.has(finding)) return ` ${finding.anomaly}`;
    explained.add(finding);
    return [` ${finding.anomaly}: ${finding.advice}`, finding.saves && ["; ", h("span", { class: "saves" }, finding.saves)]];
  };
  return [
    [...line.findings].map((finding) => h("p", { class: "remark" }, h("a", { href: context.link("summary", { finding: finding.rank }) }, `Finding ${finding.rank}`), explain(finding))),
    line.lint.map((note) => h("p", { class: "remark" }, h("b", {}, "lint"), ` ${note.message} [${note.check}]`, note.has_fix && " (there is a fix)")),
  ];
}

function row(number: number, text: string | null, line: Line | undefined, most: Count, explained: Set<Finding>, context: Context): HTMLElement {
  const isHot = line !== undefined && (line.allocations > 0 || line.findings.size > 0 || line.lint.length > 0);
  const count = !line || !isHot ? "" : line.allocations == 0 ? (line.isCounted ? "" : "perhaps") : formatCount(line.allocations);
  const tr = h(
    "tr",
    { class: isHot ? "hot" : null, id: `L${number}` },
    h("td", { class: "count number" }, count),
    h("td", { class: "line number" }, number || "?"),
    h("td", { class: "text" }, text === null ? h("span", { class: "soft" }, h("code", {}, [...(line?.functions ?? [])].join(", ") || "?"), line && line.calls.size > 0 && [" calls ", h("code", {}, [...line.calls].join(", "))]) : h("code", {}, text || " "), isHot && line && notes(line, explained, context)),
  );
  if (line && line.allocations > 0) (tr.firstElementChild as HTMLElement).style.setProperty("--heat", `${Math.round(8 + 72 * (Math.log10(1 + Number(line.allocations)) / Math.log10(1 + Number(most))))}%`);
  return tr;
}

function table(path: string, lines: Lines, text: string | undefined, context: Context): HTMLElement {
  const most = [...lines.values()].reduce((a, line) => (line.allocations > a ? line.allocations : a), 1 as Count);
  const numbers = [...lines.keys()].sort((a, b) => a - b);
  const explained = new Set<Finding>();
  const rows =
    text === undefined
      ? numbers.map((number) => row(number, null, lines.get(number), most, explained, context))
      : text.replace(/\r?\n$/, "").split(/\r?\n/).map((content, i) => row(i + 1, content, lines.get(i + 1), most, explained, context));
  return h(
    "div",
    { class: "table-scroll code", tabindex: 0, role: "region", "aria-label": path },
    h("table", {}, h("caption", { class: "unseen" }, path), h("thead", {}, h("tr", {}, ["Allocations", "Line", "Source"].map((title, i) => h("th", { scope: "col", class: i < 2 ? "number" : null }, title)))), h("tbody", {}, rows)),
  );
}

/** Leads to lines of a long text: most of them allocate nothing. */
function heaviestLines(path: string, lines: Lines, context: Context): Part {
  const heaviest = [...lines].filter(([number, line]) => number > 0 && line.allocations > 0).sort(([, a], [, b]) => descending(a.allocations, b.allocations));
  if (heaviest.length < 2) return null;
  return h(
    "p",
    { class: "heaviest" },
    "The heaviest lines: ",
    heaviest.slice(0, 8).map(([number, line], i) => [i > 0 && ", ", h("a", { href: context.link("source", { file: path, line: String(number) }) }, String(number)), ` (${formatCount(line.allocations)})`]),
    heaviest.length > 8 && ", …",
  );
}

function remarkOn(source: Sources["files"][number] | undefined): Part {
  if (source?.state === "changed") return h("p", { class: "warning" }, "This file was changed after the run: lines may have moved.");
  if (source?.state === "not here") return h("p", { class: "note" }, "The file was not found below the folders that the page was made with. These are the lines that allocate.");
  if (source?.state === "too large") return h("p", { class: "note" }, "The file is too large for a page. These are the lines that allocate.");
  if (!source) return h("p", { class: "note" }, "The page holds no source text: 'anomalloc html --embed-sources=FOLDER' adds it. These are the lines that allocate.");
  return null;
}

/** The files that an address may mean: people shorten a path to its end. */
function filesNamed(asked: string, paths: string[]): string[] {
  return paths.includes(asked) ? [asked] : paths.filter((path) => path.endsWith(`/${asked.replace(/^(\.?\/)+/, "")}`));
}

/** What is said where an address does not mean one file. */
function unclear(asked: string, named: string[], context: Context): Part {
  if (!named.length) return h("p", { class: "note" }, `Nothing is known of lines in ${asked}.`);
  return h("p", { class: "note" }, `Which ${asked}? `, named.map((path, i) => [i > 0 && ", ", h("a", { href: context.link("source", { file: path }) }, path)]));
}

function fileShown(path: string, lines: Lines, source: Sources["files"][number] | undefined, context: Context): Part {
  const hot = [...lines].filter(([, line]) => line.allocations > 0).length;
  return [
    h("h2", {}, h("code", {}, path)),
    h("p", { class: "note" }, `${formatNumberOf(sumOf(lines), "allocation")} by ${formatNumberOf(hot, "line")}`),
    remarkOn(source),
    source?.text !== undefined && heaviestLines(path, lines, context),
    table(path, lines, source?.text, context),
  ];
}

async function render(root: HTMLElement, context: Context): Promise<void> {
  const report = await load<Report>("report", context.run);
  const sources = has("sources", context.run) ? (await load<Sources>("sources", context.run)).files : [];
  if (context.signal.aborted) return;
  const files = linesOf(report);
  const order = [...files.keys()].map((path) => ({ path, sum: sumOf(files.get(path)!) })).sort((a, b) => descending(a.sum, b.sum) || (a.path < b.path ? -1 : 1));
  if (!order.length) return fill(root, h("h1", {}, "Source"), h("p", {}, `No line of source is known that allocates: build with 'anomalloc c++ -g'${has("stacks", context.run) ? "" : ", or record stacks"}.`));
  const asked = context.state.file;
  const named = asked ? filesNamed(asked, order.map((one) => one.path)) : [order[0]!.path];
  const path = named.length === 1 ? named[0]! : null;
  fill(
    root,
    h("h1", {}, "Source"),
    h(
      "div",
      { class: "source" },
      h(
        "nav",
        { class: "files", "aria-label": "Files" },
        h("ol", {}, order.map((one) => h("li", {}, h("a", { href: context.link("source", { file: one.path }), "aria-current": one.path === path ? "true" : null, title: one.path }, h("span", {}, baseName(one.path)), h("span", { class: "number" }, formatCount(one.sum)))))),
      ),
      h("section", {}, path ? fileShown(path, files.get(path)!, sources.find((one) => one.path === path), context) : unclear(asked!, named, context)),
    ),
  );
  const line = Number(context.state.line);
  const target = line ? root.querySelector(`#L${line}`) : null;
  target?.classList.add("asked");
  target?.scrollIntoView({ block: "center" });
}

export const sourceView: View = { id: "source", title: "Source", needs: ["report"], render };
