import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import { observedValue } from '../api/observed-value.ts';

interface ToastWords {
  readonly text: string;
  readonly kind: 'done' | 'failed';
  readonly undo?: () => void;
}

export const toastQueue = new ToastQueue<ToastWords>({ maxVisibleToasts: 3 });

/** Whether there was a message yet: the list of messages is rendered with the first one. */
export const hasSpoken = observedValue(false);

/** Long enough to read a sentence and to reach a button. */
const SHOWN_MS = 7000;

/** Says that something was done. With `undo`, a button takes it back; `onGone` is called when that is no longer possible. */
export function sayDone(text: string, undo?: () => void, onGone?: () => void): void {
  toastQueue.add(
    { text, kind: 'done', ...(undo !== undefined && { undo }) },
    { timeout: SHOWN_MS, ...(onGone !== undefined && { onClose: onGone }) },
  );
  hasSpoken.set(true);
}

/** Says that something failed; it stays until it is closed. */
export function sayFailed(text: string): void {
  toastQueue.add({ text, kind: 'failed' });
  hasSpoken.set(true);
}
