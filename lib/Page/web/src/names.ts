// Names of functions as people say them.

/**
 * "multiscale::Mesh::operator[]" of "Element multiscale::Mesh::operator[](int) const":
 * no parameters, no template arguments, no return type.
 */
export function briefName(name: string): string {
  let out = "";
  let at = 0;
  while (at < name.length) {
    const rest = name.slice(at, at + 16);
    const operator = /^operator(?:\(\)|\[\]|->\*?|<=>|<<=?|>>=?|[<>]=?|[^\w\s(<]+)/.exec(rest);
    const isStart = at === 0 || !/\w/.test(name[at - 1]!);
    if (operator && isStart) {
      out += operator[0];
      at += operator[0].length;
    } else if (name.startsWith("(anonymous namespace)", at)) {
      out += "(anonymous namespace)";
      at += 21;
    } else if (name[at] === "<" || name[at] === "(") {
      at = endOfBrackets(name, at);
    } else {
      out += name[at++];
    }
  }
  out = out.replace(/ (const|volatile|&&?)$/g, "").trim();
  const conversion = out.search(/\boperator (?!\()/);
  const before = conversion < 0 ? out : out.slice(0, conversion);
  const type = before.replace("(anonymous namespace)", "(anonymous_namespace)").lastIndexOf(" ");
  return (type < 0 ? out : out.slice(type + 1)) || name;
}

/** Behind the bracket that closes the one at START. */
function endOfBrackets(name: string, start: number): number {
  let open = 0;
  for (let at = start; at < name.length; ++at) {
    const char = name[at]!;
    if (char === "<" || char === "(") ++open;
    else if (char === ")" || (char === ">" && name[at - 1] !== "-")) --open;
    if (open === 0) return at + 1;
  }
  return name.length;
}
