import { type Request, send } from "./client";
import { wait } from "../lib/wait";
import { EventReader, type ServerEvent } from "./event-reader";
import { Problem, aborted } from "./problem";

export type { ServerEvent };

/** stream asks for events and hands over each as it comes. It ends with the stream. */
async function stream(method: string, path: string, r: Request, take: (e: ServerEvent) => void): Promise<void> {
  const answer = await send(method, path, { ...r, accept: "text/event-stream" });
  if (answer.body === null) return;
  const reader = new EventReader();
  const body = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await body.read();
    if (done) return;
    for (const event of reader.feed(value)) take(event);
  }
}

/** mostBreaks is how often in a row a stream may break without a new event; breath is how long to wait then, in milliseconds. */
const mostBreaks = 20;
const breath = 1000;

/**
 * follow is stream that goes on after the last event that came where it broke, until over
 * tells that one was the last. What is no mere reading is not asked for a second time.
 */
export async function follow(method: string, path: string, r: Request, take: (e: ServerEvent) => void, over: (e: ServerEvent) => boolean): Promise<void> {
  let seen = "", ended = false;
  for (let breaks = 1; ; breaks++) {
    const headers: Record<string, string> = seen === "" ? {} : { "Last-Event-ID": seen };
    const last = () => ended || breaks > mostBreaks || (seen === "" && method !== "GET");
    try {
      await stream(method, path, { ...r, headers }, (e) => {
        breaks = 0;
        seen = e.id || seen;
        ended ||= over(e);
        take(e);
      });
      if (last()) return;
    } catch (error) {
      const refused = error instanceof Problem && error.status >= 400 && error.status < 500;
      if (refused || aborted(error) || last()) throw error;
    }
    await wait(breath, r.signal);
  }
}
