import { PageVersion } from '../track/page-version.ts';

const MOST_BYTES = 16 * 1024 * 1024;
/** A larger page is never held: it would push out all the others. */
const LARGEST = 1024 * 1024;

/** A page as an address showed it, with its title: most pages are told apart by that, without being read again. */
export interface RecentVersion {
  readonly version: PageVersion;
  readonly title: string;
}

/** The pages that addresses showed last. Those of long ago are forgotten. */
export class RecentVersions {
  readonly #versions = new Map<string, RecentVersion>();
  /** An address has several forms: one copy is enough for all. */
  readonly #copies = new WeakMap<PageVersion, RecentVersion>();
  #bytes = 0;

  get(key: string): RecentVersion | undefined {
    return this.#versions.get(key);
  }

  /** Keeps a copy: the store takes the bytes away when it has them. */
  set(key: string, version: PageVersion): void {
    this.#drop(key);
    if (version.body.length > LARGEST) return;
    this.#versions.set(key, this.#copyOf(version));
    this.#bytes += version.body.length;
    for (const oldest of this.#versions.keys()) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#drop(oldest);
    }
  }

  #copyOf(version: PageVersion): RecentVersion {
    const known = this.#copies.get(version);
    if (known !== undefined) return known;
    const { url, body, headers } = version;
    const copy = {
      version: new PageVersion(url, new Uint8Array(body), headers),
      title: titleOfPage(version),
    };
    this.#copies.set(version, copy);
    return copy;
  }

  #drop(key: string): void {
    this.#bytes -= this.#versions.get(key)?.version.body.length ?? 0;
    this.#versions.delete(key);
  }
}

export function titleOfPage({ document }: PageVersion): string {
  return document.type === 'html' ? document.html.title : '';
}
