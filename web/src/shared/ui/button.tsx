import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** `main`: the one thing to do here. `danger`: it removes something. `bare`: among text and in bars. */
  readonly look?: 'main' | 'usual' | 'danger' | 'bare';
  readonly icon?: IconName;
  readonly children: ReactNode;
}

export function Button({ look = 'usual', icon, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={`button ${look}`}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </AriaButton>
  );
}

/** A button that shows only its picture; its name is read aloud and shown by the browser. */
export function IconButton({
  icon,
  name,
  ...rest
}: Omit<ButtonProps, 'children' | 'look'> & {
  readonly icon: IconName;
  readonly name: string;
  readonly ref?: Ref<HTMLButtonElement>;
}) {
  return (
    <AriaButton {...rest} aria-label={name} className="button bare only-icon">
      <Icon name={icon} />
    </AriaButton>
  );
}
