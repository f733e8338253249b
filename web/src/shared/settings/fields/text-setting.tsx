import { useState } from 'react';
import { useHeldWhilePressed } from '../../live/use-held-while-pressed.ts';
import { TextField } from '../../ui/text-field.tsx';
import { asText, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';
import { helpBeside } from './help-beside.ts';

interface TextSettingProps {
  readonly place: Place;
  readonly label: string;
  /** Instead of what the schema says. */
  readonly help?: string;
  readonly placeholder?: string;
  readonly isLabelHidden?: boolean;
  /** Whether what looks like a number is one. */
  readonly isNumber?: boolean;
  /** Whether it is written even when it is empty, because the field is required. */
  readonly isNeeded?: boolean;
}

/** A line of text of the project; an empty one is not written. */
export function TextSetting(props: TextSettingProps) {
  const { place, label, help, isNumber = false, isNeeded = false, ...rest } = props;
  const draft = useDraft();
  const value = draft.read(place);
  const [isInside, setInside] = useState(false);
  // An empty field gets no message while the user is still in it.
  const isBegun = useHeldWhilePressed(isInside && asText(value) === '');
  const words = help ?? helpBeside(label, draft.help(place));
  return (
    <TextField
      {...rest}
      label={label}
      value={asText(value)}
      onChange={(typed) => draft.set(place, isNeeded && typed === '' ? '' : written(typed, isNumber))}
      onFocusChange={setInside}
      error={isBegun ? null : draft.problem(place)}
      {...(words !== undefined && words !== '' && { help: words })}
      {...(isNumber && { inputMode: 'numeric' as const })}
    />
  );
}

function written(typed: string, isNumber: boolean): string | number | undefined {
  if (typed === '') return undefined;
  return isNumber && /^\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed;
}
