// A node of a flame graph in words, and what it calls as a table.
import { dataTable, type Column } from "./data-table";
import { h } from "./dom";
import { calleesOf, linesOf, nameOf, type FlameTree } from "./flame-tree";
import { formatBytes, formatCount, formatPercent } from "./format";
import type { StackMeasure, Stacks } from "./stacks";

const mostLines = 8;

export class FlameDetails {
  constructor(
    private readonly tree: FlameTree,
    private readonly stacks: Stacks,
    private readonly measure: StackMeasure,
    private readonly weight: (weight: number) => string,
  ) {}

  describe(node: number): HTMLElement {
    const { tree } = this;
    const through = tree.through[node]!;
    const its = node > 0 ? tree.functions[tree.functionOf[node]!]! : null;
    const lines = its && its.kind !== "none" ? linesOf(tree, node, this.stacks, this.measure) : [];
    return h(
      "dl",
      {},
      h("dt", {}, "Selected"),
      h("dd", {}, h("code", { class: "flame-selected" }, nameOf(tree, node))),
      h("dt", {}, this.measure.title),
      h("dd", { class: "flame-through" }, this.amount(through), `, ${formatPercent(through, tree.through[0]!)}`, this.since(node)),
      h("dt", {}, "From itself"),
      h("dd", { class: "flame-own" }, this.amount(tree.own[node]!)),
      its?.library && [h("dt", {}, "Library"), h("dd", {}, h("code", {}, its.library))],
      lines.length > 0 && [
        h("dt", {}, "Lines"),
        h(
          "dd",
          {},
          h(
            "ul",
            { class: "flame-lines" },
            lines.slice(0, mostLines).map((line) => h("li", {}, h("code", {}, `${line.file}:${line.line}`), ` ${this.weight(line.weight)}`)),
            lines.length > mostLines && h("li", {}, `and ${lines.length - mostLines} more`),
          ),
        ),
      ],
    );
  }

  private amount(weight: number): string {
    return this.measure.isBytes && weight >= 1024 && this.stacks.sample === undefined ? `${this.weight(weight)} (${formatBytes(weight)})` : this.weight(weight);
  }

  private since(node: number): string {
    if (!this.tree.throughBefore) return "";
    const before = this.tree.throughBefore[node]!;
    const change = this.tree.through[node]! - before;
    return `; before ${this.weight(before)}, ${change > 0 ? "+" : change < 0 ? "−" : "±"}${this.weight(Math.abs(change))}`;
  }

  /** CALLEES of ROOT, the heaviest first. */
  tableOf(root: number, callees: number[], zoom: (node: number) => void): HTMLElement {
    const { tree } = this;
    const columns: Column<number>[] = [
      { title: this.measure.title, isNumber: true, by: (node) => tree.through[node]!, cell: (node) => this.weight(tree.through[node]!) },
      { title: "Share", isNumber: true, cell: (node) => formatPercent(tree.through[node]!, tree.through[root]!) },
      { title: "From itself", isNumber: true, by: (node) => tree.own[node]!, cell: (node) => this.weight(tree.own[node]!) },
      {
        title: "Function",
        by: (node) => nameOf(tree, node),
        cell: (node) => h("button", { type: "button", class: "link", onclick: () => zoom(node) }, nameOf(tree, node)),
      },
      { title: "Callees", isNumber: true, cell: (node) => formatCount(calleesOf(tree, node).length) },
    ];
    const before = tree.throughBefore;
    if (before) columns.splice(1, 0, { title: "Before", isNumber: true, by: (node) => before[node]!, cell: (node) => this.weight(before[node]!) });
    return h(
      "section",
      {},
      h("h2", {}, root === 0 ? "Outermost functions" : `What ${nameOf(tree, root)} calls`),
      callees.length === 0 ? h("p", {}, "Nothing: it allocates itself.") : dataTable(callees, columns, { caption: "With what was allocated in each, and in all that it calls" }),
    );
  }
}
