// What to change, the most first, and what was run.
import { load } from "../data";
import { fill, h } from "../dom";
import { baseName, formatCount, formatNumberOf } from "../format";
import type { Finding, Report } from "../report";
import type { View } from "../views";

function card(finding: Finding): HTMLElement {
  const place = finding.file ? `${baseName(finding.file)}:${finding.line}` : "";
  return h(
    "li",
    { class: "finding", id: `finding-${finding.rank}` },
    h("p", { class: "place" }, h("code", { title: finding.file }, place), " ", h("code", { class: "function" }, finding.function || "?")),
    h("p", { class: "amount" }, formatNumberOf(finding.allocated, "allocation")),
    h("p", { class: "evidence" }, `${finding.title}: ${finding.evidence}`),
    h("p", { class: "advice" }, finding.advice),
  );
}

export const summaryView: View = {
  id: "summary",
  title: "Summary",
  needs: ["report"],
  async render(root, context) {
    const report = await load<Report>("report", context.run);
    fill(
      root,
      h("h1", {}, "What to change"),
      report.findings.length
        ? h("ol", { class: "findings" }, report.findings.map(card))
        : h("p", {}, `No anomaly was found in ${formatCount(report.totals.allocations)} allocations.`),
    );
  },
};
