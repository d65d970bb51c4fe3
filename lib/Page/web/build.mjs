// node build.mjs PAGE: bundles src/ into one file, with script and style inside,
// and writes it to PAGE. The policy in it allows these two, by their hashes, and
// nothing else: no other script, no network, no frame.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const page = process.argv[2];
if (!page) {
  console.error("usage: node build.mjs PAGE");
  process.exit(2);
}
const made = await build({
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "inline",
  metafile: true,
  write: false,
  outdir: "out",
});
const content = (ending) => made.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const script = content(".js");
if (/<\/script|<!--/i.test(script)) throw new Error("the script would end its own element");
const style = content(".css");
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** What the licences of the packages inside ask for: their texts. */
function licences() {
  const packages = new Set(Object.keys(made.metafile.inputs).flatMap((path) => path.match(/^node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? []));
  const texts = [...packages].sort().map((folder) => {
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : "";
    return `${about.name} ${about.version}, ${about.license}\n\n${text}\n`;
  });
  return texts.length ? `<!--\nThis page holds:\n\n${texts.join("\n").replace(/-{2,}/g, "-")}-->` : "";
}

const parts = { policy, style, script, licences: licences() };
const template = readFileSync("src/page.html", "utf8");
mkdirSync(dirname(page), { recursive: true });
writeFileSync(page, template.replace(/<!--(policy|style|script|licences)-->/g, (_, part) => parts[part]));
