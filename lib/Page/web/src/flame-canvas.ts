// Draws a FlameTree: a box for each node that is at least half a pixel wide.
import { calleesOf, nameOf, widthOf, type FlameTree } from "./flame-tree";
import { shorterNames } from "./function-names";
import { visible } from "./visible";

export const rowHeight = 20;
/** A canvas has a greatest height. */
const mostRows = 800;

/** A box as it was drawn. */
export interface Box {
  node: number;
  x: number;
  width: number;
  row: number;
}

export interface FlameLook {
  /** Flames grow up, icicles down. */
  isIcicle: boolean;
  /** What is drawn in full width, at the first row. */
  root: number;
  selected: number;
  /** By function: searched for. Null: no search. */
  found: Uint8Array | null;
}

/** Nodes as they are looked through for each picture; callees are sorted once. */
export class FlameCanvas {
  private boxes: Box[][] = [];
  /** Deeper levels are not drawn. */
  isCut = false;
  private readonly sorted = new Map<number, number[]>();
  private look: FlameLook = { isIcicle: true, root: 0, selected: 0, found: null };

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly tree: FlameTree,
  ) {}

  /** Lays out what is wide enough, sets the canvas's size, and draws. */
  show(look: FlameLook, width: number): void {
    this.look = look;
    this.layOut(width);
    const height = Math.max(1, this.boxes.length) * rowHeight;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(width * scale));
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.draw(scale);
  }

  /** The heaviest first; of equal ones the first in the profile. */
  sortedCallees(node: number): number[] {
    let callees = this.sorted.get(node);
    if (!callees) {
      const { tree } = this;
      callees = calleesOf(tree, node)
        .filter((callee) => widthOf(tree, callee) > 0)
        .sort((a, b) => widthOf(tree, b) - widthOf(tree, a) || a - b);
      this.sorted.set(node, callees);
    }
    return callees;
  }

  /** The box at a point of the canvas, in CSS pixels. */
  boxAt(x: number, y: number): Box | undefined {
    const at = Math.floor(y / rowHeight);
    const row = this.boxes[this.look.isIcicle ? at : this.boxes.length - 1 - at];
    return row?.find((box) => x >= box.x && x < box.x + box.width);
  }

  boxOf(node: number): Box | undefined {
    return this.boxes[this.tree.depth[node]! - this.tree.depth[this.look.root]!]?.find((box) => box.node === node);
  }

  /** Where the row ROW is, in CSS pixels. */
  topOf(row: number): number {
    return (this.look.isIcicle ? row : this.boxes.length - 1 - row) * rowHeight;
  }

  private layOut(width: number): void {
    const { tree } = this;
    const perPixel = widthOf(tree, this.look.root) / width;
    this.boxes = [];
    this.isCut = false;
    if (!perPixel) return;
    let row: Box[] = [{ node: this.look.root, x: 0, width, row: 0 }];
    while (row.length && this.boxes.length < mostRows) {
      this.boxes.push(row);
      const next: Box[] = [];
      for (const box of row) {
        let x = box.x;
        for (const node of this.sortedCallees(box.node)) {
          const its = widthOf(tree, node) / perPixel;
          if (its < 0.5) break;
          next.push({ node, x, width: its, row: this.boxes.length });
          x += its;
        }
      }
      row = next;
    }
    this.isCut = row.length > 0;
  }

  private draw(scale: number): void {
    const context = this.canvas.getContext("2d")!;
    const style = getComputedStyle(this.canvas);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.font = `12px ${style.fontFamily}`;
    context.textBaseline = "middle";
    const ink = style.getPropertyValue("--flame-ink").trim() || "#1a1a1a";
    const edge = style.getPropertyValue("--flame-edge").trim() || "#fff";
    const line = style.color;
    for (const row of this.boxes)
      for (const box of row) {
        const y = this.topOf(box.row);
        const gap = box.width > 3 ? 1 : 0;
        context.fillStyle = this.colour(box.node);
        context.fillRect(box.x, y, box.width - gap, rowHeight - 1);
        if (!gap) {
          context.fillStyle = edge;
          context.fillRect(box.x + box.width - 0.25, y, 0.25, rowHeight - 1);
        }
        if (box.width >= 28) {
          context.fillStyle = ink;
          context.fillText(this.fitted(context, box), box.x + 4, y + rowHeight / 2);
        }
        if (box.node === this.look.selected) {
          context.strokeStyle = line;
          context.lineWidth = 2;
          context.strokeRect(box.x + 1, y + 1, Math.max(1, box.width - gap - 2), rowHeight - 3);
        }
      }
  }

  private fitted(context: CanvasRenderingContext2D, box: Box): string {
    const room = box.width - 8;
    const fits = (text: string) => context.measureText(text).width <= room;
    const names = shorterNames(nameOf(this.tree, box.node)).map(visible);
    let text = names.find(fits);
    if (text) return text;
    text = names[names.length - 1]!;
    const each = context.measureText("n").width;
    text = text.slice(0, Math.max(1, Math.floor(room / each)));
    while (text.length > 1 && !fits(`${text}…`)) text = text.slice(0, -1);
    return `${text}…`;
  }

  private colour(node: number): string {
    const { tree } = this;
    if (node === 0) return "#d7d9dd";
    const its = tree.functionOf[node]!;
    if (this.look.found) return this.look.found[its] ? "#e0a0ff" : "#d9d9d9";
    if (tree.throughBefore) return changeColour(tree, node);
    const { name, kind } = tree.functions[its]!;
    if (kind === "none") return "#c4c4c4";
    const shade = hashOf(name);
    return kind === "user" ? `hsl(${28 + (shade % 24)} 92% ${68 + ((shade >> 8) % 9)}%)` : `hsl(${205 + (shade % 18)} 42% ${72 + ((shade >> 8) % 9)}%)`;
  }
}

/** Red grew, blue shrank: the more of what the node has, the stronger. */
export function changeColour(tree: FlameTree, node: number): string {
  const now = tree.through[node]!;
  const before = tree.throughBefore![node]!;
  if (now === before) return "#e4e4e4";
  const share = Math.abs(now - before) / Math.max(now, before);
  const light = 90 - 26 * share;
  return now > before ? `hsl(8 90% ${light}%)` : `hsl(212 80% ${light}%)`;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
