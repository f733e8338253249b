import type { SFTPWrapper } from 'ssh2';
import { endOfFile } from './sftp-failure.ts';

/** Every server accepts this size (draft-ietf-secsh-filexfer-02, section 3). */
const pieceBytes = 32 * 1024;
const requestsAhead = 16;

/** Reads a file with several requests in flight, so that a distant server does not cost a round trip for each piece. */
export async function* readAhead(
  sftp: SFTPWrapper,
  handle: Buffer,
  offset: number,
  size: number,
): AsyncGenerator<Uint8Array> {
  const ahead: Promise<Buffer>[] = [];
  let next = offset;
  for (;;) {
    while (ahead.length < requestsAhead && next < size) {
      const piece = readPiece(sftp, handle, next, Math.min(pieceBytes, size - next));
      // If an earlier one fails, nobody waits for this one any more.
      piece.catch(() => undefined);
      ahead.push(piece);
      next += pieceBytes;
    }
    const piece = await ahead.shift();
    if (piece === undefined || piece.length === 0) return;
    yield piece;
  }
}

/** A server may send less than requested; only at the end of the file it sends nothing. */
async function readPiece(sftp: SFTPWrapper, handle: Buffer, at: number, wanted: number): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(wanted);
  let length = 0;
  while (length < wanted) {
    const got = await readOnce(sftp, handle, piece, length, at + length);
    if (got === 0) break;
    length += got;
  }
  return piece.subarray(0, length);
}

function readOnce(
  sftp: SFTPWrapper,
  handle: Buffer,
  into: Buffer,
  start: number,
  at: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    sftp.read(handle, into, start, into.length - start, at, (error, bytesRead) => {
      if (error === undefined || error === null) resolve(bytesRead);
      else if ((error as { readonly code?: unknown }).code === endOfFile) resolve(0);
      else reject(error);
    });
  });
}
