import { folderOf } from './folder-of.ts';

/** Something about whose content nothing can be told: a folder (its URL ends with a slash) or a file. */
export interface ListingProblem {
  readonly url: string;
  readonly code: string;
  readonly message: string;
}

/** What a listing of a tree could not tell. */
export class ListingProblems {
  readonly #byUrl: ReadonlyMap<string, ListingProblem>;

  constructor(problems: Iterable<ListingProblem>) {
    this.#byUrl = new Map([...problems].map((problem) => [problem.url, problem]));
  }

  /** The problem of the file itself, or of the nearest folder above it; null when its absence means that it is gone. */
  over(url: string): ListingProblem | null {
    if (this.#byUrl.size === 0) return null;
    for (let place = url; place !== ''; place = folderOf(place)) {
      // What could not even be looked at has no slash, whether it was a folder or not.
      const problem = this.#byUrl.get(place) ?? this.#byUrl.get(place.replace(/\/$/, ''));
      if (problem !== undefined) return problem;
    }
    return null;
  }

  [Symbol.iterator](): Iterator<ListingProblem> {
    return this.#byUrl.values();
  }
}
