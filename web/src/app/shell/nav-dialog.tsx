import { Dialog } from '../../shared/ui/dialog.tsx';
import { SideNav } from './side-nav.tsx';

/** The navigation on a phone. */
export function NavDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Navigation" isTitleHidden isOpen onClose={onClose} place="side">
      <SideNav />
    </Dialog>
  );
}
