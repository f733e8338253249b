import { connect as connectTcp, isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  connect as startTls,
  type TLSSocket,
  type ConnectionOptions as TlsOptions,
} from 'node:tls';
import { FetchError } from '../errors.ts';
import { ConnectionAttempt, connectFailure, socketEvent, tlsFailure } from './connection-attempt.ts';
import type { Connection, Egress, Target } from './egress.ts';
import {
  canonicalHost,
  type EgressPolicy,
  isLocalhostName,
  type ProxySettings,
  type Resolve,
  sharingResolve,
  systemResolve,
} from './egress-policy.ts';
import { httpTunnel, socks5Tunnel } from './proxy-tunnel.ts';

interface EgressOptions {
  readonly policy: EgressPolicy;
  /** For one connection, from the name lookup to the end of the TLS handshake. Default 10 s. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
  /** Certificates (PEM) to trust besides those of Node, for operators with their own authority. */
  readonly trustedCertificates?: readonly string[];
}

/** Where a plain connection leads, beside the host. */
type Endpoint = { readonly port: number } & {
  readonly [Key in 'address' | 'onread']?: Target[Key] | undefined;
};

/**
 * Resolves a name once, checks the addresses, and connects to exactly those: a name that leads elsewhere a moment later
 * (DNS rebinding) gains nothing. Addresses in URLs are checked in the same way.
 */
export class GuardedEgress implements Egress {
  readonly #policy: EgressPolicy;
  readonly #timeoutMs: number;
  readonly #resolve: Resolve;
  /** Made once: loading all authorities takes milliseconds, and FTP opens a connection for each file. */
  readonly #trusted: SecureContext | null;
  readonly #tlsSessions = new Map<string, Buffer>();

  constructor(options: EgressOptions) {
    this.#policy = options.policy;
    this.#timeoutMs = options.timeoutMs ?? 10_000;
    this.#resolve = sharingResolve(options.resolve ?? systemResolve);
    const extra = options.trustedCertificates ?? [];
    this.#trusted =
      extra.length === 0 ? null : createSecureContext({ ca: [...getCACertificates('default'), ...extra] });
  }

  forwardingProxy(host: string): ProxySettings | null {
    if (!this.#policy.usesProxy) return null;
    const proxy = this.#policy.proxyFor(canonicalHost(host) ?? host);
    return proxy?.kind === 'http' ? proxy : null;
  }

  tlsOptions(host: string): TlsOptions {
    return {
      host,
      // RFC 6066, section 3: an address is not a server name.
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: true,
      ...(this.#trusted !== null && { secureContext: this.#trusted }),
    };
  }

  async connect(target: Target): Promise<Connection> {
    const host = canonicalHost(target.host);
    if (host === null) throw new FetchError('FETCH_URL_INVALID', `"${target.host}" is not a host`);
    const attempt = new ConnectionAttempt(host, this.#timeoutMs);
    let connection: Connection | null = null;
    try {
      const proxy = this.#policy.proxyFor(host);
      const plain =
        proxy === null
          ? await this.#direct(attempt, host, {
              ...target,
              onread: target.tls === undefined ? target.onread : undefined,
            })
          : await this.#throughProxy(attempt, proxy, host, target);
      connection = target.tls === undefined ? plain : await this.#encrypt(attempt, plain, host, target);
      return connection;
    } finally {
      attempt.end(connection !== null);
    }
  }

  async #direct(
    attempt: ConnectionAttempt,
    host: string,
    { port, address, onread }: Endpoint,
  ): Promise<Connection> {
    const addresses = await this.#permitted(attempt, host, address);
    try {
      return await this.#open(attempt, host, addresses, { port, onread });
    } catch (error) {
      throw attempt.failure ?? connectFailure(`${host}:${port}`, error);
    }
  }

  /** The addresses of the host that the policy allows. The others are never tried. */
  async #permitted(attempt: ConnectionAttempt, host: string, known?: string): Promise<readonly string[]> {
    const literal = known ?? host;
    const addresses = isIP(literal) === 0 ? await this.#addressesOf(attempt, host) : [literal];
    const permitted = addresses.filter((address) => this.#policy.refusal(host, address) === null);
    if (permitted.length > 0) return permitted;
    const [first = ''] = addresses;
    throw this.#forbidden(host, first, this.#policy.refusal(host, first) ?? 'no address');
  }

  #forbidden(host: string, address: string, reason: string): FetchError {
    const where = host === address ? host : `${host} (${address})`;
    const whole = `${where} is not a public address: ${reason}`;
    const hides = host !== address && this.#policy.hidesAddresses;
    return new FetchError(
      'FETCH_FORBIDDEN_ADDRESS',
      `${hides ? `${host} does not lead to a public address` : whole}. The operator can allow its network in TIDEMARK_ALLOWED_NETWORKS, or write its URL on the command line`,
      // For the log.
      ...(hides ? [{ cause: new Error(whole) }] : []),
    );
  }

  async #addressesOf(attempt: ConnectionAttempt, host: string): Promise<readonly string[]> {
    try {
      const found = await attempt.step(this.#resolve(host));
      if (found.length > 0) return found;
    } catch (error) {
      throw (
        attempt.failure ??
        new FetchError('FETCH_DNS', `${host}: the name was not found in the DNS`, { cause: error })
      );
    }
    throw new FetchError('FETCH_DNS', `${host}: the name has no address`);
  }

  async #open(
    attempt: ConnectionAttempt,
    host: string,
    addresses: readonly string[],
    { port, onread }: Endpoint,
  ): Promise<Connection> {
    const [first = ''] = addresses;
    // Node accepts a high-water mark here, but its types do not.
    const options: TcpNetConnectOpts & { readonly highWaterMark: number } = {
      port,
      highWaterMark: 64 * 1024,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      onread,
      // Node tries several addresses in turn (RFC 8305), from the list that was checked.
      ...(addresses.length === 1
        ? { host: first }
        : { host: 'checked.invalid', autoSelectFamily: true, lookup: lookupOf(addresses) }),
    };
    const socket = connectTcp(options);
    attempt.watch(socket);
    await socketEvent(socket, 'connect');
    const address = socket.remoteAddress ?? first;
    const refusal = this.#policy.refusal(host, address);
    if (refusal !== null) throw this.#forbidden(host, address, refusal);
    return { socket, address, alpn: null, usesOnread: onread !== undefined };
  }

  /**
   * The proxy resolves names itself, so only targets that are addresses can be checked here. The proxy's own address is
   * checked like any other.
   */
  async #throughProxy(
    attempt: ConnectionAttempt,
    proxy: ProxySettings,
    host: string,
    target: Target,
  ): Promise<Connection> {
    const refusal = isIP(host) === 0 ? null : this.#policy.refusal(host, host);
    if (refusal !== null) throw this.#forbidden(host, host, refusal);
    if (isLocalhostName(host) && !this.#policy.trusts(host))
      throw this.#forbidden(host, host, 'loopback (RFC 6761)');

    const proxyHost = canonicalHost(proxy.host) ?? proxy.host;
    const isForwarded = target.forwarded === true && proxy.kind === 'http';
    const connection = await this.#toProxy(attempt, proxyHost, {
      port: proxy.port,
      onread: isForwarded ? target.onread : undefined,
    });
    if (isForwarded) return connection;
    const { socket, address } = connection;
    const tunnel = proxy.kind === 'http' ? httpTunnel : socks5Tunnel;
    try {
      await tunnel(socket, { host, port: target.port }, proxy);
    } catch (error) {
      if (error instanceof FetchError) throw error;
      throw (
        attempt.failure ??
        new FetchError('FETCH_PROXY', `the proxy ${proxyHost} closed the connection to ${host}`, {
          cause: error,
        })
      );
    }
    return { socket, address, alpn: null, usesOnread: false };
  }

  async #toProxy(attempt: ConnectionAttempt, host: string, endpoint: Endpoint): Promise<Connection> {
    try {
      return await this.#direct(attempt, host, endpoint);
    } catch (error) {
      if (!(error instanceof FetchError) || error.code === 'FETCH_FORBIDDEN_ADDRESS') throw error;
      throw new FetchError('FETCH_PROXY', `the proxy cannot be reached: ${error.message}`, {
        cause: error,
      });
    }
  }

  async #encrypt(
    attempt: ConnectionAttempt,
    plain: Connection,
    host: string,
    target: Target,
  ): Promise<Connection> {
    const sessionKey = `${host}:${target.port}`;
    const session = this.#tlsSessions.get(sessionKey);
    const socket: TLSSocket = startTls({
      ...this.tlsOptions(host),
      socket: plain.socket,
      ALPNProtocols: [...(target.tls?.alpn ?? [])],
      ...(session === undefined ? {} : { session }),
    });
    attempt.watch(socket);
    socket.on('session', (ticket: Buffer) => this.#keepSession(sessionKey, ticket));
    try {
      await socketEvent(socket, 'secureConnect');
    } catch (error) {
      this.#tlsSessions.delete(sessionKey);
      throw attempt.failure ?? tlsFailure(host, error);
    }
    const alpn = typeof socket.alpnProtocol === 'string' ? socket.alpnProtocol : null;
    return { socket, address: plain.address, alpn, usesOnread: false };
  }

  #keepSession(key: string, ticket: Buffer): void {
    this.#tlsSessions.delete(key);
    this.#tlsSessions.set(key, ticket);
    if (this.#tlsSessions.size <= 100) return;
    for (const oldest of this.#tlsSessions.keys()) {
      this.#tlsSessions.delete(oldest);
      return;
    }
  }
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, callback) => callback(null, all);
}
