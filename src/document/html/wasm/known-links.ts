import type { Link } from '../../link.ts';

/** Caches the links of tags. The page reader gives tags with the same contents the same number. */
export class KnownLinks {
  /** Another generation begins when the reader's memory of numbers is full: it then assigns them again. */
  readonly generation: number;
  readonly #links: (readonly Link[] | undefined)[] = [];
  /** The page on which a tag was met last. */
  readonly #pages: number[] = [];
  #page = 0;

  constructor(generation: number) {
    this.generation = generation;
  }

  /** Called before the tags of another page. */
  beginPage(): void {
    this.#page++;
  }

  find(number: number): readonly Link[] | undefined {
    return this.#links[number];
  }

  add(number: number, links: readonly Link[]): void {
    while (this.#links.length <= number) this.#links.push(undefined);
    this.#links[number] = links;
  }

  /** Whether this page had the tag before. */
  isRepeated(number: number): boolean {
    while (this.#pages.length <= number) this.#pages.push(0);
    const isRepeated = this.#pages[number] === this.#page;
    this.#pages[number] = this.#page;
    return isRepeated;
  }
}
