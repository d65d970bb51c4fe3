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
  let drawn = new Map<number, HTMLElement>();
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

  function place(): void {
    track.style.height = `${virtualizer.getTotalSize()}px`;
    const next = new Map<number, HTMLElement>();
    for (const item of virtualizer.getVirtualItems()) {
      let element = drawn.get(item.index);
      if (!element) {
        element = draw(item.index);
        element.dataset.index = String(item.index);
        track.append(element);
        virtualizer.measureElement(element);
      }
      element.style.transform = `translateY(${item.start}px)`;
      next.set(item.index, element);
    }
    for (const [index, element] of drawn) if (!next.has(index)) element.remove();
    drawn = next;
  }
  function refresh(): void {
    for (const element of drawn.values()) element.remove();
    drawn = new Map();
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
