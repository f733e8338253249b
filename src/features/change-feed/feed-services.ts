import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Store } from '../../database/store.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import type { Caller } from '../../http/gate.ts';
import { projectsAsked, versionAsOf } from '../../http/requested-resources.ts';
import type { RunLog } from '../../http/run-log.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { SentEvent, ServicesOf } from '../../http/services.ts';
import type { feedEndpoints } from './feed-endpoints.ts';

export function feedServices({
  store,
  runs,
  log,
}: ServiceContext & { readonly log: RunLog }): ServicesOf<typeof feedEndpoints> {
  const cursors = new FeedCursors(async () => ({
    key: await store.changes.cursorKey(),
    restores: await store.changes.restores(),
  }));
  return {
    listChanges: async ({ after, limit, project, reader }, { caller }) => {
      const from = await cursors.read(after);
      const among = await projectsAsked(store, caller, project);
      await store.changes.order();
      const projectIds = among.map(({ id }) => id);
      const { changes, upTo, end } = await store.changes.after(from, { limit, projectIds });
      // The database was replaced by an older copy of its files.
      if (from > end) throw cursorGone();
      if (reader !== undefined) await noteReader(store, caller, reader, from);
      return {
        items: changes.map(({ position: _, pageId, mergedInto, ...change }) => ({
          ...change,
          file: String(pageId),
          mergedInto: mergedInto === null ? null : String(mergedInto),
        })),
        next: await cursors.write(upTo),
        hasMore: changes.length === limit,
      };
    },
    listFeedReaders: async () => ({
      items: (await store.readers.list(Date.now())).map(({ at, ...reader }) => ({ ...reader, askedAt: at })),
    }),
    removeFeedReader: async ({ user, reader }) => {
      const known = (await store.readers.list(Date.now())).find(
        (each) => each.user === user && each.name === reader,
      );
      if (known === undefined || !(await store.readers.remove(known.userId, reader)))
        throw notFound(`reader "${reader}" of "${user}"`);
    },
    readFile: async ({ project, file, run: number }) => {
      const { visit, sha256 } = await versionAsOf(store, project, file, number);
      const headers = new Map(visit.headers.map(([name, value]) => [name.toLowerCase(), value]));
      return {
        type: mediaType(headers.get('content-type') ?? visit.type),
        body: () => store.contents.read(sha256),
        length: visit.bytes ?? 0,
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
        const updates = known ?? log.after(id, signal);
        if (known === null) {
          const data = [];
          for (const update of runs.updates()) if (await isWanted(update.project)) data.push(update);
          yield { id, event: 'runs', data };
        }
        for await (const { id: own, kind, update } of updates ?? [])
          if (await isWanted(update.project)) yield { id: own, event: kind, data: update };
      }
    },
  };
}

/** The content type that the site declared, if it is safe to send on. */
const mediaType = (said: string | null): string =>
  said !== null && /^[\w.+-]+\/[\w.+-]+(?:[ \t]*;[\x20-\x7e]*)?$/.test(said)
    ? said
    : 'application/octet-stream';

/** Reader names per user; unread changes are kept for each of them. */
const MOST_READERS = 20;

/**
 * Stores `after` as the position of the reader, not the end of the answer, because the answer may never arrive. A repeated request for the same position
 * writes nothing within a day. Only callers with a token have a reader: a link on another site could make a browser send a request with its cookie, and
 * move the reader on.
 */
async function noteReader(store: Store, { principal }: Caller, name: string, place: number): Promise<void> {
  if (principal.kind !== 'token')
    throw new ApiError(
      'API_NOT_ALLOWED',
      '"reader" is for programs: send a token ("Authorization: Bearer TOKEN"), or leave it out.',
    );
  const { user, projectId } = principal;
  const now = Date.now();
  const own = await store.readers.list(now, user.id);
  const known = own.find((reader) => reader.name === name);
  if (known?.place === place && known.projectId === projectId && now - known.at < 86_400_000) return;
  if (known === undefined && own.length >= MOST_READERS)
    throw new ApiError(
      'API_REQUEST_INVALID',
      `you read under ${MOST_READERS} names already: use one of those.`,
    );
  await store.readers.note({ userId: user.id, name, projectId, place, at: now });
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** Two bytes for the number of restores, six for the position. */
const PLACE_BYTES = 8;
const TAG_BYTES = 16;
const CURSOR_BYTES = NONCE_BYTES + PLACE_BYTES + TAG_BYTES;

/**
 * `next` of the change feed. Positions count the changes of all projects, so two of them would reveal how much happened in projects that the reader
 * may not see. They are encrypted with a new nonce each time, so that equal positions do not show, either.
 */
export class FeedCursors {
  readonly #readFeed: () => Promise<FeedFacts>;
  #feed: FeedFacts | null = null;

  constructor(readFeed: () => Promise<FeedFacts>) {
    this.#readFeed = readFeed;
  }

  async write(place: number): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES);
    const { key, restores } = await this.#factsOfFeed();
    const cipher = createCipheriv(CIPHER, key, nonce);
    const plain = Buffer.alloc(PLACE_BYTES);
    plain.writeUInt16BE(restores.length);
    plain.writeUIntBE(place, 2, 6);
    const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url');
  }

  /** '0' or undefined is the beginning. Throws API_CURSOR_INVALID, and API_CURSOR_GONE for a position after the end of a restored backup. */
  async read(cursor: string | undefined): Promise<number> {
    if (cursor === undefined || cursor === '0') return 0;
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length !== CURSOR_BYTES) throw invalid(cursor);
    const { key, restores } = await this.#factsOfFeed();
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch (error) {
      throw invalid(cursor, error);
    }
    const place = plain.readUIntBE(2, 6);
    if (restores.slice(plain.readUInt16BE()).some((end) => end < place)) throw cursorGone();
    return place;
  }

  async #factsOfFeed(): Promise<FeedFacts> {
    this.#feed ??= await this.#readFeed();
    return this.#feed;
  }
}

/** Constant while a server runs, because a backup can only be restored into an empty database. */
interface FeedFacts {
  readonly key: Uint8Array;
  /** The last position of each backup from which this database was restored. */
  readonly restores: readonly number[];
}

/** A reader that continued there would silently miss the changes that have these positions now. */
const cursorGone = (): ApiError =>
  new ApiError(
    'API_CURSOR_GONE',
    'The server was restored from a backup that is older than this place of the feed. Begin again with `after=0`.',
  );

const invalid = (cursor: string, cause?: unknown): ApiError =>
  new ApiError('API_CURSOR_INVALID', `"${cursor}" is not \`next\` of an earlier part of this list.`, cause);
