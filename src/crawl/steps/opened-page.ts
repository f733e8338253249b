import type { SeenPage, VisitorAnswer } from '../../access/index.ts';
import { decodeText, detectCharset, scanHtml } from '../../document/index.ts';

const LONGEST_EXCERPT = 160;

/** The page as text, and its encoding. */
export function textOfPage({ headers, body }: VisitorAnswer): {
  readonly html: string;
  readonly charset: string;
} {
  const { charset } = detectCharset(body, headers.get('content-type'));
  return { html: decodeText(body, charset), charset };
}

/** What a page shows, for messages and for the user to look at. */
export function seenOf({ url, status, headers, body }: VisitorAnswer): SeenPage {
  const contentType = headers.get('content-type');
  const { title, bodyText } = scanHtml(body, detectCharset(body, contentType).charset);
  const words = bodyText.replace(/\s+/g, ' ').trim();
  const excerpt = words.length > LONGEST_EXCERPT ? `${words.slice(0, LONGEST_EXCERPT).trimEnd()}...` : words;
  return { url, status, title, excerpt, contentType, body };
}

/** In one line. */
export function describeSeen({ url, status, title, excerpt }: SeenPage): string {
  const named = title === '' ? 'without a title' : `titled "${title.slice(0, 100)}"`;
  return `${url} answered ${status}, ${named}${excerpt === '' ? '' : `: "${excerpt}"`}`;
}
