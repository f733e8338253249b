/** A folder (its URL ends with a slash) or file that could not be listed. */
export interface ListingProblem {
  readonly url: string;
  readonly code: string;
  readonly message: string;
}

/** The folders and files of a tree that could not be listed. */
export class ListingProblems {
  readonly #byUrl: ReadonlyMap<string, ListingProblem>;

  constructor(problems: Iterable<ListingProblem>) {
    this.#byUrl = new Map([...problems].map((problem) => [problem.url, problem]));
  }

  /** The problem of the file itself or of the nearest folder above it; null when a missing file is really gone. */
  over(url: string): ListingProblem | null {
    if (this.#byUrl.size === 0) return null;
    for (let place = url; place !== ''; place = folderOf(place)) {
      // An entry that could not even be looked at has no slash, whether it is a folder or not.
      const problem = this.#byUrl.get(place) ?? this.#byUrl.get(place.replace(/\/$/, ''));
      if (problem !== undefined) return problem;
    }
    return null;
  }

  [Symbol.iterator](): Iterator<ListingProblem> {
    return this.#byUrl.values();
  }
}

/** The folder that contains a file or folder, with its slash; empty at the top. */
export function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/', url.length - 2) + 1);
}
