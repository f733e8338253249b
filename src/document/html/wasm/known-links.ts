import type { Link } from '../../link.ts';

/** The links of tags that were read before, by the numbers that the page reader gives to what tags say. */
export class KnownLinks {
  /** Numbers are given anew when the reader's memory of them is full. */
  readonly generation: number;
  readonly #links: (readonly Link[] | undefined)[] = [];
  /** The page on which a tag was met last. */
  readonly #pages: number[] = [];
  #page = 0;

  constructor(generation: number) {
    this.generation = generation;
  }

  /** Before the tags of another page. */
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
