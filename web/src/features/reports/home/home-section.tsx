import { type ReactElement, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { useDrawnPart } from '../../../shared/ui/use-drawn-part.ts';
import './home-list.css';

/** More are a list to look through: somebody with 200 projects asks for it. */
const AT_FIRST = 10;
/** A button that hides less than this takes as much room as what it hides. */
const NOT_WORTH_HIDING = 3;

/** A list of the home page with its title; all of a long one is shown when it is asked for. */
export function HomeList({
  title,
  children,
}: {
  readonly title: string;
  readonly children: readonly ReactElement[];
}) {
  const [isWhole, setWhole] = useState(false);
  const count = children.length;
  const isLong = count > AT_FIRST + NOT_WORTH_HIDING;
  const drawn = useDrawnPart(isWhole || !isLong ? count : AT_FIRST);
  return (
    <section className="stack tight">
      <h2>{title}</h2>
      <ul className="card home-list">{children.slice(0, drawn)}</ul>
      {isLong && !isWhole && (
        <div className="row">
          <Button onPress={() => setWhole(true)}>Show all {count}</Button>
        </div>
      )}
    </section>
  );
}
