import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Place } from '../../../src/database/objects/s3-objects.ts';

/** As much of the package as is used; it comes without types. */
interface S3rver {
  readonly httpServer: Server;
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
type S3rverClass = new (options: Readonly<Record<string, unknown>>) => S3rver;
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass;

/** The only keys that the server accepts. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

const BUCKET = 'bodies';

/** A real S3 server with one empty bucket. */
export interface S3Server {
  /** Where bodies go, in a folder of the bucket. */
  readonly place: S3Place & { readonly endpoint: string };
  /** What programs need in their environment to use it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The names of all objects in the folder. */
  keys(): Promise<readonly string[]>;
  /** Every connection is cut, those that are open too. `tried` resolves when somebody has tried meanwhile. */
  goAway(): Promise<{ readonly tried: Promise<void> }>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'tidemark-s3-'));
  let port = 0;
  let running: S3rver;
  const run = async () => {
    const configureBuckets = [{ name: BUCKET }];
    running = new S3rver({ address: '127.0.0.1', port, directory, silent: true, configureBuckets });
    ({ port } = await running.run());
  };
  const end = async () => {
    const closed = running.close();
    running.httpServer.closeAllConnections();
    await closed;
  };
  let inPlace: Awaited<ReturnType<typeof refusing>> | null = null;
  const comeBack = async () => {
    await inPlace?.stop();
    inPlace = null;
    await run();
  };
  await run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    place: { bucket: BUCKET, folder: 'test/', endpoint },
    environment: { ...s3Keys, TIDEMARK_BODIES: `s3://${BUCKET}/test`, AWS_ENDPOINT_URL_S3: endpoint },
    async keys() {
      const files = await readdir(join(directory, BUCKET, 'test')).catch(() => []);
      return files.filter((name) => name.endsWith('._S3rver_object')).map((name) => name.split('.')[0] ?? '');
    },
    async goAway() {
      await end();
      inPlace = await refusing(port);
      return inPlace;
    },
    comeBack,
    async stop() {
      if (inPlace === null) await end();
      else await inPlace.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Cuts every connection to the port. */
async function refusing(port: number) {
  const { promise: tried, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.destroy();
    resolve();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    await once(server, 'close');
  };
  return { tried, stop };
}
