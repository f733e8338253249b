import { hash } from 'node:crypto';
import { normalizedOrNull } from '../../normalize/normalize-url.ts';

/** A page as it was fetched. A missing property is unknown, and unknown equals only unknown. */
export interface FetchedPage {
  readonly url: string;
  /** Body text: text outside tags, without scripts and styles. */
  readonly text: string;
  /** Size of the complete page in bytes. */
  readonly size?: number | undefined;
  /** Identities of the links' targets, in the order of the page. */
  readonly links?: readonly string[] | undefined;
  /** Normalised addresses of the images, in the order of the page. */
  readonly images?: readonly string[] | undefined;
  /** Equal labels mark pages that are known to be the same. */
  readonly label?: string | number | undefined;
}

export const equivalenceMethods = ['standard', 'signature', 'signature+size', 'strict'] as const;

/** `standard`: normalisation only. The others add the text, text and size, or text, links and images. */
export type EquivalenceMethod = (typeof equivalenceMethods)[number];

export interface EquivalentUrl {
  readonly url: string;
  /** Index in the list of pages. */
  readonly index: number;
  /** Why it is in the class. */
  readonly why: string;
}

/** URLs that are considered names of one page. */
export interface EquivalenceClass {
  /** The one to keep: the first of the list. */
  readonly representative: string;
  /** In the order of the list; the first is the representative. All but one are redundant. */
  readonly members: readonly EquivalentUrl[];
  readonly why: string;
}

export interface Equivalence {
  readonly method: EquivalenceMethod;
  /** In the order of their representatives. */
  readonly classes: readonly EquivalenceClass[];
  /** |U_reg|, |U_std| and |U_fin| of the paper: URLs given, left after normalisation, left in the end. */
  readonly regularUrls: number;
  readonly standardUrls: number;
  readonly finalUrls: number;
}

/**
 * The procedure of the paper on URL signatures (section 4.3). URLs with the same normal form are one class, and only the
 * first page of each is compared; then URLs whose pages have the same signature are one class. One pass, linear in the
 * number of pages. A text that is not a URL is compared as written, so that one bad line does not spoil a list.
 */
export function equivalenceClasses(pages: readonly FetchedPage[], method: EquivalenceMethod): Equivalence {
  const byNormalForm = new Map<string, EquivalentUrl[]>();
  const bySignature = new Map<string, EquivalentUrl[]>();
  const classes: EquivalentUrl[][] = [];
  for (const [index, page] of pages.entries()) {
    const { url } = page;
    const normalForm = normalizedOrNull(url) ?? url;
    const sameUrl = byNormalForm.get(normalForm);
    if (sameUrl !== undefined) {
      sameUrl.push({ url, index, why: `same normalised URL: ${normalForm}` });
      continue;
    }
    const signature = signatureOf(page, method);
    const samePage = signature === null ? undefined : bySignature.get(signature);
    const members = samePage ?? [];
    members.push({ url, index, why: samePage === undefined ? 'first of its kind' : sameness(page, method) });
    byNormalForm.set(normalForm, members);
    if (samePage !== undefined) continue;
    classes.push(members);
    if (signature !== null) bySignature.set(signature, members);
  }
  return {
    method,
    classes: classes.map(describeClass),
    regularUrls: pages.length,
    standardUrls: byNormalForm.size,
    finalUrls: classes.length,
  };
}

/** What pages are compared by after normalisation; null when they are not compared. */
function signatureOf(page: FetchedPage, method: EquivalenceMethod): string | null {
  switch (method) {
    case 'standard':
      return null;
    case 'signature':
      return urlSignature(page.text);
    case 'signature+size':
      return sizedSignature(page.text, page.size ?? null);
    case 'strict':
      return strictSignature({ text: page.text, links: page.links ?? null, images: page.images ?? null });
  }
}

/** What a page has in common with those that have its signature, as a text for users. */
function sameness({ text, size, links, images }: FetchedPage, method: EquivalenceMethod): string {
  const sameText =
    text === '' ? 'no body text, like the first' : `same body text (${text.length} characters)`;
  if (method === 'signature+size') {
    return `${sameText}, ${size === undefined ? 'sizes unknown' : `same page size (${size} bytes)`}`;
  }
  if (method !== 'strict') return sameText;
  return [sameText, counted('links', links), counted('images', images)].join(', ');
}

function counted(what: string, list: readonly string[] | undefined): string {
  return list === undefined ? `${what} unknown` : `same ${what} (${list.length})`;
}

function describeClass(members: readonly EquivalentUrl[]): EquivalenceClass {
  const [first, ...others] = members;
  const reasons = [...new Set(others.map((member) => member.why))];
  const why = reasons.length === 0 ? 'no other URL names this page' : reasons.join('; ');
  return { representative: first?.url ?? '', members, why };
}

/**
 * Section 4.3: the URLs seen in every crawling session, whose redundancy therefore costs something each time.
 * As written, each once, in the order of the first session. Without sessions there are no URLs.
 */
export function regularUrls(sessions: readonly (readonly string[])[]): string[] {
  const [first = [], ...later] = sessions;
  let regular = [...new Set(first)];
  for (const session of later) {
    const seen = new Set(session);
    regular = regular.filter((url) => seen.has(url));
  }
  return regular;
}

/** Section 4.2: the body text (text outside tags, scripts and styles left out), MD5, 32 hexadecimal digits. */
export function urlSignature(bodyText: string): string {
  return hash('md5', bodyText);
}

/** The paper's second option: the same text and the same size of the complete page; null when unknown. */
export function sizedSignature(bodyText: string, pageSize: number | null): string {
  return `${urlSignature(bodyText)}-${pageSize ?? 'unknown'}`;
}

/** What a page shows. Null means unknown, which is not the same as none. */
export interface PageContent {
  readonly text: string;
  /** Identities of the targets, so that a session id in a link makes no difference. */
  readonly links: readonly string[] | null;
  /** Normalised addresses. */
  readonly images: readonly string[] | null;
}

/**
 * Version of the signature. It changes whenever a page would get a different signature, so that old and new signatures are
 * not compared.
 */
const version = 'strict-1';

/**
 * A signature of text, links and images. The paper's signature covers only the text and merged 235 of 1,914 URLs
 * wrongly: pages that differ only in images or targets (section 6.1).
 *
 * Order and repetitions count: a gallery or a ranking in a different order is a different page. Lists that are
 * shuffled at every visit are noise, which is learned and removed before.
 *
 * SHA-256, because the author of the pages may want two of them to be merged, which is easy with MD5. The parts are framed as JSON, which is never
 * the same for different contents.
 */
export function strictSignature({ text, links, images }: PageContent): string {
  return hash('sha256', JSON.stringify([version, text, links, images]));
}
