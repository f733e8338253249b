import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import './switch.css';

export function Switch({
  isOn,
  onChange,
  isDisabled = false,
  children,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <AriaSwitch className="switch" isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
      <span className="switch-track" />
      <span>{children}</span>
    </AriaSwitch>
  );
}
