import { useSyncExternalStore } from 'react';

/** A value outside of components that they can follow. */
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

/** Follows a value, or what `select` takes from it: then only a change of that draws again. */
export function useObserved<T>(value: ObservedValue<T>): T;
export function useObserved<T, S>(value: ObservedValue<T>, select: (value: T) => S): S;
export function useObserved<T>({ subscribe, get }: ObservedValue<T>, select?: (value: T) => unknown) {
  return useSyncExternalStore(subscribe, select === undefined ? get : () => select(get()));
}
