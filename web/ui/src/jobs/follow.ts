import type { Grove } from "../api/grove";
import type { Job } from "../api/types";
import { Problem } from "../api/problem";

/** again is how long a lost stream waits before it is taken up, in milliseconds; a few times. */
const again = 1000;
const tries = 20;

/** follow hands over a job each time it moves, until it is over. A lost connection is taken up where it was lost. */
export async function follow(grove: Grove, id: string, signal: AbortSignal, take: (job: Job) => void): Promise<void> {
  let seen = "";
  let ended = false;
  for (let attempt = 0; attempt < tries && !ended; attempt++) {
    try {
      await grove.watch(id, seen, signal, (e) => {
        seen = e.id || seen;
        attempt = 0;
        if (e.event === "error") return;
        take(e.data as Job);
        ended = e.event === "done";
      });
    } catch (error) {
      if (signal.aborted || (error instanceof Problem && error.status >= 400 && error.status < 500)) throw error;
    }
    if (!ended) await new Promise((resolve) => setTimeout(resolve, again));
    signal.throwIfAborted();
  }
}
