import type { Random } from '../../../session-sites/random.ts';

/** Remembers what every page showed last, so that no response of a page repeats the one before. */
export class LastDraws {
  readonly #last = new Map<string, string>();

  /** Something else than what this place of the page had in its last response. */
  anew(page: string, place: string, draw: () => string): string {
    const name = `${page} ${place}`;
    const last = this.#last.get(name);
    for (let tries = 0; tries < 1000; tries++) {
      const drawn = draw();
      if (drawn === last) continue;
      this.#last.set(name, drawn);
      return drawn;
    }
    throw new Error(`${place} of ${page} has nothing else to show`);
  }
}

/** What one response draws. */
export interface Draws {
  readonly random: Random;
  anew(place: string, draw: () => string): string;
  /** Counts the responses of this page. */
  readonly count: number;
}
