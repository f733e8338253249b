import { compilePattern, decodeText, detectCharset, documentType, scanHtml } from '../../document/index.ts';
import { AccessError, type SeenPage } from '../errors.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import { parsePage, select } from '../forms/page-tree.ts';

/** One sign to look for on a page. */
export interface PageSign {
  /** A text of the page, a CSS selector, or a regular expression for its URL. */
  readonly kind: 'text' | 'selector' | 'url';
  readonly value: string;
  /** True when the page must not have it. Default false. */
  readonly negated?: boolean;
}

export interface CheckedPage {
  /** After redirects. */
  readonly url: string;
  readonly contentType: string | null;
  readonly body: Uint8Array;
}

/** Checks the signs of `loggedInWhen` on a page: all must hold. */
export class PageCheck {
  readonly #signs: readonly CompiledSign[];

  /** Throws when a selector or a pattern is invalid. */
  constructor(signs: readonly PageSign[]) {
    this.#signs = signs.map(compile);
  }

  /** Says which sign does not hold (the first one); null when all do. */
  failure(page: CheckedPage): string | null {
    const parts = new PageParts(page);
    const failing = this.#signs.find(({ holds, negated }) => holds(parts) === negated);
    return failing === undefined ? null : failing.failure;
  }

  /** Pictures and style sheets say nothing about being logged in. */
  appliesTo({ body, contentType }: CheckedPage): boolean {
    return documentType(body, contentType) === 'html';
  }
}

interface CompiledSign {
  readonly negated: boolean;
  /** The message when it does not hold. */
  readonly failure: string;
  readonly holds: (page: PageParts) => boolean;
}

function compile({ kind, value, negated = false }: PageSign): CompiledSign {
  const quoted = `"${value}"`;
  switch (kind) {
    case 'text': {
      const wanted = fold(value);
      return {
        negated,
        failure: negated ? `the page has the text ${quoted}` : `the page lacks the text ${quoted}`,
        holds: (page) => page.text.includes(wanted),
      };
    }
    case 'selector':
      select(parsePage('', 'http://localhost/'), value);
      return {
        negated,
        failure: negated ? `the selector ${quoted} matches` : `the selector ${quoted} matches nothing`,
        holds: (page) => page.matches(value),
      };
    case 'url': {
      const pattern = urlPattern(value);
      return {
        negated,
        failure: negated ? `the URL matches ${quoted}` : `the URL does not match ${quoted}`,
        holds: ({ url }) => pattern.matcher(url).find(),
      };
    }
  }
}

function urlPattern(pattern: string): ReturnType<typeof compilePattern> {
  try {
    return compilePattern(pattern);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AccessError('ACCESS_PATTERN_INVALID', cause.message, { cause });
  }
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** The text and the tree of a page, each computed when a sign first needs it. */
class PageParts {
  readonly url: string;
  readonly #page: CheckedPage;
  readonly #charset: string;
  #text: string | null = null;
  #html: string | null = null;

  constructor(page: CheckedPage) {
    this.url = page.url;
    this.#page = page;
    this.#charset = detectCharset(page.body, page.contentType).charset;
  }

  get text(): string {
    if (this.#text === null) {
      const { title, bodyText } = scanHtml(this.#page.body, this.#charset);
      this.#text = fold(`${title} ${bodyText}`);
    }
    return this.#text;
  }

  matches(selector: string): boolean {
    this.#html ??= decodeText(this.#page.body, this.#charset);
    return select(parsePage(this.#html, this.url), selector).length > 0;
  }
}

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
