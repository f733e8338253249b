/**
 * About how many instructions a pattern has at least, without compiling it: each character, class or escape is one, and `{n,m}` repeats what stands
 * before it. Takes one pass; a pattern that cannot be read gets some number, and the compiler says what is wrong with it.
 */
export function leastSize(regex: string): number {
  /** The sizes of the groups that are open, and of what a repetition would repeat in each. */
  const open: { whole: number; last: number }[] = [{ whole: 0, last: 0 }];
  const add = (size: number): void => {
    const group = open.at(-1);
    if (group === undefined) return;
    group.whole += size;
    group.last = size;
  };
  for (const [token, repeated] of regex.matchAll(TOKEN)) {
    if (token === '(') open.push({ whole: 0, last: 0 });
    else if (token === ')') {
      if (open.length > 1) add(open.pop()?.whole ?? 0);
    } else if (repeated === undefined) add(token === '|' ? 0 : 1);
    else {
      const { last = 0 } = open.at(-1) ?? {};
      const times = Math.max(...repeated.split(',').map(Number), 1);
      add(last * (times - 1));
      const group = open.at(-1);
      if (group !== undefined) group.last = last * times;
    }
  }
  return open.reduce((sum, { whole }) => sum + whole, 0);
}

/** An escape, a class, a repetition with its numbers, or any other character. */
const TOKEN = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d{1,6}(?:,\d{0,6})?)\}|./gs;
