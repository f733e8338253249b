import { type ReactElement, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { useRenderedCount } from '../../../shared/ui/use-rendered-count.ts';
import './home-section.css';

/** With 200 projects, the page stays short. */
const AT_FIRST = 10;
/** A button that hides less than this takes as much room as what it hides. */
const NOT_WORTH_HIDING = 3;

/** A section of the home page: a title and a list. A button shows the rest of a long list. */
export function HomeSection({
  title,
  children,
}: {
  readonly title: string;
  readonly children: readonly ReactElement[];
}) {
  const [isWhole, setWhole] = useState(false);
  const count = children.length;
  const isLong = count > AT_FIRST + NOT_WORTH_HIDING;
  const rendered = useRenderedCount(isWhole || !isLong ? count : AT_FIRST);
  return (
    <section className="stack tight">
      <h2>{title}</h2>
      <ul className="card home-section">{children.slice(0, rendered)}</ul>
      {isLong && !isWhole && (
        <div className="row">
          <Button onPress={() => setWhole(true)}>Show all {count}</Button>
        </div>
      )}
    </section>
  );
}
