// node callgraph.mjs PAGE: how many boxes and edges the call graph has, and what is
// wrong with them.
import { finish, open } from "./browser.mjs";

/** Counts the edges that run through a box which they do not end at. */
function edgesBehindBoxes(edges) {
  const boxes = [...document.querySelectorAll(".vertex rect")].map((box) => box.getBoundingClientRect());
  return edges.filter((edge) => {
    const length = edge.getTotalLength();
    const screen = edge.getScreenCTM();
    for (let at = 2; at < length - 2; ++at) {
      const { x, y } = edge.getPointAtLength(at).matrixTransform(screen);
      if (boxes.some((box) => x > box.left + 2 && x < box.right - 2 && y > box.top + 2 && y < box.bottom - 2)) return true;
    }
    return false;
  }).length;
}

/** Counts the boxes that are too narrow for their text. */
function narrowBoxes(boxes) {
  return boxes.filter((box) => {
    const room = box.querySelector("rect").getBBox().width;
    return [...box.querySelectorAll("text")].some((text) => text.getBBox().x + text.getBBox().width > room);
  }).length;
}

const opened = await open(process.argv[2], "#callgraph?share=1");
const { page } = opened;
const edges = await page.$$eval("svg.graph path.edge", (all) => all.length);
console.log(`${await page.$$eval(".vertex", (all) => all.length)} boxes, ${edges} edges`);
console.log("too narrow:", await page.$$eval(".vertex", narrowBoxes));
console.log("behind boxes:", await page.$$eval("svg.graph path.edge", edgesBehindBoxes));
await finish(opened);
