/** longestTask is for how many milliseconds work goes on before the page is let do something else. */
const longestTask = 25;

/** breather gives a function to call between the parts of a long work: it lets the page do something else where that is due. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestTask) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  };
}
