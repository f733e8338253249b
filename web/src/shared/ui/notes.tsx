import type { ReactNode } from 'react';
import { problemWords } from '../api/problem-words.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import './notes.css';

/** Nothing is here yet: says why, and what to do. */
export function EmptyNote({
  icon,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="empty-note">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children !== undefined && <div className="empty-note-words">{children}</div>}
    </div>
  );
}

/** Something failed: says what happened and what to do. */
export function ProblemNote({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}) {
  const { title, detail } = problemWords(error);
  return (
    <div className="problem-note" role="alert">
      <Icon name="warn" />
      <div>
        <strong>{title}</strong>
        <p>{detail}</p>
      </div>
      {onRetry !== undefined && <Button onPress={onRetry}>Try again</Button>}
    </div>
  );
}

/** Grey placeholders in the size of the expected answer, so that the layout does not shift. */
export function Waiting({ lines = 3, what }: { readonly lines?: number; readonly what: string }) {
  return (
    <div className="waiting" role="status">
      <span className="visually-hidden">Loading {what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="waiting-line" />
      ))}
    </div>
  );
}
