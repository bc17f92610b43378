/** Problem is an error as the service tells it (RFC 9457), or that it cannot be reached. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly requestId: string;

  constructor(fields: { status: number; code: string; detail: string; hint?: string; requestId?: string }) {
    super(fields.detail);
    this.name = "Problem";
    this.status = fields.status;
    this.code = fields.code;
    this.hint = fields.hint ?? "";
    this.requestId = fields.requestId ?? "";
  }
}

/** problemOf reads an answer that is an error. */
export async function problemOf(answer: Response): Promise<Problem> {
  const requestId = answer.headers.get("X-Request-Id") ?? "";
  try {
    return problemIn(await answer.json(), answer.status, requestId);
  } catch {
    return new Problem({ status: answer.status, code: "unknown", detail: answer.statusText || `HTTP ${answer.status}`, requestId });
  }
}

/** problemIn reads a problem out of JSON, such as a stream's last event. */
export function problemIn(raw: unknown, status = 0, requestId = ""): Problem {
  const p = (typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof p[name] === "string" ? (p[name] as string) : "");
  return new Problem({
    status: typeof p["status"] === "number" ? p["status"] : status,
    code: text("code") || "unknown",
    detail: text("detail") || text("title") || text("message") || `HTTP ${status}`,
    hint: text("hint"),
    requestId: text("request_id") || requestId,
  });
}

/** aborted tells that an error is only the end of something that is no longer wanted. */
export function aborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
