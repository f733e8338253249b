/** Random choices that are the same for the same seed. */
export interface Random {
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  some<T>(from: readonly T[], count: number): readonly T[];
  word(): string;
  /** A name, with a capital letter. */
  name(): string;
  sentence(words: number): string;
}

const syllables =
  'ba be bo da de do fa fe ka ke ko la le lo ma me mi mo na ne ni no pa pe ra re ri ro sa se si so ta te ti to va ve vi vo za'.split(
    ' ',
  );

export function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e37_79b1) >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((((state ^ (state >>> 15)) >>> 0) / 2 ** 32) * limit);
  };
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const word = () => Array.from({ length: 2 + below(3) }, () => pick(syllables)).join('');
  const name = () => word().replace(/^./, (letter) => letter.toUpperCase());
  return {
    below,
    pick,
    word,
    name,
    chance: (share) => below(1_000_000) < share * 1_000_000,
    some: (from, count) => {
      const left = [...from];
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(below(left.length), 1)[0] as never,
      );
    },
    sentence: (words) => `${name()} ${Array.from({ length: words - 1 }, word).join(' ')}.`,
  };
}
