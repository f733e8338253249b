import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFacts } from '../../config/index.ts';
import { StoreError } from '../../database/errors.ts';
import { databaseName } from '../../database/sqlite/open-sqlite.ts';
import type { EndpointTable } from '../../http/contract/endpoint.ts';
import { ApiError } from '../../http/errors.ts';
import { openApi } from '../../http/openapi.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { SentBytes, ServicesOf } from '../../http/services.ts';
import type { serverEndpoints } from './server-endpoints.ts';
import type { ServerTasks } from './system-services.ts';
import { tryPage, tryPageParts } from './try-page.ts';

export function serverServices(
  { store, config, isStopping }: ServiceContext & { readonly isStopping: () => boolean },
  { supervisor, threads }: ServerTasks,
  endpoints: EndpointTable,
): Omit<ServicesOf<typeof serverEndpoints>, 'showMetrics'> {
  const openFile = config.databaseUrl === '' ? new OpenFile(join(config.data, databaseName)) : null;
  // It takes 12 ms to write, and strangers may ask for it.
  let described: ReturnType<typeof openApi> | null = null;
  return {
    isAlive: async () => ({ isAlive: true }),
    isReady: async () => {
      if (isStopping()) throw new ApiError('API_STOPPING', 'The server is about to stop.');
      await within(READY_MS, store.projects.find(''));
      // The database answers. Tasks that pause because it did not would otherwise keep the server "not ready" for up to 15 s more.
      supervisor.retryFailed();
      if (openFile !== null && !(await openFile.isInPlace()))
        throw new ApiError(
          'API_NOT_READY',
          'The database file was removed or replaced: what is written now is lost. Stop the server, then put the file back.',
        );
      if (config.databaseUrl === '' && (await isDiskFull(config.data)))
        throw new ApiError('API_NOT_READY', 'The disk of the data folder is full: make room on it.');
      const wrong = [
        ...supervisor
          .statuses()
          .flatMap(({ name, isAlive, since, failure }) =>
            isAlive ? [] : [`${name}: failing since ${new Date(since).toISOString()}: ${failure}`],
          ),
        // Everybody may call this. What a thread works on contains names of projects, so it is shown in System only.
        ...threads
          .statuses()
          .flatMap(({ number, lastHeartbeatAt, standsStill }) =>
            standsStill ? [`thread ${number}: stuck since ${new Date(lastHeartbeatAt).toISOString()}`] : [],
          ),
      ];
      if (wrong.length > 0) throw new ApiError('API_NOT_READY', wrong.join('\n'));
      return { isReady: true };
    },
    describeApi: async () => {
      described ??= openApi(endpoints, packageFacts().version);
      return described;
    },
    showTryPage: async () => ourPage(tryPage),
    showPagePart: async ({ part }) => {
      const [type, text] = tryPageParts[part];
      return ourPage(text, type);
    },
  };
}

/** A file that this process has open. One that was removed can still be read and written, until the process ends. */
class OpenFile {
  readonly #path: string;
  readonly #inode: bigint;

  /** The file must have been opened just before. */
  constructor(path: string) {
    this.#path = path;
    this.#inode = statSync(path, { bigint: true }).ino;
  }

  /** Whether the file is still found at its path. */
  async isInPlace(): Promise<boolean> {
    const found = await stat(this.#path, { bigint: true }).catch(() => null);
    return found?.ino === this.#inode;
  }
}

/** With less room than this, in bytes, no run can store what it finds. */
const LEAST_ROOM = 4 * 2 ** 20;

async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LEAST_ROOM;
}

/** Interactive timeout: a database that accepts the query and never answers counts as away. */
const READY_MS = 2000;

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const timer = Promise.withResolvers<never>();
  const late = new StoreError('STORE_UNREACHABLE', 'The database does not answer.');
  const timeout = setTimeout(() => timer.reject(late), ms);
  try {
    return await Promise.race([answer, timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

const ourPage = (text: string, type = 'text/html; charset=utf-8'): SentBytes => ({
  type,
  body: Buffer.from(text),
  etag: createHash('sha256').update(text).digest('hex').slice(0, 32),
  lastModified: null,
  policy: 'page',
});
