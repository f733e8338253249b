import { type RefObject, useEffect, useRef } from 'react';

/** Where the list of entries stands, and a function that is called when one is added: the focus goes to its first field. */
export function useFocusOnNew(
  count: number,
): readonly [RefObject<HTMLOListElement | null>, (at?: number) => void] {
  const list = useRef<HTMLOListElement>(null);
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    if (awaited.current === null) return;
    const entry = list.current?.children[Math.min(awaited.current, count - 1)];
    awaited.current = null;
    entry?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [count]);
  return [
    list,
    (at = count) => {
      awaited.current = at;
    },
  ];
}
