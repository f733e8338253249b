import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WARCParser } from 'warcio';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { type Databases, startDatabases } from '../../../test/kernel/database/store-databases.ts';
import type { VisitRecord } from '../../crawl/tables/visit.ts';
import { packContent } from '../../database/content/packed-content.ts';
import { openStore } from '../../database/open-store.ts';
import type { Store } from '../../database/store.ts';
import { exportWarc } from './export-warc.ts';

interface ReadRecord {
  readonly type: string;
  readonly url: string | undefined;
  readonly status: string | number | undefined;
  readonly header: (name: string) => string | null | undefined;
  readonly http: (name: string) => string | null | undefined;
  readonly body: string;
}

describe('exporting a run as WARC', () => {
  let databases: Databases;
  let store: Store;

  beforeEach(async () => {
    databases = await startDatabases('sqlite');
    store = await openStore({ ...(await databases.fresh()), access: 'write' });
  });
  afterEach(async () => {
    await store.close();
    await databases.stop();
  });

  async function exported(
    records: readonly Partial<VisitRecord>[],
    bodies: readonly string[] = [],
    gzip = true,
    url?: string,
  ): Promise<{ records: ReadRecord[]; file: Buffer }> {
    const { runId, commit } = await startRun(store);
    await commit({
      discovered: records.map((_, n) => discovered(`/${n}`, url === undefined ? {} : { url })),
    });
    const pages = await store.frontier.next(runId, 'example.org', null, 1000);
    await commit({
      visits: pages.map(({ id }, n) => visit(id, records[n] ?? {})),
      contents: bodies.map((body) => packContent(Buffer.from(body), null)),
    });
    const chunks: Buffer[] = [];
    const output = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      },
    });
    await exportWarc(store, runId, output, { software: 'tidemark/test', gzip });
    const file = Buffer.concat(chunks);
    const read: ReadRecord[] = [];
    for await (const record of WARCParser.iterRecords([new Uint8Array(file)], { keepHeadersCase: false })) {
      const body = await record.contentText();
      read.push({
        type: record.warcType,
        url: record.warcTargetURI ?? undefined,
        status: record.httpHeaders?.statusCode,
        header: (name) => record.warcHeader(name),
        http: (name) => record.httpHeaders?.headers.get(name),
        body,
      });
    }
    return { records: read, file };
  }

  const html = '<p>hello</p>'.repeat(50);
  const { sha256 } = packContent(Buffer.from(html), null);

  test('an answer has its headers, its body and the digest of the body', async () => {
    const headers: [string, string][] = [
      ['Content-Type', 'text/html'],
      ['Content-Encoding', 'br'],
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', '17'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['Vary', 'a'],
      ['Vary', 'b\r\nInjected: yes'],
    ];
    const { records } = await exported([{ headers, sha256, bytes: html.length }], [html]);
    const [about, response, ...others] = records;
    expect(others).toEqual([]);
    expect(about).toMatchObject({ type: 'warcinfo' });
    expect(about?.body).toContain('software: tidemark/test');
    expect(response).toMatchObject({
      type: 'response',
      url: 'https://example.org/0',
      status: 200,
      body: html,
    });
    expect(response?.header('WARC-Payload-Digest')).toBe(`sha256:${Buffer.from(sha256).toString('hex')}`);
    expect(response?.header('WARC-Date')).toBe('2023-11-14T22:13:20.000Z');
    expect(response?.http('content-encoding')).toBeNull();
    expect(response?.http('transfer-encoding')).toBeNull();
    expect(response?.http('x-archive-orig-content-encoding')).toBe('br');
    expect(response?.http('content-length')).toBe(String(html.length));
    expect(response?.http('vary')).toBe('a, b Injected: yes');
    expect(response?.http('injected')).toBeNull();
    expect(response?.http('set-cookie')).toMatch(/a=1.*b=2/s);
  });

  test('has every visit, however many there are', async () => {
    const { records } = await exported(Array.from({ length: 230 }, () => ({})));
    expect(records.slice(1).map(({ url }) => url)).toEqual(
      Array.from({ length: 230 }, (_, n) => `https://example.org/${n}`),
    );
  });

  test('a damaged body does not stop the export', async () => {
    const missing = Buffer.alloc(32);
    const { records } = await exported(
      [
        { sha256: missing, bytes: 5 },
        { sha256, bytes: html.length },
      ],
      [html],
    );
    expect(records.slice(1).map(({ body }) => body)).toEqual(['', html]);
  });

  test('is WARC 1.1, with one gzip member per record', async () => {
    const { file } = await exported([{ sha256, bytes: html.length }], [html]);
    expect(
      gunzipSync(file)
        .toString('latin1')
        .match(/^WARC\/1\.1\r\n/gm),
    ).toHaveLength(2);
    expect(file.indexOf(Buffer.from([0x1f, 0x8b, 8]), 1)).toBeGreaterThan(0);
  });

  test('without compression it is plain text', async () => {
    const { file } = await exported([{}], [], false);
    expect(file.toString('latin1')).toMatch(/^WARC\/1\.1\r\n/);
  });

  test('redirects are separate answers, each leading to the next', async () => {
    const hops = [
      { url: 'https://example.org/0', status: 301 },
      { url: 'https://example.org/between', status: 302 },
    ];
    const { records } = await exported([{ hops, finalUrl: 'https://example.org/end', sha256 }], [html]);
    expect(records.slice(1).map(({ url, status, http }) => [url, status, http('location')])).toEqual([
      ['https://example.org/0', 301, 'https://example.org/between'],
      ['https://example.org/between', 302, 'https://example.org/end'],
      ['https://example.org/end', 200, null],
    ]);
  });

  test('a visit without an answer leaves a note of what went wrong', async () => {
    const { records } = await exported([
      {
        status: null,
        outcome: 'error',
        errorCode: 'FETCH_TIMEOUT',
        errorMessage: 'no answer\nin 10 s',
        headers: [],
      },
    ]);
    expect(records[1]).toMatchObject({ type: 'metadata', url: 'https://example.org/0' });
    expect(records[1]?.body).toContain('errorCode: FETCH_TIMEOUT\r\n');
    expect(records[1]?.body).toContain('errorMessage: no answer in 10 s\r\n');
  });

  test('an answer whose body was not kept says so', async () => {
    const { records } = await exported([
      { status: 404, outcome: 'error', bytes: 500, headers: [['a', 'b']] },
    ]);
    expect(records[1]).toMatchObject({ type: 'response', status: 404, body: '' });
    expect(records[1]?.header('WARC-Truncated')).toBe('unspecified');
  });

  test('an unchanged page is a revisit without a body', async () => {
    const { records } = await exported([{ status: 304, sha256 }], [html]);
    expect(records[1]).toMatchObject({ type: 'revisit', body: '' });
    expect(records[1]?.header('WARC-Profile')).toMatch(/server-not-modified$/);
  });

  test('a file that came over another protocol is a resource', async () => {
    const { records } = await exported(
      [{ status: null, sha256, type: 'text/plain', headers: [] }],
      [html],
      true,
      'ftp://example.org/0',
    );
    expect(records[1]).toMatchObject({ type: 'resource', url: 'ftp://example.org/0', body: html });
    expect(records[1]?.header('Content-Type')).toBe('text/plain');
  });
});
