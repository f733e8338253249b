import { messageOf } from '../../base/index.ts';
import type { CrawlEvent } from '../engine/crawl-event.ts';

/** Those who watch a run, and what went wrong in them. */
export class RunWatchers {
  readonly #watchers = new Set<(event: CrawlEvent) => void>();
  #complaint: string | null = null;

  add(watcher: (event: CrawlEvent) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  tell(event: CrawlEvent): void {
    for (const watcher of this.#watchers) {
      try {
        watcher(event);
      } catch (error) {
        // Whoever watches a run must not end it. The notices say so: this must not print anything.
        this.#complaint ??= messageOf(error);
      }
    }
  }

  get notices(): readonly string[] {
    return this.#complaint === null ? [] : [`A program that watched this run failed: ${this.#complaint}`];
  }
}
