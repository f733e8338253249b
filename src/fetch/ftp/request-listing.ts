import type { FTPContext, FTPResponse } from 'basic-ftp';
import { FetchError } from '../errors.ts';
import type { ByteString } from '../spider/url-names.ts';

export interface RawListing {
  readonly raw: ByteString;
  /** The server's last word, which may take back what it seemed to say. */
  readonly reply: string;
}

/** Sends MLSD or LIST over the data connection that is open, and gathers the answer as bytes. */
export async function requestListing(
  ftp: FTPContext,
  command: string,
  maxBytes: number,
): Promise<RawListing> {
  const pieces: Buffer[] = [];
  let size = 0;
  const data = ftp.dataSocket;
  const ended = new Promise<void>((resolve) => {
    data?.once('close', () => resolve());
    data?.once('end', () => resolve());
  });
  data?.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > maxBytes) ftp.closeWithError(tooLarge(maxBytes));
    else pieces.push(piece);
    // The control connection is silent meanwhile, and may be so while the listing comes.
    ftp.socket.setTimeout(ftp.timeout);
  });
  try {
    const { message }: FTPResponse = await ftp.handle(command, (answer, task) => {
      if (answer instanceof Error) task.reject(answer);
      else if (answer.code >= 200) task.resolve(answer);
    });
    // The last word may overtake the last bytes.
    data?.setTimeout(ftp.timeout, () => ftp.closeWithError(new Error('Timeout (data socket)')));
    await ended;
    if (ftp.closed) await ftp.request('NOOP');
    return { raw: Buffer.concat(pieces).toString('latin1'), reply: message };
  } finally {
    ftp.dataSocket = undefined;
  }
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError(
    'FETCH_LISTING_TOO_LARGE',
    `the listing of a folder is larger than ${maxBytes} bytes`,
  );
}
