// Stacks as one tree of functions, with the sums of a measure: what a flame graph
// draws. Of two runs at once if they are compared.
import { shortName } from "./function-names";
import { PairTable } from "./pair-table";
import type { StackMeasure, Stacks } from "./stacks";

export interface FlameOptions {
  /** A function once in each stack. */
  foldRecursion: boolean;
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

/** Node 0 is the whole; its first child, if there is one, are blocks without a stack. */
export interface FlameTree {
  functions: FlameFunction[];
  /** By node. */
  functionOf: Int32Array;
  caller: Int32Array;
  firstCallee: Int32Array;
  next: Int32Array;
  depth: Int32Array;
  /** Sums with all that is called, and what the node allocates itself. */
  through: Float64Array;
  own: Float64Array;
  /** The same of the run before, if two are compared. */
  throughBefore: Float64Array | null;
  ownBefore: Float64Array | null;
  /** The first node of the stacks that is in it; -1: none, it is the other run's. */
  origin: Int32Array;
  /** By node of the stacks: its node here. */
  nodeOf: Int32Array;
  nodes: number;
  deepest: number;
}

export const wholeName = "all";
export const withoutStackName = "(recorded without a stack)";

class Builder {
  private readonly pairs = new PairTable();
  private readonly numberOf = new Map<string, number>();
  private functionOf: number[] = [-1];
  private caller: number[] = [-1];
  private depth: number[] = [0];
  private origin: number[] = [-1];
  readonly functions: FlameFunction[] = [];

  /** IS_COMPARED: in another build a function may have other parameters. */
  constructor(
    private readonly options: FlameOptions,
    private readonly isCompared: boolean,
  ) {}

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

  enter(caller: number, callee: number, origin: number): number {
    if (this.options.foldRecursion)
      for (let at = caller; at > 0; at = this.caller[at]!) if (this.functionOf[at] === callee) return at;
    const fresh = this.functionOf.length;
    const node = this.pairs.put(caller, callee, fresh);
    if (node === fresh) {
      this.functionOf.push(callee);
      this.caller.push(caller);
      this.depth.push(this.depth[caller]! + 1);
      this.origin.push(origin);
    } else if (origin >= 0 && this.origin[node]! < 0) this.origin[node] = origin;
    return node;
  }

  /** For each node of STACKS the node here. IS_LAST: the address may name its nodes. */
  add(stacks: Stacks, isLast: boolean): Int32Array {
    const { strings } = stacks;
    const functions = Int32Array.from(stacks.name, (name, i) => {
      const collapsed = this.options.collapseTemplates ? strings[stacks.collapsed[i]!] : "";
      return this.function(collapsed || strings[name]!, strings[stacks.library[i]!]!, stacks.isUser[i] ? "user" : "system");
    });
    const nodes = new Int32Array(stacks.nodeFrame.length);
    for (let i = 0; i < nodes.length; ++i) {
      const caller = stacks.nodeCaller[i]! < 0 ? 0 : nodes[stacks.nodeCaller[i]!]!;
      const its = stacks.frameFunction[stacks.nodeFrame[i]!]!;
      nodes[i] = this.options.userOnly && !stacks.isUser[its] ? caller : this.enter(caller, functions[its]!, isLast ? i : -1);
    }
    return nodes;
  }

  withoutStack(): number {
    return this.enter(0, this.function(withoutStackName, "", "none"), -1);
  }

  finish(): Omit<FlameTree, "nodeOf" | "through" | "own" | "throughBefore" | "ownBefore"> {
    const nodes = this.functionOf.length;
    const firstCallee = new Int32Array(nodes).fill(-1);
    const next = new Int32Array(nodes).fill(-1);
    let deepest = 0;
    for (let node = nodes; --node > 0; ) {
      const caller = this.caller[node]!;
      next[node] = firstCallee[caller]!;
      firstCallee[caller] = node;
      deepest = Math.max(deepest, this.depth[node]!);
    }
    return {
      functions: this.functions,
      functionOf: Int32Array.from(this.functionOf),
      caller: Int32Array.from(this.caller),
      depth: Int32Array.from(this.depth),
      origin: Int32Array.from(this.origin),
      firstCallee,
      next,
      nodes,
      deepest,
    };
  }
}

/** What the nodes of a tree allocate themselves. */
function ownOf(nodes: number, stacks: Stacks, measure: StackMeasure, nodeOf: Int32Array, without: number): Float64Array {
  const own = new Float64Array(nodes);
  measure.own().forEach((weight, row) => (own[nodeOf[stacks.rows[row]!]!]! += weight));
  if (without >= 0) own[without]! += Number(measure.withoutStack);
  return own;
}

function throughOf(own: Float64Array, caller: Int32Array): Float64Array {
  const through = own.slice();
  for (let node = through.length; --node > 0; ) through[caller[node]!]! += through[node]!;
  return through;
}

/** BEFORE: the run to compare with, and the same measure of it. */
export function flameTree(
  stacks: Stacks,
  measure: StackMeasure,
  options: FlameOptions,
  before?: { stacks: Stacks; measure: StackMeasure },
): FlameTree {
  const builder = new Builder(options, before !== undefined);
  const some = Number(measure.withoutStack) || Number(before?.measure.withoutStack ?? 0);
  const without = some ? builder.withoutStack() : -1;
  const now = builder.add(stacks, true);
  const then = before && builder.add(before.stacks, false);
  const tree = builder.finish();
  const own = ownOf(tree.nodes, stacks, measure, now, without);
  const ownBefore = before ? ownOf(tree.nodes, before.stacks, before.measure, then!, without) : null;
  return {
    ...tree,
    nodeOf: now,
    own,
    ownBefore,
    through: throughOf(own, tree.caller),
    throughBefore: ownBefore && throughOf(ownBefore, tree.caller),
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

export interface LineOf {
  file: string;
  line: number;
  weight: number;
}

/** The lines of NODE that the stacks below came through, with what came; the most first. */
export function linesOf(tree: FlameTree, node: number, stacks: Stacks, measure: StackMeasure): LineOf[] {
  const name = nameOf(tree, node);
  const names = new Set<number>();
  for (let its = 0; its < stacks.name.length; ++its)
    for (const text of [stacks.strings[stacks.name[its]!]!, stacks.strings[stacks.collapsed[its]!]!])
      if (text === name || (tree.throughBefore && shortName(text) === name)) names.add(its);
  const through = new Float64Array(stacks.nodeFrame.length);
  measure.own().forEach((weight, row) => (through[stacks.rows[row]!] = weight));
  for (let i = through.length; i-- > 0; ) if (stacks.nodeCaller[i]! >= 0) through[stacks.nodeCaller[i]!]! += through[i]!;
  const frames = new Map<number, number>();
  const inside = new Uint8Array(through.length);
  for (let i = 0; i < through.length; ++i) {
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
  return node === 0 ? wholeName : tree.functions[tree.functionOf[node]!]!.name;
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
