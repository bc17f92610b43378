import { useCallback, useEffect, useState } from "preact/hooks";

/** Loaded is something that is fetched: still on its way, there, or not to be had. */
export interface Loaded<T> {
  data?: T;
  error?: unknown;
  loading: boolean;
  /** reload fetches again; what is there stays until it comes. */
  reload: () => void;
}

/** useLoad fetches when its inputs change, and ends what it no longer needs. */
export function useLoad<T>(fetch: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "reload">>({ loading: true });
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEffect(() => setState({ loading: true }), inputs);
  useEffect(() => {
    const control = new AbortController();
    fetch(control.signal).then(
      (data) => !control.signal.aborted && setState({ data, loading: false }),
      (error: unknown) => !control.signal.aborted && setState((old) => ({ data: old.data, error, loading: false })),
    );
    return () => control.abort();
  }, [...inputs, turn]);
  return { ...state, reload };
}
