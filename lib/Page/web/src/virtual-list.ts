// Rows of a long table, of which only those in sight are elements.
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer, measureElement } from "@tanstack/virtual-core";

export interface VirtualList {
  /** Draws anew, after rows were changed, sorted or filtered. */
  refresh(): void;
  /** Scrolls until the row at INDEX is in sight, and draws it. */
  reveal(index: number): void;
}

interface Options {
  /** Scrolls. */
  room: HTMLElement;
  /** In it; as high as all rows together. */
  track: HTMLElement;
  count(): number;
  /** The element of a row. */
  draw(index: number): HTMLElement;
  rowHeight: number;
  signal: AbortSignal;
}

export function virtualList({ room, track, count, draw, rowHeight, signal }: Options): VirtualList {
  const drawn = new Map<number, HTMLElement>();
  let isPlacing = false;
  let isAsked = false;
  const options = () => ({
    count: count(),
    getScrollElement: () => room,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    measureElement,
    onChange: place,
  });
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>(options());

  // Measuring a new element may tell of a change at once: then once more.
  function place(): void {
    isAsked = true;
    if (isPlacing) return;
    isPlacing = true;
    for (let round = 0; isAsked && round < 4; ++round) {
      isAsked = false;
      placeOnce();
    }
    isPlacing = false;
  }
  function placeOnce(): void {
    track.style.height = `${virtualizer.getTotalSize()}px`;
    const wanted = new Set<number>();
    for (const item of virtualizer.getVirtualItems()) {
      let element = drawn.get(item.index);
      if (!element) {
        element = draw(item.index);
        element.dataset.index = String(item.index);
        drawn.set(item.index, element);
        track.append(element);
        virtualizer.measureElement(element);
      }
      element.style.transform = `translateY(${item.start}px)`;
      wanted.add(item.index);
    }
    for (const [index, element] of drawn)
      if (!wanted.has(index)) {
        element.remove();
        drawn.delete(index);
      }
  }
  function refresh(): void {
    for (const element of drawn.values()) element.remove();
    drawn.clear();
    virtualizer.setOptions(options());
    virtualizer._willUpdate();
    virtualizer.measure();
    place();
  }
  const clean = virtualizer._didMount();
  virtualizer._willUpdate();
  signal.addEventListener("abort", clean);
  place();
  return {
    refresh,
    reveal(index) {
      if (!drawn.has(index)) virtualizer.scrollToIndex(index, { align: "auto" });
      place();
    },
  };
}
