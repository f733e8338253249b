import type { FTPContext } from 'basic-ftp';
import { withoutStack } from './without-stack.ts';

/**
 * Sends a command whose answer comes over the data connection that is open, and hands on its bytes. The last word of the
 * server is returned: only with it, and the end of the data, the transfer was whole. Until then it is a task of basic-ftp,
 * which gathers the failures of both connections for the task that is under way, and for nobody else.
 */
export async function* transferData(ftp: FTPContext, command: string): AsyncGenerator<Buffer, string> {
  const data = ftp.dataSocket;
  const pieces: Buffer[] = [];
  let failure: unknown = null;
  let lastWord: string | null = null;
  let hasEnded = false;
  let finish: () => void = () => undefined;
  let wake: () => void = () => undefined;

  data?.on('data', (piece: Buffer) => {
    pieces.push(piece);
    data.pause();
    wake();
  });
  data?.once('end', () => {
    hasEnded = true;
    ftp.socket.setTimeout(ftp.timeout);
    finish();
  });
  data?.setTimeout(ftp.timeout, () => {
    // A pause is ours, not the server's.
    if (!data.isPaused()) ftp.closeWithError(new Error('Timeout (data socket)'));
  });
  const transfer = withoutStack(() =>
    ftp.handle(command, (answer, task) => {
      if (answer instanceof Error) return task.reject(answer);
      if (answer.code >= 200) finish = () => task.resolve(answer);
      if (hasEnded) finish();
      // From here on the data connection has to go forward, and this one is silent.
      else ftp.socket.setTimeout(0);
    }),
  );
  transfer.then(
    ({ message }: { readonly message: string }) => {
      lastWord = message;
      wake();
    },
    (error: unknown) => {
      failure = error;
      wake();
    },
  );
  try {
    for (;;) {
      const piece = pieces.shift();
      if (piece !== undefined) {
        yield piece;
        data?.resume();
      } else if (failure !== null) throw failure;
      else if (lastWord !== null) return lastWord;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    ftp.dataSocket = undefined;
  }
}
