import { hash } from 'node:crypto';

/** E3, section 4.2: the body text (text outside tags, scripts and styles left out), MD5, 32 hexadecimal digits. */
export function urlSignature(bodyText: string): string {
  return hash('md5', bodyText);
}

/** E5, the paper's second option: the same text and the same size of the complete page; null when unknown. */
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

/** Changes whenever a page would get a different signature than before, so that old ones are not compared with new ones. */
const version = 'strict-1';

/**
 * A signature of text, links and images. The paper's signature covers only the text and merged 235 of 1,914 URLs
 * wrongly: pages that differ only in images or targets (E, section 6.1).
 *
 * Order and repetitions count: a gallery or a ranking in a different order is a different page. Lists that are
 * shuffled at every visit are noise, which is learned and removed before.
 *
 * SHA-256, because the author of the pages may want two of them to be merged, which is easy with MD5. The parts are
 * framed as JSON: different contents never give the same JSON text, as they could when simply joined.
 */
export function strictSignature({ text, links, images }: PageContent): string {
  return hash('sha256', JSON.stringify([version, text, links, images]));
}
