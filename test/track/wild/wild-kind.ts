import type { Random } from '../../session-sites/random.ts';
import type { WildEdit } from './edits/wild-edit.ts';
import type { Noise } from './noise.ts';
import type { SiteTraits } from './site-traits.ts';
import type { WildPage, WildState } from './wild-page.ts';

/** A kind of site, as there are thousands: what is on it, and what it adds to every response. */
export interface WildKind {
  readonly name: string;
  /** The query fields of its addresses that select nothing. */
  readonly idleFields: readonly string[];
  /** The names of its noise; a site has some of them. */
  readonly habits: readonly string[];
  /** What its editors do besides what all editors do. */
  readonly edits: readonly WildEdit[];
  first(random: Random, pages: number, startsAt: number): WildState;
  render(scene: Scene): string;
}

/** What a page is drawn from. */
export interface Scene {
  readonly page: WildPage;
  readonly state: WildState;
  readonly noise: Noise;
  /** What belongs to the site, whoever looks: its adverts, its layout. */
  readonly site: SiteTraits;
}
