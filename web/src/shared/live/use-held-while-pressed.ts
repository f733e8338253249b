import { useRef, useSyncExternalStore } from 'react';

let isPressed = false;
const followers = new Set<() => void>();

function press(): void {
  isPressed = true;
}

/** After the handlers of the press: they must see the page as it was. */
function release(): void {
  setTimeout(() => {
    isPressed = false;
    for (const tell of followers) tell();
  });
}

globalThis.addEventListener?.('pointerdown', press, { capture: true });
globalThis.addEventListener?.('pointerup', release, { capture: true });
globalThis.addEventListener?.('pointercancel', release, { capture: true });

function onRelease(tell: () => void): () => void {
  followers.add(tell);
  return () => followers.delete(tell);
}

/**
 * Delays a value that moves others on the page, such as an answer of the server, while a mouse button or a finger is down: a press counts only where
 * it began, and would be lost if its button moved away meanwhile.
 */
export function useHeldWhilePressed<T>(value: T): T {
  const shown = useRef(value);
  return useSyncExternalStore(onRelease, () => {
    if (!isPressed) shown.current = value;
    return shown.current;
  });
}
