import { AccessError, type FormValues, fillForm, type VisitorAnswer } from '../../access/index.ts';
import { readDocument } from '../../document/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { type DocumentLink, documentLinks } from '../document-links.ts';
import { formOf, sendForm } from './built-in-actions.ts';
import type { FormToSend } from './form-to-send.ts';
import type { StepVisitor } from './step-action.ts';

/** A cheap check, made on every page. */
const maybeForm = /<form[\s>]/i;

/** Forms that are filled in and sent, once each, when the crawl finds them. */
export class PageForms {
  readonly #waiting: Map<number, FormToSend>;
  readonly #sent: number[];
  readonly #visit: StepVisitor;

  /** `sent` are the indexes of forms that an earlier part of the run has sent. */
  constructor(forms: readonly FormToSend[], sent: readonly number[], visit: StepVisitor) {
    this.#sent = [...sent];
    this.#waiting = new Map([...forms.entries()].filter(([index]) => !sent.includes(index)));
    this.#visit = visit;
  }

  get sent(): readonly number[] {
    return this.#sent;
  }

  /** Links from the forms on this page: a GET form is a link itself; a POST form is sent, and returns the links of its response. */
  async linksOf(page: VisitorAnswer): Promise<readonly DocumentLink[]> {
    if (this.#waiting.size === 0) return [];
    if (!maybeForm.test(Buffer.from(page.body).toString('latin1'))) return [];
    const links: DocumentLink[] = [];
    for (const [index, form] of this.#waiting) {
      if (!hasForm(page, form)) continue;
      this.#waiting.delete(index); // another page may have the same form while this one is sent
      try {
        for (const values of form.submissions) links.push(...(await this.#linksBehind(page, form, values)));
      } catch (error) {
        this.#waiting.set(index, form);
        throw error;
      }
      this.#sent.push(index);
    }
    return links;
  }

  async #linksBehind(
    page: VisitorAnswer,
    form: FormToSend,
    values: FormValues,
  ): Promise<readonly DocumentLink[]> {
    const { url, method } = fillForm(formOf(page, form), values, form.fill);
    if (method === 'GET') return [{ url: normalizeUrl(url), kind: 'page', nofollow: false }];
    return linksIn((await sendForm(page, form, values, this.#visit)).page);
  }
}

function hasForm(page: VisitorAnswer, form: FormToSend): boolean {
  try {
    formOf(page, form);
    return true;
  } catch (error) {
    if (error instanceof AccessError && error.code === 'ACCESS_FORM_NOT_FOUND') return false;
    throw error;
  }
}

/** The links of a page that is not a visit of its own. */
export function linksIn({ url, body, headers }: VisitorAnswer): readonly DocumentLink[] {
  return documentLinks(readDocument(body, headers.get('content-type')), url).links;
}
