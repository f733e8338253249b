import type { ReactElement } from 'react';
import './rows.css';
import { useRenderedCount } from './use-rendered-count.ts';

interface Column {
  readonly title: string;
  readonly look: 'narrow' | 'aloud';
}

/** A column that is as wide as its contents. */
export const narrow = (title: string): Column => ({ title, look: 'narrow' });

/** A column of buttons, whose title is only read aloud. */
export const aloud = (title: string): Column => ({ title, look: 'aloud' });

/** A list as a table, which becomes cards on a phone. A long one is rendered in pieces, so that scrolling stays smooth. */
export function Rows({
  columns,
  children,
}: {
  readonly columns: readonly (string | Column)[];
  readonly children: readonly ReactElement[];
}) {
  const rendered = useRenderedCount(children.length);
  return (
    <table className="rows">
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.title} scope="col" className="narrow">
                {column.look === 'aloud' ? (
                  <span className="visually-hidden">{column.title}</span>
                ) : (
                  column.title
                )}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children.slice(0, rendered)}</tbody>
    </table>
  );
}
