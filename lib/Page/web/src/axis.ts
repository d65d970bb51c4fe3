// Round numbers beside an axis, as in the pictures of the command line
// (lib/Report/timeline/SvgPlot.h).

/** From 0, the round numbers up to `most`: three to six. Their step is 1, 2 or 5 times a power of ten, or, for bytes, a power of two. */
export function roundTicks(most: number, base: 2 | 10): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0];
  const step = roundStep(most / 5, base);
  const slack = 1 + 1e-9;
  const ticks: number[] = [];
  for (let i = 0; i * step <= most * slack; ++i) ticks.push(i * step);
  return ticks;
}

function roundStep(least: number, base: 2 | 10): number {
  if (base === 2) return 2 ** Math.max(Math.ceil(Math.log2(least)), 0);
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

/** "4 MiB" of "4.000 MiB". */
export function withoutTrailingZeros(text: string): string {
  return text.replace(/(\.\d*?)0+(?!\d)/, (_, digits: string) => (digits === "." ? "" : digits));
}
