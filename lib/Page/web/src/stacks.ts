// The document "stacks" ('anomalloc schema stack-tree'), its columns as arrays.
import { load } from "./data";
import type { StackTree } from "./documents";
import type { Count } from "./exact-json";

export interface StackMeasure {
  /** For addresses: "peak-bytes". */
  id: string;
  title: string;
  isBytes: boolean;
  withStack: Count;
  withoutStack: Count;
  /** By row; empty: all 0. */
  own(): Float64Array;
}

export interface Stacks {
  strings: string[];
  /** Indices of strings, by function. */
  name: Int32Array;
  collapsed: Int32Array;
  library: Int32Array;
  isUser: Uint8Array;
  frameFunction: Int32Array;
  frameFile: Int32Array;
  frameLine: Int32Array;
  nodeFrame: Int32Array;
  /** A lower number; -1: outermost. */
  nodeCaller: Int32Array;
  /** The nodes that have numbers of their own. */
  rows: Int32Array;
  measures: StackMeasure[];
  lost: Count;
  /** How blocks were drawn, if numbers are estimates. */
  sample?: string;
}

const titles: Record<string, [blocks: string, bytes: string]> = {
  all: ["Allocations", "Bytes"],
  temporary: ["Temporary blocks", "Bytes of temporary blocks"],
  peak: ["Blocks at the peak", "Bytes at the peak"],
  leaked: ["Blocks never freed", "Bytes never freed"],
  reallocated: ["Blocks given back by realloc", "Bytes given back by realloc"],
  moved: ["Blocks copied by realloc", "Bytes copied by realloc"],
  "other-thread": ["Blocks freed by another thread", "Bytes freed by another thread"],
};

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function floats(counts: Count[]): Float64Array {
  const areNumbers = counts.every((count) => typeof count === "number");
  return new Float64Array(areNumbers ? (counts as number[]) : counts.map(Number));
}

function measuresOf(doc: StackTree): StackMeasure[] {
  return doc.measures.flatMap((measure) =>
    (["blocks", "bytes"] as const).map((unit, isBytes) => ({
      id: measure.blocks === "all" ? (isBytes ? "bytes" : "allocations") : `${measure.blocks}-${unit}`,
      title: titles[measure.blocks]?.[isBytes] ?? `${measure.blocks}: ${unit}`,
      isBytes: isBytes === 1,
      withStack: measure.with_stack[unit],
      withoutStack: measure.without_stack[unit],
      own: once(() => floats(measure[`own_${unit}`])),
    })),
  );
}

const loaded = new Map<number, Promise<Stacks>>();

/** The stacks of the run RUN. */
export function loadStacks(run: number): Promise<Stacks> {
  let stacks = loaded.get(run);
  if (!stacks) loaded.set(run, (stacks = load<StackTree>("stacks", run).then(unpack)));
  return stacks;
}

function unpack(doc: StackTree): Stacks {
  const nodeCaller = new Int32Array(doc.nodes.up);
  for (let node = 0; node < nodeCaller.length; ++node) nodeCaller[node] = nodeCaller[node] ? node - nodeCaller[node]! : -1;
  const rows = new Int32Array(doc.rows);
  for (let row = 1; row < rows.length; ++row) rows[row]! += rows[row - 1]!;
  return {
    strings: doc.strings,
    name: new Int32Array(doc.functions.name),
    collapsed: new Int32Array(doc.functions.collapsed),
    library: new Int32Array(doc.functions.library),
    isUser: new Uint8Array(doc.functions.user),
    frameFunction: new Int32Array(doc.frames.function),
    frameFile: new Int32Array(doc.frames.file),
    frameLine: new Int32Array(doc.frames.line),
    nodeFrame: new Int32Array(doc.nodes.frame),
    nodeCaller,
    rows,
    measures: measuresOf(doc),
    lost: doc.lost,
    sample: doc.sample,
  };
}

/** The measure that ID names, or the first. */
export function measureOf(stacks: Stacks, id: string | undefined): StackMeasure {
  return stacks.measures.find((measure) => measure.id === id) ?? stacks.measures[0]!;
}
