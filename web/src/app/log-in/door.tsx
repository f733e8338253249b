import { type ReactNode, useEffect } from 'react';
import { Mark } from '../shell/mark.tsx';
import './door.css';

/** What stands before everything else: a card in the middle with a form. */
export function Door({
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
    <main className="door">
      <form
        className="card door-card"
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
