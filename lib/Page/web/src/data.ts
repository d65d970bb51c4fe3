// The documents in the page: each an element <script type="text/plain"
// data-name data-run> with the BASE64 of JSON that zlib compressed. They are
// unpacked when first asked for.
import { parseExactly } from "./exact-json";

const unpacked = new Map<string, Promise<unknown>>();

function elementOf(name: string, run: number): HTMLScriptElement | undefined {
  for (const element of document.querySelectorAll<HTMLScriptElement>("script[data-name]"))
    if (element.dataset.name === name && element.dataset.run === String(run)) return element;
  return undefined;
}

// By hand: reading a data URL would be a fetch, which the policy of the page forbids.
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function unpack(element: HTMLScriptElement): Promise<unknown> {
  const packed = new Blob([bytesOf(element.textContent.trim())]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  return parseExactly(await new Response(stream).text());
}

/** Whether the page has the document NAME of the run RUN (0: the first). */
export function has(name: string, run = 0): boolean {
  return elementOf(name, run) !== undefined;
}

/** That document, parsed. Always the same object; it must not be changed. */
export function load<T>(name: string, run = 0): Promise<T> {
  const key = `${run} ${name}`;
  let found = unpacked.get(key);
  if (!found) {
    const element = elementOf(name, run);
    found = element
      ? unpack(element)
      : Promise.reject(new Error(`this page has no document "${name}" of run ${run + 1}`));
    unpacked.set(key, found);
  }
  return found as Promise<T>;
}

/** How many runs are on the page. */
export function numberOfRuns(): number {
  let last = -1;
  for (const element of document.querySelectorAll<HTMLScriptElement>("script[data-run]"))
    last = Math.max(last, Number(element.dataset.run));
  return last + 1;
}
