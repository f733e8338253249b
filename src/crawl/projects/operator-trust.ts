import { isSecretReference } from '../../access/index.ts';
import { durationInWords, writeSize } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import { egressPolicy, refusalOfHost } from '../../fetch/index.ts';
import { type NotifyEntry, type ProjectDefinition, projectAddresses } from '../../project/index.ts';
import { AppError } from '../run/errors.ts';
import { secretReferences } from '../steps/project-secrets.ts';
import { channelReach } from './channel-addresses.ts';
import type { Authorship } from './stored-project.ts';

/**
 * Which resources of the operator a project may use: addresses that are not public, folders, programs, files,
 * environment variables. The operator's own projects may use all of them. A user of the server may keep what the operator wrote,
 * but cannot redirect it to another target (docs/decisions/server.md).
 */
interface OperatorTrust {
  /** The addresses that the project contacts, and its secrets: allowed while all of them are as the operator wrote them. */
  readonly reach: boolean;
  /** An entry under `notify`: allowed while the operator wrote the same entry. */
  readonly channel: (entry: NotifyEntry) => boolean;
  /** A module that compares pages: allowed while the operator named it. */
  readonly plugIn: (path: string) => boolean;
}

const everything: OperatorTrust = { reach: true, channel: () => true, plugIn: () => true };

/** `operators` is the definition that the operator wrote; null when there is none. */
export function operatorTrust(
  { by }: Authorship,
  project: ProjectDefinition,
  operators: ProjectDefinition | null,
): OperatorTrust {
  if (by === 'operator') return everything;
  const channels = new Set((operators?.notify ?? []).map(written));
  const plugIns = new Set((operators?.compare ?? []).map(({ plugin }) => plugin));
  return {
    reach: operators !== null && written(reachOf(operators)) === written(reachOf(project)),
    channel: (entry) => channels.has(written(entry)),
    plugIn: (path) => plugIns.has(path),
  };
}

/** Definitions come from one schema, so equal values are written in the same order. */
const written = (value: object): string => JSON.stringify(value);

/** All keys that may lead a project elsewhere. Only keys known to be harmless are left out, so that new keys count. */
function reachOf(project: ProjectDefinition): object {
  const {
    comment,
    limits,
    keep,
    compare,
    render,
    screenshots,
    schedule,
    confirm,
    detectors,
    notify,
    ...reach
  } = project;
  return reach;
}

/** Throws APP_OPERATOR_ONLY, which names the resource, when a project uses one that it may not use. */
export function refuseOperatorOnly(
  project: ProjectDefinition,
  trust: OperatorTrust,
  config: Pick<Config, 'allowedNetworks'>,
): void {
  const refuse = (what: string, also = ''): never => {
    throw new AppError(
      'APP_OPERATOR_ONLY',
      `the project "${project.name}" may not use ${what}. The operator of the server can ${also}write the project on the command line: tidemark projects add`,
    );
  };
  const policy = egressPolicy({ allowedNetworks: config.allowedNetworks });
  const refuseHost = (host: string): void => {
    const reason = refusalOfHost(policy, host);
    if (reason !== null)
      refuse(
        `${host}, which is not a public address: ${reason}`,
        'allow its network in TIDEMARK_ALLOWED_NETWORKS, or ',
      );
  };
  if (!trust.reach) {
    for (const reference of secretReferences(project)) {
      const outside = keptOutside(reference);
      if (outside !== null) refuse(outside);
    }
    if (typeof project.session?.cookies === 'string') refuse(`the file ${project.session.cookies}`);
    for (const { place, url } of projectAddresses(project)) {
      // Channels are checked separately.
      if (url === null || place === 'notify[].to') continue;
      if (url.protocol === 'file:') refuse(`the folder ${url.href}`);
      refuseHost(url.hostname);
    }
  }
  for (const { plugin } of project.compare ?? [])
    if (plugin !== undefined && !trust.plugIn(plugin)) refuse(`the plug-in ${plugin}`);
  for (const entry of project.notify ?? []) {
    if (trust.channel(entry)) continue;
    for (const reference of [entry.to, entry.token]) {
      const outside = keptOutside(reference);
      if (outside !== null) refuse(outside);
    }
    if (typeof entry.to !== 'string') continue;
    const { isLocal = true, host = null } = channelReach(entry.to) ?? {};
    if (isLocal) refuse(`the channel ${entry.to}`);
    if (host !== null) refuseHost(host);
  }
}

/**
 * The largest page, in bytes, that a project may request; null where the operator decided, or where files are written to disk as they arrive. Pages
 * are held in memory: one of 2.5 GB took 7 GB.
 */
export function largestPageFor(
  { source }: ProjectDefinition,
  trust: Pick<OperatorTrust, 'reach'>,
  { maxPageSize }: Pick<Config, 'maxPageSize'>,
): number | null {
  return trust.reach || !/^https?:/i.test(source.url) ? null : maxPageSize;
}

/** Throws APP_OPERATOR_ONLY when a project requests larger pages than its user may have. */
export function refuseLargePages(
  project: ProjectDefinition,
  trust: Pick<OperatorTrust, 'reach'>,
  config: Pick<Config, 'maxPageSize'>,
): void {
  const most = largestPageFor(project, trust, config);
  if (most === null || (project.crawl?.maxPageSize ?? 0) <= most) return;
  throw new AppError(
    'APP_OPERATOR_ONLY',
    `the project "${project.name}" may not have pages of more than ${writeSize(most)} (crawl.maxPageSize). The operator of the server can allow more in TIDEMARK_MAX_PAGE_SIZE, or write the project on the command line: tidemark projects add`,
  );
}

/** The longest time of an exploration in projects of users, in milliseconds: it holds one of a few places of the server, and goes on the next time. */
const LONGEST_EXPLORATION = 24 * 60 * 60 * 1000;

/** The longest time that a project may explore an application, in milliseconds; null where the operator decided. */
export const longestExplorationFor = ({ reach }: Pick<OperatorTrust, 'reach'>): number | null =>
  reach ? null : LONGEST_EXPLORATION;

/** Throws APP_OPERATOR_ONLY when a project explores for longer than its user may. */
export function refuseLongExplorations(
  project: ProjectDefinition,
  trust: Pick<OperatorTrust, 'reach'>,
): void {
  const most = longestExplorationFor(trust);
  if (most === null || (project.states?.maxTime ?? 0) <= most) return;
  throw new AppError(
    'APP_OPERATOR_ONLY',
    `the project "${project.name}" may not explore for more than ${durationInWords(most)} at a time (states.maxTime): write a shorter time, and it goes on the next time. The operator of the server can write the project on the command line: tidemark projects add`,
  );
}

/** A secret that is stored outside the database, in words; null for everything else. */
function keptOutside(value: unknown): string | null {
  if (!isSecretReference(value)) return null;
  if ('env' in value) return `the environment variable ${value.env}`;
  return 'file' in value ? `the file ${value.file}` : null;
}
