/**
 * URLs met lately whose answer is known: most links of a page stand on the page before as well, and a look here
 * spares them the hash. Two generations, so that memory stays bounded and nothing has to be ordered.
 */
export class RecentUrls {
  readonly #most: number;
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(most = 50_000) {
    this.#most = most;
  }

  has(url: string): boolean {
    return this.#young.has(url) || this.#old.has(url);
  }

  add(url: string): void {
    this.#young.add(url);
    if (this.#young.size < this.#most) return;
    this.#old = this.#young;
    this.#young = new Set();
  }
}
