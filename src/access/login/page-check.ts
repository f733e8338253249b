import { RE2JS } from 're2js';
import { decodeText, detectCharset, documentType, scanHtml } from '../../document/index.ts';
import { AccessError } from '../errors.ts';
import { parsePage, select } from '../forms/page-tree.ts';

/** One sign by which a page is known. */
export interface PageSign {
  /** Text of the page without its tags, a CSS selector, or a regular expression for its URL. */
  readonly kind: 'text' | 'selector' | 'url';
  readonly value: string;
  /** True: the page must not have it. Default false. */
  readonly negated?: boolean;
}

export interface CheckedPage {
  /** After redirects. */
  readonly url: string;
  readonly contentType: string | null;
  readonly body: Uint8Array;
}

/** The signs of "logged in when": all must hold. */
export class PageCheck {
  readonly #signs: readonly CompiledSign[];

  /** Throws when a selector or a pattern cannot be read. */
  constructor(signs: readonly PageSign[]) {
    this.#signs = signs.map(compile);
  }

  /** The first sign that does not hold, in words; null when all do. */
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
  /** What to say when it does not hold. */
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
        failure: negated ? `the text ${quoted} is there` : `the text ${quoted} is missing`,
        holds: (page) => page.text.includes(wanted),
      };
    }
    case 'selector':
      select(parsePage('', 'http://localhost/'), value);
      return {
        negated,
        failure: negated ? `${quoted} matches something` : `${quoted} matches nothing`,
        holds: (page) => page.matches(value),
      };
    case 'url': {
      const pattern = compilePattern(value);
      return {
        negated,
        failure: negated ? `the URL matches ${quoted}` : `the URL does not match ${quoted}`,
        holds: ({ url }) => pattern.matcher(url).find(),
      };
    }
  }
}

function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AccessError('ACCESS_PATTERN_INVALID', `"${pattern}" is not a valid pattern: ${reason}`, {
      cause,
    });
  }
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** A page in the forms that signs ask for, each made when it is needed first. */
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
