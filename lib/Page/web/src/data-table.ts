// A table that is sorted by a click on a head, or Enter there, and shows its first
// rows until it is asked for more.
import { fill, h, type Part } from "./dom";

export interface Column<Row> {
  title: string;
  /** Text that a person copies, or more. */
  cell(row: Row): Part;
  /** What rows are sorted by; without it they are not. */
  by?(row: Row): number | bigint | string;
  isNumber?: boolean;
}

export interface TableOptions {
  caption: string;
  /** Index of the column that sorts at first; the greatest numbers come first. */
  sortedBy?: number;
  shown?: number;
}

export function dataTable<Row>(rows: readonly Row[], columns: Column<Row>[], options: TableOptions): HTMLElement {
  const step = options.shown ?? 50;
  let sortedBy = options.sortedBy ?? -1;
  let isUp = false;
  let shown = step;
  const body = h("tbody");
  const head = h("tr");
  const more = h("p");

  function compare(a: Row, b: Row): number {
    const by = columns[sortedBy]!.by!;
    const [x, y] = [by(a), by(b)];
    return (x < y ? -1 : x > y ? 1 : 0) * (isUp ? 1 : -1);
  }
  function draw(): void {
    const sorted = sortedBy < 0 ? rows : [...rows].sort(compare);
    fill(
      head,
      columns.map((column, i) =>
        h(
          "th",
          { scope: "col", class: column.isNumber ? "number" : null, "aria-sort": i !== sortedBy ? null : isUp ? "ascending" : "descending" },
          column.by ? h("button", { type: "button", class: "head", onclick: () => sort(i) }, column.title, i === sortedBy && (isUp ? " ▴" : " ▾")) : column.title,
        ),
      ),
    );
    fill(
      body,
      sorted.slice(0, shown).map((row) => h("tr", {}, columns.map((column) => h("td", { class: column.isNumber ? "number" : null }, column.cell(row))))),
    );
    fill(
      more,
      rows.length > shown && [
        `${shown} of ${rows.length} rows. `,
        h("button", { type: "button", onclick: () => ((shown *= 4), draw()) }, "Show more"),
      ],
    );
  }
  function sort(column: number): void {
    isUp = column === sortedBy ? !isUp : !columns[column]!.isNumber;
    sortedBy = column;
    draw();
    head.querySelectorAll("th")[column]?.querySelector("button")?.focus();
  }
  draw();
  return h("div", { class: "table-room", tabindex: 0, role: "region", "aria-label": options.caption }, h("table", { class: "wide" }, h("caption", {}, options.caption), h("thead", {}, head), body), more);
}
