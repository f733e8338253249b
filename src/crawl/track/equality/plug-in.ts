import { messageOf } from '../../../base/index.ts';
import type { Comparison } from '../../../track/index.ts';
import { CrawlError } from '../../errors.ts';
import type { PageVersion } from '../page-version.ts';

/** One version of a page, as a plug-in sees it. */
interface ComparedPage {
  /** After redirects. */
  readonly url: string;
  readonly body: Uint8Array;
  /** The Content-Type header; null without one. */
  readonly contentType: string | null;
  /** The visible text, one line for each paragraph, heading, cell and so on; empty for pictures and programs. */
  readonly text: string;
}

export interface ComparisonPlugIn {
  /** Shown in reasons. */
  readonly name: string;
  /** Should return whether they are the same: a boolean, `{ same, reason }` with a few words, or a promise of one. User code may return anything. */
  compare(before: ComparedPage, after: ComparedPage): unknown;
}

/** Most characters: a reason is one line of a report. */
const LONGEST_REASON = 300;

/** Calls the user's program. Throws CRAWL_COMPARISON_FAILED when it fails or returns an invalid answer. */
export async function askPlugIn(
  plugIn: ComparisonPlugIn,
  last: PageVersion,
  now: PageVersion,
): Promise<Comparison> {
  const { same, reason = '' } = await answerOf(plugIn, last, now);
  const words = reason.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);
  const why = words === '' ? '' : `: ${words}`;
  return same
    ? { level: 'same as chosen', reason: `the same according to ${plugIn.name}${why}` }
    : { level: 'changed', summary: `changed according to ${plugIn.name}${why}` };
}

async function answerOf(plugIn: ComparisonPlugIn, last: PageVersion, now: PageVersion) {
  let answer: unknown;
  try {
    answer = await plugIn.compare(comparedPage(last), comparedPage(now));
  } catch (cause) {
    const message = messageOf(cause);
    throw failed(`${plugIn.name} could not compare ${now.url}: ${message}`, cause);
  }
  if (typeof answer === 'boolean') return { same: answer };
  const { same, reason } = (answer ?? {}) as { readonly same?: unknown; readonly reason?: unknown };
  if (typeof same === 'boolean' && (reason === undefined || typeof reason === 'string'))
    return { same, ...(reason !== undefined && { reason }) };
  throw failed(`${plugIn.name} must answer true, false or { same, reason }, but did not for ${now.url}`);
}

const failed = (message: string, cause?: unknown): CrawlError =>
  new CrawlError('CRAWL_COMPARISON_FAILED', message, null, cause);

/** Contains a copy of the body, so that a plug-in cannot change what is stored. */
function comparedPage(version: PageVersion): ComparedPage {
  return {
    url: version.url,
    body: Uint8Array.from(version.body),
    contentType: version.contentType,
    text: version.snapshot.segments.map(({ text }) => text).join('\n'),
  };
}
