import { type Random, randomOf } from '../../../sites/session-sites/random.ts';
import { type AddressStyle, addressStyle, idMakers, type Session, withoutField } from './addresses.ts';
import { firstState } from './first-state.ts';
import { advertPool } from './noise/adverts.ts';
import { drawNoise, type Noise } from './noise/noise-kinds.ts';
import type { Look, Pen } from './render/pen.ts';
import { scriptOf, type Visit } from './script.ts';
import { type Expected, truthOf } from './truth.ts';

/** How large a site is and how long it is watched. */
export interface SiteSize {
  readonly pages: number;
  readonly visits: number;
  readonly editsPerVisit: number;
}

/** A site made from a seed: its content at every visit, its noise, and the right flags. */
export interface Site {
  readonly seed: number;
  readonly script: readonly Visit[];
  readonly truth: readonly ReadonlyMap<string, Expected>[];
  readonly noise: Noise;
  readonly style: AddressStyle;
  readonly look: Look;
  readonly adverts: Pen['adverts'];
  /** The query field of link tokens. */
  readonly tokenField: string;
  /** Whether images also have the build in their names; their bytes stay the same. */
  readonly hasHashedImages: boolean;
  newSession(random: Random): Session;
  /** The page that an address means, without session and token. */
  keyOf(target: string): string;
}

export interface SiteChanges {
  readonly noise?: Noise;
  readonly hasHashedImages?: boolean;
  readonly script?: (script: readonly Visit[], random: Random) => readonly Visit[];
}

/** The same seed always makes the same site. */
export function siteOf(seed: number, size: SiteSize, changes: SiteChanges = {}): Site {
  const random = randomOf(`track site ${seed}`);
  // Noise has its own random numbers, so that the same site can have other noise, or none.
  const noise = changes.noise ?? drawNoise(randomOf(`track noise ${seed}`));
  const style = addressStyle(noise.session, random);
  const look: Look = {
    layout: random.pick(['semantic', 'divisions', 'layout table']),
    isAdvertLikeText: random.chance(0.5),
    times: { format: random.below(60), zoneHours: random.pick([0, 0, 1, 2, -5, 9]) },
  };
  const tokenField = random.pick(['tk', 'pf_rd_r', '_t', 'ref_id']);
  const makeId = random.pick(idMakers);
  const first = firstState(random, size.pages);
  const rotating = scriptOf(random, first, size.visits, size.editsPerVisit);
  const script = changes.script?.(rotating, random) ?? rotating;
  return {
    seed,
    script,
    truth: truthOf(script),
    noise,
    style,
    look,
    adverts: { many: advertPool(`${seed} many`, 60, 20), few: advertPool(`${seed} few`, 4, 90) },
    tokenField,
    hasHashedImages: changes.hasHashedImages ?? false,
    newSession: (from) => ({ id: makeId(from), second: makeId(from) }),
    keyOf: (target) => style.read(withoutField(target, tokenField)[0]).key,
  };
}
