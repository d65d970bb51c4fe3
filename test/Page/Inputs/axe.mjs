// node axe.mjs PAGE [WIDTH...]: what axe-core finds wrong in each view, in both themes, on a
// wide and on a narrow screen, or on those of WIDTH.
import { readFileSync } from "node:fs";
import { finish, go, open, pathInPackage } from "./browser.mjs";

const [file, ...widths] = process.argv.slice(2);
const axe = readFileSync(pathInPackage("axe-core/axe.min.js"), "utf8");
const problems = [];
let views = 0;
for (const scheme of ["light", "dark"]) {
  const opened = await open(file, "", { scheme });
  const { page } = opened;
  await page.evaluate(axe);
  const links = await page.$$eval("nav.views a", (all) => all.map((link) => link.getAttribute("href")));
  for (const width of widths.length ? widths.map(Number) : [1280, 800])
    for (const link of links) {
      await page.setViewport({ width, height: 800 });
      await go(page, link);
      if (link.startsWith("#sites")) await page.evaluate(() => document.querySelector(".toggle")?.click());
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      ++views;
      for (const { id, impact, help, nodes } of violations)
        problems.push(`${scheme} ${width} ${link}: ${impact}: ${id}: ${help}: ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ""}`);
    }
  await opened.browser.close();
  problems.push(...opened.problems);
}
console.log(`${views} views`);
await finish({ browser: { close() {} }, problems });
