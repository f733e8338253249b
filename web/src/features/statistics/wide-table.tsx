import type { ReactNode } from 'react';

/** A table that may be wider than the page: it scrolls inside, also by keyboard. */
export function WideTable({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, it could not be scrolled by keyboard.
    <section className="card wide-table" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}
