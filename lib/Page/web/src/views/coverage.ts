// What was seen of the run, and what was not; dark allocations by library.
import { load } from "../data";
import { fill, h } from "../dom";
import { formatBytes, formatCount } from "../format";
import type { Report } from "../report";
import type { View } from "../views";

export const coverageView: View = {
  id: "coverage",
  title: "Coverage",
  needs: ["report"],
  async render(root, context) {
    const report = await load<Report>("report", context.run);
    const head = ["Allocations", "Bytes", "Library", "Function"];
    fill(
      root,
      h("h1", {}, "Coverage"),
      h("h2", {}, "Dark allocations"),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, head.map((title) => h("th", { scope: "col" }, title)))),
        h(
          "tbody",
          {},
          report.dark.map((row) =>
            h(
              "tr",
              {},
              h("td", { class: "number" }, formatCount(row.allocations)),
              h("td", { class: "number" }, formatBytes(row.bytes)),
              h("td", {}, row.library || "?"),
              h("td", {}, row.function || row.linkage_name || "?"),
            ),
          ),
        ),
      ),
    );
  },
};
