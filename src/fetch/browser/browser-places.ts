/** Who holds a browser. */
interface BrowserHolder {
  /** Closes the browser once its pages are done, and opens another one later; null for who keeps it to the end. */
  readonly giveWay: (() => void) | null;
}

interface WaitingHolder {
  readonly holder: BrowserHolder;
  readonly most: number;
  readonly begin: () => void;
}

/**
 * Places for browsers, which runs and explorations share: each browser takes 0.4 GB for the smallest pages. A run or exploration that finds none waits; holders that can
 * give way are asked to, and one place is always theirs, so a run never waits for an exploration to end.
 */
export class BrowserPlaces {
  readonly #holders = new Set<BrowserHolder>();
  readonly #waiting: WaitingHolder[] = [];

  get held(): number {
    return this.#holders.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  hasRoom(holder: BrowserHolder, most: number): boolean {
    return this.#holders.size < most && this.#leavesOne(holder, most);
  }

  #leavesOne({ giveWay }: BrowserHolder, most: number): boolean {
    const keeping = [...this.#holders].filter((each) => each.giveWay === null).length;
    return giveWay !== null || keeping < Math.max(most - 1, 1);
  }

  take(holder: BrowserHolder, most: number): Promise<void> {
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    this.#waiting.push({ holder, most, begin });
    this.#give();
    return promise;
  }

  giveBack(holder: BrowserHolder): void {
    if (this.#holders.delete(holder)) this.#give();
  }

  #give(): void {
    for (;;) {
      const at = this.#waiting.findIndex(({ holder, most }) => this.hasRoom(holder, most));
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (next === undefined) break;
      this.#holders.add(next.holder);
      next.begin();
    }
    // An exploration that waits for another one gains nothing when a run gives way.
    const wanted = this.#waiting.filter(
      ({ holder, most }) => this.#holders.size >= most && this.#leavesOne(holder, most),
    ).length;
    const oldest = [...this.#holders].filter(({ giveWay }) => giveWay !== null).slice(0, wanted);
    for (const { giveWay } of oldest) giveWay?.();
  }
}

/** Of all runs and explorations in this thread: a server has one for them, unless one of them has ended its thread. */
export const browserPlaces = new BrowserPlaces();
