import type { ApplicationAccess, ReachedPage } from '../../access/index.ts';
import { isWebAddress, lists, type PageSpider, usualRetries } from '../../fetch/index.ts';
import { standInFor } from '../../project/index.ts';
import type { RobotsGate } from '../robots-gate.ts';
import type { RunDefinition } from '../run/define-run.ts';
import { AppError } from '../run/errors.ts';
import { isCollected } from '../run/page-run-context.ts';
import type { RunContext } from '../run/run-context.ts';
import type { RunDependencies } from '../run/run-request.ts';
import { allowedHours, systemClock } from './allowed-hours.ts';
import { openPoliteVisit } from './polite-visit.ts';
import { siteProtocols } from './protocols.ts';
import type { SiteLogin } from './site-login.ts';

/** The way into an application: logged in, as polite as a crawl, and to the page where it starts. */
export interface EnteredApplication {
  readonly start: string;
  readonly access: ApplicationAccess;
  /** Logs out, if the project says how and everything is done. */
  close(isFinished: boolean): Promise<void>;
}

interface EnterOptions
  extends Omit<RunDependencies, 'config'>,
    Pick<RunContext, 'definition' | 'config' | 'signal'> {
  /** Called while no requests are allowed at this hour. */
  readonly onWait: (until: number) => void;
}

/** Opens it as a crawl enters its site: session, log-in and steps; robots.txt, pace and hours hold. Throws as a run does. */
export async function enterApplication(options: EnterOptions): Promise<EnteredApplication> {
  const { definition } = options;
  const protocol = siteProtocols(definition, options).protocolOf(definition.source);
  const { source, states } = definition;
  if (lists(protocol)) throw noApplication(source);
  // Before anybody logs in.
  for (const address of [source, states?.start ?? source])
    requireWebAddress(URL.parse(address, source)?.href ?? address);
  const spider = await protocol.start({ url: definition.source });
  try {
    return await enteredWith(spider, protocol.capabilities.robots, options);
  } catch (error) {
    await spider.close();
    throw error;
  }
}

const noApplication = (address: string): AppError =>
  new AppError(
    'APP_SETTING_INVALID',
    `${address} is no application: applications are explored over http:// and https:// only`,
  );

function requireWebAddress(address: string): void {
  if (!isWebAddress(address)) throw noApplication(address);
}

async function enteredWith(
  spider: PageSpider,
  hasRobots: boolean,
  options: EnterOptions,
): Promise<EnteredApplication> {
  // Browsers of explorations send requests of their own, so hosts are not leased for them.
  const { turns: _, ...visit } = options;
  const { definition, clock = systemClock, retryDelays, signal, onWait } = visit;
  const { settings, hours } = definition;
  const retries = { ...usualRetries, ...retryDelays, attempts: settings.attempts };
  const { session, siteLogin, scheduler, robots, askAs } = await openPoliteVisit({
    ...visit,
    fetcher: spider,
    hasRobots,
    retries,
  });
  const start = await startOfApplication(definition, siteLogin.navigator);
  requireWebAddress(start);
  // Whether a password is asked for, and how, is known from an answer only.
  if (session.hasPasswordFor(new URL(start).origin)) await askAs(session)({ url: start });
  const refusal = await unopenedPages({ definition, start, robots, navigator: siteLogin.navigator });
  // Its robots.txt may ask for time between two requests.
  await refusal(start);
  const { host } = new URL(start);
  const untilAllowed = allowedHours(hours, signal, clock, onWait);
  const secretsToFill = new Map(
    Object.values(definition.states?.fill ?? {}).flatMap((value) =>
      typeof value === 'string' ? [] : [[standInFor(value), definition.secrets.reveal(value)] as const],
    ),
  );
  const isMember = definition.session !== null || definition.hasAccount;
  return {
    start,
    access: {
      session: isMember ? session : null,
      refusal,
      async turn() {
        await untilAllowed();
        for (;;) {
          const now = clock.now();
          const next = scheduler.nextStart(host, now);
          if (next <= now || signal.aborted) break;
          await clock.sleep(next - now, signal);
        }
        scheduler.started(host, clock.now());
        scheduler.finished(host, { kind: 'answered' }, clock.now());
      },
      hasLost: sessionWatch(definition, siteLogin),
      reveal: (value) => secretsToFill.get(value) ?? value,
    },
    async close(isFinished) {
      try {
        if (isFinished) await siteLogin.navigator.logOut();
      } finally {
        await spider.close();
      }
    },
  };
}

/**
 * Where an application starts: where the project says, else where its first step arrives that collects pages, else at the source. Logs in on the way.
 * Throws CRAWL_STEP_FAILED, and APP_SETTING_INVALID for a page that has no address.
 */
async function startOfApplication(
  { source, states, steps, hasOwnSteps }: RunDefinition,
  navigator: SiteLogin['navigator'],
): Promise<string> {
  const collecting = steps.findIndex(isCollected);
  const place = collecting < 0 ? steps.length : collecting;
  await navigator.logInFor(place);
  if (states?.start !== undefined) return new URL(states.start, source).href;
  if (!hasOwnSteps || collecting < 0) return source;
  const [first] = await navigator.enter(place);
  if (first?.hasAddress === true) return first.page.url;
  throw new AppError(
    'APP_SETTING_INVALID',
    'the first step that collects pages ends on the answer to a form, which has no address to open in a browser: write states: { start: /app }',
  );
}

interface UnopenedPagesParts {
  readonly definition: Pick<RunDefinition, 'rules' | 'session'>;
  readonly start: string;
  readonly robots: RobotsGate;
  readonly navigator: SiteLogin['navigator'];
}

/** Which pages of an application are not opened: those that robots.txt or the project's rules deny, and those that end the session. */
async function unopenedPages({
  definition: { rules, session },
  start,
  robots,
  navigator,
}: UnopenedPagesParts): Promise<(url: string) => Promise<string | null>> {
  const { anyPattern, compileRules } = await import('../../project/index.ts');
  const ruleSet = rules.length === 0 ? null : compileRules(rules);
  const isNamed = anyPattern(session?.neverFollow ?? []);
  const { host } = new URL(start);
  return async (url) => {
    // What other sites embed is theirs; visitors never stay there.
    if (URL.parse(url)?.host !== host) return null;
    if (isNamed(url) || navigator.logsOut(url)) return `${url} would end the session`;
    const decision = url === start ? null : ruleSet?.decide({ url });
    if (decision?.verdict === 'reject') return `${url}: ${decision.reason}`;
    return robots.refusal(url);
  };
}

/** Pages that were opened before the session was begun anew have lost it, whatever it is now. */
function sessionWatch(
  { session }: RunDefinition,
  siteLogin: SiteLogin,
): (page: ReachedPage) => Promise<boolean> {
  if (session === null) return () => Promise.resolve(false);
  let renewedAt = Number.NEGATIVE_INFINITY;
  return async ({ requested, url, status, html, openedAt }) => {
    if (openedAt < renewedAt) return true;
    const headers = { get: (name: string) => (name === 'content-type' ? 'text/html; charset=utf-8' : null) };
    const isLost = await siteLogin.hasLost(requested, { url, status, headers, body: Buffer.from(html) });
    if (isLost) renewedAt = performance.now();
    return isLost;
  };
}
