import {
  AccessError,
  chooseForm,
  type FillOptions,
  type Form,
  type FormValues,
  type FormWish,
  fillForm,
  findForms,
  findLink,
  type LinkWish,
  submitForm,
  type VisitorAnswer,
} from '../../access/index.ts';
import type { FetchRequest, FetchResult } from '../../fetch/index.ts';
import { describeSeen, seenOf, textOfPage } from './opened-page.ts';
import { StepError } from './step-error.ts';

/** One visitor's way to the site, as a member when the project has a log-in. Follows redirects. */
export type StepVisitor = (
  request: Pick<FetchRequest, 'url' | 'method' | 'headers' | 'body'>,
) => Promise<FetchResult>;

/** A form to fill in and send, once for each of the values. */
export interface FormPlan {
  readonly wish: FormWish;
  readonly submissions: readonly FormValues[];
  readonly fill: FillOptions;
}

/** How a step comes to its page (B5). */
export interface StepPlan {
  /** Null: where the step before it ended. */
  readonly open: string | null;
  /** A link of that page. */
  readonly follow: LinkWish | null;
  readonly form: FormPlan | null;
}

/** A page that a step has come to. */
export interface Arrival {
  readonly page: VisitorAnswer;
  /** Whether asking for its URL brings the same page again; not so for the answer to a form that was posted. */
  readonly hasAddress: boolean;
}

/**
 * Opens the page of a step (`before` is where the one before it ended), follows its link, fills in and sends its form. The last arrival is where the step ended.
 * Throws AccessError or CRAWL_STEP_FAILED, saying what was seen instead, and FetchError.
 */
export async function enterStep(
  plan: StepPlan,
  before: VisitorAnswer | null,
  visit: StepVisitor,
): Promise<readonly [Arrival, ...Arrival[]]> {
  const start = plan.open === null ? before : await openPage(plan.open, visit);
  if (start === null) throw new StepError('there is no page to begin with', null);
  const { follow, form } = plan;
  const page =
    follow === null
      ? start
      : await openPage(
          seenInstead(start, () => linkOf(start, follow)),
          visit,
        );
  if (form === null) return [{ page, hasAddress: true }];
  const [first = {}, ...others] = form.submissions;
  const arrivals: [Arrival, ...Arrival[]] = [await sendForm(page, form, first, visit)];
  for (const values of others) {
    // A form that is posted may hold a token for one use: it is taken fresh from its page.
    const isPosted =
      seenInstead(page, () => fillForm(formOf(page, form), values, form.fill)).method === 'POST';
    arrivals.push(await sendForm(isPosted ? await openPage(page.url, visit) : page, form, values, visit));
  }
  return arrivals;
}

/** The address of the link that a step follows. */
export function linkOf(page: VisitorAnswer, wish: LinkWish): string {
  return findLink(textOfPage(page).html, page.url, wish);
}

/** The one form of the page that is meant. */
export function formOf(page: VisitorAnswer, { wish }: FormPlan): Form {
  const { html, charset } = textOfPage(page);
  return chooseForm(findForms(html, page.url, charset), wish);
}

async function openPage(url: string, visit: StepVisitor): Promise<VisitorAnswer> {
  const page = await visit({ url });
  if (page.status >= 200 && page.status < 300) return page;
  throw unexpected('the page cannot be opened', page);
}

export async function sendForm(
  page: VisitorAnswer,
  plan: FormPlan,
  values: FormValues,
  visit: StepVisitor,
): Promise<Arrival> {
  const form = seenInstead(page, () => formOf(page, plan));
  const { method } = seenInstead(page, () => fillForm(form, values, plan.fill));
  let became = method;
  const answer = await submitForm(
    form,
    values,
    async (request) => {
      const result = await visit(request);
      // These three turn a POST into a GET (Fetch, "HTTP-redirect fetch").
      if (result.hops.some(({ status }) => status === 301 || status === 302 || status === 303))
        became = 'GET';
      return result;
    },
    plan.fill,
  );
  if (answer.status >= 200 && answer.status < 300) return { page: answer, hasAddress: became === 'GET' };
  throw unexpected('the form was refused', answer);
}

/** Adds to a failure which page it was about. */
function seenInstead<T>(page: VisitorAnswer, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    const seen = seenOf(page);
    throw new AccessError(error.code, `${error.message} Seen: ${describeSeen(seen)}`, { page: seen });
  }
}

function unexpected(what: string, answer: VisitorAnswer): StepError {
  const seen = seenOf(answer);
  return new StepError(`${what}. Seen: ${describeSeen(seen)}`, seen);
}
