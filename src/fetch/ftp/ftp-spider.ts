import type { Listing, ListingSpider, ReadOptions } from '../protocol/listing-spider.ts';
import { type ByteString, encodeName } from '../protocol/url-names.ts';
import { ftpPath } from './ftp-address.ts';
import type { FtpConnection } from './ftp-connection.ts';
import { ftpFailure } from './ftp-failure.ts';
import { mlsdTime } from './listed-time.ts';
import { parseListing } from './parse-listing.ts';

export class FtpSpider implements ListingSpider {
  readonly #connect: () => Promise<FtpConnection>;
  readonly #now: () => number;
  #connection: FtpConnection;

  constructor(connect: () => Promise<FtpConnection>, connection: FtpConnection, now: () => number) {
    this.#connect = connect;
    this.#connection = connection;
    this.#now = now;
  }

  async list(folder: string): Promise<Listing> {
    const connection = await this.#connected();
    const path = ftpPath(folder, connection.home);
    return connection.inTime(folder, async () => {
      const raw = await connection.list(folder, path);
      const { entries, links, problems } = parseListing(raw, folder, this.#now());
      const followed = [];
      for (const link of links) followed.push(await follow(connection, folder, path, link));
      return { entries: [...entries, ...followed], problems };
    });
  }

  async *fetch(url: string, { offset, signal }: ReadOptions): AsyncGenerator<Uint8Array> {
    const connection = await this.#connected();
    yield* connection.read(url, ftpPath(url, connection.home), offset, signal);
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  /** A failure during a transfer closes the connection; the next request opens another. */
  async #connected(): Promise<FtpConnection> {
    if (this.#connection.closed) this.#connection = await this.#connect();
    return this.#connection;
  }
}

/** LIST does not say what a link leads to. If it has a size it is a file; other links are not followed. */
async function follow(connection: FtpConnection, folder: string, path: ByteString, link: ByteString) {
  try {
    const facts = await connection.fileFacts(`${path.replace(/\/$/, '')}/${link.replaceAll('\n', '\0')}`);
    const name = encodeName(link);
    if (facts === null) return { name, kind: 'link', size: null, modified: null, hash: null } as const;
    const modified = facts.modified === null ? null : mlsdTime(facts.modified);
    return { name, kind: 'file', size: facts.size, modified, hash: null } as const;
  } catch (error) {
    throw ftpFailure(folder, error);
  }
}
