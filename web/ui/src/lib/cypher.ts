import type { Shown } from "../api/types";

/**
 * browserCypher writes a statement as Neo4j Browser takes it: each parameter on a
 * line of its own, and then the statement.
 */
export function browserCypher(shown: Shown): string {
  const params = Object.keys(shown.params).sort().map((name) => `:param \`${name.replaceAll("`", "``")}\` => ${literal(shown.params[name])};`);
  return [...params, `${shown.cypher};`].join("\n");
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value).map(([k, v]) => `\`${k.replaceAll("`", "``")}\`: ${literal(v)}`).join(", ")}}`;
  }
  if (typeof value === "string") {
    // A backslash escape for everything that could end the string or the line.
    const body = value.replace(/[\\'"\u0000-\u001f\u007f\u2028\u2029]/g, (c) => (c === "\\" || c === "'" || c === '"' ? `\\${c}` : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`));
    return `'${body}'`;
  }
  return value === null || value === undefined ? "null" : String(value);
}
