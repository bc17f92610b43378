import { useEffect, useState } from "preact/hooks";

/** Store holds one value and tells who listens when it is another. */
export class Store<T> {
  private readonly listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listen of [...this.listeners]) listen();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value));
  }

  subscribe(listen: () => void): () => void {
    this.listeners.add(listen);
    return () => this.listeners.delete(listen);
  }
}

/** useStore gives a store's value, and draws the component anew when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.value);
  useEffect(() => {
    setValue(() => store.value);
    return store.subscribe(() => setValue(() => store.value));
  }, [store]);
  return value;
}
