import { createHash } from 'node:crypto';
import { type Random, randomOf } from '../sites/session-sites/random.ts';

/**
 * `large`: over 1 MiB, so that the body becomes a file. `copy`: a body that other pages have too. `moved` and `gone`
 * bring no content, but must be stored as visited all the same.
 */
export type PageKind = 'plain' | 'large' | 'copy' | 'moved' | 'gone';

/** A page and everything that a store should say about it. */
export interface SitePage {
  readonly path: string;
  readonly kind: PageKind;
  readonly status: number;
  readonly outcome: 'ok' | 'error' | 'left-out';
  readonly bytes: number;
  /** Of the body, in hexadecimal; null when none should be kept. */
  readonly sha256: string | null;
  /** Paths. For a `moved` page, where it moved to. */
  readonly links: readonly string[];
  /** Made on demand: all bodies together take hundreds of megabytes. */
  readonly body: () => Buffer;
}

/** The site that is crawled, and the truth about it. */
export type ChaosSite = ReadonlyMap<string, SitePage>;

interface Draft {
  readonly number: number;
  readonly kind: PageKind;
  readonly links: number[];
}

/**
 * A tree with links back up. Nearly every page is linked from one place only: when a crawler loses that link, no other
 * brings the page back.
 */
export function chaosSite(seed: string, pages: number): ChaosSite {
  const random = randomOf(`chaos site ${seed}`);
  const drafts: Draft[] = [];
  for (let number = 0; number < pages; number += 1) {
    const parent = parentOf(drafts, random);
    const kind = number === 0 ? 'plain' : kindOf(random, number === pages - 1);
    const draft = { number, kind, links: number === 0 || !hasLinks(kind) ? [] : [0, parent?.number ?? 0] };
    if (hasLinks(kind) && random.chance(0.05)) draft.links.push(random.below(number + 1));
    parent?.links.push(number);
    drafts.push(draft);
  }
  return new Map(drafts.map((draft) => [pathOf(draft.number), sitePage(seed, draft)]));
}

const hasLinks = (kind: PageKind): boolean => kind === 'plain' || kind === 'large';

/** A moved page needs a page to move to, so the last page never moves. */
function kindOf(random: Random, isLast: boolean): PageKind {
  const place = random.below(100);
  if (place < 2 && !isLast) return 'moved';
  if (place < 4) return 'gone';
  if (place < 14) return 'copy';
  return place === 14 ? 'large' : 'plain';
}

/** The page after a moved one is its target, and nothing else links to it. Other pages get a random parent: the tree stays flat. */
function parentOf(drafts: readonly Draft[], random: Random): Draft | undefined {
  const last = drafts.at(-1);
  if (last === undefined || last.kind === 'moved') return last;
  for (;;) {
    const parent = drafts[random.below(drafts.length)];
    if (parent !== undefined && hasLinks(parent.kind)) return parent;
  }
}

const pathOf = (number: number): string => (number === 0 ? '/' : `/page-${number}`);

function sitePage(seed: string, { number, kind, links }: Draft): SitePage {
  const paths = [...new Set(links)].map(pathOf);
  const body = () => bodyOf(seed, number, kind, paths);
  const served = body();
  const sha256 = answers[kind].outcome === 'ok' ? createHash('sha256').update(served).digest('hex') : null;
  return { path: pathOf(number), kind, ...answers[kind], bytes: served.length, sha256, links: paths, body };
}

const good = { status: 200, outcome: 'ok' } as const;
const answers = {
  plain: good,
  large: good,
  copy: good,
  moved: { status: 301, outcome: 'left-out' },
  gone: { status: 404, outcome: 'error' },
} as const;

/** Base64 text, which zstd shrinks to three quarters only: large bodies become large files. */
function noise(text: string, bytes: number): string {
  return createHash('shake256', { outputLength: bytes }).update(text).digest('base64');
}

function bodyOf(seed: string, number: number, kind: PageKind, links: readonly string[]): Buffer {
  if (kind === 'moved' || kind === 'gone') return Buffer.from(`<!doctype html><title>${kind}</title>`);
  if (kind === 'copy')
    return Buffer.from(`<!doctype html><title>Copy</title><p>${noise(`${seed} ${number % 7}`, 600)}`);
  const text = noise(`${seed} ${number}`, kind === 'large' ? 900_000 : 700);
  const list = links.map((path) => `<li><a href="${path}">${path}</a>`).join('\n');
  return Buffer.from(`<!doctype html><title>Page ${number}</title><p>${text}</p>\n<ul>${list}</ul>\n`);
}
