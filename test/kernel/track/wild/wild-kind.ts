import type { Random } from '../../../sites/session-sites/random.ts';
import type { WildEdit } from './edits/wild-edit.ts';
import type { Noise } from './noise.ts';
import type { SiteTraits } from './site-traits.ts';
import type { WildPage, WildState } from './wild-page.ts';

/** A common kind of site: its content, and what it adds to every response. */
export interface WildKind {
  readonly name: string;
  /** Query fields of its addresses that select no content. */
  readonly idleFields: readonly string[];
  /** The names of its kinds of noise; each site has some of them. */
  readonly habits: readonly string[];
  /** Edits that only editors of this kind of site make. */
  readonly edits: readonly WildEdit[];
  first(random: Random, pages: number, startsAt: number): WildState;
  render(scene: Scene): string;
}

/** Everything that a page is made from. */
export interface Scene {
  readonly page: WildPage;
  readonly state: WildState;
  readonly noise: Noise;
  /** What is the same for every visitor: the adverts of the site, its layout. */
  readonly site: SiteTraits;
}
