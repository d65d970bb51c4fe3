// Which threads, of which ranks, made what at each site.
import { addCounts, descending } from "./counts";
import type { Count } from "./exact-json";
import { processName, type Threads } from "./threads";

/** What one thread made at a site. */
export interface ThreadShare {
  /** "rank 2, thread 1 (worker)" */
  name: string;
  allocations: Count;
  bytes: Count;
}

/** Threads that are asked for; "": any. */
export interface WantedThreads {
  rank: string;
  thread: string;
}

/** Of runs of several threads or ranks. */
export class SiteThreads {
  /** What a rank is called in addresses, and for people; of one process none. */
  readonly ranks: [key: string, name: string][] = [];
  /** The same of threads, by their number in their process. */
  readonly numbers: [key: string, name: string][] = [];
  private readonly rankOf: string[];
  /** The first and the last row of a site. */
  private readonly rowsOf = new Map<string, [first: number, end: number]>();

  constructor(
    private readonly its: Threads,
    private readonly sites: NonNullable<Threads["sites"]>,
  ) {
    // Processes of two hosts may have one number.
    const seen = new Map<string, number>();
    this.rankOf = its.processes.map((process, i) => {
      const key = process.rank ?? process.pid ?? String(i + 1);
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      return times > 1 ? `${key}-${times}` : key;
    });
    if (its.processes.length > 1) this.ranks = its.processes.map((process, i) => [this.rankOf[i]!, processName(process, i)]);
    const numbers = [...new Set(its.threads.map((thread) => thread.number))].sort((a, b) => a - b);
    if (numbers.length > 1) this.numbers = numbers.map((number) => [String(number), this.nameOfNumber(number)]);
    for (let row = 0; row < sites.site.length; ) {
      const first = row;
      while (row < sites.site.length && sites.site[row] === sites.site[first]) ++row;
      this.rowsOf.set(sites.ids[sites.site[first]!]!, [first, row]);
    }
  }

  /** Its own name is that of one thread alone. */
  private nameOfNumber(number: number): string {
    const [only, ...others] = this.its.threads.filter((thread) => thread.number === number);
    return others.length || !only!.name ? `thread ${number}` : `thread ${number} (${only!.name})`;
  }

  /** What tells how many allocations the wanted threads made at a site, by its id. */
  madeBy({ rank, thread }: WantedThreads): (id: string) => Count {
    const isWanted = this.its.threads.map((its) => (!rank || this.rankOf[its.process] === rank) && (!thread || String(its.number) === thread));
    const { ids, site, thread: threads, allocations } = this.sites;
    const sums = new Map<string, Count>();
    for (let row = 0; row < site.length; ++row) {
      const id = ids[site[row]!]!;
      if (isWanted[threads[row]!]) sums.set(id, addCounts(sums.get(id) ?? 0, allocations[row]!));
    }
    return (id) => sums.get(id) ?? 0;
  }

  /** Each thread of the site ID; the most first. */
  sharesOf(id: string): ThreadShare[] {
    const [first, end] = this.rowsOf.get(id) ?? [0, 0];
    const shares: ThreadShare[] = [];
    for (let row = first; row < end; ++row) {
      const thread = this.its.threads[this.sites.thread[row]!]!;
      const name = `thread ${thread.number}${thread.name ? ` (${thread.name})` : ""}`;
      const process = this.its.processes[thread.process]!;
      shares.push({
        name: this.ranks.length ? `${processName(process, thread.process)}, ${name}` : name,
        allocations: this.sites.allocations[row]!,
        bytes: this.sites.bytes[row]!,
      });
    }
    return shares.sort((a, b) => descending(a.allocations, b.allocations));
  }

  /** "rank 2, thread 1" */
  describe({ rank, thread }: WantedThreads): string {
    const name = (all: [string, string][], key: string, kind: string) => key && (all.find(([its]) => its === key)?.[1] ?? `${kind} ${key}`);
    return [name(this.ranks, rank, "rank"), name(this.numbers, thread, "thread")].filter(Boolean).join(", ");
  }
}
