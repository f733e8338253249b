import type { ReactNode } from 'react';
import { TextField as AriaTextField, FieldError, Label, Text, TextArea } from 'react-aria-components';
import './field.css';

/** Several lines of text. */
export function LinesField({
  label,
  value,
  onChange,
  onLeave,
  help,
  error,
  placeholder = '',
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onLeave?: () => void;
  readonly help?: ReactNode;
  readonly error?: string | null;
  readonly placeholder?: string;
}) {
  return (
    <AriaTextField
      className="field"
      value={value}
      onChange={onChange}
      {...(onLeave !== undefined && { onBlur: onLeave })}
      isInvalid={error != null}
    >
      <Label className="field-label">{label}</Label>
      <TextArea
        className="field-input field-lines"
        rows={Math.max(value.split('\n').length, 2)}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
      />
      {help !== undefined && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}
