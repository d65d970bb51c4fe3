// How evenly the ranks of an MPI program allocate: key "ranks" of the document "report".
import { dataTable } from "./data-table";
import { formatBytes, formatCount, formatNumberOf } from "./format";
import type { Report } from "./report";
import type { SiteName } from "./site-names";

type Ranks = NonNullable<Report["ranks"]>;
type RankCount = Ranks["counts"][number];
type Spread = RankCount["allocations"];
interface Row {
  name: string;
  spread: Spread;
  format: (n: number) => string;
}

const isOfAll = (count: RankCount) => !count.of && count.section === null && count.size === null;

/** What COUNT counts, if that is one section, size or site, or all; else null. */
function nameOf(count: RankCount, names: Map<string, SiteName>): string | null {
  const parts = Number(count.of !== undefined) + Number(count.section !== null) + Number(count.size !== null);
  if (parts > 1) return null;
  if (count.section !== null) return `section ${count.section || "outside"}`;
  if (count.size !== null) return formatNumberOf(count.size, "byte");
  if (!count.of) return "all";
  const name = count.of.site === undefined || count.of.site === null ? undefined : names.get(count.of.site);
  return name?.text ?? "dark";
}

function whichRank(rank: number | null): string {
  return rank === null ? "" : ` (${rank})`;
}

export function rankTable(ranks: Ranks, names: Map<string, SiteName>): HTMLElement {
  const rows: Row[] = [];
  const add = (name: string, spread: Spread | null, format: (n: number) => string) => {
    if (spread) rows.push({ name, spread, format });
  };
  add("all", ranks.counts.find(isOfAll)?.allocations ?? null, formatCount);
  add("most live bytes", ranks.peak_bytes, formatBytes);
  add("peak resident", ranks.peak_resident, formatBytes);
  for (const count of ranks.counts) {
    const name = nameOf(count, names);
    if (name !== null && name !== "all") add(name, count.allocations, formatCount);
  }
  const byMean = (row: Row) => (row.spread.mean ? Number(row.spread.max) / row.spread.mean : 0);
  return dataTable(
    rows,
    [
      { title: "Allocations of", cell: (row) => row.name },
      { title: "Mean", isNumber: true, cell: (row) => row.format(Math.round(row.spread.mean)) },
      { title: "Min (rank)", isNumber: true, cell: (row) => row.format(Number(row.spread.min)) + whichRank(row.spread.min_rank) },
      { title: "Max (rank)", isNumber: true, cell: (row) => row.format(Number(row.spread.max)) + whichRank(row.spread.max_rank) },
      { title: "Max / mean", isNumber: true, by: byMean, cell: (row) => byMean(row).toFixed(2) },
      { title: "Standard deviation", isNumber: true, cell: (row) => row.format(Math.round(row.spread.standard_deviation)) },
    ],
    { caption: `How evenly ${formatNumberOf(ranks.ranks, "rank")} on ${formatNumberOf(ranks.hosts, "host")} allocate`, shown: 16 },
  );
}
