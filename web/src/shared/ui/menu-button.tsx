import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import type { IconName } from './icon.tsx';
import type { MenuAction } from './menu-action.ts';

const ActionList = lazy(async () => ({ default: (await import('./action-list.tsx')).ActionList }));

/** A button that opens a list of actions. What lists need is fetched with the first of them: no view shows one at its start. */
export function MenuButton({
  icon,
  name,
  actions,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly actions: readonly MenuAction[];
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        icon={icon}
        name={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ActionList name={name} actions={actions} button={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
