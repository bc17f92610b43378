/** fewAtATime does something for each of a list, some at a time, and gives what came of each in the order of the list. */
export async function fewAtATime<A, B>(list: readonly A[], most: number, what: (item: A) => Promise<B>): Promise<B[]> {
  const out = new Array<B>(list.length);
  let next = 0;
  const work = async () => {
    while (next < list.length) {
      const i = next++;
      out[i] = await what(list[i] as A);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, work));
  return out;
}
