import { useEffect, useId, useRef, useState } from 'react';
import './file-editor.css';
import { sentence } from '../words/sentence.ts';
import { helpAt } from './help-at.ts';
import type { FileProblem } from './use-checked-file.ts';
import { useProjectSchema } from './use-project-schema.ts';

/** The project file as text, with problems at their lines and an explanation of the field under the cursor. */
export function FileEditor({
  text,
  onChange,
  problems,
  takesFocus = false,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly problems: readonly FileProblem[];
  /** Whether it was just asked for, so that typing goes there. */
  readonly takesFocus?: boolean;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [line, setLine] = useState(0);
  const schema = useProjectSchema();
  const help = schema === null ? null : helpAt(schema, text, line);
  const lines = text.split('\n');
  const worst = new Map(problems.toReversed().map((problem) => [problem.line, problem.severity]));
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const followCursor = () => {
    const place = field.current?.selectionStart ?? 0;
    setLine(text.slice(0, place).split('\n').length - 1);
  };
  return (
    <div className="file-editor">
      <label htmlFor={id} className="field-label">
        Project file
      </label>
      <div className="file-editor-frame">
        <div className="file-editor-gutter" aria-hidden="true">
          {lines.map((_, number) => (
            <span key={number} className={worst.get(number + 1) ?? ''}>
              {number + 1}
            </span>
          ))}
        </div>
        <textarea
          id={id}
          ref={field}
          className="code"
          value={text}
          rows={Math.max(lines.length, 8)}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          aria-invalid={problems.some(({ severity }) => severity === 'error')}
          aria-describedby={`${id}-help ${id}-problems`}
          onChange={({ target }) => onChange(target.value)}
          onSelect={followCursor}
        />
      </div>
      <p id={`${id}-help`} className="file-editor-help">
        {help === null ? (
          'Put the cursor on a field to read what it does.'
        ) : (
          <>
            <code>{help.path}</code> {help.text}
          </>
        )}
      </p>
      <ul id={`${id}-problems`} className="file-editor-problems" aria-live="polite">
        {problems.map(({ severity, line: at, column, message, hint }) => (
          <li key={`${at} ${column} ${message}`} className={severity}>
            <button type="button" onClick={() => goTo(field.current, text, at, column)}>
              Line {at}
            </button>
            <span>
              {sentence(message)} <span className="quiet">{sentence(hint)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function goTo(field: HTMLTextAreaElement | null, text: string, line: number, column: number): void {
  const start =
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length +
    (line > 1 ? 1 : 0) +
    column -
    1;
  field?.focus();
  field?.setSelectionRange(start, start);
}
