import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './dialog.css';

/** Something that must be dealt with first. `side`: slides in from the side, for navigation on a phone. */
export function Dialog({
  title,
  isTitleHidden = false,
  isOpen,
  onClose,
  place = 'middle',
  children,
}: {
  readonly title: string;
  readonly isTitleHidden?: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly place?: 'middle' | 'top' | 'side';
  readonly children: ReactNode;
}) {
  return (
    <ModalOverlay
      className={`overlay ${place}`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className={`modal ${place}`}>
        <AriaDialog className="dialog">
          <Heading slot="title" className={isTitleHidden ? 'visually-hidden' : 'dialog-title'}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
