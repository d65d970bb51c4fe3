// A flame graph by keyboard.
import type { FlameView } from "./views/flame";

export function flameKeys(view: FlameView, event: KeyboardEvent): void {
  const beside = (step: number) => {
    const all = view.siblings(view.selected);
    view.select(all[all.indexOf(view.selected) + step] ?? view.selected);
  };
  const inwards = () => view.select(view.callees(view.selected)[0] ?? view.selected);
  const outwards = () => view.select(view.callerOf(view.selected));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => beside(-1),
    ArrowRight: () => beside(1),
    ArrowDown: view.isIcicle ? inwards : outwards,
    ArrowUp: view.isIcicle ? outwards : inwards,
    Home: () => view.select(view.root),
    Enter: () => view.zoom(view.selected),
    Backspace: () => view.zoomOut(),
    Escape: () => view.zoom(0),
  };
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act();
}
