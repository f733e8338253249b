import { createHash } from 'node:crypto';
import type { Challenge } from './challenge.ts';
import type { Credentials } from './credentials.ts';

/** Strongest first. The `-sess` variants hash the nonces into the password. */
const algorithms = [
  { name: 'SHA-512-256', hash: 'sha512-256' },
  { name: 'SHA-256', hash: 'sha256' },
  { name: 'MD5', hash: 'md5' },
] as const;

export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  /** As the server spelled it, null when it named none. */
  readonly algorithm: string | null;
  readonly hash: string;
  readonly session: boolean;
  /** False for servers of RFC 2069, which know no counters. */
  readonly counted: boolean;
  readonly hashesUsername: boolean;
  readonly stale: boolean;
  readonly strength: number;
}

/** What a digest challenge asks for, or null when it asks for something we do not know. */
export function readDigest({ scheme, parameters }: Challenge): DigestChallenge | null {
  const nonce = parameters.get('nonce');
  if (scheme !== 'digest' || nonce === undefined) return null;
  const spelled = parameters.get('algorithm') ?? null;
  const name = (spelled ?? 'MD5').toUpperCase();
  const session = name.endsWith('-SESS');
  const known = algorithms.findIndex((algorithm) => algorithm.name === (session ? name.slice(0, -5) : name));
  const algorithm = algorithms[known];
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
    session,
    counted: qop !== undefined,
    hashesUsername: parameters.get('userhash')?.toLowerCase() === 'true',
    stale: parameters.get('stale')?.toLowerCase() === 'true',
    strength: algorithms.length - known,
  };
}

export interface DigestRequest {
  readonly method: string;
  /** The request target: path and query. */
  readonly target: string;
  /** How many requests have used this nonce, this one included. */
  readonly count: number;
  readonly clientNonce: string;
}

/** The value of `Authorization` by RFC 7616, section 3.4. */
export function digestAuthorization(
  challenge: DigestChallenge,
  { username, password }: Credentials,
  { method, target, count, clientNonce }: DigestRequest,
): string {
  const h = (text: string) => createHash(challenge.hash).update(text).digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const secret = h(`${username}:${challenge.realm}:${password}`);
  const a1 = challenge.session ? h(`${secret}:${challenge.nonce}:${clientNonce}`) : secret;
  const a2 = h(`${method}:${target}`);
  const response = challenge.counted
    ? h(`${a1}:${challenge.nonce}:${nc}:${clientNonce}:auth:${a2}`)
    : h(`${a1}:${challenge.nonce}:${a2}`);
  const name = challenge.hashesUsername ? h(`${username}:${challenge.realm}`) : username;
  const parts = [
    `username="${quote(name)}"`,
    `realm="${quote(challenge.realm)}"`,
    `uri="${quote(target)}"`,
    `nonce="${quote(challenge.nonce)}"`,
    ...(challenge.algorithm === null ? [] : [`algorithm=${challenge.algorithm}`]),
    ...(challenge.counted ? [`nc=${nc}`, `cnonce="${clientNonce}"`, 'qop=auth'] : []),
    `response="${response}"`,
    ...(challenge.opaque === null ? [] : [`opaque="${quote(challenge.opaque)}"`]),
    ...(challenge.hashesUsername ? ['userhash=true'] : []),
  ];
  return `Digest ${parts.join(', ')}`;
}

function quote(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
