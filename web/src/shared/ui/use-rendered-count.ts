import { useEffect, useState } from 'react';

/** Rows of a table that fill a window. */
const AT_FIRST = 20;
/** A row with a button takes up to a millisecond. */
const IN_A_FRAME = 4;

/** How many entries of a list are rendered: those that fill the window at once, then some more in each frame, so that scrolling stays smooth. */
export function useRenderedCount(count: number, atFirst = AT_FIRST): number {
  const [rendered, setRendered] = useState(atFirst);
  useEffect(() => {
    if (rendered >= count) return;
    const frame = requestAnimationFrame(() => setRendered(rendered + IN_A_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [rendered, count]);
  return Math.min(rendered, count);
}
