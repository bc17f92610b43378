/** longestPause is the most milliseconds between two tries. */
const longestPause = 10_000;

/**
 * pauseOf is how long to wait before asking again, in milliseconds; undefined where that
 * would not help. Only a request that was put off (429) is made again: nothing was done for it.
 */
export function pauseOf(answer: { status: number; headers: Headers }): number | undefined {
  if (answer.status !== 429) return undefined;
  const seconds = Number.parseFloat(answer.headers.get("Retry-After") ?? "");
  return Math.min(longestPause, seconds > 0 ? 1000 * seconds : 1000);
}
