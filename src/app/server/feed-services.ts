import type { ApiServices, SentEvent } from '../../publish/index.ts';
import { numberAfter } from './list-parts.ts';
import { projectsSeenBy } from './project-services.ts';
import { hexOrNull, isoTime, type ServerParts, versionAsOf } from './server-parts.ts';

type FeedServices = Pick<ApiServices, 'listChanges' | 'readFile' | 'watchRuns'>;

export function feedServices({ store, runs, log }: ServerParts): FeedServices {
  return {
    listChanges: async ({ after, limit, project }, { caller }) => {
      const seen = await projectsSeenBy(store, caller);
      const among = project === undefined ? seen : seen.filter(({ name }) => name === project);
      await store.changes.order();
      const projectIds = among.map(({ id }) => id);
      const { changes, upTo } = await store.changes.after(numberAfter(after), { limit, projectIds });
      return {
        items: changes.map(({ pageId, at, sha256, mergedInto, ...change }) => ({
          ...change,
          file: String(pageId),
          at: isoTime(at),
          sha256: hexOrNull(sha256),
          mergedInto: mergedInto === null ? null : String(mergedInto),
        })),
        next: String(upTo),
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
