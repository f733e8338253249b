import type { Random } from '../../../../sites/session-sites/random.ts';
import { type SessionStyle, sessionStyles } from '../addresses.ts';
import { templates } from '../state.ts';

/**
 * What differs between two responses at the same moment, or shows the time of the response. No page gets the same random
 * value twice in a row, so two fetches always reveal the noise.
 */
export const noiseKinds = [
  'link token',
  'token per link',
  'advert, many',
  'advert, few',
  'advert in the text',
  'advert now and then',
  'clock',
  'date',
  'visit counter',
  'people online',
  'csrf field',
  'build hash',
  'nonce',
  'shuffled recommendations',
  'carousel',
  'relative dates',
  'attribute order',
  'white space',
  'rotating quote',
  'comment',
  'image of the moment',
  'element names',
  'server name',
  'script data',
  'tracking cookie',
] as const;
export type NoiseKind = (typeof noiseKinds)[number];

export interface Noise {
  readonly session: SessionStyle | null;
  /** Whether the server redirects visitors with an unknown id to its front page. */
  readonly isStrict: boolean;
  /** After how many requests a session ends; null when it lasts for the whole visit. */
  readonly sessionLife: number | null;
  /** The noise of a page, by its template. */
  has(kind: NoiseKind, template: string): boolean;
  readonly kinds: readonly NoiseKind[];
}

/** Only these kinds, on every page. */
export const noiseOf = (
  kinds: readonly NoiseKind[],
  session: SessionStyle | null = null,
  { isStrict = false, sessionLife = null as number | null } = {},
): Noise => ({ session, isStrict, sessionLife, kinds, has: (kind) => kinds.includes(kind) });

const everywhere: readonly NoiseKind[] = ['link token', 'token per link', 'tracking cookie'];

/** The noise of a site. Each kind is on all pages, or on those of some templates. */
export function drawNoise(random: Random): Noise {
  const isQuiet = random.chance(0.1);
  const kinds = isQuiet
    ? []
    : random
        .shuffle(noiseKinds)
        .slice(0, random.between(4, 12))
        .filter((kind, _, all) => !clash(kind, all));
  const where = new Map(kinds.map((kind) => [kind, templatesWith(random, kind)]));
  const session = !isQuiet && random.chance(0.75) ? random.pick(sessionStyles) : null;
  return {
    session,
    isStrict: session !== null && random.chance(0.3),
    sessionLife: session !== null && random.chance(0.2) ? random.between(12, 40) : null,
    has: (kind, template) => where.get(kind)?.has(template) ?? false,
    kinds,
  };
}

/** A link has one token. */
const clash = (kind: NoiseKind, all: readonly NoiseKind[]): boolean =>
  kind === 'token per link' && all.includes('link token');

function templatesWith(random: Random, kind: NoiseKind): ReadonlySet<string> {
  const all = ['home', 'section', ...templates];
  if (everywhere.includes(kind) || random.chance(0.5)) return new Set(all);
  return new Set(random.shuffle(all).slice(0, random.between(2, 5)));
}
