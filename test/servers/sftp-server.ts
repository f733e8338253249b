import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2, { type Attributes, type Connection, type SFTPWrapper } from 'ssh2';

const { utils } = ssh2;

export interface SftpServer {
  readonly host: string;
  readonly port: number;
  /** The URL of its root. */
  readonly url: string;
  /** Its line for known_hosts. */
  readonly knownHosts: string;
  readonly close: () => Promise<void>;
}

export interface SftpServerOptions {
  readonly folder: string;
  readonly password?: string;
  /** Accepts the password only as the answer to a question (RFC 4256). */
  readonly asksForPassword?: boolean;
  /** A public key that may log in. */
  readonly publicKey?: string;
  /** Sends this many bytes of a file, then nothing more. */
  readonly hangsAfter?: number;
  /** The folder of the user. Default `/home`. */
  readonly home?: string;
  /** Does not answer when a folder is opened. */
  readonly ignoresFolders?: boolean;
  /** Ends the connection when a link is followed. */
  readonly dropsOnLink?: boolean;
  /** Names that it adds to every folder. */
  readonly extraNames?: readonly string[];
  /** Answers every question for names with these, without end. */
  readonly endlessNames?: readonly string[];
}

const { STATUS_CODE } = utils.sftp;

/** A real SFTP server (ssh2) on loopback that serves a folder to the user `ann`. */
export async function sftpServer(options: SftpServerOptions): Promise<SftpServer> {
  const hostKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs1',
    format: 'pem',
  });
  const parsed = utils.parseKey(hostKey);
  if (parsed instanceof Error) throw parsed;
  const clients = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    client.on('authentication', (attempt) => {
      if (attempt.username !== 'ann') return attempt.reject(['password', 'publickey']);
      if (options.asksForPassword === true) {
        if (attempt.method !== 'keyboard-interactive') return attempt.reject(['keyboard-interactive']);
        const questions = [
          { prompt: 'Name of the day: ', echo: true },
          { prompt: 'Password: ', echo: false },
        ];
        return attempt.prompt(questions, ([day, password]) =>
          day === '' && password === options.password ? attempt.accept() : attempt.reject(),
        );
      }
      if (attempt.method === 'password' && attempt.password === options.password) return attempt.accept();
      if (attempt.method === 'publickey' && isKey(options.publicKey, attempt)) return attempt.accept();
      return attempt.reject(['password', 'publickey']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), options, client));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    url: `sftp://127.0.0.1:${port}/`,
    knownHosts: `[127.0.0.1]:${port} ssh-rsa ${parsed.getPublicSSH().toString('base64')}`,
    close: async () => {
      for (const client of clients) client.end();
      server.close();
      await once(server, 'close');
    },
  };
}

function isKey(
  publicKey: string | undefined,
  attempt: {
    readonly key: { readonly data: Buffer };
    readonly signature?: Buffer;
    readonly blob?: Buffer;
    readonly hashAlgo?: string;
  },
): boolean {
  const allowed = publicKey === undefined ? null : utils.parseKey(publicKey);
  if (allowed === null || allowed instanceof Error || !attempt.key.data.equals(allowed.getPublicSSH()))
    return false;
  const { signature, blob, hashAlgo } = attempt;
  return signature === undefined || blob === undefined || allowed.verify(blob, signature, hashAlgo) === true;
}

function serve(sftp: SFTPWrapper, options: SftpServerOptions, client: Connection): void {
  const { folder, hangsAfter, extraNames = [], home = '/home' } = options;
  const open = new Map<
    number,
    { readonly fd: number } | { readonly names: readonly string[]; readonly path: string; next: number }
  >();
  let last = 0;
  const onDisk = (path: string) => join(folder, path);
  const handleOf = (entry: NonNullable<ReturnType<typeof open.get>>) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(++last);
    open.set(last, entry);
    return handle;
  };
  const trying = (id: number, work: () => void) => {
    try {
      work();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      sftp.status(
        id,
        code === 'ENOENT'
          ? STATUS_CODE.NO_SUCH_FILE
          : code === 'EACCES'
            ? STATUS_CODE.PERMISSION_DENIED
            : STATUS_CODE.FAILURE,
      );
    }
  };
  sftp.on('REALPATH', (id, path) => {
    const shown = path === '.' ? home : path;
    sftp.name(id, [{ filename: shown, longname: shown, attrs: {} as Attributes }]);
  });
  sftp.on('OPENDIR', (id, path) =>
    trying(id, () => {
      if (options.ignoresFolders === true) return;
      if (path.endsWith('closed')) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
      sftp.handle(id, handleOf({ names: [...readdirSync(onDisk(path)), ...extraNames], path, next: 0 }));
    }),
  );
  sftp.on('READDIR', (id, handle) => {
    const entry = open.get(handle.readUInt32BE());
    if (entry === undefined || !('names' in entry)) return sftp.status(id, STATUS_CODE.FAILURE);
    if (options.endlessNames !== undefined)
      return sftp.name(
        id,
        options.endlessNames.map((filename) => ({
          filename,
          longname: filename,
          attrs: attrsOf('', filename),
        })),
      );
    const some = entry.names.slice(entry.next, entry.next + 100);
    entry.next += some.length;
    if (some.length === 0) return sftp.status(id, STATUS_CODE.EOF);
    sftp.name(
      id,
      some.map((filename) => ({
        filename,
        longname: filename,
        attrs: attrsOf(onDisk(entry.path), filename),
      })),
    );
  });
  sftp.on('STAT', (id, path) => {
    if (options.dropsOnLink === true) return void client.end();
    trying(id, () => sftp.attrs(id, attributes(statSync(realpathSync(onDisk(path))))));
  });
  sftp.on('LSTAT', (id, path) => trying(id, () => sftp.attrs(id, attributes(lstatSync(onDisk(path))))));
  sftp.on('OPEN', (id, path) =>
    trying(id, () => sftp.handle(id, handleOf({ fd: openSync(onDisk(path), 'r') }))),
  );
  sftp.on('FSTAT', (id, handle) => {
    const entry = open.get(handle.readUInt32BE());
    if (entry !== undefined && 'fd' in entry)
      trying(id, () => sftp.attrs(id, attributes(fstatSync(entry.fd))));
    else sftp.status(id, STATUS_CODE.FAILURE);
  });
  sftp.on('READ', (id, handle, offset, length) => {
    const entry = open.get(handle.readUInt32BE());
    if (entry === undefined || !('fd' in entry)) return sftp.status(id, STATUS_CODE.FAILURE);
    if (hangsAfter !== undefined && offset >= hangsAfter) return;
    // A server may send less than requested.
    const piece = Buffer.alloc(Math.min(length, 20_000));
    const got = readSync(entry.fd, piece, 0, piece.length, offset);
    if (got === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, piece.subarray(0, got));
  });
  sftp.on('CLOSE', (id, handle) => {
    const key = handle.readUInt32BE();
    const entry = open.get(key);
    if (entry !== undefined && 'fd' in entry) closeSync(entry.fd);
    open.delete(key);
    sftp.status(id, STATUS_CODE.OK);
  });
}

function attrsOf(folder: string, name: string): Attributes {
  try {
    return attributes(lstatSync(join(folder, name)));
  } catch {
    return { mode: 0o100644, uid: 0, gid: 0, size: 1, atime: 0, mtime: 0 };
  }
}

function attributes({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes {
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
}
