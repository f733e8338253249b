import {
  AccessError,
  chooseForm,
  decodedPage,
  describeSeenPage,
  type Form,
  type FormValues,
  fillForm,
  findForms,
  findLink,
  type LinkWish,
  seenPage,
  submitForm,
  type VisitorAnswer,
} from '../../access/index.ts';
import type { FormEntry, PageLink } from '../../project/index.ts';
import { type FormToSend, formToSend } from './form-to-send.ts';
import { addressIn } from './run-steps.ts';
import type { Arrival, StepAction, StepVisitor } from './step-action.ts';
import { StepError } from './step-error.ts';

/** `open: /technology/` */
export const openAddress: StepAction<string> = {
  key: 'open',
  take: async (open, { source, visit }) => [await arriveAt(addressIn({ source }, open), visit)],
};

/** `follow: Next page`: a link on the current page. */
export const followLink: StepAction<PageLink> = {
  key: 'follow',
  take: async (wish, { page, visit }) => {
    const from = requirePage(page);
    return [
      await arriveAt(
        withSeenPage(from, () => linkOf(from, wish)),
        visit,
      ),
    ];
  },
};

/** `form: { fill: ... }`: a form on the current page. */
export const fillAndSend: StepAction<FormEntry> = {
  key: 'form',
  take: async (entry, { page, visit, secrets }) => {
    const from = requirePage(page);
    const form = formToSend(entry, secrets);
    const [first = {}, ...others] = form.submissions;
    const arrivals: [Arrival, ...Arrival[]] = [await sendForm(from, form, first, visit)];
    for (const values of others) {
      // A posted form may have a token that works only once: open its page again.
      const isPosted =
        withSeenPage(from, () => fillForm(formOf(from, form), values, form.fill)).method === 'POST';
      arrivals.push(await sendForm(isPosted ? await openPage(from.url, visit) : from, form, values, visit));
    }
    return arrivals;
  },
};

function requirePage(page: VisitorAnswer | null): VisitorAnswer {
  if (page === null) throw new StepError('there is no page to start from', null);
  return page;
}

async function arriveAt(url: string, visit: StepVisitor): Promise<Arrival> {
  return { page: await openPage(url, visit), hasAddress: true };
}

/** The address of the link that a step follows. */
export function linkOf(page: VisitorAnswer, wish: LinkWish): string {
  return findLink(decodedPage(page).html, page.url, wish);
}

/** The form on the page that the project means. */
export function formOf(page: VisitorAnswer, { wish }: FormToSend): Form {
  const { html, charset } = decodedPage(page);
  return chooseForm(findForms(html, page.url, charset), wish);
}

/** Opens a page. Throws a StepError that says what was seen instead. */
export async function openPage(url: string, visit: StepVisitor): Promise<VisitorAnswer> {
  const page = await visit({ url });
  if (page.status >= 200 && page.status < 300) return page;
  throw unexpected('the page cannot be opened', page);
}

export async function sendForm(
  page: VisitorAnswer,
  toSend: FormToSend,
  values: FormValues,
  visit: StepVisitor,
): Promise<Arrival> {
  const form = withSeenPage(page, () => formOf(page, toSend));
  const { method } = withSeenPage(page, () => fillForm(form, values, toSend.fill));
  let finalMethod = method;
  const answer = await submitForm(
    form,
    values,
    async (request) => {
      const result = await visit(request);
      // These three turn a POST into a GET (Fetch, "HTTP-redirect fetch").
      if (result.hops.some(({ status }) => status === 301 || status === 302 || status === 303))
        finalMethod = 'GET';
      return result;
    },
    toSend.fill,
  );
  if (answer.status >= 200 && answer.status < 300) return { page: answer, hasAddress: finalMethod === 'GET' };
  throw unexpected('the form was refused', answer);
}

/** Adds a description of the page to a failure. */
function withSeenPage<T>(page: VisitorAnswer, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    const seen = seenPage(page);
    throw new AccessError(error.code, `${error.message} Seen: ${describeSeenPage(seen)}`, { page: seen });
  }
}

function unexpected(what: string, answer: VisitorAnswer): StepError {
  const seen = seenPage(answer);
  return new StepError(`${what}. Seen: ${describeSeenPage(seen)}`, seen);
}
