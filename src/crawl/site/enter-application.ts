import type { ApplicationAccess, ReachedPage } from '../../access/index.ts';
import { isWebAddress, lists, type PageSpider } from '../../fetch/index.ts';
import { standInFor } from '../../project/index.ts';
import type { RunDefinition } from '../run/define-run.ts';
import { AppError } from '../run/errors.ts';
import { isCollected } from '../run/page-run-context.ts';
import type { RunContext } from '../run/run-context.ts';
import type { RunDependencies } from '../run/run-request.ts';
import { allowedHours, systemClock } from './allowed-hours.ts';
import { openPoliteVisit, type PoliteVisit } from './polite-visit.ts';
import { siteProtocols } from './protocols.ts';
import type { SiteLogin } from './site-login.ts';
import { retriesOf } from './site-network.ts';

/** The entry into an application: logged in, as polite as a crawl, and at the page where it starts. */
export interface EnteredApplication {
  readonly start: string;
  readonly access: ApplicationAccess;
  /** Logs out, if the project defines a log-out and `isFinished` is true. */
  close(isFinished: boolean): Promise<void>;
}

interface EnterOptions
  extends Omit<RunDependencies, 'config'>,
    Pick<RunContext, 'definition' | 'config' | 'signal'> {
  /** Called when requests are not allowed at this hour. */
  readonly onWait: (until: number) => void;
}

/** Enters an application as a crawl enters its site: session, log-in and steps; robots.txt, pace and hours apply. Throws what a run throws. */
export async function enterApplication(options: EnterOptions): Promise<EnteredApplication> {
  const { definition } = options;
  const protocol = siteProtocols(definition, options).protocolOf(definition.source);
  const { source, states } = definition;
  if (lists(protocol)) throw noApplication(source);
  // Checked before the log-in.
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
  const { hostLeases: _, ...visit } = options;
  const { definition, clock = systemClock, retryDelays, signal, onWait } = visit;
  const { settings, hours } = definition;
  const retries = retriesOf(settings, retryDelays);
  const entered = await openPoliteVisit({ ...visit, fetcher: spider, hasRobots, retries });
  const { session, siteLogin, scheduler, askAs } = entered;
  const start = await startOfApplication(definition, siteLogin.navigator);
  requireWebAddress(start);
  // Only a response shows whether a password is required, and how.
  if (session.hasPasswordFor(new URL(start).origin)) await askAs(session)({ url: start });
  const refusal = await unopenedPages(definition, start, entered);
  // Its robots.txt may require time between two requests.
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
 * Where an application starts: at the address in the project, else where the first step that collects pages arrives, else at the source. Logs in on the
 * way. Throws CRAWL_STEP_FAILED, and APP_SETTING_INVALID for a page that has no address.
 */
async function startOfApplication(
  { source, states, steps, hasOwnSteps }: RunDefinition,
  navigator: SiteLogin['navigator'],
): Promise<string> {
  const collecting = steps.findIndex(isCollected);
  const index = collecting < 0 ? steps.length : collecting;
  await navigator.logInFor(index);
  if (states?.start !== undefined) return new URL(states.start, source).href;
  if (!hasOwnSteps || collecting < 0) return source;
  const [first] = await navigator.enter(index);
  if (first?.hasAddress === true) return first.page.url;
  throw new AppError(
    'APP_SETTING_INVALID',
    'the first step that collects pages ends on the answer to a form, which has no address to open in a browser: write states: { start: /app }',
  );
}

/** Which pages of an application are not opened: those that robots.txt or the project's rules reject, and those that end the session. */
async function unopenedPages(
  { rules, session }: RunDefinition,
  start: string,
  { robots, siteLogin: { navigator } }: PoliteVisit,
): Promise<(url: string) => Promise<string | null>> {
  const { anyPattern, compileRules } = await import('../../project/index.ts');
  const ruleSet = rules.length === 0 ? null : compileRules(rules);
  const isNamed = anyPattern(session?.neverFollow ?? []);
  const { host } = new URL(start);
  return async (url) => {
    // Embedded content of other sites is not checked; visitors never stay there.
    if (URL.parse(url)?.host !== host) return null;
    if (isNamed(url) || navigator.logsOut(url)) return `${url} would end the session`;
    const decision = url === start ? null : ruleSet?.decide({ url });
    if (decision?.verdict === 'reject') return `${url}: ${decision.reason}`;
    return robots.refusal(url);
  };
}

/** Pages that were opened before the session was renewed have lost it, whatever its state is now. */
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
