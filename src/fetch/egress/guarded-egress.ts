import {
  connect as connectTcp,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  connect as startTls,
  type TLSSocket,
  type ConnectionOptions as TlsOptions,
} from 'node:tls';
import { FetchError } from '../errors.ts';
import { connectFailure, tlsFailure } from '../http/exchange-failure.ts';
import { ConnectionAttempt, socketEvent } from './connection-attempt.ts';
import type { EgressPolicy, ProxySettings } from './egress-policy.ts';
import { canonicalHost, isLocalhostName } from './host-names.ts';
import { httpTunnel } from './http-tunnel.ts';
import { socks5Tunnel } from './proxy-tunnel.ts';
import { type Resolve, sharingResolve, systemResolve } from './resolver.ts';

export interface Target {
  /** A name or a literal address in any spelling. */
  readonly host: string;
  readonly port: number;
  /** One address of the host, for a second connection to the same machine; checked like any other. */
  readonly address?: string;
  /** Present when the connection is to be encrypted: the protocols offered, best first. */
  readonly tls?: { readonly alpn: readonly string[] };
  /** True when an HTTP proxy is to be spoken to as such (absolute URLs in the requests), without a tunnel. */
  readonly forwarded?: boolean;
}

export interface Connection {
  readonly socket: Socket;
  /** Where the socket leads: the address that was checked, or the proxy's. */
  readonly address: string;
  readonly alpn: string | null;
}

/** The only place that opens connections. Throws a FetchError for everything that goes wrong. */
export interface Egress {
  connect(target: Target): Promise<Connection>;
  /** Whether plain HTTP requests to the host go through an HTTP proxy, and with which credentials. */
  forwarding(host: string): ProxySettings | null;
  /** What TLS to the host needs, for protocols that begin it later on an open connection (RFC 4217). */
  tlsOptions(host: string): TlsOptions;
}

export interface EgressOptions {
  readonly policy: EgressPolicy;
  /** For one connection, from the name to the end of the TLS handshake. Default 10 s. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
  /** Certificates (PEM) to trust besides those that Node brings, for an operator with an authority of his own. */
  readonly trustedCertificates?: readonly string[];
}

/**
 * Resolves once, checks, and connects to the very address that was checked: a name that leads elsewhere a moment
 * later (DNS rebinding) gains nothing. Literal addresses take the same way, since `connect` would not look them up.
 */
export class GuardedEgress implements Egress {
  readonly #policy: EgressPolicy;
  readonly #timeoutMs: number;
  readonly #resolve: Resolve;
  /** Made once: reading all authorities anew takes milliseconds, and FTP opens a connection for each file. */
  readonly #trust: SecureContext | null;
  readonly #tlsSessions = new Map<string, Buffer>();

  constructor(options: EgressOptions) {
    this.#policy = options.policy;
    this.#timeoutMs = options.timeoutMs ?? 10_000;
    this.#resolve = sharingResolve(options.resolve ?? systemResolve);
    const extra = options.trustedCertificates ?? [];
    this.#trust =
      extra.length === 0 ? null : createSecureContext({ ca: [...getCACertificates('default'), ...extra] });
  }

  forwarding(host: string): ProxySettings | null {
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
      ...(this.#trust !== null && { secureContext: this.#trust }),
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
          ? await this.#direct(attempt, host, target.port, target.address)
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
    port: number,
    address?: string,
  ): Promise<Connection> {
    const addresses = await this.#permitted(attempt, host, address);
    try {
      return await this.#open(attempt, host, addresses, port);
    } catch (error) {
      throw attempt.failure ?? connectFailure(`${host}:${port}`, error);
    }
  }

  /** The addresses of the host that may be connected to. Those that may not are never tried. */
  async #permitted(attempt: ConnectionAttempt, host: string, known?: string): Promise<readonly string[]> {
    const literal = known ?? host;
    const addresses = isIP(literal) === 0 ? await this.#addressesOf(attempt, host) : [literal];
    const permitted = addresses.filter((address) => this.#policy.refusal(host, address) === null);
    if (permitted.length > 0) return permitted;
    const [first = ''] = addresses;
    throw forbidden(host, first, this.#policy.refusal(host, first) ?? 'no address');
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
    port: number,
  ): Promise<Connection> {
    const [first = ''] = addresses;
    // Node takes a high-water mark here, its types do not know.
    const options: TcpNetConnectOpts & { readonly highWaterMark: number } = {
      port,
      highWaterMark: 64 * 1024,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      // Several addresses: Node tries them in turn (RFC 8305), out of the list that was checked.
      ...(addresses.length === 1
        ? { host: first }
        : { host: 'checked.invalid', autoSelectFamily: true, lookup: lookupOf(addresses) }),
    };
    const socket = connectTcp(options);
    attempt.watch(socket);
    await socketEvent(socket, 'connect');
    const address = socket.remoteAddress ?? first;
    const refusal = this.#policy.refusal(host, address);
    if (refusal !== null) throw forbidden(host, address, refusal);
    return { socket, address, alpn: null };
  }

  /**
   * The proxy resolves names itself, so only literal targets can be judged here. The proxy's own address is checked
   * like any other.
   */
  async #throughProxy(
    attempt: ConnectionAttempt,
    proxy: ProxySettings,
    host: string,
    target: Target,
  ): Promise<Connection> {
    const refusal = isIP(host) === 0 ? null : this.#policy.refusal(host, host);
    if (refusal !== null) throw forbidden(host, host, refusal);
    if (isLocalhostName(host) && !this.#policy.trusts(host))
      throw forbidden(host, host, 'loopback (RFC 6761)');

    const proxyHost = canonicalHost(proxy.host) ?? proxy.host;
    const { socket, address } = await this.#toProxy(attempt, proxyHost, proxy.port);
    if (target.forwarded === true && proxy.kind === 'http') return { socket, address, alpn: null };
    const tunnel = proxy.kind === 'http' ? httpTunnel : socks5Tunnel;
    try {
      await tunnel(socket, { host, port: target.port }, proxy);
    } catch (error) {
      if (error instanceof FetchError) throw error;
      throw (
        attempt.failure ??
        new FetchError('FETCH_PROXY', `the proxy ${proxyHost} broke off the connection to ${host}`, {
          cause: error,
        })
      );
    }
    return { socket, address, alpn: null };
  }

  async #toProxy(attempt: ConnectionAttempt, host: string, port: number): Promise<Connection> {
    try {
      return await this.#direct(attempt, host, port);
    } catch (error) {
      if (!(error instanceof FetchError) || error.code === 'FETCH_FORBIDDEN_ADDRESS') throw error;
      throw new FetchError('FETCH_PROXY', `the proxy could not be reached: ${error.message}`, {
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
    return { socket, address: plain.address, alpn };
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

function forbidden(host: string, address: string, reason: string): FetchError {
  const where = host === address ? host : `${host} (${address})`;
  return new FetchError(
    'FETCH_FORBIDDEN_ADDRESS',
    `${where} is not a public address: ${reason}. An operator can allow its network, on the command line type its URL`,
  );
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, callback) => callback(null, all);
}
