import { scratchPage, takeNumbers } from './leaf-columns.ts';
import { tagStride } from './token-store.ts';

/** The tags of a page that are tokens, leaf by leaf. */
export class LeafTags {
  #numbers: Int32Array;
  /** How many numbers are written. */
  #size = 0;
  #leafStart = 0;

  /** `bytes`: the size of the page. */
  constructor(bytes: number) {
    this.#numbers = bytes <= scratchPage ? scratch : new Int32Array((bytes >> 4) * tagStride);
  }

  get isLeafEmpty(): boolean {
    return this.#size === this.#leafStart;
  }

  get count(): number {
    return this.#size / tagStride;
  }

  get countInLeaf(): number {
    return (this.#size - this.#leafStart) / tagStride;
  }

  /** `position`: in the text of the page. */
  put(id: number, position: number): void {
    const at = this.#size;
    if (at === this.#numbers.length) {
      const grown = new Int32Array(this.#numbers.length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[at] = id;
    this.#numbers[at + 1] = position;
    this.#size = at + tagStride;
  }

  /** Begins the next leaf. The tags of the last one are kept or discarded. */
  endLeaf(isKept: boolean): void {
    if (isKept) this.#leafStart = this.#size;
    else this.#size = this.#leafStart;
  }

  taken(): Int32Array {
    return takeNumbers(this.#numbers, this.#size, scratch);
  }
}

/** Shared by pages of usual size, one after the other. */
const scratch = new Int32Array(16 * 1024 * tagStride);
