import { HostScheduler, politeLimits } from '../../access/index.ts';
import { type DocumentLink, PageForms, type RobotsGate, type StepVisitor } from '../../crawl/index.ts';
import type { HttpSession, PageFetcher } from '../../fetch/index.ts';
import { concurrencyOf } from '../crawl-settings.ts';
import { siteRobots } from '../site-robots.ts';
import { duringHours } from './allowed-hours.ts';
import { formPlan } from './form-plan.ts';
import { Membership } from './membership.ts';
import { withToken } from './open-session.ts';
import { politeVisitor } from './polite-visitor.ts';
import { StepEntrances } from './step-entrances.ts';
import type { StepRunParts } from './step-run-parts.ts';
import { withoutSecrets } from './without-secrets.ts';

/** How a run reaches the site of its project: as whom, by which doors and forms, at what pace, in which hours. */
export class SiteAccess {
  readonly session: HttpSession;
  readonly membership: Membership;
  readonly entrances: StepEntrances;
  readonly forms: PageForms;
  readonly scheduler: HostScheduler;
  readonly robots: RobotsGate;
  readonly #secrets: StepRunParts['secrets'];
  /** The spider with the project's token, in its hours. */
  readonly #site: PageFetcher;

  /** `formsSent` is what the run has sent before it was interrupted; `onListed` is told of sitemaps. */
  constructor(
    parts: StepRunParts,
    session: HttpSession,
    formsSent: readonly number[],
    onListed: (links: readonly DocumentLink[]) => void,
  ) {
    const { definition, settings, secrets, spider, protocol, signal, clock, onEvent } = parts;
    const { delay, attempts } = settings;
    this.session = session;
    this.#secrets = secrets;
    const fetcher = duringHours(
      withToken(spider, definition, secrets),
      definition.limits?.hours ?? [],
      signal,
      clock,
      (until) => onEvent({ event: 'waiting', until: new Date(until).toISOString() }),
    );
    this.#site = fetcher;
    const ask = politeVisitor({ fetcher, session, delay, attempts });
    this.membership = new Membership(definition, secrets, ask);
    const visit: StepVisitor = (request) => this.membership.visit(request.url, () => ask(request));
    this.entrances = new StepEntrances(definition, secrets, this.membership, visit);
    const forms = (definition.forms ?? []).map((form) => formPlan(form, secrets));
    this.forms = new PageForms(forms, formsSent, visit);
    this.scheduler = new HostScheduler({
      ...politeLimits,
      delay,
      concurrency: concurrencyOf(settings, 'pages'),
    });
    const isAsked = protocol.capabilities.robots;
    this.robots = siteRobots({ fetcher, session, isAsked, settings, scheduler: this.scheduler, onListed });
  }

  /** Whether there is something that must not be kept: a session, or a secret. */
  get keepsSecrets(): boolean {
    return this.membership.isMember || this.#secrets.any;
  }

  /** Fetches pages as the member that the project is; answers may be kept. */
  get fetcher(): PageFetcher {
    const member: PageFetcher = {
      fetch: (request) => this.membership.visit(request.url, () => this.#site.fetch(request)),
    };
    return this.keepsSecrets ? withoutSecrets(member, this.#secrets.redactor) : member;
  }
}
