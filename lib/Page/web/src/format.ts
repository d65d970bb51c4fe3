// Numbers as the text report prints them (lib/Support/Numbers.cpp).
import type { Count } from "./exact-json";

/** "1,263,187": every digit. */
export function formatCount(count: Count): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 site", "2 sites", "2 processes", "2 libraries". */
export function formatNumberOf(count: Count, noun: string): string {
  const text = `${formatCount(count)} ${noun}`;
  if (count == 1) return text;
  if (noun.endsWith("ss")) return `${text}es`;
  if (noun.endsWith("y")) return `${text.slice(0, -1)}ies`;
  return `${text}s`;
}

/** "0", "12 B", "87.18 MiB": four digits at most. */
export function formatBytes(bytes: Count): string {
  if (bytes < 1024) return bytes == 0 ? "0" : `${bytes} B`;
  const units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let value = Number(bytes) / 1024;
  let unit = 0;
  for (; value >= 1023.95; value /= 1024) ++unit;
  const digits = value < 9.9995 ? 3 : value < 99.995 ? 2 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** "12.3 %"; "<0.1 %" for little, "100 %" only for all. */
export function formatPercent(part: Count, whole: Count): string {
  if (part == 0 || whole == 0) return "0 %";
  if (part == whole) return "100 %";
  const percent = (100 * Number(part)) / Number(whole);
  if (percent < 0.05) return "<0.1 %";
  if (percent >= 99.95 && percent < 100) return ">99.9 %";
  return percent === 100 ? "100 %" : `${percent.toFixed(1)} %`;
}

/** "3.21 s", "12 ms", "2 min 5 s", of nanoseconds. */
export function formatDuration(nanoseconds: Count): string {
  const seconds = Number(nanoseconds) * 1e-9;
  if (seconds < 0.9995) return `${(seconds * 1000).toFixed(0)} ms`;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const whole = Math.floor(Number(nanoseconds) / 1e9);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
