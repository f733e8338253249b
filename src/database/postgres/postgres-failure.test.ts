import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/kernel/database/postgres-server.ts';
import { openStore } from '../open-store.ts';
import { passesByItself, postgresFailure } from './postgres-failure.ts';

describe('failures of a PostgreSQL server', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
  });
  afterAll(() => server.stop());

  const refusal = (address: string) =>
    openStore({ kind: 'postgres', url: address, access: 'write' }).then(
      () => null,
      (cause: Error) => cause,
    );

  async function administer(...statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  test('a wrong password', async () => {
    const failure = await refusal(url.replace('postgres:postgres@', 'postgres:s3cret@'));
    expect(failure).toMatchObject({ code: 'STORE_UNREACHABLE' });
    expect(failure?.message).toMatch(/log-in was refused.*Check the user and the password in DATABASE_URL/);
    expect(failure?.message).not.toContain('s3cret');
  });

  test('connections that are all in use here are not an answer that did not come', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    // It is cut when the database is removed: the pool ends before its connections have.
    pool.on('connect', (connection) => connection.on('error', () => undefined));
    pool.on('error', () => undefined);
    const client = await pool.connect();
    // Not before: on a busy machine a connection takes longer than that.
    pool.options.connectionTimeoutMillis = 50;
    const cause: unknown = await pool.query('select 1').catch((error: unknown) => error);
    client.release();
    await pool.end();
    const failure = postgresFailure(cause, 'db.example') as Error;
    expect(failure).toMatchObject({ code: 'STORE_UNREACHABLE' });
    expect(failure.message).toMatch(/^All connections of this program were in use for too long/);
    expect(failure.message).not.toMatch(/No answer|DATABASE_URL/);
    expect(passesByItself(failure)).toBe(true);
  });

  test('a connection that is not made in time is an answer that did not come', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 });
    const cause: unknown = await client.connect().catch((error: unknown) => error);
    silent.close();
    expect(cause).toMatchObject({ message: 'timeout expired' });
    const failure = postgresFailure(cause, 'db.example') as Error;
    expect(failure).toMatchObject({ code: 'STORE_UNREACHABLE' });
    expect(failure.message).toMatch(/^No answer from the database at db\.example/);
    expect(passesByItself(failure)).toBe(true);
  });

  test('a database that does not exist', async () => {
    const failure = await refusal(url.replace(/test_\d+/, 'none'));
    expect(failure).toMatchObject({ code: 'STORE_UNREACHABLE' });
    expect(failure?.message).toMatch(/no such database.*\/none .*Create it/);
  });

  test('a database in another encoding', async () => {
    await administer("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    const failure = await refusal(url.replace(/test_\d+/, 'latin'));
    expect(failure?.message).toMatch(/encoding LATIN1; Tidemark needs UTF8/);
  });

  test('a user who may not create tables', async () => {
    await administer("CREATE ROLE guest LOGIN PASSWORD 'guest'");
    const failure = await refusal(url.replace('postgres:postgres@', 'guest:guest@'));
    expect(failure).toMatchObject({ code: 'STORE_READ_ONLY' });
    expect(failure?.message).toContain('grant it CREATE');
  });

  test.each([
    'someone:12/s3cret@[host',
    'someone:12s3cret@host/none',
    'postgres://someone:12/s3cret@127.0.0.1/none',
    'postgres://someone:12s3cret@127.0.0.1:1/none?password=12s3cret',
  ])('the address %s is never shown with its password', async (address) => {
    const failure = await refusal(address);
    expect(failure).toMatchObject({ code: 'STORE_UNREACHABLE' });
    expect(failure?.message).not.toContain('s3cret');
  });

  const withCode = (code: string, constraint?: string) =>
    Object.assign(new Error('no'), { code, ...(constraint === undefined ? {} : { constraint }) });

  test.each([
    ['53100', 'STORE_FULL'],
    ['25006', 'STORE_READ_ONLY'],
    ['42501', 'STORE_READ_ONLY'],
    ['XX001', 'STORE_DAMAGED'],
    ['XX002', 'STORE_DAMAGED'],
    ['3D000', 'STORE_UNREACHABLE'],
    ['28P01', 'STORE_UNREACHABLE'],
    ['08006', 'STORE_UNREACHABLE'],
    ['57P01', 'STORE_UNREACHABLE'],
    ['53300', 'STORE_UNREACHABLE'],
    ['ECONNREFUSED', 'STORE_UNREACHABLE'],
    ['ENOTFOUND', 'STORE_UNREACHABLE'],
    ['42P01', 'STORE_FAILED'],
  ])('%s is %s', (code, expected) => {
    expect(postgresFailure(withCode(code), 'host/name')).toMatchObject({ code: expected });
  });

  test('only a second visit of a page is fenced', () => {
    expect(postgresFailure(withCode('23505', 'visit_key'), 'host')).toMatchObject({ code: 'STORE_FENCED' });
    expect(postgresFailure(withCode('23505', 'page_identity'), 'host')).toMatchObject({
      code: 'STORE_FAILED',
    });
  });

  test('a host with several addresses fails as its first one does', () => {
    const failure = new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]);
    expect(postgresFailure(failure, 'host')).toMatchObject({ code: 'STORE_UNREACHABLE' });
  });

  test('other failures are returned unchanged', () => {
    const bug = new TypeError('a bug');
    expect(postgresFailure(bug, 'host')).toBe(bug);
    expect(postgresFailure(new Error('Connection terminated'), 'host')).toMatchObject({
      code: 'STORE_UNREACHABLE',
    });
  });
});
