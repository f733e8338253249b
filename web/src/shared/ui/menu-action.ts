import type { IconName } from './icon.tsx';

/** A line of a menu. */
export interface MenuAction {
  readonly id: string;
  readonly name: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  readonly run: () => void;
}
