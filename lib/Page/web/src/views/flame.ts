// Who allocates, called by whom: a box for each function of each stack, as wide
// as its share. Zoom, search, keys; the table below tells the same in words.
import "./flame.css";
import { has, load } from "../data";
import { fill, h } from "../dom";
import { FlameCanvas, rowHeight } from "../flame-canvas";
import { FlameDetails } from "../flame-details";
import { flameKeys } from "../flame-keys";
import { foldRecursion } from "../flame-fold";
import { flameShape, flameTree, nameOf, pathTo, throughFunctions, type FlameOptions, type FlameShape, type FlameTree } from "../flame-tree";
import { formatAbout } from "../estimate";
import { formatCount, formatPercent } from "../format";
import type { Site, Sites } from "../report";
import { lineOf, nameOfFrame } from "../site-names";
import { stacksThrough } from "../site-stacks";
import { loadStacks, measureOf, type StackMeasure, type Stacks } from "../stacks";
import type { Context, View } from "../views";
import { visible } from "../visible";

export const recordStacks =
  "This page has no calling stacks. 'anomalloc record --mode=stacks PROGRAM' records them; " +
  "--mode=lifetime+stacks tells temporary, leaked and peak blocks by stack, too. A page that is written with a filter has the stacks of blocks that pass it.";

/** What the address asks for. */
interface Asked {
  measure: StackMeasure;
  isIcicle: boolean;
  base: number | null;
  options: FlameOptions;
  isFolded: boolean;
}

class FlameView {
  private readonly canvas = h("canvas", {
    class: "flame",
    tabindex: 0,
    role: "application",
    "aria-roledescription": "flame graph",
    "aria-label": "Flame graph",
    "aria-describedby": "flame-keys",
  });
  private readonly stage = h("div", { class: "flame-stage" }, this.canvas);
  private readonly path = h("nav", { class: "flame-path", "aria-label": "Zoomed into" });
  private readonly sums = h("p", { class: "flame-sums", role: "status" });
  private readonly colours = h("span");
  private readonly matches = h("p", { class: "flame-matches", role: "status" });
  private readonly details = h("section", { class: "flame-details", "aria-live": "polite" });
  private readonly table = h("div", { class: "flame-table" });
  private drawn!: FlameCanvas;
  private tree!: FlameTree;
  private asked!: Asked;
  private before?: Stacks;
  private readonly shapes = new Map<string, FlameShape>();
  root = 0;
  selected = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly stacks: Stacks,
    private readonly context: Context,
    /** Only stacks through it are shown. */
    private readonly site?: Site,
  ) {}

  async start(): Promise<void> {
    fill(
      this.host,
      h("h1", {}, "Flame graph"),
      this.controls(),
      this.ofSite(),
      this.stacks.sample !== undefined && h("p", { class: "hint" }, "~: estimated from drawn blocks. The call graph and 'anomalloc stacks' tell their 95 % intervals."),
      this.sums,
      this.path,
      this.stage,
      this.matches,
      h(
        "p",
        { class: "hint", id: "flame-keys" },
        this.colours,
        "A click selects, a double click zooms. Keys: arrows move, Enter zooms in, Backspace zooms out, Escape shows all, / searches.",
      ),
      this.details,
      this.table,
    );
    this.listen();
    await this.rebuild();
    const origin = Number(this.context.state.at ?? "-1");
    const at = origin >= 0 && origin < this.tree.nodeOf.length ? this.tree.nodeOf[origin]! : 0;
    this.zoom(at);
  }

  private ofSite(): HTMLElement | null {
    if (!this.site) return null;
    const { site: _, at: __, ...others } = this.context.state;
    return h(
      "p",
      { class: "flame-site" },
      "Only stacks of the site ",
      h("a", { href: this.context.link("sites", { site: this.site.id }) }, h("code", {}, nameOfFrame(lineOf(this.site)))),
      ". ",
      h("a", { href: this.context.link("flame", others) }, "Show all stacks"),
    );
  }

  private controls(): HTMLElement {
    const { state, run, runs } = this.context;
    const choice = (label: string, key: string, options: [string, string][], now: string) => {
      const select = h(
        "select",
        {},
        options.map(([value, text]) => h("option", { value, selected: value === now }, text)),
      );
      select.addEventListener("change", () => this.change({ [key]: select.value }));
      return h("label", {}, label, " ", select);
    };
    const flag = (label: string, key: string) => {
      const box = h("input", { type: "checkbox", checked: state[key] === "1" });
      box.addEventListener("change", () => this.change({ [key]: box.checked ? "1" : "" }));
      return h("label", {}, box, " ", label);
    };
    const search = h("input", { type: "search", "data-search": true, value: state.q ?? "", placeholder: "function or library" });
    search.addEventListener("input", () => {
      this.context.setState({ q: search.value });
      this.draw();
    });
    const others = Array.from({ length: runs }, (_, other) => other).filter((other) => other !== run && has("stacks", other) && !this.site);
    return h(
      "div",
      { class: "flame-controls" },
      choice("Measure", "m", this.stacks.measures.map((its) => [its.id, its.title]), measureOf(this.stacks, state.m).id),
      choice("Shape", "shape", [["icicle", "Icicle"], ["flame", "Flame"]], state.shape ?? "icicle"),
      others.length > 0 &&
        choice("Change since", "base", [["", "(none)"], ...others.map((other): [string, string] => [String(other + 1), `Run ${other + 1}`])], state.base ?? ""),
      flag("User code only", "user"),
      flag("Fold recursion", "fold"),
      flag("Collapse templates", "templates"),
      h("label", {}, "Search ", search),
    );
  }

  private change(changes: Record<string, string>): void {
    this.context.setState(changes);
    const origin = this.tree.origin[this.root]!;
    void this.rebuild().then(() => this.zoom(origin >= 0 ? this.tree.nodeOf[origin]! : 0));
  }

  private async rebuild(): Promise<void> {
    const { state } = this.context;
    const base = Number(state.base ?? "0") - 1;
    this.asked = {
      measure: measureOf(this.stacks, state.m),
      isIcicle: state.shape !== "flame",
      base: base >= 0 && base !== this.context.run && has("stacks", base) && !this.site ? base : null,
      options: { collapseTemplates: state.templates === "1", userOnly: state.user === "1" },
      isFolded: state.fold === "1",
    };
    this.before = this.asked.base === null ? undefined : await loadStacks(this.asked.base);
    const { measure, options, isFolded } = this.asked;
    const all = this.shape([this.asked.base, options], () => flameShape(this.stacks, options, this.before));
    const shape = isFolded ? this.shape([this.asked.base, options, isFolded], () => foldRecursion(all)) : all;
    const before = this.before && { stacks: this.before, measure: measureOf(this.before, measure.id) };
    this.tree = flameTree(shape, this.stacks, measure, before);
    this.drawn = new FlameCanvas(this.canvas, this.tree);
    this.tellSums();
  }

  /** The shape that KEY names: made once. */
  private shape(key: unknown[], make: () => FlameShape): FlameShape {
    const name = JSON.stringify(key);
    let known = this.shapes.get(name);
    if (!known) this.shapes.set(name, (known = make()));
    return known;
  }

  private tellSums(): void {
    const { measure, base } = this.asked;
    const withStack = Number(measure.withStack);
    const whole = withStack + Number(measure.withoutStack);
    fill(this.colours, base === null ? "Yellow and orange is the program's own code, blue the system's. " : "Red grew, blue shrank, grey stayed. ");
    fill(
      this.sums,
      h("b", {}, this.weight(whole)),
      ` ${measure.title.toLowerCase()}`,
      !this.site && `, ${formatPercent(measure.withStack, whole)} with a stack`,
      this.site && whole === 0 && ": none of its stacks was recorded",
      Number(this.stacks.lost) > 0 && `; ${formatCount(this.stacks.lost)} stacks had no room in the profile`,
      base !== null && `; run ${base + 1} had ${this.weight(this.tree.throughBefore![0]!)}. A box is as wide as both runs' numbers together; functions are the same if their names are, without parameters`,
    );
  }

  weight(weight: number): string {
    const { isBytes } = this.asked.measure;
    if (this.stacks.sample !== undefined || this.before?.sample !== undefined) return formatAbout(weight, isBytes);
    return formatCount(weight) + (isBytes ? " B" : "");
  }

  private found(): Uint8Array | null {
    const wanted = (this.context.state.q ?? "").toLowerCase();
    if (!wanted) return null;
    return Uint8Array.from(this.tree.functions, (its) =>
      its.name.toLowerCase().includes(wanted) || its.library.toLowerCase().includes(wanted) ? 1 : 0,
    );
  }

  draw(): void {
    const found = this.found();
    const look = { isIcicle: this.asked.isIcicle, root: this.root, selected: this.selected, found };
    this.drawn.show(look, this.stage.clientWidth || 800);
    const cut = this.drawn.isCut && "Deeper levels are there, and not drawn: zoom in. ";
    if (!found) return fill(this.matches, cut);
    const sum = throughFunctions(this.tree, found);
    fill(this.matches, cut, `Stacks with a function found: ${this.weight(sum)}, ${formatPercent(sum, this.tree.through[0]!)}`);
  }

  select(node: number): void {
    this.selected = node;
    this.draw();
    this.describe();
    const box = this.drawn.boxOf(node);
    if (!box) return;
    const top = this.drawn.topOf(box.row);
    if (top < this.stage.scrollTop) this.stage.scrollTop = top;
    else if (top + rowHeight > this.stage.scrollTop + this.stage.clientHeight) this.stage.scrollTop = top + rowHeight - this.stage.clientHeight;
  }

  zoom(node: number): void {
    this.root = node;
    this.context.setState({ at: node > 0 && this.tree.origin[node]! >= 0 ? String(this.tree.origin[node]) : "" });
    this.select(node);
    if (!this.asked.isIcicle) this.stage.scrollTop = this.stage.scrollHeight;
    const { tree } = this;
    fill(
      this.path,
      [0, ...pathTo(tree, node)].map((at, i) => [
        i > 0 && h("span", { "aria-hidden": "true" }, " › "),
        at === node ? h("b", {}, nameOf(tree, at)) : h("button", { type: "button", class: "link", onclick: () => this.zoom(at) }, nameOf(tree, at)),
      ]),
    );
  }

  private describe(): void {
    const shown = new FlameDetails(this.tree, this.stacks, this.asked.measure, (weight) => this.weight(weight));
    fill(this.details, shown.describe(this.selected));
    fill(this.table, shown.tableOf(this.root, this.drawn.sortedCallees(this.root), (node) => this.zoom(node)));
  }

  /** Those beside NODE that are shown, the heaviest first. */
  siblings(node: number): number[] {
    return node === this.root ? [node] : this.drawn.sortedCallees(this.tree.caller[node]!);
  }
  callees(node: number): number[] {
    return this.drawn.sortedCallees(node);
  }
  callerOf(node: number): number {
    return node === this.root ? node : this.tree.caller[node]!;
  }
  zoomOut(): void {
    const from = this.root;
    if (from === 0) return;
    this.zoom(this.tree.caller[from]!);
    this.select(from);
  }
  get isIcicle(): boolean {
    return this.asked.isIcicle;
  }

  private listen(): void {
    const { signal } = this.context;
    const boxOf = (event: MouseEvent) => {
      const at = this.canvas.getBoundingClientRect();
      return this.drawn.boxAt(event.clientX - at.left, event.clientY - at.top);
    };
    this.canvas.addEventListener("click", (event) => {
      const box = boxOf(event);
      if (box) this.select(box.node);
    });
    this.canvas.addEventListener("dblclick", (event) => {
      const box = boxOf(event);
      if (box) this.zoom(box.node);
    });
    this.canvas.addEventListener("mousemove", (event) => {
      const box = boxOf(event);
      this.canvas.title = box
        ? `${visible(nameOf(this.tree, box.node))}\n${this.weight(this.tree.through[box.node]!)}, ${formatPercent(this.tree.through[box.node]!, this.tree.through[0]!)}`
        : "";
    });
    this.canvas.addEventListener("keydown", (event) => flameKeys(this, event));
    addEventListener("resize", () => this.draw(), { signal });
    const themes = new MutationObserver(() => this.draw());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    signal.addEventListener("abort", () => themes.disconnect());
  }
}
export type { FlameView };

export const flameView: View = {
  id: "flame",
  title: "Flame graph",
  needs: ["stacks"],
  missing: recordStacks,
  async render(root, context) {
    const stacks = await loadStacks(context.run);
    const { site: id } = context.state;
    const site = id && has("sites", context.run) ? (await load<Sites>("sites", context.run)).sites.find((its) => its.id === id) : undefined;
    if (context.signal.aborted) return;
    await new FlameView(root, site ? stacksThrough(stacks, site) : stacks, context, site).start();
  },
};
