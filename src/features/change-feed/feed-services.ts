import type { Store } from '../../database/store.ts';
import { ApiError } from '../../http/errors.ts';
import { hexOrNull, isoTime } from '../../http/json-values.ts';
import { projectsSeenBy, versionAsOf } from '../../http/requested-resources.ts';
import type { RunLog } from '../../http/run-log.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { SentEvent, ServicesOf } from '../../http/services.ts';
import { FeedCursors } from './feed-cursors.ts';
import type { feedEndpoints } from './feed-endpoints.ts';

export function feedServices({
  store,
  runs,
  log,
}: ServiceContext & { readonly log: RunLog }): ServicesOf<typeof feedEndpoints> {
  const cursors = new FeedCursors(() => store.changes.cursorKey());
  return {
    listChanges: async ({ after, limit, project, reader }, { caller }) => {
      const from = await cursors.read(after);
      if (reader !== undefined) await noteReader(store, caller.name, reader, from);
      const seen = await projectsSeenBy(store, caller);
      const among = project === undefined ? seen : seen.filter(({ name }) => name === project);
      await store.changes.order();
      const projectIds = among.map(({ id }) => id);
      const { changes, upTo } = await store.changes.after(from, { limit, projectIds });
      return {
        items: changes.map(({ place: _, pageId, at, sha256, mergedInto, ...change }) => ({
          ...change,
          file: String(pageId),
          at: isoTime(at),
          sha256: hexOrNull(sha256),
          mergedInto: mergedInto === null ? null : String(mergedInto),
        })),
        next: await cursors.write(upTo),
        hasMore: changes.length === limit,
      };
    },
    readFile: async ({ project, file, run: number }) => {
      const { visit, sha256 } = await versionAsOf(store, project, file, number);
      const headers = new Map(visit.headers.map(([name, value]) => [name.toLowerCase(), value]));
      return {
        type: mediaType(headers.get('content-type') ?? visit.type),
        body: await store.contents.read(sha256),
        etag: Buffer.from(sha256).toString('hex'),
        lastModified: visit.at,
        policy: 'foreign',
      };
    },
    watchRuns: async ({ project }, { caller, signal, lastEventId }) => {
      const isWanted = async (name: string) =>
        (project === undefined || name === project) && (await caller.seesNow(name));
      return events();

      async function* events(): AsyncGenerator<SentEvent> {
        const known = lastEventId === null ? null : log.after(lastEventId, signal);
        const id = log.last;
        const notices = known ?? log.after(id, signal);
        if (known === null) {
          const data = [];
          for (const notice of runs.notices()) if (await isWanted(notice.project)) data.push(notice);
          yield { id, event: 'runs', data };
        }
        for await (const { id: own, kind, notice } of notices ?? [])
          if (await isWanted(notice.project)) yield { id: own, event: kind, data: notice };
      }
    },
  };
}

/** What a server called its content, as far as it can be sent on. */
const mediaType = (said: string | null): string =>
  said !== null && /^[\w.+-]+\/[\w.+-]+(?:[ \t]*;[\x20-\x7e]*)?$/.test(said)
    ? said
    : 'application/octet-stream';

/** So many names somebody may read under: what they have not read is kept for each of them. */
const MOST_READERS = 20;

/**
 * How far somebody has read is what he sends as `after`: the answer to that may never have arrived. Asking again for the same writes
 * nothing within a day.
 */
async function noteReader(store: Store, caller: string, given: string, place: number): Promise<void> {
  const now = Date.now();
  const name = `${caller}: ${given}`;
  const own = (await store.readers.list()).filter((reader) => reader.name.startsWith(`${caller}: `));
  const known = own.find((reader) => reader.name === name);
  if (known?.place === place && now - known.at < 86_400_000) return;
  if (known === undefined && own.length >= MOST_READERS)
    throw new ApiError(
      'API_REQUEST_INVALID',
      `you read under ${MOST_READERS} names already: use one of those.`,
    );
  await store.readers.note({ name, place, at: now });
}
