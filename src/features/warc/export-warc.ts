import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WARCRecord, WARCSerializer } from 'warcio';
import type { PageVisit } from '../../crawl/tables/visit.ts';
import { StoreError } from '../../database/errors.ts';
import type { Store } from '../../database/store.ts';

interface WarcOptions {
  /** Written into the file as the program that made it. */
  readonly software: string;
  /** Compress each record on its own, as `.warc.gz` files are. Default: true. */
  readonly gzip?: boolean;
  /** The name of the file, for the record in which the archive describes itself. */
  readonly filename?: string;
}

const visitsPerPart = 100;

/** Writes the visits of a run as WARC 1.1, for replay tools, and ends the output. */
export async function exportWarc(
  store: Pick<Store, 'visits' | 'contents'>,
  runId: number,
  output: Writable,
  options: WarcOptions,
): Promise<void> {
  await pipeline(warcOfRun(store, runId, options), output);
}

/** The same in pieces. Nothing is read before the first piece is wanted. */
export async function* warcOfRun(
  store: Pick<Store, 'visits' | 'contents'>,
  runId: number,
  { software, gzip = true, filename }: WarcOptions,
): AsyncGenerator<Uint8Array> {
  yield* new WARCSerializer(aboutRecord(software, filename), { gzip });
  let after = 0;
  for (;;) {
    const visits = await store.visits.ofRun(runId, { after, limit: visitsPerPart });
    for (const visit of visits) {
      const body = await bodyOf(store, visit.sha256);
      for (const record of recordsOf(visit, body)) yield* new WARCSerializer(record, { gzip });
    }
    const last = visits.at(-1);
    if (last === undefined) return;
    after = last.pageId;
  }
}

/** A damaged body is exported as missing: one bad sector must not stop the export of the rest. */
async function bodyOf({ contents }: Pick<Store, 'contents'>, sha256: Uint8Array | null) {
  if (sha256 === null) return null;
  try {
    return await contents.read(sha256);
  } catch (cause) {
    if (cause instanceof StoreError && cause.decision === 'skip') return null;
    throw cause;
  }
}

const warcVersion = 'WARC/1.1';

/** WARC 1.1, section 6.7.2: the answer to a conditional request, whose body is in an earlier run. */
const notModifiedProfile = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** RFC 9112, section 4: the reason may be empty, the space before it may not. */
const statusLine = (status: number) => `HTTP/1.1 ${status} ${reasons[status] ?? ''}`;

const isHttp = (url: string) => /^https?:/i.test(url);

/** The first record of the file, about the file. */
function aboutRecord(software: string, filename: string | undefined): WARCRecord {
  return WARCRecord.createWARCInfo(
    { warcVersion, ...(filename === undefined ? {} : { filename }) },
    {
      software,
      format: 'WARC File Format 1.1',
      conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
    },
  );
}

/** A visit as records: each redirect, the answer or the resource, and what went wrong. */
function* recordsOf(visit: PageVisit, body: Uint8Array | null): Generator<WARCRecord> {
  const date = new Date(visit.at).toISOString();
  const url = visit.finalUrl ?? visit.url;
  for (const [place, hop] of visit.hops.entries()) {
    const location = visit.hops[place + 1]?.url ?? url;
    yield WARCRecord.create({
      warcVersion,
      type: 'response',
      url: hop.url,
      date,
      statusline: statusLine(hop.status),
      httpHeaders: replayHeaders([['location', location]], 0),
    });
  }
  if (visit.status === 304) yield notModified(visit, url, date);
  else if (visit.status !== null && isHttp(url)) yield answer(visit, visit.status, url, date, body);
  else if (body !== null) yield resource(visit, url, date, body);
  if (visit.errorCode !== null) yield failure(visit, visit.errorCode, url, date);
}

const payloadDigest = (sha256: Uint8Array | null, body: Uint8Array | null): Record<string, string> =>
  sha256 === null || body === null
    ? {}
    : { 'WARC-Payload-Digest': `sha256:${Buffer.from(sha256).toString('hex')}` };

function answer(
  visit: PageVisit,
  status: number,
  url: string,
  date: string,
  body: Uint8Array | null,
): WARCRecord {
  const missing = body === null && (visit.bytes ?? 0) > 0;
  return WARCRecord.create(
    {
      warcVersion,
      type: 'response',
      url,
      date,
      statusline: statusLine(status),
      httpHeaders: replayHeaders(visit.headers, body?.length ?? 0),
      warcHeaders: {
        ...payloadDigest(visit.sha256, body),
        ...(missing ? { 'WARC-Truncated': 'unspecified' } : {}),
      },
    },
    body === null ? [] : [body],
  );
}

function resource(visit: PageVisit, url: string, date: string, body: Uint8Array): WARCRecord {
  return WARCRecord.create(
    {
      warcVersion,
      type: 'resource',
      url,
      date,
      warcHeaders: {
        'Content-Type': visit.type ?? 'application/octet-stream',
        ...payloadDigest(visit.sha256, body),
      },
    },
    [body],
  );
}

function notModified(visit: PageVisit, url: string, date: string): WARCRecord {
  const record = WARCRecord.create({
    warcVersion,
    type: 'revisit',
    url,
    date,
    statusline: statusLine(304),
    httpHeaders: replayHeaders(visit.headers, 0),
  });
  record.warcHeaders.headers.set('WARC-Profile', notModifiedProfile);
  return record;
}

function failure(visit: PageVisit, code: string, url: string, date: string): WARCRecord {
  const fields = [`outcome: ${visit.outcome}`, `errorCode: ${code}`, `attempts: ${visit.attempts}`];
  if (visit.errorMessage !== null)
    fields.push(`errorMessage: ${visit.errorMessage.replace(/[\r\n]+/g, ' ')}`);
  return WARCRecord.create({ warcVersion, type: 'metadata', url, date }, [
    Buffer.from(`${fields.join('\r\n')}\r\n`),
  ]);
}

type Header = [name: string, value: string];

/** They describe how the body was transferred. It is stored decoded, so a replay that believed them would fail. */
const ofTheTransfer = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'trailer']);

/** A header is one line, whatever the server sent. */
const oneLine = (value: string) => value.replace(/[\r\n\0]+/g, ' ');

/**
 * Response headers that fit the stored body. What they replace is kept under `X-Archive-Orig-`, as web archives
 * do. Repeated headers become one (RFC 9110, section 5.3), except Set-Cookie, which must not be joined.
 */
function replayHeaders(headers: readonly (readonly [string, string])[], bodyLength: number): Header[] {
  const joined = new Map<string, string>();
  const cookies: Header[] = [];
  for (const [name, raw] of headers) {
    const key = name.toLowerCase();
    const value = oneLine(raw);
    if (key === 'set-cookie') {
      cookies.push([name, value]);
      continue;
    }
    const kept = ofTheTransfer.has(key) ? `X-Archive-Orig-${key}` : key;
    const before = joined.get(kept);
    joined.set(kept, before === undefined ? value : `${before}, ${value}`);
  }
  return [...joined, ...cookies, ['content-length', String(bodyLength)]];
}
