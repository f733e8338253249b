import { Supervisor } from '../../base/index.ts';
import { builtWebFolder, type Config } from '../../config/index.ts';
import { isFileWrong, StoredFacts } from '../../crawl/projects/stored-facts.ts';
import { storedSecrets } from '../../crawl/projects/stored-secrets.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { RunDependencies } from '../../crawl/run/run-request.ts';
import { systemClock } from '../../crawl/site/allowed-hours.ts';
import { openDataFolder, requireBodies } from '../../database/open-data-folder.ts';
import { type ApiServices, type EndpointName, endpoints } from '../../features/endpoints.ts';
import type { Feature, PasswordHasher, Served, ServerContext } from '../../features/feature.ts';
import { features, useFeatures } from '../../features/index.ts';
import { networkList } from '../../fetch/index.ts';
import { apiServer } from '../../http/api-server.ts';
import type { Endpoint } from '../../http/contract/endpoint.ts';
import { ApiError } from '../../http/errors.ts';
import { jsonServices } from '../../http/json-services.ts';
import { RequestMeter } from '../../http/metrics/request-meter.ts';
import { RunMeter } from '../../http/metrics/run-meter.ts';
import { RunLog } from '../../http/run-log.ts';
import { webFilesIn } from '../../http/web/send-web.ts';
import type { SilenceLimits } from '../run-threads/run-thread-handle.ts';
import { RunThreads } from '../run-threads/run-threads.ts';
import { ActiveRuns } from './active-runs.ts';
import { type AnyServices, withThreads } from './services-in-threads.ts';
import { workPools } from './work-pool.ts';

interface ServerOptions {
  readonly config: Config;
  /** The address to listen on, and the port; 0 chooses a free one. */
  readonly host: string;
  readonly port: number;
  /** Where the log goes, one JSON object per line; null for none. */
  readonly log: { write(line: string): void } | null;
  /** The folder of the built web interface. Default: that of the package. */
  readonly webFolder?: string;
  /** What runs use besides the database; for tests. */
  readonly dependencies?: Pick<RunDependencies, 'clock' | 'retryDelays'>;
  /** MiB of memory that a thread for runs may take; less for tests. */
  readonly heapBudget?: number;
  /** How long a thread for runs may be unresponsive; shorter for tests. */
  readonly threadSilence?: SilenceLimits;
  /** How passwords are hashed; cheaper for tests. */
  readonly passwords?: PasswordHasher;
  /** How long a request may take to arrive; shorter for tests. */
  readonly requestTimeoutMs?: number;
}

export interface RunningServer {
  /** `http://127.0.0.1:4280` */
  readonly url: string;
  /** The link with which an administrator chooses a password; null once an administrator can log in. It is shown only here. */
  readonly firstLink: string | null;
  /** The header that gives a browser a session of the first administrator. Only for the operator. */
  ownSession(): Promise<string>;
  /** Pauses the runs under way, and returns when everything is stored. */
  close(): Promise<void>;
}

/** Opens the data, resumes interrupted work, and answers requests until it is closed. Throws what opening the data throws. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  useFeatures();
  const { config, host, port, log: lines } = options;
  networkList(config.allowedNetworks);
  for (const { checkConfig } of features) await checkConfig?.(config);
  const store = await openDataFolder(config, 'write', 'tidemark serve');
  await requireBodies(config).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });

  const stopping = new AbortController();
  const pools = workPools(store, config);
  const facts = new StoredFacts({ readLong: (settings) => pools.reading.readFacts(settings), isLasting });
  const log = new RunLog();
  const storedSecret = storedSecrets(store, config).find;
  const dependencies: RunDependencies = { ...options.dependencies, store, config, storedSecret };
  const clock = dependencies.clock ?? systemClock;
  const meters = { requests: new RequestMeter(), runs: new RunMeter() };
  let api: Awaited<ReturnType<typeof apiServer>> | null = null;
  const onFailure = (what: string, err: unknown) => api?.log.error({ what, err });
  const supervisor = new Supervisor({
    clock,
    onFailure,
    onRecovery: (what, failures) => api?.log.info({ what, failures }, 'works again'),
  });

  const served: Served[] = [];
  const one = <K extends keyof Served>(key: K): NonNullable<Served[K]> | null =>
    served.find((each) => each[key] !== undefined)?.[key] ?? null;
  const threads = new RunThreads({
    store,
    config,
    clock,
    onFailure,
    answer: () => one('places')?.answer ?? null,
    retryDelays: dependencies.retryDelays,
    heapBudget: options.heapBudget,
    silence: options.threadSilence,
  });
  const runs = new ActiveRuns({
    start: (request) => one('places')?.start(request) ?? threads.startRun(request, { leasesHosts: false }),
    waits: async (project) => (await one('places')?.waits(project)) ?? false,
    mostAtOnce: () => one('places')?.mostAtOnce ?? 4,
    log,
    meter: meters.runs,
    onFailure,
    afterRun: async (run) => {
      await Promise.all(served.map((each) => each.afterRun?.(run)));
    },
    onBrokenOff: (project) => one('schedules')?.brokenOff(project),
  });

  let url = '';
  let services: AnyServices = {};
  const server: ServerContext = {
    store,
    config,
    runs,
    facts,
    dependencies,
    clock,
    supervisor,
    threads,
    log,
    lines,
    meters,
    endpoints,
    onFailure,
    stopping: stopping.signal,
    passwords: options.passwords,
    served: () => served,
    jsonServices: () => jsonServices(endpoints, services),
    address: () => config.publicUrl || url,
    isStopping: () => stopping.signal.aborted,
  };
  const close = async () => {
    stopping.abort();
    one('places')?.leave();
    await Promise.all([supervisor.stop(), runs.close(), ...served.map((each) => each.pause?.())]);
    log.close();
    await api?.close();
    await pools.close();
    for (const each of served) await each.close?.();
    await threads.close();
    await store.close();
  };

  try {
    for (const feature of features) served.push(await servedBy(feature, server));
    const access = one('access');
    if (access === null) throw new Error('no feature decides about access: the server cannot start');
    services = withThreads(Object.assign({}, ...served.map((each) => each.services)), pools, server);
    api = await apiServer({
      endpoints,
      services: requireAll(services),
      gate: access.gate,
      log: one('lines') ?? lines,
      logLevel: config.logLevel,
      web: webFilesIn(options.webFolder ?? builtWebFolder()),
      note: access.note,
      meter: meters.requests,
      hasRuns: () => runs.areUnderWay,
      open: config.openMetrics ? monitoringEndpoints() : [],
      requestTimeoutMs: options.requestTimeoutMs,
    });
    const link = await access.firstLink();
    url = await api.listen({ host, port }).catch((error: unknown) => {
      throw listenFailure(error, host, port);
    });
    for (const each of served) each.begin?.();
    return {
      url,
      firstLink: link?.() ?? null,
      ownSession: () => access.ownSession(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a feature provides in this server. A feature without `serve` provides only its `services`. */
async function servedBy({ serve, services }: Feature, server: ServerContext): Promise<Served> {
  if (serve !== undefined) return serve(server);
  return services === undefined ? {} : { services: await services(server) };
}

/** Checks that every endpoint has a service. The types cannot show this, because each feature types only its own services. */
function requireAll(services: AnyServices): ApiServices {
  for (const name of Object.keys(endpoints))
    if (!(name in services)) throw new Error(`${name}: no feature answers this endpoint`);
  return services as unknown as ApiServices;
}

/**
 * Whether a failure lasts until the project file is edited. Until then, a file that costs more than a thread may spend is
 * not read again, and its project has no plan.
 */
const isLasting = (error: unknown): boolean =>
  isFileWrong(error) || (error instanceof ApiError && error.code === 'API_TOO_COSTLY');

/** The endpoints that everyone may read when the operator opens the metrics. */
const monitoringEndpoints = (): readonly EndpointName[] =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, { purpose }]) =>
    purpose === 'monitoring' ? [name as EndpointName] : [],
  );

/** Translates a failure to listen that the address causes; returns any other failure unchanged. */
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
