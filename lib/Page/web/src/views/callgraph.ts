// Where execution paths to allocations meet: Gomes et al. 2019, Figure 2. Each function is
// drawn once, however many paths pass it.
import "./callgraph.css";
import * as dagre from "@dagrejs/dagre";
import { dataTable } from "../data-table";
import { has, load } from "../data";
import type { Callgraph, Interval } from "../documents";
import { fill, h, s } from "../dom";
import { estimateNote, formatEstimate, formatEstimatedBytes } from "../estimate";
import type { Count } from "../exact-json";
import { baseName, formatBytes, formatCount, formatNumberOf, formatPercent } from "../format";
import { shortName } from "../function-names";
import type { Context, View } from "../views";
import { visible } from "../visible";

type Vertex = Callgraph["vertices"][number];

const measures: [id: string, title: string][] = [
  ["allocations", "Allocations"],
  ["bytes", "Bytes"],
  ["temporary", "Temporary blocks"],
  ["peak", "Bytes at the peak"],
  ["leaked", "Bytes never freed"],
];
const shares = ["1", "2", "5", "10", "20"];
/** More is no picture. */
const mostDrawn = 80;
const height = 52;
const narrowest = 120;

interface Point {
  x: number;
  y: number;
}

/**
 * From one box to another: through the ranks between them straight, and through the
 * gaps between ranks by curves, so that no edge runs behind a box. `points` are those
 * of dagre; `ranks` has the middle of each rank.
 */
function edgePath(from: Point, to: Point, points: Point[], ranks: Set<number>): string {
  const half = (to.y > from.y ? height : -height) / 2;
  const between = points.slice(1, -1).filter((point) => ranks.has(Math.round(point.y)));
  let last = { x: from.x, y: from.y + half };
  let path = `M${last.x.toFixed(1)} ${last.y.toFixed(1)}`;
  for (const point of [...between, to]) {
    const next = { x: point.x, y: point.y - half };
    const middle = ((last.y + next.y) / 2).toFixed(1);
    path += `C${last.x.toFixed(1)} ${middle} ${next.x.toFixed(1)} ${middle} ${next.x.toFixed(1)} ${next.y.toFixed(1)}`;
    last = { x: point.x, y: point.y + half };
    if (point !== to) path += `V${last.y.toFixed(1)}`;
  }
  return path;
}

/** How wide a box has to be for its lines, the first of which is bold. */
function widthOf([name, ...others]: string[]): number {
  const context = document.createElement("canvas").getContext("2d")!;
  const sans = getComputedStyle(document.body).fontFamily;
  context.font = `600 11px ${sans}`;
  let most = context.measureText(name!).width;
  context.font = `11px ${sans}`;
  for (const other of others) most = Math.max(most, context.measureText(other).width);
  return Math.max(narrowest, Math.ceil(most) + 16);
}

const nameOf = (vertex: Vertex) => vertex.function || vertex.linkageName || `? in ${baseName(vertex.library)}`;
const placeOf = (vertex: Vertex) => (vertex.file ? `${baseName(vertex.file)}:${vertex.line}` : baseName(vertex.library));

function clipped(text: string, most: number): string {
  const shown = visible(text);
  return shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`;
}

class GraphView {
  private readonly picture = h("div", { class: "graph-room", tabindex: 0, role: "region", "aria-label": "The drawn graph" });
  private readonly details = h("section", { class: "graph-details", "aria-live": "polite" });
  private selected = -1;

  constructor(
    private readonly graph: Callgraph,
    private readonly isBytes: boolean,
    private readonly context: Context,
  ) {}

  weight(weight: Count, interval?: Interval): string {
    return this.isBytes ? formatEstimatedBytes(weight, interval) : formatEstimate(weight, interval);
  }
  private share(weight: Count, interval?: Interval): string {
    return (interval ? "~" : "") + formatPercent(weight, this.graph.weight);
  }

  private shownVertices(): number[] {
    const least = (Number(this.context.state.share ?? "5") / 100) * Number(this.graph.weight);
    const shown = [];
    for (let i = 0; i < this.graph.vertices.length && shown.length < mostDrawn; ++i)
      if (Number(this.graph.vertices[i]!.weightThrough) >= least) shown.push(i);
    return shown;
  }

  elements(): HTMLElement {
    const { graph } = this;
    const shown = this.shownVertices();
    this.drawInto(shown);
    const asked = graph.vertices.findIndex((vertex) => vertex.linkageName === this.context.state.fn && vertex.linkageName !== "");
    const first = asked >= 0 ? asked : (graph.places[0]?.vertex ?? shown[0] ?? -1);
    if (first >= 0) this.select(first, false);
    return h(
      "div",
      {},
      h("p", { class: "graph-sums" }, h("b", {}, this.weight(graph.weight, graph.weightInterval)), ` ${graph.measure}, ${formatNumberOf(graph.numTypes, "stack trace type")}; ${shown.length} of ${formatNumberOf(graph.vertices.length, "function")} drawn`),
      estimateNote(graph.sample),
      this.places(),
      this.picture,
      this.details,
      h("h2", {}, "Functions"),
      dataTable(
        graph.vertices.map((vertex, i) => ({ vertex, i })),
        [
          { title: "Through it", isNumber: true, by: ({ vertex }) => Number(vertex.weightThrough), cell: ({ vertex }) => this.weight(vertex.weightThrough, vertex.weightThroughInterval) },
          { title: "Share", isNumber: true, cell: ({ vertex }) => this.share(vertex.weightThrough, vertex.weightThroughInterval) },
          { title: "Own", isNumber: true, by: ({ vertex }) => Number(vertex.ownWeight), cell: ({ vertex }) => this.weight(vertex.ownWeight, vertex.ownWeightInterval) },
          { title: "Only through it", isNumber: true, by: ({ vertex }) => Number(vertex.dominatedWeight), cell: ({ vertex }) => this.weight(vertex.dominatedWeight, vertex.dominatedWeightInterval) },
          { title: "Types", isNumber: true, by: ({ vertex }) => Number(vertex.paths), cell: ({ vertex }) => formatCount(vertex.paths) },
          { title: "Function", by: ({ vertex }) => nameOf(vertex), cell: ({ vertex, i }) => this.link(i, nameOf(vertex)) },
          { title: "Line", by: ({ vertex }) => placeOf(vertex), cell: ({ vertex }) => h("code", { title: vertex.file || vertex.library }, placeOf(vertex)) },
        ],
        { caption: "Functions on the way to allocations", sortedBy: 0 },
      ),
    );
  }

  private link(vertex: number, text: string): HTMLElement {
    return h("button", { type: "button", class: "link", onclick: () => this.select(vertex, true) }, text);
  }

  private places(): HTMLElement | null {
    const { graph } = this;
    if (graph.places.length === 0) return null;
    const sum = graph.places.reduce((all, place) => all + Number(place.weight), 0);
    return h(
      "section",
      {},
      h("h2", {}, `Where to repair: ${formatNumberOf(graph.places.length, "function")} ${graph.places.length === 1 ? "leads" : "lead"} to ${graph.sample ? "~" : ""}${formatPercent(sum, graph.weight)}`),
      h(
        "ol",
        { class: "repair" },
        graph.places.map((place) => {
          const vertex = graph.vertices[place.vertex]!;
          return h("li", {}, `${this.weight(place.weight, place.weightInterval)}, ${this.share(place.weight, place.weightInterval)} `, this.link(place.vertex, nameOf(vertex)), " ", h("code", { title: vertex.file }, placeOf(vertex)));
        }),
      ),
    );
  }

  private drawInto(shown: number[]): void {
    const { graph } = this;
    if (shown.length === 0) return fill(this.picture, h("p", {}, "No function reaches the share."));
    const laid = new dagre.graphlib.Graph();
    laid.setGraph({ rankdir: "TB", nodesep: 18, ranksep: 42, marginx: 8, marginy: 8 });
    laid.setDefaultEdgeLabel(() => ({}));
    for (const vertex of shown) laid.setNode(String(vertex), { width: widthOf(this.linesOf(vertex)), height });
    const isShown = new Set(shown);
    const edges = graph.edges.filter((edge) => edge.caller !== edge.callee && isShown.has(edge.caller) && isShown.has(edge.callee));
    for (const edge of edges) laid.setEdge(String(edge.caller), String(edge.callee));
    dagre.layout(laid);
    const whole = laid.graph() as { width: number; height: number };
    const [width, tall] = [Math.ceil(whole.width), Math.ceil(whole.height)];
    const boxOf = (vertex: number) => laid.node(String(vertex)) as Point & { width: number };
    const ranks = new Set(shown.map((vertex) => Math.round(boxOf(vertex).y)));
    const svg = s("svg", { class: "graph", viewBox: `0 0 ${width} ${tall}`, width, height: tall, role: "group", "aria-label": "Call graph" });
    svg.append(s("defs", {}, s("marker", { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse" }, s("path", { d: "M0 0L8 4L0 8Z", class: "head" }))));
    for (const edge of edges) {
      const { points } = laid.edge(String(edge.caller), String(edge.callee)) as { points: Point[] };
      const line = s("path", { class: "edge", "marker-end": "url(#head)", d: edgePath(boxOf(edge.caller), boxOf(edge.callee), points, ranks) }, s("title", {}, this.weight(edge.weight, edge.weightInterval)));
      line.setAttribute("stroke-width", (1 + 5 * Math.sqrt(Number(edge.weight) / Number(graph.weight))).toFixed(2));
      svg.append(line);
      if (Number(edge.weight) >= 0.05 * Number(graph.weight)) {
        const middle = points[Math.floor(points.length / 2)]!;
        svg.append(s("text", { x: middle.x + 4, y: middle.y, class: "edge-weight" }, this.share(edge.weight, edge.weightInterval)));
      }
    }
    const places = new Set(graph.places.map((place) => place.vertex));
    for (const vertex of shown) svg.append(this.drawnVertex(vertex, boxOf(vertex), places.has(vertex)));
    fill(this.picture, svg);
  }

  private linesOf(number: number): [name: string, place: string, amount: string] {
    const vertex = this.graph.vertices[number]!;
    const interval = vertex.weightThroughInterval;
    const amount = this.isBytes && !interval ? formatBytes(vertex.weightThrough) : this.weight(vertex.weightThrough, interval);
    return [clipped(shortName(nameOf(vertex)), 44), clipped(placeOf(vertex), 44), `${amount}, ${this.share(vertex.weightThrough, interval)}`];
  }

  private drawnVertex(number: number, box: Point & { width: number }, isPlace: boolean): SVGElement {
    const vertex = this.graph.vertices[number]!;
    const [name, place, amount] = this.linesOf(number);
    const share = this.share(vertex.weightThrough, vertex.weightThroughInterval);
    const select = () => this.select(number, false);
    const drawn = s(
      "g",
      {
        class: `vertex${vertex.user ? " user" : ""}${isPlace ? " place" : ""}`,
        "data-vertex": number,
        transform: `translate(${(box.x - box.width / 2).toFixed(1)} ${(box.y - height / 2).toFixed(1)})`,
        tabindex: 0,
        role: "button",
        onclick: select,
        onkeydown: (event) => {
          const { key } = event as KeyboardEvent;
          if (key !== "Enter" && key !== " ") return;
          event.preventDefault();
          select();
        },
      },
      s("title", {}, `${nameOf(vertex)}${isPlace ? ", where to repair" : ""}\n${placeOf(vertex)}, ${share}`),
      s("rect", { width: box.width, height, rx: 6 }),
      s("text", { x: 8, y: 16, class: "name", "aria-hidden": "true" }, name),
      s("text", { x: 8, y: 31, "aria-hidden": "true" }, place),
      s("text", { x: 8, y: 46, class: "amount", "aria-hidden": "true" }, amount),
    );
    return drawn;
  }

  private select(vertex: number, toPicture: boolean): void {
    this.selected = vertex;
    for (const drawn of this.picture.querySelectorAll<SVGElement>(".vertex")) {
      const isIt = drawn.dataset.vertex === String(vertex);
      drawn.classList.toggle("selected", isIt);
      if (isIt && toPicture) drawn.scrollIntoView({ block: "nearest", inline: "center" });
    }
    this.context.setState({ fn: this.graph.vertices[vertex]!.linkageName });
    fill(this.details, this.described());
  }

  private described(): HTMLElement {
    const { graph } = this;
    const vertex = graph.vertices[this.selected]!;
    const beside = (which: "caller" | "callee", other: "caller" | "callee") =>
      graph.edges
        .filter((edge) => edge[other] === this.selected)
        .sort((a, b) => Number(b.weight) - Number(a.weight))
        .slice(0, 10)
        .map((edge) => h("li", {}, `${this.weight(edge.weight, edge.weightInterval)}, ${this.share(edge.weight, edge.weightInterval)} `, this.link(edge[which], nameOf(graph.vertices[edge[which]]!))));
    const callers = beside("caller", "callee");
    const callees = beside("callee", "caller");
    return h(
      "dl",
      {},
      h("dt", {}, "Function"),
      h("dd", {}, h("code", { class: "graph-selected" }, nameOf(vertex))),
      h("dt", {}, "Line"),
      h("dd", {}, h("code", {}, vertex.file ? `${vertex.file}:${vertex.line}` : vertex.library || "?")),
      h("dt", {}, "Through it"),
      h("dd", { class: "graph-through" }, `${this.weight(vertex.weightThrough, vertex.weightThroughInterval)}, ${this.share(vertex.weightThrough, vertex.weightThroughInterval)}`),
      h("dt", {}, "Only through it"),
      h("dd", {}, `${this.weight(vertex.dominatedWeight, vertex.dominatedWeightInterval)}, ${this.share(vertex.dominatedWeight, vertex.dominatedWeightInterval)}`),
      h("dt", {}, "Own"),
      h("dd", {}, this.weight(vertex.ownWeight, vertex.ownWeightInterval)),
      callers.length > 0 && [h("dt", {}, "Called by"), h("dd", {}, h("ul", { class: "flame-lines" }, callers))],
      callees.length > 0 && [h("dt", {}, "Calls"), h("dd", {}, h("ul", { class: "flame-lines" }, callees))],
    );
  }
}

const documentOf = (measure: string, levels: string) => `callgraph-${measure}-${levels}`;

export const callgraphView: View = {
  id: "callgraph",
  title: "Call graph",
  needs: [documentOf("allocations", "all")],
  missing:
    "This page has no calling stacks, and no graph of them. 'anomalloc record --mode=stacks PROGRAM' records them; " +
    "a page that is written with a filter has the stacks of blocks that pass it.",
  async render(root, context) {
    const there = measures.filter(([id]) => has(documentOf(id, "all"), context.run));
    const room = h("div");
    const select = (label: string, key: string, options: [string, string][], now: string) => {
      const choice = h("select", {}, options.map(([value, text]) => h("option", { value, selected: value === now }, text)));
      choice.addEventListener("change", () => (context.setState({ [key]: choice.value }), void show()));
      return h("label", {}, label, " ", choice);
    };
    const graphOf = (measure: string, levels: string) => load<Callgraph>(documentOf(measure, levels), context.run);
    const hasUser = (await graphOf("allocations", "user")).vertices.length > 0;
    const show = async () => {
      const measure = there.find(([id]) => id === context.state.m)?.[0] ?? "allocations";
      const levels = context.state.levels === "all" || !hasUser ? "all" : "user";
      const graph = await graphOf(measure, levels);
      const isBytes = !["allocations", "temporary"].includes(measure);
      fill(room, graph.vertices.length ? new GraphView(graph, isBytes, context).elements() : h("p", {}, `No ${graph.measure}.`));
    };
    fill(
      root,
      h("h1", {}, "Call graph"),
      h(
        "div",
        { class: "flame-controls" },
        select("Measure", "m", there, context.state.m ?? "allocations"),
        hasUser && select("Functions", "levels", [["user", "the program's own"], ["all", "all"]], context.state.levels ?? "user"),
        select("Drawn from", "share", shares.map((share): [string, string] => [share, `${share} %`]), context.state.share ?? "5"),
      ),
      room,
    );
    await show();
  },
};
