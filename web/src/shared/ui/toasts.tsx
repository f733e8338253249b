import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './toasts.css';

interface ToastWords {
  readonly text: string;
  readonly kind: 'done' | 'failed';
  readonly undo?: () => void;
}

const queue = new ToastQueue<ToastWords>({ maxVisibleToasts: 3 });

/** Long enough to read a sentence and to reach a button. */
const SHOWN_MS = 7000;

/** Says that something was done. With `undo`, a button takes it back; `onGone` is called when that is no longer possible. */
export function sayDone(text: string, undo?: () => void, onGone?: () => void): void {
  queue.add(
    { text, kind: 'done', ...(undo !== undefined && { undo }) },
    { timeout: SHOWN_MS, ...(onGone !== undefined && { onClose: onGone }) },
  );
}

/** Says that something failed; it stays until it is closed. */
export function sayFailed(text: string): void {
  queue.add({ text, kind: 'failed' });
}

export function Toasts() {
  return (
    <ToastRegion queue={queue} className="toasts" aria-label="Messages">
      {({ toast }) => (
        <Toast toast={toast} className={`toast ${toast.content.kind}`}>
          <ToastContent className="toast-text">
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.undo !== undefined && (
            <Button
              look="bare"
              onPress={() => {
                toast.content.undo?.();
                queue.close(toast.key);
              }}
            >
              Undo
            </Button>
          )}
          <AriaButton slot="close" className="button bare only-icon" aria-label="Close">
            <Icon name="close" />
          </AriaButton>
        </Toast>
      )}
    </ToastRegion>
  );
}
