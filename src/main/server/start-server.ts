import { Supervisor } from '../../base/index.ts';
import { builtWebFolder, type Config, ConfigError, packageFacts } from '../../config/index.ts';
import { isFileWrong, StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { RunHandle, RunSurroundings } from '../../crawl/run/run-request.ts';
import { systemClock } from '../../crawl/site/allowed-hours.ts';
import { openDataFolder, requireBodies } from '../../database/open-data-folder.ts';
import { assistantOverHttp } from '../../features/assistants/assistant-over-http.ts';
import { calibrationServices } from '../../features/calibration/calibration-services.ts';
import { feedServices } from '../../features/change-feed/feed-services.ts';
import { clusterMetrics } from '../../features/cluster/cluster-metrics.ts';
import { clusterServices } from '../../features/cluster/cluster-services.ts';
import { waitsForWorker } from '../../features/cluster/manage-queue.ts';
import { type RunPlaces, runPlaces } from '../../features/cluster/run-places.ts';
import { detectorServices } from '../../features/detectors/detector-services.ts';
import { type ApiServices, endpoints } from '../../features/endpoints.ts';
import { importServices } from '../../features/import/import-services.ts';
import { useFeatures } from '../../features/index.ts';
import { deliveryServices } from '../../features/notifications/delivery-services.ts';
import { accountServices } from '../../features/people/account-services.ts';
import { logInElsewhere } from '../../features/people/log-in-elsewhere.ts';
import { firstAdministrator, linkAddress, userOrFirst } from '../../features/people/one-time-links.ts';
import { Passwords } from '../../features/people/passwords.ts';
import { peopleGate, serverPlace } from '../../features/people/people-gate.ts';
import type { PeopleParts } from '../../features/people/people-parts.ts';
import { cookieFor, startSession } from '../../features/people/sessions.ts';
import { userServices } from '../../features/people/user-services.ts';
import { projectServices } from '../../features/projects/project-services.ts';
import { secretServices } from '../../features/projects/secret-services.ts';
import { setupServices } from '../../features/projects/setup-services.ts';
import { stepServices } from '../../features/projects/step-services.ts';
import { homeServices } from '../../features/reports/home-services.ts';
import { learnedServices } from '../../features/reports/learned-services.ts';
import { pageServices } from '../../features/reports/page-services.ts';
import { RecentNews } from '../../features/reports/recent-news.ts';
import { runServices } from '../../features/reports/run-services.ts';
import { retentionServices } from '../../features/retention/retention-services.ts';
import { searchServices } from '../../features/search/search-services.ts';
import { ActiveExplorations } from '../../features/states/active-explorations.ts';
import { stateServices } from '../../features/states/state-services.ts';
import { statisticsServices } from '../../features/statistics/statistics-services.ts';
import { type Meters, metricsServices } from '../../features/system/metrics-services.ts';
import { ProcessMeter } from '../../features/system/process-meter.ts';
import { serverServices } from '../../features/system/server-services.ts';
import { KeptLog, type ServerTasks, systemServices } from '../../features/system/system-services.ts';
import { warcServices } from '../../features/warc/warc-services.ts';
import { nextRuns } from '../../features/watching/planned-runs.ts';
import { watchingServices } from '../../features/watching/watching-services.ts';
import { networkList } from '../../fetch/index.ts';
import { apiServer } from '../../http/api-server.ts';
import { ApiError } from '../../http/errors.ts';
import { RequestMeter } from '../../http/metrics/request-meter.ts';
import { RunMeter } from '../../http/metrics/run-meter.ts';
import { RunLog } from '../../http/run-log.ts';
import { webFilesIn } from '../../http/web/send-web.ts';
import { RunThreads } from '../run-threads/run-threads.ts';
import { ActiveRuns } from './active-runs.ts';
import { BackgroundTasks } from './background-tasks.ts';
import { scheduledRuns } from './scheduled-runs.ts';
import { withThreads } from './services-in-threads.ts';
import { workPools } from './work-pool.ts';

interface ServerOptions {
  readonly config: Config;
  /** The address to listen on, and the port; 0 chooses a free one. */
  readonly host: string;
  readonly port: number;
  /** Where the log goes, one JSON object per line; null for none. */
  readonly log: { write(line: string): void } | null;
  /** Where the built web interface is; that of the package when left out. */
  readonly webFolder?: string;
  /** What runs use besides the database; for tests. */
  readonly surroundings?: Pick<RunSurroundings, 'clock' | 'retryDelays'>;
  /** MiB of memory that a thread for runs may take; fewer for tests. */
  readonly heapBudget?: number;
  /** How passwords are hashed; cheaper for tests. */
  readonly passwords?: Passwords;
  /** How long a request may take to arrive; shorter for tests. */
  readonly requestTimeoutMs?: number;
}

export interface RunningServer {
  /** `http://127.0.0.1:4280` */
  readonly url: string;
  /** With this link an administrator chooses a password; null once one can log in. It is told only here. */
  readonly firstLink: string | null;
  /** The header that gives a browser a session of the first administrator. Only for whoever started the server. */
  ownSession(): Promise<string>;
  /** Pauses the runs under way, and returns when everything is stored. */
  close(): Promise<void>;
}

/** Opens the data, goes on with what was cut off, and answers until it is closed. Throws what opening the data throws. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  useFeatures();
  const { config, host, port, log } = options;
  const place = serverPlace(config);
  refuseUnusable(config);
  const store = await openDataFolder(config, 'write', 'tidemark serve');
  await requireBodies(config).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const stopping = new AbortController();
  const pools = workPools(store, config);
  const facts = new StoredFacts({ readLong: (settings) => pools.reading.readFacts(settings), isLasting });
  const runLog = new RunLog();
  const surroundings: RunSurroundings = {
    ...options.surroundings,
    store,
    config,
    storedSecret: storedSecrets(store, config).find,
  };
  let app: Awaited<ReturnType<typeof apiServer>> | null = null;
  const onFailure = (what: string, err: unknown) => app?.log.error({ what, err });
  const meters: Meters = {
    requests: new RequestMeter(),
    runs: new RunMeter(),
    process: new ProcessMeter(),
    ofFeatures: async () => (places.cluster === null ? [] : clusterMetrics(places.cluster)),
  };
  const clock = surroundings.clock ?? systemClock;
  const supervisor = new Supervisor({
    clock,
    onFailure,
    onRecovery: (what, failures) => app?.log.info({ what, failures }, 'works again'),
  });
  const onLate = (run: RunHandle) => runs.add(run);
  const threads: RunThreads = new RunThreads({
    ...{ store, config, clock, onFailure, holds: () => places.cluster?.holds ?? null },
    ...{ retryDelays: surroundings.retryDelays, heapBudget: options.heapBudget },
  });
  const places: RunPlaces = await runPlaces({ store, threads, config, supervisor, onFailure, onLate });
  const runs = new ActiveRuns({
    start: (request) => places.start(request),
    log: runLog,
    meter: meters.runs,
    onFailure,
    afterRun: (run) => background.afterRun(run),
    onBrokenOff: (project) => schedules.brokenOff(project),
  });
  const explorations = new ActiveExplorations({
    start: (request) => threads.startExploration(request),
    onFailure,
    onBrokenOff: (project) => schedules.brokenOff(project),
    afterExploration: () => background.deliver(),
  });
  const schedules = scheduledRuns({
    ...{ store, facts, surroundings, runs, places, explorations, threads, signal: stopping.signal },
  });
  const background = new BackgroundTasks({ store, facts, clock, supervisor, threads, onFailure });
  const people: PeopleParts = { store, passwords: options.passwords ?? new Passwords(), now: Date.now };
  const elsewhere = config.oidcIssuer === '' ? null : logInElsewhere(people, config);
  let url = '';
  const address = () => config.publicUrl || url;
  const isStopping = () => stopping.signal.aborted;
  const { cluster } = places;
  const context = {
    ...{ store, config, runs, explorations, cluster, log: runLog },
    ...{ news: new RecentNews(store), people, place, elsewhere, address, isStopping },
    facts,
    nextRun: nextRuns(store, facts),
    waitsForWorker: (project: string) => waitsForWorker(cluster, project),
  };
  const kept = log === null ? null : new KeptLog(log);
  const { version } = packageFacts();
  const shared = withThreads(services(context, { supervisor, schedules }, meters, kept), pools, context);
  const api = await apiServer({
    endpoints,
    services: { ...shared, ...assistantOverHttp(shared, version) },
    gate: peopleGate(people, place),
    log: kept,
    logLevel: config.logLevel,
    web: webFilesIn(options.webFolder ?? builtWebFolder()),
    note: (line) => store.people.note({ at: people.now(), ...line }),
    meter: meters.requests,
    hasRuns: () => runs.areUnderWay,
    open: config.openMetrics ? ['showMetrics'] : [],
    requestTimeoutMs: options.requestTimeoutMs,
  });
  app = api;
  const close = async () => {
    stopping.abort();
    places.leave();
    await Promise.all([supervisor.stop(), runs.close(), explorations.close()]);
    await schedules.ended();
    runLog.close();
    await api.close();
    await pools.close();
    meters.process.close();
    await elsewhere?.close();
    await places.close();
    await threads.close();
    await store.close();
    kept?.close();
  };
  try {
    const link = await firstAdministrator(people);
    url = await api.listen({ host, port }).catch((error: unknown) => {
      throw listenFailure(error, host, port);
    });
    schedules.start(supervisor);
    return {
      url,
      firstLink: link === null ? null : linkAddress(address(), link),
      async ownSession() {
        const visit = { address: '127.0.0.1', agent: 'whoever started the server' };
        return cookieFor(await startSession(people, await userOrFirst(people, 'admin'), visit, ''), config);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A file that takes more than a thread may take is not read again and again: its project has no plan until it is edited. */
const isLasting = (error: unknown): boolean =>
  isFileWrong(error) || (error instanceof ApiError && error.code === 'API_TOO_COSTLY');

/** Settings that would fail later, when somebody needs them. Throws CONFIG_INVALID and FETCH_SETTINGS_INVALID. */
function refuseUnusable({ allowedNetworks, oidcIssuer, publicUrl }: Config): void {
  networkList(allowedNetworks);
  if (oidcIssuer !== '' && publicUrl === '')
    throw new ConfigError(
      'CONFIG_INVALID',
      'TIDEMARK_OIDC_ISSUER: set TIDEMARK_PUBLIC_URL too, so that the identity provider can send browsers back',
    );
}

/** What the services of all features need together. */
type ServerContext = Parameters<typeof homeServices>[0] &
  Parameters<typeof serverServices>[0] &
  Parameters<typeof projectServices>[0] &
  Parameters<typeof feedServices>[0] &
  Parameters<typeof stateServices>[0] &
  Parameters<typeof accountServices>[0] &
  Parameters<typeof userServices>[0] &
  Parameters<typeof clusterServices>[0] &
  Parameters<typeof retentionServices>[0];

function services(
  context: ServerContext,
  tasks: ServerTasks,
  meters: Meters,
  log: KeptLog | null,
): Omit<ApiServices, 'talkToAssistant'> {
  return {
    ...systemServices(context, tasks, log),
    ...metricsServices(context, tasks, meters),
    ...serverServices(context, tasks, endpoints),
    ...homeServices(context),
    ...setupServices(context),
    ...watchingServices(),
    ...importServices(),
    ...stepServices(context),
    ...projectServices(context),
    ...secretServices(context),
    ...runServices(context),
    ...warcServices(context),
    ...pageServices(context),
    ...searchServices(context),
    ...feedServices(context),
    ...detectorServices(context),
    ...stateServices(context),
    ...calibrationServices(context),
    ...learnedServices(context),
    ...deliveryServices(context),
    ...statisticsServices(context),
    ...retentionServices(context),
    ...accountServices(context),
    ...userServices(context),
    ...clusterServices(context),
  };
}

/** Why the server cannot listen, when the address is the reason; any other failure as it is. */
function listenFailure(error: unknown, host: string, port: number): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const unusable = (why: string) => new AppError('APP_ADDRESS_UNUSABLE', why, error);
  if (code === 'EADDRINUSE')
    return unusable(`another program uses ${host}:${port}: stop it, or choose another port with --port.`);
  if (code === 'EACCES')
    return unusable(`this user may not use port ${port}: choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return unusable(
      `${host} is not an address of this machine: choose another with --host, such as 127.0.0.1.`,
    );
  return error;
}
