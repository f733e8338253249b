import { PageVersion } from '../track/page-version.ts';

const MOST_BYTES = 16 * 1024 * 1024;
/** A larger page is never held: it would push out all the others. */
const LARGEST = 1024 * 1024;

/** The pages that addresses showed last. Those of long ago are forgotten. */
export class RecentVersions {
  readonly #versions = new Map<string, PageVersion>();
  #bytes = 0;

  get(key: string): PageVersion | undefined {
    return this.#versions.get(key);
  }

  /** Keeps a copy: the store takes the bytes away when it has them. */
  set(key: string, { url, body, headers }: PageVersion): void {
    this.#drop(key);
    if (body.length > LARGEST) return;
    this.#versions.set(key, new PageVersion(url, new Uint8Array(body), headers));
    this.#bytes += body.length;
    for (const oldest of this.#versions.keys()) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#versions.get(key)?.body.length ?? 0;
    this.#versions.delete(key);
  }
}
