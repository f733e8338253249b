import type { Random } from '../../../../sites/session-sites/random.ts';

/** Remembers what every page showed last, so that no two responses in a row are the same. */
export class LastDraws {
  readonly #last = new Map<string, string>();

  /** A value other than the one at this place of the page in its last response. */
  anew(page: string, place: string, draw: () => string): string {
    const name = `${page} ${place}`;
    const last = this.#last.get(name);
    for (let tries = 0; tries < 1000; tries++) {
      const rotating = draw();
      if (rotating === last) continue;
      this.#last.set(name, rotating);
      return rotating;
    }
    throw new Error(`${place} of ${page} has nothing else to show`);
  }
}

/** The random choices of one response. */
export interface Draws {
  readonly random: Random;
  anew(place: string, draw: () => string): string;
  /** Counts the responses of this page. */
  readonly count: number;
}
