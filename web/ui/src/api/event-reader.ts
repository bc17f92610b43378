/** ServerEvent is one event of a stream; its data is JSON. */
export interface ServerEvent {
  event: string;
  id: string;
  data: unknown;
}

/** EventReader cuts a stream of server-sent events into events, however it comes in. */
export class EventReader {
  private rest = "";
  private id = "";

  /** feed takes the next piece of the stream and gives the events that it completes. */
  feed(piece: string): ServerEvent[] {
    this.rest += piece;
    const events: ServerEvent[] = [];
    for (;;) {
      const end = /\r?\n\r?\n/.exec(this.rest);
      if (end === null) return events;
      const event = this.read(this.rest.slice(0, end.index));
      this.rest = this.rest.slice(end.index + end[0].length);
      if (event !== null) events.push(event);
    }
  }

  private read(block: string): ServerEvent | null {
    let event = "message";
    const data: string[] = [];
    for (const line of block.split(/\r?\n/)) {
      const colon = line.indexOf(":");
      if (colon === 0) continue; // a comment, which keeps the connection alive
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") event = value;
      else if (field === "data") data.push(value);
      else if (field === "id") this.id = value;
    }
    return data.length === 0 ? null : { event, id: this.id, data: JSON.parse(data.join("\n")) };
  }
}
