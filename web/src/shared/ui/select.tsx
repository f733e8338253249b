import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import './field.css';
import { Icon } from './icon.tsx';
import './menu.css';

/** One of a list. */
export function Select<T extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly options: readonly { readonly id: T; readonly name: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    <AriaSelect className="field" value={value} onChange={(next) => onChange(next as T)}>
      <Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <Button className="select-button">
        <SelectValue />
        <Icon name="down" />
      </Button>
      <Popover className="popover">
        <ListBox className="menu">
          {options.map(({ id, name }) => (
            <ListBoxItem key={id} id={id} textValue={name} className="menu-item">
              {name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
