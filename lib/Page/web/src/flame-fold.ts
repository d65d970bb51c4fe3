// A tree of functions in which each stack has a function once: what a recursion
// calls, its outermost level calls. Made of the tree that has all levels, where
// most nodes stay what and where they are.
import type { FlameShape } from "./flame-tree";

class Folding {
  readonly functionOf: Int32Array;
  readonly caller: Int32Array;
  readonly depth: Int32Array;
  readonly origin: Int32Array;
  readonly firstCallee: Int32Array;
  readonly next: Int32Array;
  /** By node that is no more: the one that it came into, a lower one. 0: it is still there. */
  private readonly cameInto: Int32Array;
  private readonly moved: number[] = [];

  constructor(shape: FlameShape) {
    this.functionOf = shape.functionOf;
    this.caller = shape.caller.slice();
    this.depth = shape.depth.slice();
    // Of one run each node has an origin, and none is given another.
    this.origin = shape.nodeOfBefore ? shape.origin.slice() : shape.origin;
    this.firstCallee = shape.firstCallee.slice();
    this.next = shape.next.slice();
    this.cameInto = new Int32Array(shape.nodes);
  }

  /** NODE, if it is still there, comes into the one above it that has its function. */
  fold(node: number): void {
    if (this.cameInto[node]) return;
    const its = this.functionOf[node]!;
    for (let above = this.caller[node]!; above > 0; above = this.caller[above]!)
      if (this.functionOf[above] === its) {
        this.unlink(node);
        return this.join(node, above);
      }
  }

  /** Numbers of nodes of SHAPE, as they are now. */
  renumbered(nodes: Int32Array): Int32Array {
    const { cameInto } = this;
    const result = nodes.slice();
    for (let i = 0; i < result.length; ++i) while (cameInto[result[i]!]) result[i] = cameInto[result[i]!]!;
    return result;
  }

  /** Of nodes with another caller than before, and of what they call. */
  measureDepths(): void {
    const { caller, depth, firstCallee, next } = this;
    for (const moved of this.moved.sort((a, b) => a - b)) {
      const left = depth[moved] === depth[caller[moved]!]! + 1 ? [] : [moved];
      for (let node = left.pop(); node !== undefined; node = left.pop()) {
        depth[node] = depth[caller[node]!]! + 1;
        for (let callee = firstCallee[node]!; callee >= 0; callee = next[callee]!) left.push(callee);
      }
    }
  }

  private unlink(node: number): void {
    const caller = this.caller[node]!;
    let at = this.firstCallee[caller]!;
    if (at === node) this.firstCallee[caller] = this.next[node]!;
    else {
      while (this.next[at] !== node) at = this.next[at]!;
      this.next[at] = this.next[node]!;
    }
  }

  private link(node: number, caller: number): void {
    this.caller[node] = caller;
    this.moved.push(node);
    this.next[node] = this.firstCallee[caller]!;
    this.firstCallee[caller] = node;
  }

  private calleeOf(caller: number, its: number): number {
    let callee = this.firstCallee[caller]!;
    while (callee >= 0 && this.functionOf[callee] !== its) callee = this.next[callee]!;
    return callee;
  }

  /** NODE, which is no callee any more, comes into TO, a lower one; so do its callees into those of TO. */
  private join(node: number, to: number): void {
    const left = [[node, to] as const];
    for (let pair = left.pop(); pair; pair = left.pop()) {
      const [from, into] = pair;
      this.cameInto[from] = this.caller[from] = into;
      if (this.origin[into]! < 0) this.origin[into] = this.origin[from]!;
      for (let callee = this.firstCallee[from]!, following; callee >= 0; callee = following) {
        following = this.next[callee]!;
        const same = this.calleeOf(into, this.functionOf[callee]!);
        if (same >= 0 && same < callee) {
          left.push([callee, same]);
          continue;
        }
        // A caller stays lower than what it calls.
        if (same >= 0) {
          this.unlink(same);
          left.push([same, callee]);
        }
        this.link(callee, into);
      }
      this.firstCallee[from] = -1;
    }
  }
}

/** The same SHAPE if nothing in it recurs. Nodes that are no more have no callees, and nothing comes through them. */
export function foldRecursion(shape: FlameShape): FlameShape {
  if (shape.recurring.length === 0) return shape;
  const folding = new Folding(shape);
  for (const node of shape.recurring) folding.fold(node);
  folding.measureDepths();
  const { functionOf, caller, depth, origin, firstCallee, next } = folding;
  return {
    ...shape,
    functionOf,
    caller,
    depth,
    origin,
    firstCallee,
    next,
    recurring: [],
    nodeOf: folding.renumbered(shape.nodeOf),
    nodeOfBefore: shape.nodeOfBefore && folding.renumbered(shape.nodeOfBefore),
  };
}
