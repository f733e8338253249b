/** Runs a function at once, and then at most once per interval, in milliseconds. Calls in between become one call at its end. */
export function atMostEvery(ms: number, act: () => void): () => void {
  let isResting = false;
  let isWanted = false;
  const go = () => {
    isResting = true;
    isWanted = false;
    act();
    setTimeout(() => {
      isResting = false;
      if (isWanted) go();
    }, ms);
  };
  return () => {
    isWanted = true;
    if (!isResting) go();
  };
}
