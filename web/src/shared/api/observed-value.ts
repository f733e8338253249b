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

export const useObserved = <T>({ subscribe, get }: ObservedValue<T>): T =>
  useSyncExternalStore(subscribe, get);
