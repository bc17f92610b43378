import { type Request, send } from "./client";
import { EventReader, type ServerEvent } from "./event-reader";

export type { ServerEvent };

/** stream asks for events and hands over each as it comes. It ends with the stream. */
export async function stream(method: string, path: string, r: Request, take: (e: ServerEvent) => void): Promise<void> {
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
