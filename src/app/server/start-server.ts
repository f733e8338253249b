import { type Config, ConfigError } from '../../config/index.ts';
import { networkList } from '../../fetch/index.ts';
import { type ApiServices, apiServer, RequestMeter, webFilesIn } from '../../publish/index.ts';
import type { Store } from '../../store/index.ts';
import { runPlaces } from '../cluster/run-places.ts';
import { openDataFolder, requireBodies } from '../open-data-folder.ts';
import { builtWebFolder, packageFacts } from '../package-facts.ts';
import {
  cookieFor,
  firstAdministrator,
  linkAddress,
  logInElsewhere,
  Passwords,
  type PeopleParts,
  peopleGate,
  serverPlace,
  startSession,
  userOrFirst,
} from '../people/index.ts';
import { storedSecrets } from '../projects/stored-secrets.ts';
import { RecentNews } from '../report/index.ts';
import type { RunHandle, RunSurroundings } from '../run/run-request.ts';
import { accountServices } from './account-services.ts';
import { ActiveExplorations } from './active-explorations.ts';
import { ActiveRuns } from './active-runs.ts';
import { calibrationServices } from './calibration-services.ts';
import { detectorServices } from './detector-services.ts';
import { feedServices } from './feed-services.ts';
import { homeServices } from './home-services.ts';
import { KeptLog } from './kept-log.ts';
import { listenFailure } from './listen-failure.ts';
import { type Meters, metricsServices } from './metrics-services.ts';
import { nodeServices } from './node-services.ts';
import { pageServices } from './page-services.ts';
import { ProcessMeter } from './process-meter.ts';
import { projectSecretServices } from './project-secret-services.ts';
import { projectServices } from './project-services.ts';
import { queueServices } from './queue-services.ts';
import { resumeCutOff } from './resume-cut-off.ts';
import { RunLog } from './run-log.ts';
import { RunMeter } from './run-meter.ts';
import { runServices } from './run-services.ts';
import { runBySchedule } from './scheduled-runs.ts';
import type { ServerParts } from './server-parts.ts';
import { serverServices } from './server-services.ts';
import { setupServices } from './setup-services.ts';
import { stateServices } from './state-services.ts';
import { stepServices } from './step-services.ts';
import { systemServices } from './system-services.ts';
import { tidyDaily, tidyOne } from './tidy-daily.ts';
import { upkeepServices } from './upkeep-services.ts';
import { userServices } from './user-services.ts';

export interface ServerOptions {
  readonly config: Config;
  /** The address to listen on, and the port; 0 chooses a free one. */
  readonly host: string;
  readonly port: number;
  /** Where the log goes, one JSON object per line; null for none. */
  readonly log: { write(line: string): void } | null;
  /** Where the built web interface is; that of the package when left out. */
  readonly webFolder?: string;
  /** What runs use besides the database; for tests. */
  readonly surroundings?: Omit<RunSurroundings, 'store' | 'config'>;
  /** How passwords are hashed; cheaper for tests. */
  readonly passwords?: Passwords;
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
  const { config, host, port, log } = options;
  const place = serverPlace(config);
  refuseUnusable(config);
  const store = await openDataFolder(config, 'write', 'tidemark serve');
  await requireBodies(config).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const stopping = new AbortController();
  const runLog = new RunLog();
  const surroundings: RunSurroundings = {
    ...options.surroundings,
    store,
    config,
    storedSecret: storedSecrets(store, config).find,
  };
  const onFailure = (what: string, err: unknown) => app.log.error({ what, err });
  const meters: Meters = { requests: new RequestMeter(), runs: new RunMeter(), process: new ProcessMeter() };
  const places = await runPlaces({ surroundings, config, onFailure, onLate: (run) => runs.add(run) });
  const runs = new ActiveRuns({
    start: (request) => places.start(request),
    log: runLog,
    meter: meters.runs,
    onFailure,
    afterRun: (run) => settleRun(store, config, run),
  });
  const explorations = new ActiveExplorations({
    surroundings,
    onFailure,
    afterExploration: async () => {
      const { sendMessages } = await import('../notify/index.ts');
      await sendMessages(store, config);
    },
  });
  const people: PeopleParts = { store, passwords: options.passwords ?? new Passwords(), now: Date.now };
  const elsewhere = config.oidcIssuer === '' ? null : logInElsewhere(people, config);
  let url = '';
  const address = () => config.publicUrl || url;
  const isStopping = () => stopping.signal.aborted;
  const { cluster } = places;
  const parts = {
    ...{ store, config, runs, explorations, cluster, log: runLog },
    ...{ news: new RecentNews(store), people, place, elsewhere, address, isStopping },
  };
  const kept = log === null ? null : new KeptLog(log);
  const app = await apiServer({
    services: services(parts, meters, kept),
    gate: peopleGate(people, place),
    version: packageFacts().version,
    log: kept,
    web: webFilesIn(options.webFolder ?? builtWebFolder()),
    note: (line) => store.people.note({ at: people.now(), ...line }),
    meter: meters.requests,
    hasRuns: () => runs.areUnderWay,
    open: config.openMetrics ? ['showMetrics'] : [],
  });
  let scheduling: Promise<void> = Promise.resolve();
  let tidying: Promise<void> = Promise.resolve();
  const close = async () => {
    stopping.abort();
    places.leave();
    await Promise.all([runs.close(), explorations.close()]);
    await scheduling;
    await tidying;
    runLog.close();
    await app.close();
    meters.process.close();
    await elsewhere?.close();
    await places.close();
    await store.close();
  };
  try {
    const link = await firstAdministrator(people);
    url = await app.listen({ host, port }).catch((error: unknown) => {
      throw listenFailure(error, host, port);
    });
    await resumeCutOff(store, runs, explorations);
    scheduling = runBySchedule({
      ...{ store, config, surroundings, runs, places, explorations, signal: stopping.signal },
    }).catch((error: unknown) => onFailure('schedules', error));
    tidying = tidyDaily(store, stopping.signal, onFailure);
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

/** Settings that would fail later, when somebody needs them. Throws CONFIG_INVALID and FETCH_SETTINGS_INVALID. */
function refuseUnusable({ allowedNetworks, oidcIssuer, publicUrl }: Config): void {
  networkList(allowedNetworks);
  if (oidcIssuer !== '' && publicUrl === '')
    throw new ConfigError(
      'CONFIG_INVALID',
      'TIDEMARK_OIDC_ISSUER: set TIDEMARK_PUBLIC_URL too, so that the identity provider can send browsers back',
    );
}

/** Tells what a run found, lets the search find what is new, and removes what is not kept any more. */
async function settleRun(
  store: Store,
  config: Config,
  { hasChannels, project: name }: RunHandle,
): Promise<void> {
  const { sendMessages } = await import('../notify/index.ts');
  if (hasChannels) await sendMessages(store, config);
  const { fillSearchIndex } = await import('../search/index.ts');
  await fillSearchIndex(store);
  const project = await store.projects.find(name);
  if (project !== null) await tidyOne(store, project);
}

function services(parts: ServerParts, meters: Meters, log: KeptLog | null): ApiServices {
  return {
    ...systemServices(parts, log),
    ...metricsServices(parts, meters),
    ...serverServices(parts),
    ...homeServices(parts),
    ...setupServices(parts),
    ...stepServices(parts),
    ...projectServices(parts),
    ...projectSecretServices(parts),
    ...runServices(parts),
    ...pageServices(parts),
    ...feedServices(parts),
    ...detectorServices(parts),
    ...stateServices(parts),
    ...calibrationServices(parts),
    ...upkeepServices(parts),
    ...accountServices(parts),
    ...userServices(parts),
    ...nodeServices(parts),
    ...queueServices(parts),
  };
}
