// Functions' names in ever less room.
import { briefName } from "./names";

/** Without the parameters at its end: "Mesh::at(int) const" is "Mesh::at". */
export function shortName(name: string): string {
  const end = name.replace(/( const)?( \[clone [^\]]*\])?$/, "");
  if (!end.endsWith(")")) return name;
  let depth = 0;
  for (let at = end.length; at-- > 0; ) {
    if (end[at] === ")") ++depth;
    else if (end[at] === "(" && --depth === 0) return at > 0 && end[at - 1] !== " " ? end.slice(0, at) : name;
  }
  return name;
}

/** The name in full, without parameters, without more, then with ever fewer scopes. */
export function shorterNames(name: string): string[] {
  if (name.startsWith("0x")) return [name, name.split(" ")[0]!];
  const brief = briefName(name);
  const scopes = brief.split("::");
  return [name, shortName(name), brief, ...scopes.slice(1).map((_, i) => scopes.slice(i + 1).join("::"))];
}
