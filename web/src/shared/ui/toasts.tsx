import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { toastQueue } from './toast-queue.ts';
import './toasts.css';

/** The latest messages. */
export function Toasts() {
  return (
    <ToastRegion queue={toastQueue} className="toasts" aria-label="Messages">
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
                toastQueue.close(toast.key);
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
