// The stacks through one site: those with its inline chain on them.
import { baseName } from "./format";
import type { Site } from "./report";
import type { StackMeasure, Stacks } from "./stacks";

/** By frame: whether it is the level of SITE's chain, by function, file and line. Another folder is another way to build. */
function framesOf(stacks: Stacks, { function: name, file, line }: Site["chain"][number]): Uint8Array {
  return Uint8Array.from(stacks.frameFunction, (its, frame) =>
    Number(stacks.frameLine[frame] === line && stacks.strings[stacks.name[its]!] === name && baseName(stacks.strings[stacks.frameFile[frame]!]!) === baseName(file)),
  );
}

/** By node: whether a stack that ends there went through SITE. */
function nodesThrough(stacks: Stacks, site: Site): Uint8Array {
  const levels = site.chain.map((level) => framesOf(stacks, level));
  const { nodeFrame, nodeCaller } = stacks;
  const isThere = (node: number) =>
    levels.every((frames) => {
      if (node < 0 || !frames[nodeFrame[node]!]) return false;
      node = nodeCaller[node]!;
      return true;
    });
  const through = new Uint8Array(nodeFrame.length);
  for (let node = 0; node < through.length; ++node) {
    const caller = nodeCaller[node]!;
    through[node] = (caller >= 0 && through[caller]!) || isThere(node) ? 1 : 0;
  }
  return through;
}

/** The same measures, of the stacks through SITE alone. */
export function stacksThrough(stacks: Stacks, site: Site): Stacks {
  const through = nodesThrough(stacks, site);
  const only = (measure: StackMeasure): StackMeasure => {
    const own = measure.own().map((weight, row) => (through[stacks.rows[row]!] ? weight : 0));
    return { ...measure, own: () => own, withStack: own.reduce((sum, weight) => sum + weight, 0), withoutStack: 0 };
  };
  return { ...stacks, measures: stacks.measures.map(only) };
}
