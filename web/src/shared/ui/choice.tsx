import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import './choice.css';

interface Choice<T extends string> {
  readonly value: T;
  readonly title: string;
  readonly help?: ReactNode;
}

/** One of a few, all of them in sight. `cards` for choices with a sentence each, `line` for short ones. */
export function ChoiceGroup<T extends string>({
  label,
  isLabelHidden = false,
  choices,
  value,
  onChange,
  look = 'line',
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly look?: 'line' | 'cards';
}) {
  return (
    <RadioGroup
      className="choice"
      value={value}
      onChange={(next) => onChange(next as T)}
      orientation={look === 'line' ? 'horizontal' : 'vertical'}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <div className={`choice-${look}`}>
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className="choice-one">
            <span className="choice-title">{choice.title}</span>
            {choice.help !== undefined && <span className="choice-help">{choice.help}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
