import type { ReactElement } from 'react';
import './rows.css';
import { useDrawnPart } from './use-drawn-part.ts';

interface Column {
  readonly title: string;
  readonly look: 'narrow' | 'aloud';
}

/** A column that is as wide as what stands in it. */
export const narrow = (title: string): Column => ({ title, look: 'narrow' });

/** A column of buttons, whose title is only read aloud. */
export const aloud = (title: string): Column => ({ title, look: 'aloud' });

/** A list as a table, which becomes cards on a phone. A long one is drawn bit by bit, so that scrolling goes on meanwhile. */
export function Rows({
  columns,
  children,
}: {
  readonly columns: readonly (string | Column)[];
  readonly children: readonly ReactElement[];
}) {
  const drawn = useDrawnPart(children.length);
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
      <tbody>{children.slice(0, drawn)}</tbody>
    </table>
  );
}
