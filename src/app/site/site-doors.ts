import {
  formToSend,
  Membership,
  PageForms,
  StepEntrances,
  type StepVisitor,
  stepActions,
} from '../../crawl/index.ts';
import type { PageFetcher } from '../../fetch/index.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { RunSurroundings } from '../run/run-request.ts';

/** How a run gets into its site: its log-in, steps and forms. */
export interface SiteDoors {
  readonly entrances: Pick<StepEntrances, 'logInFor' | 'enter' | 'logsOut' | 'logOut'>;
  readonly forms: Pick<PageForms, 'sent' | 'linksOf'>;
  /** Fetches as a member, and logs in again when the session has ended. */
  asMember(fetcher: PageFetcher): PageFetcher;
}

/** `ask` sends requests without a log-in; `formsSent` are the forms that an earlier part of the run has sent. */
export function siteDoors(
  definition: RunDefinition,
  { stepActions: more = [] }: Pick<RunSurroundings, 'stepActions'>,
  ask: StepVisitor,
  formsSent: readonly number[],
): SiteDoors {
  const membership = new Membership(definition, ask);
  const visit: StepVisitor = (request) => membership.visit(request.url, () => ask(request));
  const forms = definition.forms.map((form) => formToSend(form, definition.secrets));
  return {
    entrances: new StepEntrances(definition, membership, visit, [...stepActions, ...more]),
    forms: new PageForms(forms, formsSent, visit),
    asMember: (fetcher) => ({
      fetch: (request) => membership.visit(request.url, () => fetcher.fetch(request)),
    }),
  };
}
