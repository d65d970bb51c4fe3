// A table of few rows, with a button that copies it.
import { copyButton } from "./copy";
import { h, type Part } from "./dom";

export interface Cell {
  show: Part;
  /** What is copied, in place of what is shown. */
  copied?: string;
  /** A share from 0 to 1 that a bar shows beneath. */
  bar?: number;
  class?: string;
}

export interface TableColumn<Row> {
  title: string;
  number?: boolean;
  cell(row: Row): Cell | string;
}

function textOf(cell: Cell | string): string {
  if (typeof cell === "string") return cell;
  return cell.copied ?? (typeof cell.show === "object" ? "" : String(cell.show));
}

function drawn<Row>(column: TableColumn<Row>, row: Row, isHead: boolean): HTMLElement {
  const its = column.cell(row);
  const cell: Cell = typeof its === "string" ? { show: its } : its;
  const kind = [column.number ? "number" : "", cell.class ?? ""].join(" ").trim() || null;
  const bar = !cell.bar ? null : h("span", { class: "bar", "aria-hidden": "true" });
  if (bar) bar.style.width = `${Math.min(1, cell.bar!) * 100}%`;
  return isHead ? h("th", { scope: "row", class: kind }, cell.show, bar) : h("td", { class: kind }, cell.show, bar);
}

/** The first column heads each row. CAPTION is read aloud, and not shown. */
export function staticTable<Row>(caption: string, rows: readonly Row[], columns: TableColumn<Row>[]): HTMLElement {
  const asText = () =>
    [columns.map((column) => column.title), ...rows.map((row) => columns.map((column) => textOf(column.cell(row))))]
      .map((line) => line.join("\t"))
      .join("\n");
  return h(
    "div",
    { class: "table-box" },
    h(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": caption },
      h(
        "table",
        {},
        h("caption", { class: "unseen" }, caption),
        h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col", class: column.number ? "number" : null }, column.title)))),
        h("tbody", {}, rows.map((row) => h("tr", {}, columns.map((column, i) => drawn(column, row, i === 0))))),
      ),
    ),
    h("p", { class: "table-tools" }, copyButton(caption, asText, "Copy table")),
  );
}
