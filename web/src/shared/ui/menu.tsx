import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';
import './menu.css';

export interface MenuAction {
  readonly id: string;
  readonly name: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  readonly run: () => void;
}

/** A button, the first child, that opens a list of actions. */
export function ActionMenu({
  name,
  actions,
  children,
}: {
  readonly name: string;
  readonly actions: readonly MenuAction[];
  readonly children: ReactNode;
}) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom end">
        <AriaMenu
          className="menu"
          aria-label={name}
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
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
