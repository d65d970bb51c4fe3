// Stacks as one tree of functions, with the sums of a measure: what a flame graph
// draws. Of two runs at once if they are compared.
import { baseName } from "./format";
import { shortName } from "./function-names";
import type { StackMeasure, Stacks } from "./stacks";

export interface FlameOptions {
  /** One function for all its arguments. */
  collapseTemplates: boolean;
  /** Without levels of the system's code. */
  userOnly: boolean;
}

/** Who is shown: a function of all runs. */
export interface FlameFunction {
  name: string;
  library: string;
  kind: "user" | "system" | "none";
}

/** Node 0 is the whole; callers come before what they call. */
export interface FlameShape {
  functions: FlameFunction[];
  /** By node. */
  functionOf: Int32Array;
  caller: Int32Array;
  firstCallee: Int32Array;
  next: Int32Array;
  depth: Int32Array;
  /** The first node of the stacks that is in it; -1: none, it is the other run's. */
  origin: Int32Array;
  nodes: number;
  /** Nodes of a function that may be above them, too; in order. */
  recurring: number[];
  /** The node of blocks that have no stack. */
  without: number;
  /** By node of the stacks, and of those of the run before: its node here. */
  nodeOf: Int32Array;
  nodeOfBefore: Int32Array | null;
}

export interface FlameTree extends FlameShape {
  /** Sums with all that is called, and what the node allocates itself. */
  through: Float64Array;
  own: Float64Array;
  /** The same of the run before, if two are compared. */
  throughBefore: Float64Array | null;
  ownBefore: Float64Array | null;
}

export const wholeName = "all";
export const withoutStackName = "(recorded without a stack)";

/** So many callees are looked through one by one. */
const few = 8;

class Builder {
  /** Callees of nodes that have many: what the lists would be too slow for. */
  private readonly calleeOf = new Map<number, number>();
  private readonly numberOf = new Map<string, number>();
  private readonly functionOf: Int32Array;
  private readonly caller: Int32Array;
  private readonly depth: Int32Array;
  private readonly origin: Int32Array;
  private readonly firstCallee: Int32Array;
  private readonly next: Int32Array;
  private nodes = 1;
  readonly functions: FlameFunction[] = [];
  readonly recurring: number[] = [];

  /** CAPACITY: no more nodes. IS_COMPARED: in another build a function may have other parameters. */
  constructor(
    private readonly options: FlameOptions,
    private readonly isCompared: boolean,
    capacity: number,
  ) {
    this.functionOf = new Int32Array(capacity).fill(-1, 0, 1);
    this.caller = new Int32Array(capacity).fill(-1, 0, 1);
    this.depth = new Int32Array(capacity);
    this.origin = new Int32Array(capacity).fill(-1, 0, 1);
    this.firstCallee = new Int32Array(capacity).fill(-1);
    this.next = new Int32Array(capacity).fill(-1);
  }

  private function(full: string, library: string, kind: FlameFunction["kind"]): number {
    // Another build may stand in another folder; code without a name is told by its place.
    const name = this.isCompared ? shortName(full) : full;
    const key = name.startsWith("0x") ? `${name} ${library}` : name;
    let number = this.numberOf.get(key);
    if (number === undefined) {
      this.numberOf.set(key, (number = this.functions.length));
      this.functions.push({ name, library, kind });
    }
    return number;
  }

  /** The node of CALLEE called from CALLER. MAY_RECUR: it may be above already. */
  private enter(caller: number, callee: number, origin: number, mayRecur: boolean): number {
    const node = this.find(caller, callee);
    if (node === this.nodes) {
      ++this.nodes;
      if (mayRecur) this.recurring.push(node);
      this.functionOf[node] = callee;
      this.caller[node] = caller;
      this.depth[node] = this.depth[caller]! + 1;
      this.origin[node] = origin;
      this.next[node] = this.firstCallee[caller]!;
      this.firstCallee[caller] = node;
    } else if (origin >= 0 && this.origin[node]! < 0) this.origin[node] = origin;
    return node;
  }

  /** The callee of CALLER that it is; this.nodes: a new one. */
  private find(caller: number, callee: number): number {
    let looked = 0;
    let at = this.firstCallee[caller]!;
    for (; at >= 0 && looked < few; at = this.next[at]!, ++looked) if (this.functionOf[at] === callee) return at;
    if (looked < few) return this.nodes;
    const key = (which: number) => caller * 2 ** 26 + which;
    // The list was short until now.
    if (at < 0) for (at = this.firstCallee[caller]!; at >= 0; at = this.next[at]!) this.calleeOf.set(key(this.functionOf[at]!), at);
    const known = this.calleeOf.get(key(callee));
    if (known === undefined) this.calleeOf.set(key(callee), this.nodes);
    return known ?? this.nodes;
  }

  /** For each node of STACKS the node here. IS_LAST: the address may name its nodes. */
  add(stacks: Stacks, isLast: boolean): Int32Array {
    const { strings } = stacks;
    const functions = Int32Array.from(stacks.name, (name, i) => {
      const collapsed = this.options.collapseTemplates ? strings[stacks.collapsed[i]!] : "";
      return this.function(collapsed || strings[name]!, strings[stacks.library[i]!]!, stacks.isUser[i] ? "user" : "system");
    });
    const nodes = new Int32Array(stacks.nodeFrame.length);
    // The way to the last node, its functions, and how often each of them is on it.
    const way: number[] = [];
    const onWay: number[] = [];
    const times = new Uint32Array(this.functions.length);
    let length = 0;
    for (let i = 0; i < nodes.length; ++i) {
      const caller = stacks.nodeCaller[i]!;
      const its = stacks.frameFunction[stacks.nodeFrame[i]!]!;
      const callee = functions[its]!;
      while (length > 0 && way[length - 1] !== caller) --times[onWay[--length]!]!;
      way[length] = i;
      onWay[length++] = callee;
      const mayRecur = times[callee]!++ > 0;
      const from = caller < 0 ? 0 : nodes[caller]!;
      const isHidden = this.options.userOnly && !stacks.isUser[its];
      nodes[i] = isHidden ? from : this.enter(from, callee, isLast ? i : -1, mayRecur);
    }
    return nodes;
  }

  withoutStack(): number {
    return this.enter(0, this.function(withoutStackName, "", "none"), -1, false);
  }

  finish(): Pick<FlameShape, "functions" | "functionOf" | "caller" | "depth" | "origin" | "firstCallee" | "next" | "nodes" | "recurring"> {
    const { nodes } = this;
    return {
      functions: this.functions,
      functionOf: this.functionOf.subarray(0, nodes),
      caller: this.caller.subarray(0, nodes),
      depth: this.depth.subarray(0, nodes),
      origin: this.origin.subarray(0, nodes),
      firstCallee: this.firstCallee.subarray(0, nodes),
      next: this.next.subarray(0, nodes),
      nodes,
      recurring: this.recurring,
    };
  }
}

/** What the nodes of a tree allocate themselves. */
function ownOf(nodes: number, stacks: Stacks, measure: StackMeasure, nodeOf: Int32Array, without: number): Float64Array {
  const own = new Float64Array(nodes);
  const weights = measure.own();
  for (let row = 0; row < weights.length; ++row) own[nodeOf[stacks.rows[row]!]!]! += weights[row]!;
  own[without] = Number(measure.withoutStack);
  return own;
}

function throughOf(own: Float64Array, caller: Int32Array): Float64Array {
  const through = own.slice();
  for (let node = through.length; --node > 0; ) through[caller[node]!]! += through[node]!;
  return through;
}

/** The nodes of the stacks of a run and, if there is one, of the run before. */
export function flameShape(stacks: Stacks, options: FlameOptions, before?: Stacks): FlameShape {
  const capacity = 2 + stacks.nodeFrame.length + (before?.nodeFrame.length ?? 0);
  const builder = new Builder(options, before !== undefined, capacity);
  const without = builder.withoutStack();
  const nodeOf = builder.add(stacks, true);
  const nodeOfBefore = before ? builder.add(before, false) : null;
  return { ...builder.finish(), without, nodeOf, nodeOfBefore };
}

/** With the sums of MEASURE; BEFORE: the run before, and the same measure of it. */
export function flameTree(
  shape: FlameShape,
  stacks: Stacks,
  measure: StackMeasure,
  before?: { stacks: Stacks; measure: StackMeasure },
): FlameTree {
  const own = ownOf(shape.nodes, stacks, measure, shape.nodeOf, shape.without);
  const ownBefore = before ? ownOf(shape.nodes, before.stacks, before.measure, shape.nodeOfBefore!, shape.without) : null;
  return {
    ...shape,
    own,
    ownBefore,
    through: throughOf(own, shape.caller),
    throughBefore: ownBefore && throughOf(ownBefore, shape.caller),
  };
}

/** What a node is drawn for: of two runs both, so that nothing vanishes. */
export function widthOf(tree: FlameTree, node: number): number {
  return tree.through[node]! + (tree.throughBefore ? tree.throughBefore[node]! : 0);
}

export function calleesOf(tree: FlameTree, node: number): number[] {
  const callees = [];
  for (let callee = tree.firstCallee[node]!; callee >= 0; callee = tree.next[callee]!) callees.push(callee);
  return callees;
}

/** The node and those that lead to it, without the whole; outermost first. */
export function pathTo(tree: FlameTree, node: number): number[] {
  const path = [];
  for (; node > 0; node = tree.caller[node]!) path.push(node);
  return path.reverse();
}

const throughOfMeasure = new WeakMap<StackMeasure, Float64Array>();

/** By node of the stacks: what came through it. */
function throughStacks(stacks: Stacks, measure: StackMeasure): Float64Array {
  let through = throughOfMeasure.get(measure);
  if (!through) {
    through = new Float64Array(stacks.nodeFrame.length);
    const weights = measure.own();
    for (let row = 0; row < weights.length; ++row) through[stacks.rows[row]!] = weights[row]!;
    for (let i = through.length; i-- > 0; ) if (stacks.nodeCaller[i]! >= 0) through[stacks.nodeCaller[i]!]! += through[i]!;
    throughOfMeasure.set(measure, through);
  }
  return through;
}

export interface LineOf {
  file: string;
  line: number;
  weight: number;
}

/** The lines of NODE that the stacks below came through, with what came; the most first. */
export function linesOf(tree: FlameTree, node: number, stacks: Stacks, measure: StackMeasure): LineOf[] {
  const { name } = tree.functions[tree.functionOf[node]!]!;
  const names = new Set<number>();
  for (let its = 0; its < stacks.name.length; ++its)
    for (const text of [stacks.strings[stacks.name[its]!]!, stacks.strings[stacks.collapsed[its]!]!])
      if (text === name || (tree.throughBefore && shortName(text) === name)) names.add(its);
  const through = throughStacks(stacks, measure);
  const frames = new Map<number, number>();
  const inside = new Uint8Array(through.length);
  for (let i = Math.max(0, tree.origin[node]!); i < through.length; ++i) {
    const above = stacks.nodeCaller[i]! >= 0 && inside[stacks.nodeCaller[i]!];
    const frame = stacks.nodeFrame[i]!;
    const its = stacks.frameFunction[frame]!;
    const isHere = tree.nodeOf[i] === node && names.has(its);
    if (isHere && !above) frames.set(frame, (frames.get(frame) ?? 0) + through[i]!);
    inside[i] = above || isHere ? 1 : 0;
  }
  const lines = new Map<string, LineOf>();
  for (const [frame, weight] of frames) {
    const file = stacks.strings[stacks.frameFile[frame]!]!;
    const line = stacks.frameLine[frame]!;
    const its = lines.get(`${line} ${file}`);
    if (its) its.weight += weight;
    else if (file) lines.set(`${line} ${file}`, { file, line, weight });
  }
  return [...lines.values()].sort((a, b) => b.weight - a.weight);
}

export function nameOf(tree: FlameTree, node: number): string {
  if (node === 0) return wholeName;
  const { name, library } = tree.functions[tree.functionOf[node]!]!;
  return name.startsWith("0x") && library ? `${name} in ${baseName(library)}` : name;
}

/** The sum of nodes that IS_WANTED names by function, each stack once. */
export function throughFunctions(tree: FlameTree, isWanted: Uint8Array): number {
  let sum = 0;
  const inside = new Uint8Array(tree.nodes);
  for (let node = 1; node < tree.nodes; ++node) {
    const above = inside[tree.caller[node]!];
    inside[node] = above || isWanted[tree.functionOf[node]!]! ? 1 : 0;
    if (inside[node] && !above) sum += tree.through[node]!;
  }
  return sum;
}
