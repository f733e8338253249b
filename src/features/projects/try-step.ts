import {
  decodedPage,
  type Form,
  type FormField,
  findForms,
  linksByText,
  type Redactor,
  seenPage,
  type VisitorAnswer,
} from '../../access/index.ts';
import type { RunDefinition } from '../../crawl/run/define-run.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { RunContext } from '../../crawl/run/run-context.ts';
import type { RunDependencies } from '../../crawl/run/run-request.ts';
import { systemClock, untilAllowed } from '../../crawl/site/allowed-hours.ts';
import { openPoliteVisit } from '../../crawl/site/polite-visit.ts';
import { siteProtocols } from '../../crawl/site/protocols.ts';
import type { SiteLogin } from '../../crawl/site/site-login.ts';
import { nameOfStep, StepError, stepFailure } from '../../crawl/steps/step-error.ts';
import { lists, usualRetries } from '../../fetch/index.ts';
import type { ResultOf } from '../../http/contract/endpoint.ts';
import { readableText } from '../../presentation/page-text/readable-text.ts';
import { formSurvey } from './site-survey/form-survey.ts';
import type { stepEndpoints } from './step-endpoints.ts';

/** The result of trying a step. It contains no secret of the project. */
type StepTrial = ResultOf<(typeof stepEndpoints)['tryStep']>;
type ArrivedPage = StepTrial['pages'][number];
type ArrivedForm = ArrivedPage['forms'][number];
type ArrivedField = ArrivedForm['fields'][number];

interface TrialOptions extends Omit<RunDependencies, 'config'>, Pick<RunContext, 'definition' | 'config'> {
  /** Aborted when the user stops waiting. */
  readonly signal: AbortSignal;
}

/** Interactive timeout. */
const LONGEST_MS = 60_000;

/**
 * Goes to the pages of a step as a run does: logged in, and through the steps before it. Stores nothing. Throws
 * APP_SETTING_INVALID when there is no such step, when it cannot be tried, and at hours that the project does not allow.
 */
export async function tryStep(place: number, options: TrialOptions): Promise<StepTrial> {
  const { definition, clock = systemClock, signal } = options;
  const { steps, source, hours } = definition;
  if (steps[place] === undefined)
    throw new AppError(
      'APP_SETTING_INVALID',
      `there is no step ${place + 1}: the project has ${steps.length}`,
    );
  const protocol = siteProtocols(definition, options).protocolOf(source);
  if (lists(protocol))
    throw new AppError('APP_SETTING_INVALID', `${source} lists its files, and has no steps to try`);
  if (untilAllowed(hours, clock.now()) > 0)
    throw new AppError('APP_SETTING_INVALID', 'the project allows no requests at this hour: try it later');
  const spider = await protocol.start({ url: source });
  try {
    const { siteLogin } = await openPoliteVisit({
      ...options,
      fetcher: spider,
      hasRobots: protocol.capabilities.robots,
      // No retries: the user decides whether to try again.
      retries: { ...usualRetries, attempts: 1 },
      onWait: () => undefined,
      takesSteps: true,
    });
    return await trialOf(place, definition, siteLogin, signal);
  } finally {
    await spider.close();
  }
}

async function trialOf(
  place: number,
  definition: RunDefinition,
  { navigator }: SiteLogin,
  signal: AbortSignal,
): Promise<StepTrial> {
  const { redactor } = definition.secrets;
  const name = redactor.text(nameOfStep(definition, place));
  try {
    const arrivals = await inTime(
      navigator.logInFor(place).then(() => navigator.enter(place)),
      signal,
    );
    const pages = await Promise.all(
      arrivals.map(({ page, hasAddress }) => arrivedPage(page, hasAddress, redactor)),
    );
    if (logsInUpTo(place, definition)) await inTime(navigator.logOut(), signal).catch(() => undefined);
    return { name, failure: null, pages };
  } catch (error) {
    const failure = stepFailure(name, error, redactor);
    if (!(failure instanceof StepError)) throw failure;
    const { code, message, page } = failure;
    const headers = {
      get: (header: string) => (header === 'content-type' ? (page?.contentType ?? null) : null),
    };
    const seen = page === null ? [] : [await arrivedPage({ ...page, headers }, false, redactor)];
    return { name, failure: { code, message }, pages: seen };
  }
}

/** Whether the session is logged in after the step. */
function logsInUpTo(place: number, { session, steps }: RunDefinition): boolean {
  const login = session?.login;
  if (login === undefined || !('step' in login)) return session !== null;
  return steps.findIndex(({ name }) => name === login.step) <= place;
}

/** Rejects after the timeout. The work itself ends when the caller closes the spider. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new StepError(`it took longer than ${LONGEST_MS / 1000} seconds`, null));
  late.addEventListener('abort', end);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    late.removeEventListener('abort', end);
  }
}

const SHOWN_TEXT = 700;
const SHOWN_HTML = 100_000;
const MOST_FORMS = 30;
const MOST_FIELDS = 200;
const MOST_OPTIONS = 200;
const MOST_LINKS = 200;
const LONGEST = 1000;

async function arrivedPage(
  answer: VisitorAnswer,
  hasAddress: boolean,
  redactor: Redactor,
): Promise<ArrivedPage> {
  const { url, status, title, contentType } = seenPage(answer);
  const shown = (text: string): string => redactor.text(text).slice(0, LONGEST);
  const { html, charset } = decodedPage(answer);
  const isHtml = contentType === null || /html/i.test(contentType);
  const text = isHtml ? await readableText(html.slice(0, SHOWN_HTML)) : html.slice(0, SHOWN_TEXT);
  const forms = isHtml ? findForms(html, url, charset).slice(0, MOST_FORMS) : [];
  const links = isHtml ? linksByText(html, url).slice(0, MOST_LINKS) : [];
  return {
    url: redactor.text(url),
    status,
    title: shown(title),
    text: redactor.text(text).slice(0, SHOWN_TEXT),
    hasAddress,
    forms: forms.map((form) => arrivedForm(form, forms, shown)),
    links: links.map((link) => ({ text: shown(link.text), url: redactor.text(link.url) })),
  };
}

function arrivedForm(form: Form, all: readonly Form[], shown: (text: string) => string): ArrivedForm {
  const { id, name, method, action, fields } = form;
  const survey = formSurvey(form, all);
  return {
    kind: survey?.kind ?? 'other',
    id: shown(id),
    name: shown(name),
    method,
    action: shown(action),
    find: survey?.find ?? null,
    fields: fields.flatMap((field) => arrivedField(field, shown) ?? []).slice(0, MOST_FIELDS),
    buttons: fields.flatMap((field) =>
      field.kind === 'submit'
        ? [{ name: shown(field.name), value: shown(field.value), label: shown(field.label) }]
        : [],
    ),
  };
}

/** Null for fields that are never sent, and for buttons. */
function arrivedField(field: FormField, shown: (text: string) => string): ArrivedField | null {
  if (field.name === '' || field.kind === 'submit') return null;
  const nothing = { name: shown(field.name), isTicked: false, isDisabled: field.disabled, options: [] };
  switch (field.kind) {
    case 'text':
      return { ...nothing, type: field.type, value: field.type === 'password' ? '' : shown(field.value) };
    case 'file':
      return { ...nothing, type: 'file', value: '' };
    case 'select': {
      const options = field.options.slice(0, MOST_OPTIONS).map(({ value, label, selected }) => ({
        value: shown(value),
        label: shown(label),
        isChosen: selected,
      }));
      const chosen = options.find(({ isChosen }) => isChosen);
      return { ...nothing, type: 'select', value: chosen?.value ?? '', options };
    }
    default:
      return { ...nothing, type: field.kind, value: shown(field.value), isTicked: field.checked };
  }
}
