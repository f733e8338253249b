import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { ConcurrencyLimit } from '../../base/index.ts';
import { dataFileFailure } from '../errors.ts';
import type { FileToStore, ObjectPart, ObjectStore } from './object-store.ts';
import { s3Failure } from './s3-failure.ts';

export interface S3Place {
  readonly bucket: string;
  /** Prefix of all keys; empty, or with a slash at the end. */
  readonly folder: string;
  /** Null: Amazon's own service. */
  readonly endpoint: string | null;
}

/** Attempts of a request that gets no answer, with growing waits, before it fails. */
const TRIES = 5;
const CONNECT_MS = 5000;
/** Without a byte for this long, a request has failed. */
const SILENT_MS = 30_000;
const REMOVED_AT_ONCE = 16;
/** Default region. Servers other than Amazon's have no regions. */
const USUAL_REGION = 'us-east-1';

/** Objects of a bucket, through the official client, which is loaded on first use. That client finds the access keys. */
export function s3Objects({ bucket, folder, endpoint }: S3Place): ObjectStore {
  const place = `s3://${bucket}/${folder}`;
  let loading: ReturnType<typeof load> | null = null;
  const opened = () => {
    loading ??= load(endpoint);
    return loading;
  };
  const translated = async <T>(
    work: (opened: Awaited<ReturnType<typeof load>>) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work(await opened());
    } catch (cause) {
      throw s3Failure(cause, place);
    }
  };
  const named = (key: string) => ({ Bucket: bucket, Key: `${folder}${key}` });
  /** Null when there is no such object, or nothing at this offset of it. */
  const open = (part: ObjectPart) =>
    translated(async ({ client, s3 }) => {
      const { key, offset, length } = part;
      const Range = `bytes=${offset}-${offset + length - 1}`;
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ ...named(key), Range }));
        return (Body as Readable | undefined) ?? null;
      } catch (cause) {
        if (['NoSuchKey', 'NotFound', 'InvalidRange'].includes((cause as Error).name)) return null;
        throw cause;
      }
    });
  return {
    put: (key, body) =>
      translated(async ({ client, s3 }) => {
        if (body instanceof Uint8Array) {
          await client.send(new s3.PutObjectCommand({ ...named(key), Body: body }));
        } else await putFile(client, s3, named(key), body);
      }),
    async read(part) {
      // HTTP cannot express an empty range.
      if (part.length === 0) return Buffer.alloc(0);
      const body = await open(part);
      if (body === null) return null;
      return translated(() => exactly(body, part.length));
    },
    async *pieces(part) {
      const body = part.length === 0 ? [Buffer.alloc(0)] : await open(part);
      try {
        if (body !== null) yield* body as AsyncIterable<Uint8Array>;
      } catch (cause) {
        throw s3Failure(cause, place);
      }
    },
    // One by one: not every server supports removing many objects with one request.
    remove: (keys) =>
      translated(async ({ client, s3 }) => {
        const atOnce = new ConcurrencyLimit(REMOVED_AT_ONCE);
        await Promise.all(
          keys.map((key) => atOnce.do(() => client.send(new s3.DeleteObjectCommand(named(key))))),
        );
      }),
    close() {
      void loading?.then(({ client }) => client.destroy());
    },
  };
}

type S3 = typeof import('@aws-sdk/client-s3');

/** Null when there are more or fewer bytes. Stops reading after `length`: a server may ignore ranges, or never end. */
async function exactly(body: Readable, length: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let received = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    received += piece.length;
    if (received > length) return null;
    pieces.push(piece);
  }
  return received === length ? Buffer.concat(pieces) : null;
}

async function load(endpoint: string | null): Promise<{ readonly client: S3Client; readonly s3: S3 }> {
  const s3 = await import('@aws-sdk/client-s3');
  const config: S3ClientConfig = {
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    // Few servers besides Amazon's support a host name for each bucket, or the newest checksums.
    ...(endpoint !== null && {
      endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  };
  const client = new s3.S3Client(config);
  try {
    await client.config.region();
    return { client, s3 };
  } catch {
    client.destroy();
    return { client: new s3.S3Client({ ...config, region: USUAL_REGION }), s3 };
  }
}

/** The client cannot read a stream twice, so it makes only one attempt. */
async function putFile(
  client: S3Client,
  s3: S3,
  name: { readonly Bucket: string; readonly Key: string },
  { path, bytes }: FileToStore,
): Promise<void> {
  const body = createReadStream(path);
  const unreadable = new Promise<never>((_, reject) =>
    body.once('error', (cause) => reject(dataFileFailure(cause, path))),
  );
  const sent = client.send(new s3.PutObjectCommand({ ...name, Body: body, ContentLength: bytes }));
  try {
    await Promise.race([sent, unreadable]);
  } finally {
    body.destroy();
    unreadable.catch(() => undefined);
  }
}

const mark = Buffer.from('tidemark');

/** Writes, reads and removes a small object, to check that bodies can be stored there. Throws the errors of `ObjectStore`. */
export async function checkBodies(place: S3Place): Promise<void> {
  const objects = s3Objects(place);
  const key = `check-${randomUUID()}`;
  try {
    await objects.put(key, mark);
    await objects.read({ key, offset: 0, length: mark.length });
    await objects.remove([key]);
  } finally {
    objects.close();
  }
}
