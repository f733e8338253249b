import type { RefObject } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import './menu.css';
import { Icon } from './icon.tsx';
import type { MenuAction } from './menu-action.ts';

/** The open list of a menu button. */
export function ActionList({
  name,
  actions,
  button,
  onClose,
}: {
  readonly name: string;
  readonly actions: readonly MenuAction[];
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}) {
  return (
    <Popover
      className="popover"
      placement="bottom end"
      triggerRef={button}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Menu
        className="menu"
        aria-label={name}
        autoFocus="first"
        onClose={onClose}
        onAction={(key) => actions.find(({ id }) => id === key)?.run()}
      >
        {actions.map(({ id, name: words, icon, isDangerous }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={words}
            className={`menu-item ${isDangerous === true ? 'dangerous' : ''}`}
          >
            {icon !== undefined && <Icon name={icon} />}
            {words}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
