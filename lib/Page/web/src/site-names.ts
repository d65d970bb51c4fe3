// What a site is called in tables: the line that a person would change.
import { has, load } from "./data";
import { h } from "./dom";
import { baseName } from "./format";
import { briefName } from "./names";
import type { Frame, Site, Sites } from "./report";
import type { Context } from "./views";

/** Of library code, the user's line that leads there. */
export function lineOf(site: Site): Frame {
  return site.callers[0] ?? site;
}

export interface SiteName {
  /** "Mesh::subdivide mesh.cpp:79" */
  text: string;
  /** The site itself, with all of its name. */
  full: string;
}

export function nameOfFrame(frame: Pick<Frame, "function" | "file" | "line">): string {
  const name = briefName(frame.function) || "?";
  return frame.file ? `${name} ${baseName(frame.file)}:${frame.line}` : name;
}

/** By id of the site. */
export async function siteNames(run: number): Promise<Map<string, SiteName>> {
  if (!has("sites", run)) return new Map();
  const { sites } = await load<Sites>("sites", run);
  return new Map(sites.map((site) => [site.id, { text: nameOfFrame(lineOf(site)), full: `${site.function || "?"} @ ${site.file}:${site.line}` }]));
}

/** Leads to a site, if it is one. */
export function siteLink(name: SiteName, site: string | null | undefined, context: Context): HTMLElement {
  const text = h("code", {}, name.text);
  return site ? h("a", { href: context.link("sites", { site }), title: name.full }, text) : text;
}
