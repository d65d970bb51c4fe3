// What to change, the most first, and what was run.
import "./summary.css";
import { copyButton } from "../copy";
import { has, load } from "../data";
import { fill, h, type Part } from "../dom";
import { baseName, formatBytes, formatCount, formatDuration, formatNumberOf, formatPercent } from "../format";
import { briefName } from "../names";
import type { ChangeLine, Finding, Frame, Report } from "../report";
import type { Context, View } from "../views";

const gains = { allocations: "", memory: "Less memory", traffic: "Less to read and write", threads: "Less work for threads", devices: "Memory of accelerators" };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const placeOf = (frame: Frame) => (frame.file ? `${baseName(frame.file)}:${frame.line}` : "");

/** "of 12 and 48 bytes", as the text report says it. */
function sizesOf(finding: Finding): string {
  const { sizes } = finding;
  if (!sizes) {
    const mean = Math.round(Number(finding.allocated_bytes) / Math.max(1, Number(finding.allocated)));
    return ` of ${formatNumberOf(mean, "byte")} on average`;
  }
  if (!sizes.length) return "";
  const shown = sizes.slice(0, 3).map((one) => formatCount(one.size));
  const words =
    sizes.length <= 3 && shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : shown.join(", ");
  const more = sizes.length > 3 ? ` and ${formatNumberOf(sizes.length - 3, "more size")}` : "";
  return ` of ${words}${sizes.length === 1 && sizes[0]!.size == 1 ? " byte" : " bytes"}${more}`;
}

function place(frame: Frame, context: Context): HTMLElement {
  const text = placeOf(frame);
  const to = context.link("source", { file: frame.file, line: String(frame.line) });
  return text
    ? h("a", { class: "at", href: to, title: `${frame.file}:${frame.line}` }, h("code", {}, text))
    : h("code", { class: "at" }, "?");
}

function frameList(title: string, frames: Frame[], context: Context): Part {
  if (!frames.length) return null;
  return h(
    "div",
    { class: "frames" },
    h("p", { class: "label" }, title),
    h("ol", {}, frames.map((frame) => h("li", {}, h("code", { title: frame.function }, briefName(frame.function) || "?"), " ", place(frame, context)))),
  );
}

function lineRow(line: ChangeLine, context: Context): HTMLElement {
  return h(
    "tr",
    {},
    h("td", { class: "number" }, line.counted ? formatCount(line.allocations) : "perhaps"),
    h("td", {}, place(line, context)),
    h("td", {}, h("code", { title: line.function }, briefName(line.function) || "?")),
    h("td", {}, line.callee ? h("code", { title: line.callee }, briefName(line.callee)) : ""),
  );
}

function allLines(finding: Finding, context: Context): HTMLElement {
  const heads = [
    ["number", "Allocations"],
    ["", "Line"],
    ["", "In"],
    ["", "Calls"],
  ] as const;
  const first = finding.lines[0];
  return h(
    "details",
    {},
    h("summary", {}, finding.lines.length > 1 ? `All ${finding.lines.length} calls, and how they come there` : "How it comes there"),
    h(
      "div",
      { class: "table-scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, heads.map(([kind, title]) => h("th", { scope: "col", class: kind || null }, title)))),
        h("tbody", {}, finding.lines.map((line) => lineRow(line, context))),
      ),
    ),
    first && frameList("Made in", first.made_in, context),
    first && frameList("Called by", first.called_by, context),
  );
}

function lintNotes(finding: Finding): Part {
  if (!finding.lint) return null;
  if (!finding.lint.length) return h("p", { class: "lint" }, h("b", {}, "lint"), " no check knows it");
  return finding.lint.map((note) =>
    h("p", { class: "lint" }, h("b", {}, "lint"), ` ${note.message} [${note.check}] @ ${note.file}:${note.line}`, note.has_fix && "; there is a fix: anomalloc lint --fix"),
  );
}

function numberOfLines(finding: Finding): number {
  return new Set(finding.lines.map((line) => `${line.file}:${line.line}`)).size;
}

function card(finding: Finding, heading: "h2" | "h3", report: Report, context: Context): HTMLElement {
  const more = numberOfLines(finding) - 1;
  const whole = report.findings_of.allocations;
  const share = finding.gain === "allocations" ? formatPercent(finding.allocated, whole) : "";
  const meter = share ? h("span", { class: "meter", "aria-hidden": "true" }, h("span", {})) : null;
  if (meter) (meter.firstElementChild as HTMLElement).style.width = `${(100 * Number(finding.allocated)) / Number(whole)}%`;
  const deep = finding.effective_loop_depth ? `, ${formatNumberOf(finding.effective_loop_depth, "loop")} deep` : "";
  const where = placeOf(finding);
  return h(
    "li",
    { class: "finding", id: `finding-${finding.rank}`, tabindex: -1 },
    h("div", { class: "rank" }, h("span", { class: "number" }, finding.rank), share && h("span", { class: "percent" }, share), meter, share && h("span", { class: "of-all" }, report.filtered ? "of these" : "of all")),
    h(
      "div",
      { class: "what" },
      h(
        heading,
        { class: "head" },
        place(finding, context),
        " ",
        h("code", { class: "function", title: finding.function }, briefName(finding.function) || "?"),
        more > 0 && h("span", { class: "more" }, ` and ${formatNumberOf(more, "more line")}`),
      ),
      h("p", { class: "advice" }, capital(finding.advice), "."),
      finding.saves && h("p", { class: "saves" }, capital(finding.saves)),
      h("p", { class: "amount" }, h("b", {}, formatNumberOf(finding.allocated, "allocation")), sizesOf(finding), deep),
      [finding, ...finding.also].map((each) => h("p", { class: "evidence" }, h("span", { class: "tag" }, each.anomaly), " ", each.evidence)),
      lintNotes(finding),
      allLines(finding, context),
      h(
        "p",
        { class: "links" },
        h("a", { href: context.link("source", { file: finding.file, line: String(finding.line) }) }, "Source"),
        h("a", { href: context.link("sites", { finding: finding.rank }) }, formatNumberOf(finding.sites.length, "site")),
        where && copyButton(`the place of finding ${finding.rank}`, () => `${finding.file}:${finding.line}`, "Copy path"),
      ),
    ),
  );
}

/** Commands that would tell more. */
function nextSteps(report: Report): Part {
  return report.next.map((step) => h("div", { class: "next" }, h("p", {}, `${capital(step.why)}:`), h("code", {}, step.command), copyButton("this command", () => step.command)));
}

const warnings = (report: Report) => report.coverage.warnings.map((warning) => h("p", { class: "warning" }, capital(warning), "."));

/** Without findings the way on is what a person looks for. */
function nothing(report: Report, context: Context): Part {
  const { totals } = report;
  const heaviest = report.dark.slice(0, 5).map((row) => h("li", {}, h("b", {}, formatCount(row.allocations)), " ", h("code", { title: row.function }, briefName(row.function) || "?"), " in ", h("code", { title: row.library }, baseName(row.library) || "?")));
  return [
    h("p", { class: "nothing" }, `${capital(report.findings_remark)}.`),
    warnings(report),
    totals.dark_allocations > totals.site_allocations && heaviest.length > 0 && [h("h2", {}, "Who makes the most dark allocations"), h("ul", {}, heaviest), h("p", { class: "tools" }, h("a", { href: context.link("coverage") }, "All of them"), has("stacks", context.run) && h("a", { href: context.link("flame") }, "Who calls them: the flame graph"))],
    totals.site_allocations > 0 && h("p", {}, h("a", { href: context.link("sites") }, "All sites, the heaviest first")),
    report.next.length > 0 && [h("h2", {}, "To know more"), nextSteps(report)],
  ];
}

/** In one sentence: which line first, and why. */
function lead(report: Report, context: Context): Part {
  const [first] = report.findings;
  if (!first || first.gain !== "allocations") return null;
  const more = numberOfLines(first) - 1;
  const name = briefName(first.function);
  return h(
    "p",
    { class: "lead" },
    "Begin at ",
    place(first, context),
    name && [", in ", h("code", { title: first.function }, name)],
    ": ",
    more ? `this line and ${formatNumberOf(more, "more line")} make ` : "this line makes ",
    h("b", {}, `${formatPercent(first.allocated, report.findings_of.allocations)} of ${report.filtered ? "the" : "all"} allocations`),
    report.filtered && " that the filter lets pass",
    ".",
    first.saves && ` Changing it ${first.saves}.`,
  );
}

function findings(report: Report, context: Context): Part {
  if (!report.findings.length) return nothing(report, context);
  const groups = Object.entries(gains).map(([gain, title]) => {
    const own = report.findings.filter((finding) => finding.gain === gain);
    if (!own.length) return null;
    return [title && h("h2", {}, title), h("ol", { class: "findings" }, own.map((finding) => card(finding, title ? "h3" : "h2", report, context)))];
  });
  return [lead(report, context), groups, h("p", { class: "note" }, `${capital(report.findings_remark)}.`)];
}

/** A word for each fact, and the fact. */
function facts(report: Report): [string, Part][] {
  const { totals, coverage, processes } = report;
  const every = (key: "program" | "directory" | "host" | "mode" | "started") =>
    [...new Set(processes.map((process) => process[key] ?? "").filter(Boolean))];
  const code = (texts: string[]) => texts.slice(0, 4).map((text) => h("code", {}, text));
  const started = every("started").sort();
  const rows: [string, Part][] = [
    ["Allocations", formatCount(totals.allocations)],
    ["Requested", [formatBytes(totals.requested_bytes), h("span", { class: "exact" }, ` ${formatCount(totals.requested_bytes)} B`)]],
    ["At sites", formatPercent(totals.site_allocations, totals.allocations)],
    ["Dark", `${formatPercent(totals.dark_allocations, totals.allocations)} (${formatCount(totals.dark_allocations)})`],
  ];
  if (totals.pool_allocations) rows.push(["In pools", `${formatCount(totals.pool_allocations)}, ${formatBytes(totals.pool_bytes)}`]);
  rows.push(["Ran", `${formatNumberOf(coverage.processes, "process")}, ${formatNumberOf(coverage.threads, "thread")}`]);
  if (coverage.nanoseconds) rows.push(["Time", formatDuration(coverage.nanoseconds)]);
  if (every("mode").length) rows.push(["Mode", every("mode").join(", ")]);
  if (started.length) rows.push(["Started", started.length > 1 ? `${started[0]} to ${started.at(-1)}` : started[0]!]);
  if (every("host").length) rows.push(["Host", every("host").slice(0, 4).join(", ")]);
  rows.push(["Program", code(every("program"))], ["In", code(every("directory"))]);
  if (coverage.allocators.length) rows.push(["Allocator", code(coverage.allocators.map(baseName))]);
  return rows;
}

function about(report: Report): HTMLElement {
  return h(
    "aside",
    { class: "about", "aria-label": "The run" },
    h("h2", {}, "The run"),
    h("dl", {}, facts(report).map(([word, fact]) => [h("dt", {}, word), h("dd", {}, fact)])),
    report.findings.length > 0 && [warnings(report), report.next.length > 0 && [h("h2", {}, "To know more"), nextSteps(report)]],
  );
}

export const summaryView: View = {
  id: "summary",
  title: "Summary",
  needs: ["report"],
  async render(root, context) {
    const report = await load<Report>("report", context.run);
    fill(root, h("div", { class: "summary" }, h("section", {}, h("h1", {}, "What to change"), findings(report, context)), about(report)));
    const asked = context.state.finding ? document.getElementById(`finding-${context.state.finding}`) : null;
    asked?.scrollIntoView({ block: "start" });
    asked?.focus();
  },
};
