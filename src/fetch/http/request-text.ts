import { FetchError } from '../errors.ts';

/** A request as the transport sends it. */
export interface HttpMessage {
  readonly method: string;
  /** Path and query, or the whole URL for a proxy that forwards. */
  readonly target: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
}

/** An HTTP/1.1 request, ready to be written. */
export interface RequestBytes {
  /** Request line and headers, in Latin-1. */
  readonly head: string;
  readonly body: Uint8Array | null;
  /** Whether another request may follow on the connection. */
  readonly keepAlive: boolean;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const notInTarget = /[^\x21-\xff]/;
const notInValue = /[^\t\x20-\x7e\x80-\xff]/;

/** Methods whose requests have a length even when their body is empty (RFC 9110, section 8.6). */
const withBody = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

/**
 * Writes a request (RFC 9112, section 3). Throws FETCH_REQUEST_INVALID for whatever could be read as more, or as something
 * else, than the caller means; what concerns the connection is ours to say.
 */
export function requestBytes(host: string, { method, target, headers, body }: HttpMessage): RequestBytes {
  if (!token.test(method) || method === 'CONNECT') throw invalid(`"${method}" is not a method`);
  if (target === '' || notInTarget.test(target)) throw invalid('the address contains a blank');
  const bytes = body === null || body.length === 0 ? null : Buffer.from(body);
  // A server that does not expect the body may take it for the next request, or answer HEAD with one.
  let keepAlive = method !== 'HEAD' && (bytes === null || withBody.has(method));
  let hostValue: string | null = null;
  let length: string | null = null;
  let lines = '';
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const [name = '', value = ''] = [headers[i], headers[i + 1]];
    if (!token.test(name)) throw invalid(`"${name}" is not the name of a header`);
    if (notInValue.test(value)) throw invalid(`the header ${name} contains a character that is not allowed`);
    switch (name.toLowerCase()) {
      case 'host':
        if (hostValue !== null) throw invalid('there are two Host headers');
        hostValue = value;
        break;
      case 'content-length':
        if (length !== null) throw invalid('there are two Content-Length headers');
        if (!/^\d+$/.test(value)) throw invalid('Content-Length is not a number');
        length = value;
        break;
      case 'connection':
        if (value.split(',').some((option) => option.trim().toLowerCase() === 'close')) keepAlive = false;
        break;
      case 'expect':
      case 'keep-alive':
      case 'transfer-encoding':
      case 'upgrade':
        throw invalid(`the header ${name} cannot be set`);
      default:
        lines += `${name}: ${value}\r\n`;
    }
  }
  if (bytes !== null && length !== null && Number(length) !== bytes.length)
    throw invalid('Content-Length is not the length of the body');
  const ownLength = bytes !== null || withBody.has(method) ? `content-length: ${bytes?.length ?? 0}\r\n` : '';
  const connection = keepAlive ? 'keep-alive' : 'close';
  const head = `${method} ${target} HTTP/1.1\r\nhost: ${hostValue ?? host}\r\nconnection: ${connection}\r\n${lines}${ownLength}\r\n`;
  return { head, body: bytes, keepAlive };
}

function invalid(reason: string): FetchError {
  return new FetchError('FETCH_REQUEST_INVALID', reason);
}
