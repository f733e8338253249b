/** Does something at once, and then at most once in so many milliseconds. What was asked for meanwhile is done at the end of them. */
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
