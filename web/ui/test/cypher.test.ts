import assert from "node:assert/strict";
import { test } from "node:test";

import { browserCypher } from "../src/lib/cypher";

test("no text gets out of its literal", () => {
  const got = browserCypher({ cypher: "RETURN $a", params: { "b`c": [1, null, true], a: "'; MATCH (n) DETACH DELETE n //\\\n" } });
  assert.equal(got, ":param `a` => '\\'; MATCH (n) DETACH DELETE n //\\\\\\u000a';\n:param `b``c` => [1, null, true];\nRETURN $a;");
});
