import { useEffect, useState } from 'react';

/** Rows of a table that fill a window. */
const AT_FIRST = 20;
/** A row with a button takes up to a millisecond. */
const IN_A_FRAME = 4;

/** How many of a list are drawn by now: what fills the window at once, then some in each frame, so that no frame is long while somebody scrolls. */
export function useDrawnPart(count: number, atFirst = AT_FIRST): number {
  const [drawn, setDrawn] = useState(atFirst);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + IN_A_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
}
