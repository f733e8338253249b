import type { OnReadOpts, Socket } from 'node:net';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import type { ProxySettings } from './egress-policy.ts';

export interface Target {
  /** A name, or an address in any spelling. */
  readonly host: string;
  readonly port: number;
  /** One address of the host, for a second connection to the same machine; checked like any other. */
  readonly address?: string;
  /** Present if the connection is encrypted. `alpn` lists the protocols to offer, best first. */
  readonly tls?: { readonly alpn: readonly string[] };
  /** True to let an HTTP proxy forward the requests (absolute URLs) instead of opening a tunnel. */
  readonly forwarded?: boolean;
  /** Where to put what arrives, instead of `data` events. Not used for encrypted connections and for tunnels: see `Connection.usesOnread`. */
  readonly onread?: OnReadOpts;
}

export interface Connection {
  readonly socket: Socket;
  /** The address that was checked, or the proxy's. */
  readonly address: string;
  /** The protocol that the server chose, or null. */
  readonly alpn: string | null;
  /** Whether what arrives goes to `onread` of the target, and the socket has no `data` events. */
  readonly usesOnread: boolean;
}

/** The only place that opens connections. Throws a FetchError for everything that goes wrong. */
export interface Egress {
  connect(target: Target): Promise<Connection>;
  /** The HTTP proxy that forwards plain HTTP requests to the host, or null. */
  forwardingProxy(host: string): ProxySettings | null;
  /** The TLS options for the host, for protocols that start TLS on an open connection (RFC 4217). */
  tlsOptions(host: string): TlsOptions;
}
