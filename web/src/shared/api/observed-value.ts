import { useSyncExternalStore } from 'react';

/** A value outside of components, to which they can subscribe. */
export interface ObservedValue<T> {
  get(): T;
  set(value: T): void;
  subscribe(onChange: () => void): () => void;
}

export function observedValue<T>(first: T): ObservedValue<T> {
  let value = first;
  const followers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const tell of followers) tell();
    },
    subscribe(onChange) {
      followers.add(onChange);
      return () => followers.delete(onChange);
    },
  };
}

/** Subscribes to a value, or to what `select` takes from it: then only a change of that part renders again. */
export function useObserved<T>(value: ObservedValue<T>): T;
export function useObserved<T, S>(value: ObservedValue<T>, select: (value: T) => S): S;
export function useObserved<T>({ subscribe, get }: ObservedValue<T>, select?: (value: T) => unknown) {
  return useSyncExternalStore(subscribe, select === undefined ? get : () => select(get()));
}
