import { decodeText, detectCharset, scanHtml } from '../../document/index.ts';
import type { SeenPage } from '../errors.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';

const excerptLength = 160;

/** What an answer shows, for messages and for looking at. */
export function seenPage({ url, status, headers, body }: VisitorAnswer): SeenPage {
  const contentType = headers.get('content-type');
  const { charset } = detectCharset(body, contentType);
  const { title, bodyText } = scanHtml(body, charset);
  const text = bodyText.replace(/\s+/g, ' ').trim();
  const excerpt = text.length > excerptLength ? `${text.slice(0, excerptLength).trimEnd()}...` : text;
  return { url, status, title, excerpt, contentType, body };
}

/** In one line: `https://a.test/login answered 200, titled "Log in": "Wrong password."` */
export function describePage({ url, status, title, excerpt }: SeenPage): string {
  const named = title === '' ? 'without a title' : `titled "${title.slice(0, 100)}"`;
  return `${url} answered ${status}, ${named}${excerpt === '' ? '' : `: "${excerpt}"`}`;
}

/** The page as text, and the encoding that it was written in. */
export function readPage({ headers, body }: VisitorAnswer): {
  readonly html: string;
  readonly charset: string;
} {
  const { charset } = detectCharset(body, headers.get('content-type'));
  return { html: decodeText(body, charset), charset };
}
