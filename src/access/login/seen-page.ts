import { decodeText, detectCharset, scanHtml } from '../../document/index.ts';
import type { SeenPage } from '../errors.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';

const excerptLength = 160;

/** What an answer shows, for messages and for the user to look at. */
export function seenPage({ url, status, headers, body }: VisitorAnswer): SeenPage {
  const contentType = headers.get('content-type');
  const { charset } = detectCharset(body, contentType);
  const { title, bodyText } = scanHtml(body, charset);
  const text = bodyText.replace(/\s+/g, ' ').trim();
  const excerpt = text.length > excerptLength ? `${text.slice(0, excerptLength).trimEnd()}...` : text;
  return { url, status, title, excerpt, contentType, body };
}

/** In one line: `https://a.test/login answered 200, titled "Log in": "Wrong password."` */
export function describeSeenPage({ url, status, title, excerpt }: SeenPage): string {
  const heading = title === '' ? 'without a title' : `titled "${title.slice(0, 100)}"`;
  return `${url} answered ${status}, ${heading}${excerpt === '' ? '' : `: "${excerpt}"`}`;
}

/** The page as text, and its encoding. */
export function decodedPage({ headers, body }: VisitorAnswer): {
  readonly html: string;
  readonly charset: string;
} {
  const { charset } = detectCharset(body, headers.get('content-type'));
  return { html: decodeText(body, charset), charset };
}
