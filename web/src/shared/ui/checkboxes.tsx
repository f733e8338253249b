import { Checkbox, CheckboxGroup, Label, Text } from 'react-aria-components';
import './checkboxes.css';
import { Icon } from './icon.tsx';

/** Any of a few, all of them in sight. */
export function Checkboxes<T extends string>({
  label,
  choices,
  value,
  onChange,
  help,
}: {
  readonly label: string;
  readonly choices: readonly { readonly id: T; readonly name: string }[];
  readonly value: readonly T[];
  readonly onChange: (value: readonly T[]) => void;
  readonly help?: string | undefined;
}) {
  return (
    <CheckboxGroup className="field" value={[...value]} onChange={(next) => onChange(next as T[])}>
      <Label className="field-label">{label}</Label>
      <div className="checkboxes">
        {choices.map(({ id, name }) => (
          <Checkbox key={id} value={id} className="checkbox">
            <span className="checkbox-box">
              <Icon name="check" />
            </span>
            {name}
          </Checkbox>
        ))}
      </div>
      {help !== undefined && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
    </CheckboxGroup>
  );
}
