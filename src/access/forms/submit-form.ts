import type { FetchRequest } from '../../fetch/index.ts';
import type { FormValues } from './fill-field.ts';
import { type FillOptions, fillForm } from './fill-form.ts';
import type { Form } from './form.ts';

/** One visitor's way to the site: the fetcher with a session, under the crawl's politeness. Follows redirects. */
export type VisitorFetch = (
  request: Pick<FetchRequest, 'url' | 'method' | 'headers' | 'body'>,
) => Promise<VisitorAnswer>;

/** A page as forms, links and log-ins need it. */
export interface VisitorAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: Uint8Array;
}

/** Fills a form in and sends it. */
export function submitForm(
  form: Form,
  values: FormValues,
  fetch: VisitorFetch,
  options: FillOptions = {},
): Promise<VisitorAnswer> {
  const { url, method, contentType, body } = fillForm(form, values, options);
  return fetch({
    url,
    method,
    headers: {
      ...provenance(form, url, method),
      ...(contentType === null ? {} : { 'content-type': contentType }),
    },
    ...(body === null ? {} : { body }),
  });
}

/**
 * Sites that guard against forged forms want to see where one was filled in. They look at the host; the query, which
 * may hold a token, stays here.
 */
function provenance(form: Form, url: string, method: string): Readonly<Record<string, string>> {
  const page = URL.parse(form.page);
  if (page === null || page.origin !== URL.parse(url)?.origin) return {};
  const referer = `${page.origin}${page.pathname}`;
  return method === 'POST' ? { referer, origin: page.origin } : { referer };
}
