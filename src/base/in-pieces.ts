/** Does work that can be done piece by piece in one go, where nobody waits for anything else. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
