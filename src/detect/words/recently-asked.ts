/** Enough for almost all the words of a large site that occur more than once; twice as many are kept at most. */
const mostWords = 50_000;
/** Longer ones are no words of a language: they hardly occur twice. */
const longestWord = 80;

/** The same function, but what it said about a word lately it need not find out again. */
export function recentlyAsked<Answer extends string | object>(
  answer: (word: string) => Answer,
): (word: string) => Answer {
  let recent = new Map<string, Answer>();
  let older: ReadonlyMap<string, Answer> = new Map();
  return (word) => {
    const known = recent.get(word);
    if (known !== undefined) return known;
    if (word.length > longestWord) return answer(word);
    if (recent.size >= mostWords) {
      older = recent;
      recent = new Map();
    }
    const found = older.get(word) ?? answer(word);
    recent.set(word, found);
    return found;
  };
}
