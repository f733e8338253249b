import { type ReactNode, useEffect } from 'react';
import { Mark } from '../shell/mark.tsx';
import './log-in-frame.css';

/** The frame of log-in pages: a card in the middle with a form. */
export function LogInFrame({
  title,
  onEnter,
  children,
}: {
  readonly title: string;
  readonly onEnter: () => void;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Tidemark`;
  }, [title]);
  return (
    <main className="log-in-frame">
      <form
        className="card log-in-frame-card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onEnter();
        }}
      >
        <Mark />
        <h1>{title}</h1>
        {children}
      </form>
    </main>
  );
}
