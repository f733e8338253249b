import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../shared/theme.css';
import '../shared/ui/field.css';
import '../shared/ui/button.css';
import './exported-page.css';

/** The text of a data block of the file; null when there is none. */
export const blockOf = (id: string): string | null => document.getElementById(id)?.textContent ?? null;

export const exportedData = <Data,>(id = 'data'): Data => JSON.parse(blockOf(id) ?? 'null') as Data;

/** The lines of a block. */
export const exportedLines = <Line,>(id: string): readonly Line[] =>
  (blockOf(id) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

/** The address of a picture in the file. */
export function pictureIn(id: string): string | null {
  const base64 = blockOf(id);
  return base64 === null ? null : `data:image/png;base64,${base64}`;
}

/** Replaces the text for readers without scripts with a view. */
export function showExported(header: ReactNode, view: ReactNode): void {
  const place = document.getElementById('tidemark');
  if (place === null) return;
  forbidOwnStyle();
  createRoot(place).render(
    <StrictMode>
      <header className="exported-header stack tight">{header}</header>
      <main className="stack large">{view}</main>
      <footer className="exported-footer small quiet">Made by Tidemark. This file contacts no server.</footer>
    </StrictMode>,
  );
}

/** The component library would add a style element, which the policy of the file forbids; it looks for this one first. */
function forbidOwnStyle(): void {
  const mark = document.createElement('meta');
  mark.id = 'react-aria-pressable-style';
  document.head.append(mark);
}
