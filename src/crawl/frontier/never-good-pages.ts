import type { DiscoveredPage, KnownPage, QueuedPage } from '../tables/records.ts';
import type { SeenIdentities } from './seen-identities.ts';

/** At every so many visits all addresses are asked for again: a page that was not read may link to them. */
export const VISITS_BETWEEN = 8;

/**
 * Addresses of earlier runs that never were a page (a redirect, an error). They are asked for again when the page that
 * linked to them is visited and still does: a site that makes up addresses would have more of them at every visit.
 */
export class NeverGoodPages {
  readonly #seen: SeenIdentities;
  /** By the page that linked to them. */
  readonly #waiting = new Map<number, DiscoveredPage[]>();

  constructor(seen: SeenIdentities) {
    this.#seen = seen;
  }

  /** Waits for the visit of the page that linked to it. */
  add(page: KnownPage, foundOn: number): void {
    const { identity, identityHash, url, host, depth, linkKind } = page;
    const others = this.#waiting.get(foundOn) ?? [];
    others.push({ identity, identityHash, url, host, depth, foundOn, linkKind });
    this.#waiting.set(foundOn, others);
  }

  /**
   * What to ask for again after the visit of a page. `linked` gives the identities of its links; null when they are the
   * same as before, or cannot be told.
   */
  takeLinkedBy({ id }: QueuedPage, linked: (() => ReadonlySet<string>) | null): readonly DiscoveredPage[] {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return [];
    this.#waiting.delete(id);
    const links = linked?.() ?? null;
    return waiting.filter(
      ({ identity, identityHash }) => (links === null || links.has(identity)) && this.#seen.add(identityHash),
    );
  }
}
