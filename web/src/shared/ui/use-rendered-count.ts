import { useEffect, useState } from 'react';

/** Number of table rows that fill a window. */
const AT_FIRST = 20;
/** Entries that each frame adds. A row with a button takes up to a millisecond. */
const IN_A_FRAME = 4;

/** The number of list entries to render. It fills the window at once, then grows by a few entries in each frame, so that scrolling stays smooth. */
export function useRenderedCount(count: number, atFirst = AT_FIRST): number {
  const [rendered, setRendered] = useState(atFirst);
  useEffect(() => {
    if (rendered >= count) return;
    const frame = requestAnimationFrame(() => setRendered(rendered + IN_A_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [rendered, count]);
  return Math.min(rendered, count);
}
