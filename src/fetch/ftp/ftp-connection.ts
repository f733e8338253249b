import { Client, FTPError } from 'basic-ftp';
import { messageOf } from '../../base/index.ts';
import { tlsFailure } from '../egress/connection-attempt.ts';
import type { Egress } from '../egress/egress.ts';
import { FetchError, type FetchErrorCode, shownText, systemCode } from '../errors.ts';
import type { Listing, ListingSpider, ReadOptions, SiteLogin } from '../protocol/protocol.ts';
import { type ByteString, encodeName } from '../protocol/url-names.ts';
import { openDataConnection, transferData } from './data-connection.ts';
import { type FtpAddress, ftpPath } from './ftp-address.ts';
import { mlsdTime, parseListing } from './parse-listing.ts';

interface FtpConnectionOptions {
  readonly egress: Egress;
  /** For every answer of the server. */
  readonly timeoutMs: number;
  readonly maxListingBytes: number;
  /** For one folder, with the links in it. */
  readonly listingTimeoutMs: number;
}

/** The most bytes that a server may answer to one command. basic-ftp counts only lines that look like an answer. */
const MOST_ANSWER_BYTES = 128 * 1024;

/** One log-in at one server: basic-ftp with sockets from the guard and names as bytes. */
export class FtpConnection {
  readonly home: ByteString;
  readonly #client: Client;
  readonly #options: FtpConnectionOptions;
  /** The first one is used. It is removed if the server does not know it. */
  #listCommands: readonly string[];

  private constructor(client: Client, home: ByteString, hasMlsd: boolean, options: FtpConnectionOptions) {
    this.#client = client;
    this.home = home;
    this.#options = options;
    this.#listCommands = [...(hasMlsd ? ['MLSD'] : []), 'LIST -a', 'LIST'];
  }

  /** Throws a FetchError. `url` is for messages. */
  static async open(
    url: string,
    address: FtpAddress,
    login: SiteLogin | undefined,
    options: FtpConnectionOptions,
  ): Promise<FtpConnection> {
    const { egress, timeoutMs } = options;
    const { host, port, security } = address;
    const tls = security === 'implicit' ? { tls: { alpn: [] } } : {};
    const control = await egress.connect({ host, port, ...tls });
    const client = new Client(timeoutMs);
    try {
      client.ftp.encoding = 'latin1';
      client.ftp.socket = control.socket;
      // basic-ftp refuses NUL, which stands for a line end in a name.
      client.ftp.send = (command) => void client.ftp.socket.write(`${oneLine(command)}\r\n`, 'latin1');
      client.prepareTransfer = async (ftp) => {
        await openDataConnection(ftp, egress, { host, address: control.address });
        return { code: 200, message: '' };
      };
      limitAnswers(client, timeoutMs);
      await awaitGreeting(client);
      if (security === 'implicit') client.ftp.tlsOptions = egress.tlsOptions(host);
      if (security === 'explicit') {
        await secure(client, egress, url, host);
        countAnswerBytes(client);
      }
      await logIn(client, url, login);
      const features = await client.features();
      await client.useDefaultSettings();
      return new FtpConnection(client, await homeOf(client), features.has('MLST'), options);
    } catch (error) {
      client.close();
      throw ftpFailure(url, error);
    }
  }

  get closed(): boolean {
    return this.#client.closed;
  }

  close(): void {
    this.#client.close();
  }

  /** Gives up a folder whose listing, with the requests about its links, takes too long: a server that answers every 29 s is never silent. */
  async inTime<T>(url: string, work: () => Promise<T>): Promise<T> {
    const { listingTimeoutMs } = this.#options;
    const late = new FetchError('FETCH_TIMEOUT_TOTAL', `${url}: not listed within ${listingTimeoutMs} ms`, {
      url,
    });
    const timer = setTimeout(
      () => this.#client.ftp.closeWithError(new Error(late.message, { cause: late })),
      listingTimeoutMs,
    );
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Enters the folder first, because some servers read a path after LIST as options and patterns. */
  async list(url: string, path: ByteString): Promise<ByteString> {
    try {
      await this.#client.send(`CWD ${path}`);
      return await this.#listHere();
    } catch (error) {
      throw ftpFailure(url, error);
    }
  }

  async #listHere(): Promise<ByteString> {
    for (;;) {
      const [command = 'LIST', ...others] = this.#listCommands;
      try {
        return await this.#listWith(command);
      } catch (error) {
        const unknown = error instanceof FTPError && error.code >= 500 && error.code < 505;
        if (!unknown || others.length === 0) throw error;
        this.#listCommands = others;
      }
    }
  }

  async #listWith(command: string): Promise<ByteString> {
    await this.#client.prepareTransfer(this.#client.ftp);
    const transfer = transferData(this.#client.ftp, command);
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      const step = await transfer.next();
      if (step.done === true) {
        // vsftpd sends an empty listing for a folder that it may not read, and ends it with 226 and these words.
        if (!/failed to open/i.test(step.value)) return Buffer.concat(pieces).toString('latin1');
        throw new FetchError('FETCH_PERMISSION', 'the server is not allowed to read the folder');
      }
      size += step.value.length;
      if (size > this.#options.maxListingBytes) {
        this.#client.close();
        throw new FetchError(
          'FETCH_LISTING_TOO_LARGE',
          `the listing is larger than ${this.#options.maxListingBytes} bytes`,
        );
      }
      pieces.push(step.value);
    }
  }

  /** Size and time of the file that a link leads to; null if it is not a file. */
  async fileFacts(
    path: ByteString,
  ): Promise<{ readonly size: number; readonly modified: Date | null } | null> {
    try {
      const size = await this.#client.size(path);
      const modified = await this.#client.lastMod(path).catch(nullIfRefused);
      return { size, modified };
    } catch (error) {
      return nullIfRefused(error);
    }
  }

  async *read(
    url: string,
    path: ByteString,
    offset: number,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const giveUp = () => this.#client.close();
    signal.addEventListener('abort', giveUp);
    let complete = false;
    try {
      await this.#client.prepareTransfer(this.#client.ftp);
      let toSkip = await this.#startAt(offset);
      for await (const piece of transferData(this.#client.ftp, `RETR ${path}`)) {
        if (piece.length > toSkip) yield toSkip === 0 ? piece : piece.subarray(toSkip);
        toSkip = Math.max(0, toSkip - piece.length);
      }
      complete = true;
    } catch (error) {
      // After a refusal the connection can still be used; other failures leave it in the middle of a transfer.
      complete = error instanceof FTPError;
      throw ftpFailure(url, error);
    } finally {
      signal.removeEventListener('abort', giveUp);
      if (!complete) this.#client.close();
    }
  }

  /** Asks to start at the offset. Returns how many bytes to skip: all before it if the server cannot do that. */
  async #startAt(offset: number): Promise<number> {
    if (offset === 0) return 0;
    const { code } = await this.#client.sendIgnoringError(`REST ${offset}`);
    return code < 400 ? 0 : offset;
  }
}

/**
 * Ends a connection whose server never finishes an answer: the time-outs of basic-ftp begin again with every byte,
 * and it discards lines that are not an answer, however many there are.
 */
function limitAnswers(client: Client, timeoutMs: number): void {
  const { ftp } = client;
  const handle = ftp.handle.bind(ftp);
  countAnswerBytes(client);
  ftp.handle = (command, respond) => {
    const timer = setTimeout(() => ftp.closeWithError(new Error('Timeout (control socket)')), timeoutMs);
    return handle(command, (answer, task) => {
      // A transfer that has begun takes as long as its data does.
      if (!(answer instanceof Error) && answer.code < 200) clearTimeout(timer);
      respond(answer, task);
    }).finally(() => clearTimeout(timer));
  };
}

function countAnswerBytes({ ftp }: Client): void {
  const send = ftp.send;
  let bytes = 0;
  ftp.send = (command) => {
    bytes = 0;
    send.call(ftp, command);
  };
  ftp.socket.on('data', (piece: string) => {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES)
      ftp.closeWithError(new Error('FTP control response exceeded maximum allowed size'));
  });
}

/** The server speaks first. */
async function awaitGreeting({ ftp }: Client): Promise<void> {
  await ftp.handle(undefined, (answer, task) => {
    if (answer instanceof Error) task.reject(answer);
    else if (answer.code < 300) task.resolve(answer);
    else task.reject(new FTPError(answer));
  });
}

async function secure(client: Client, egress: Egress, url: string, host: string): Promise<void> {
  try {
    await client.useTLS(egress.tlsOptions(host));
  } catch (error) {
    throw secureFailure(host, url, error);
  }
}

async function logIn(client: Client, url: string, login: SiteLogin | undefined): Promise<void> {
  try {
    await client.login(bytesOf(login?.username ?? 'anonymous'), bytesOf(login?.password ?? 'guest@'));
  } catch (error) {
    throw ftpLoginFailure(url, error);
  }
}

async function homeOf(client: Client): Promise<ByteString> {
  return (await client.pwd().catch(nullIfRefused)) ?? '/';
}

/** A command must not become two, whatever names it contains. */
function oneLine(command: ByteString): ByteString {
  if (/[\r\n]/.test(command))
    throw new FetchError('FETCH_NAME_INVALID', 'a command cannot contain a line end');
  return command;
}

function bytesOf(text: string): ByteString {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function nullIfRefused(error: unknown): null {
  if (error instanceof FTPError) return null;
  throw error;
}

/** An error of basic-ftp as a FetchError. The server's words are shown, except about a log-in: they might repeat it. */
function ftpFailure(url: string, error: unknown): FetchError {
  if (error instanceof FetchError) {
    return error.url === ''
      ? new FetchError(error.code, `${url}: ${error.message}`, { url, cause: error })
      : error;
  }
  if (error instanceof Error && error.cause instanceof FetchError) return ftpFailure(url, error.cause);
  const message = messageOf(error);
  if (error instanceof FTPError) {
    return new FetchError(codeOfReply(error), `${url}: the server answers ${shownText(message)}`, { url });
  }
  // basic-ftp puts words of its own before the reason why it closed.
  const reason = shownText(message.replace(/^Client is closed because /, ''));
  return new FetchError(codeOfFailure(error, message), `${url}: ${reason}`, { url, cause: error });
}

function ftpLoginFailure(url: string, error: unknown): FetchError {
  if (!(error instanceof FTPError) || error.code < 500) return ftpFailure(url, error);
  return new FetchError(
    'FETCH_LOGIN',
    `${url}: the server refuses the log-in (${error.code}): check the user and the password`,
    {
      url,
    },
  );
}

function secureFailure(host: string, url: string, error: unknown): FetchError {
  if (error instanceof FTPError) {
    return new FetchError(
      'FETCH_TLS',
      `${url}: the server does not offer TLS (${shownText(error.message)}): use ftp:`,
      { url },
    );
  }
  return ftpFailure(url, tlsFailure(host, error));
}

/** RFC 959, section 4.2: 4xx is temporary, 5xx is not. 550 means "not there", "not allowed" or "not a file". */
function codeOfReply({ code, message }: FTPError): FetchErrorCode {
  if (code === 421 || code === 425 || code === 426) return 'FETCH_CLOSED';
  if (code < 500) return 'FETCH_FAILED';
  if (code === 530) return 'FETCH_LOGIN';
  if (/permission|denied|not allowed|access/i.test(message)) return 'FETCH_PERMISSION';
  return /no such|not found|not exist/i.test(message) ? 'FETCH_NOT_FOUND' : 'FETCH_UNAVAILABLE';
}

function codeOfFailure(error: unknown, message: string): FetchErrorCode {
  if (/timeout/i.test(message)) return 'FETCH_TIMEOUT_HEADERS';
  const isTls = /^(?:ERR_(?:SSL|TLS)|CERT_|DEPTH_|UNABLE_TO|SELF_SIGNED)/.test(systemCode(error));
  return isTls ? 'FETCH_TLS' : 'FETCH_CLOSED';
}

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
