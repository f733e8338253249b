import { type Random, randomOf } from '../../../sites/session-sites/random.ts';

/**
 * Everything on a page that no editor wrote comes from here. Each method says when its value changes. With noise switched
 * off, all of them return nothing, and what is left of the page is the truth.
 */
export interface Noise {
  /** Differs in every response. */
  anew(draw: (random: Random) => string): string;
  /** The same in all responses to one visitor. */
  forVisitor(name: string, draw: (random: Random, seen: readonly string[]) => string): string;
  /** Depends on the time: the same for everybody at one moment. */
  byClock(draw: (now: number) => string): string;
  /** In every n-th response of this page; nothing in the others. */
  everyNth(n: number, draw: (random: Random) => string): string;
  /** At random; nothing otherwise. */
  sometimes(probability: number, draw: (random: Random) => string): string;
  /** Depends on how often the page was shown. */
  counted(draw: (count: number, random: Random) => string): string;
}

export const heldStill: Noise = {
  anew: () => '',
  forVisitor: () => '',
  byClock: () => '',
  everyNth: () => '',
  sometimes: () => '',
  counted: () => '',
};

export interface Moment {
  readonly seed: string;
  readonly key: string;
  readonly now: number;
  /** How often this page was shown, this response included. */
  readonly count: number;
  readonly visitor: string;
  /** The pages that this visitor has seen, newest first. */
  readonly seen: readonly string[];
}

export function liveNoise({ seed, key, now, count, visitor, seen }: Moment): Noise {
  const random = randomOf(`${seed} ${key} response ${count} at ${now}`);
  return {
    anew: (draw) => draw(random),
    forVisitor: (name, draw) => draw(randomOf(`${seed} visitor ${visitor} ${name}`), seen),
    byClock: (draw) => draw(now),
    everyNth: (n, draw) => (count % n === 0 ? draw(random) : ''),
    sometimes: (probability, draw) => (random.chance(probability) ? draw(random) : ''),
    counted: (draw) => draw(count, random),
  };
}
