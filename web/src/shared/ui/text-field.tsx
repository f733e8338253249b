import type { ReactNode } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
} from 'react-aria-components';
import './field.css';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  /** Whether only screen readers get the label, because the text around the field says the same. */
  readonly isLabelHidden?: boolean;
  readonly help?: ReactNode;
  readonly error?: string | null;
  readonly placeholder?: string;
}

export function TextField({ label, isLabelHidden, help, error, placeholder = '', ...rest }: TextFieldProps) {
  return (
    <AriaTextField {...rest} isInvalid={error != null} className="field">
      <Label className={isLabelHidden === true ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <Input placeholder={placeholder} className="field-input" />
      {help !== undefined && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}
