import { createHash } from 'node:crypto';

/** A user's log-in at one origin. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** One way to log in that a server offers (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** In lower case: `basic`, `digest`. */
  readonly scheme: string;
  /** By lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const item = new RegExp(
  `\\s*(?:(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))|(${token})(?=\\s|,|$)(?!\\s*=)(?:\\s+([A-Za-z0-9._~+/-]+=*)(?=\\s*(?:,|$)))?)\\s*,?`,
  'y',
);

/**
 * Reads a `WWW-Authenticate` line. Commas separate both challenges and their parameters, so a name without `=` starts
 * the next challenge. Reading ends at the first part that fits neither.
 */
export function parseChallenges(line: string): readonly Challenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  item.lastIndex = 0;
  while (item.lastIndex < line.length) {
    const match = item.exec(line);
    if (match === null || match[0] === '') break;
    const [, name, quoted, plain, scheme] = match;
    if (scheme !== undefined) {
      found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    } else if (name !== undefined) {
      found.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    }
  }
  return found;
}

/** Strongest first. The `-sess` variants also hash the nonces. */
const algorithms = [
  { name: 'SHA-512-256', hash: 'sha512-256' },
  { name: 'SHA-256', hash: 'sha256' },
  { name: 'MD5', hash: 'md5' },
] as const;

export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  /** As the server spelled it; null if it named none. */
  readonly algorithm: string | null;
  readonly hash: string;
  readonly isSession: boolean;
  /** False for servers of RFC 2069, which do not count requests. */
  readonly countsRequests: boolean;
  readonly hashesUsername: boolean;
  readonly isStale: boolean;
  /** Higher is better. */
  readonly strength: number;
}

/** What a digest challenge asks for, or null if we do not support it. */
export function readDigest({ scheme, parameters }: Challenge): DigestChallenge | null {
  const nonce = parameters.get('nonce');
  if (scheme !== 'digest' || nonce === undefined) return null;
  const spelled = parameters.get('algorithm') ?? null;
  const name = (spelled ?? 'MD5').toUpperCase();
  const isSession = name.endsWith('-SESS');
  const rank = algorithms.findIndex((known) => known.name === (isSession ? name.slice(0, -5) : name));
  const algorithm = algorithms[rank];
  if (algorithm === undefined) return null;
  const qop = parameters.get('qop');
  const offered = (qop ?? 'auth').split(',').map((word) => word.trim().toLowerCase());
  if (!offered.includes('auth')) return null;
  return {
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque') ?? null,
    algorithm: spelled,
    hash: algorithm.hash,
    isSession,
    countsRequests: qop !== undefined,
    hashesUsername: parameters.get('userhash')?.toLowerCase() === 'true',
    isStale: parameters.get('stale')?.toLowerCase() === 'true',
    strength: algorithms.length - rank,
  };
}

interface DigestRequest {
  readonly method: string;
  /** The request target: path and query. */
  readonly target: string;
  /** How many requests have used this nonce, including this one. */
  readonly count: number;
  readonly clientNonce: string;
}

/** The value of `Authorization` (RFC 7616, section 3.4). The short names are those of the RFC. */
export function digestAuthorization(
  challenge: DigestChallenge,
  { username, password }: Credentials,
  { method, target, count, clientNonce }: DigestRequest,
): string {
  const h = (text: string) => createHash(challenge.hash).update(text).digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const secret = h(`${username}:${challenge.realm}:${password}`);
  const a1 = challenge.isSession ? h(`${secret}:${challenge.nonce}:${clientNonce}`) : secret;
  const a2 = h(`${method}:${target}`);
  const response = challenge.countsRequests
    ? h(`${a1}:${challenge.nonce}:${nc}:${clientNonce}:auth:${a2}`)
    : h(`${a1}:${challenge.nonce}:${a2}`);
  const name = challenge.hashesUsername ? h(`${username}:${challenge.realm}`) : username;
  const parts = [
    `username="${quote(name)}"`,
    `realm="${quote(challenge.realm)}"`,
    `uri="${quote(target)}"`,
    `nonce="${quote(challenge.nonce)}"`,
    ...(challenge.algorithm === null ? [] : [`algorithm=${challenge.algorithm}`]),
    ...(challenge.countsRequests ? [`nc=${nc}`, `cnonce="${clientNonce}"`, 'qop=auth'] : []),
    `response="${response}"`,
    ...(challenge.opaque === null ? [] : [`opaque="${quote(challenge.opaque)}"`]),
    ...(challenge.hashesUsername ? ['userhash=true'] : []),
  ];
  return `Digest ${parts.join(', ')}`;
}

function quote(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
