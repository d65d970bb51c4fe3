// Which sites are shown, in which order.
import { descending } from "./counts";
import type { Count } from "./exact-json";
import type { Site } from "./report";

export interface SiteFilter {
  q: string; ///< In names of functions, files, types, callees; small letters.
  section: string; ///< "": any; "-": outside of sections.
  size: string;
  file: string;
  depth: string; ///< At least so many loops.
  finding: string; ///< A rank, or "none".
  rank: string; ///< Of a parallel program: SiteThreads.ranks.
  thread: string; ///< Its number in its process.
}

/** What the threads that a filter asks for made at a site, by its id; null: any are wanted. */
export type MadeByThreads = ((id: string) => Count) | null;

/** What a search looks at. */
function textOf(site: Site): string {
  const frames = [...site.chain, ...site.callers];
  return [site.callee, site.type, site.id, ...frames.map((frame) => `${frame.function} ${frame.file}:${frame.line}`)].join("\n").toLowerCase();
}

export const sectionKey = (name: string) => name || "-";

/** TEXTS: those of textOf(), as far as they were needed. */
export function filterSites(sites: Site[], texts: string[], filter: SiteFilter, inFinding: Set<string>, made: MadeByThreads): number[] {
  const words = filter.q.toLowerCase().split(/\s+/).filter(Boolean);
  const depth = Number(filter.depth) || 0;
  const kept: number[] = [];
  sites.forEach((site, i) => {
    if (
      words.every((word) => (texts[i] ??= textOf(site)).includes(word)) &&
      (!filter.section || site.sections.some((one) => sectionKey(one.section) === filter.section)) &&
      (!filter.size || site.sizes.some((one) => String(one.size) === filter.size)) &&
      (!filter.file || site.file === filter.file || site.callers.some((caller) => caller.file === filter.file)) &&
      site.effective_loop_depth >= depth &&
      (!filter.finding || (filter.finding === "none" ? site.finding === null : inFinding.has(site.id))) &&
      (!made || made(site.id) != 0)
    )
      kept.push(i);
  });
  return kept;
}

/** What is counted of a site in the section, of the size, or in the threads, if one of these is asked for: null of several. */
export function partOf(site: Site, filter: SiteFilter, made: MadeByThreads): Count | null {
  if (Number(!!filter.section) + Number(!!filter.size) + Number(!!made) !== 1) return null;
  if (made) return made(site.id);
  if (filter.section) return site.sections.find((one) => sectionKey(one.section) === filter.section)?.allocations ?? 0;
  return site.sizes.find((one) => String(one.size) === filter.size)?.allocations ?? 0;
}

export const sortKeys = ["allocations", "bytes", "loops", "rate", "place"] as const;
export type SortKey = (typeof sortKeys)[number];

export function sortSites(sites: Site[], kept: number[], key: SortKey, isUp: boolean): number[] {
  const compare: Record<SortKey, (a: Site, b: Site) => number> = {
    allocations: (a, b) => descending(a.allocations, b.allocations),
    bytes: (a, b) => descending(a.bytes, b.bytes),
    loops: (a, b) => descending(a.effective_loop_depth, b.effective_loop_depth) || descending(a.allocations, b.allocations),
    rate: (a, b) => (b.allocations_per ?? -1) - (a.allocations_per ?? -1) || descending(a.allocations, b.allocations),
    place: (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line),
  };
  const sorted = kept.sort((a, b) => compare[key](sites[a]!, sites[b]!) || a - b);
  return isUp ? sorted.reverse() : sorted;
}
