import type { Socket } from 'node:net';

/** What a hostile answer may be about: a page of the site that it belongs to. */
export interface AskedPage {
  readonly target: string;
  /** A small page with words of its own, for answers that are odd around their body. */
  readonly html: string;
}

/** The bytes of an answer, after which the server closes the connection; nothing when it deals with the socket itself. */
type Reply = (page: AskedPage, socket: Socket) => string | Buffer | undefined;

/** An answer that no honest server gives, and what has to become of the page: `content`, `left-out`, or the code of an error (`|` between two). */
export interface AnswerKind {
  readonly name: string;
  readonly becomes: string;
  readonly reply: Reply;
}

export function kind(name: string, becomes: string, reply: Reply): AnswerKind {
  return { name, becomes, reply };
}

/** An answer with exactly these lines before its body. */
export function lines(head: readonly string[], body: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

/** A page with the right length, and more headers. */
export function ok(body: string | Buffer, ...headers: readonly string[]): Buffer {
  const hasType = headers.some((line) => /^content-type/i.test(line));
  const type = hasType ? [] : ['Content-Type: text/html'];
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return lines(['HTTP/1.1 200 OK', 'Connection: close', ...type, length, ...headers], body);
}

export function send(socket: Socket, bytes: string | Buffer): void {
  socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
}
