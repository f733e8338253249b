import { detectCharset, scanHtml } from '../../document/index.ts';
import { phrasesOf, shareIn } from '../../track/index.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';

/** A share of what members see up to which none of it is there. */
const NONE_OF_IT = 0.1;

/**
 * What members see on a page and strangers do not. Without signs of being logged in, a public page says nothing by itself,
 * but it no longer shows this to somebody whose session has ended.
 */
export class MembersView {
  readonly #onlyMembers: ReadonlySet<string>;

  constructor(member: VisitorAnswer, stranger: VisitorAnswer) {
    const forAll = phrasesIn(stranger);
    this.#onlyMembers = new Set([...phrasesIn(member)].filter((phrase) => !forAll.has(phrase)));
  }

  /** Null when members and strangers see the same. */
  isSeenOn(page: VisitorAnswer): boolean | null {
    if (this.#onlyMembers.size === 0) return null;
    return shareIn(this.#onlyMembers, phrasesIn(page)) > NONE_OF_IT;
  }
}

function phrasesIn({ body, headers }: VisitorAnswer): ReadonlySet<string> {
  const { title, bodyText } = scanHtml(body, detectCharset(body, headers.get('content-type')).charset);
  return phrasesOf({ title, text: bodyText });
}
