import {
  type Bandwidth,
  type EgressSettings,
  egressPolicy,
  FetchError,
  type FetchErrorCode,
  GuardedEgress,
  HttpFetcher,
  type HttpLimits,
  type Resolve,
} from '../../src/fetch/index.ts';

export interface LoopbackOptions {
  readonly limits?: Partial<HttpLimits>;
  /** Default: 127.0.0.1 and localhost are allowed, as if the user had typed them. */
  readonly egress?: EgressSettings;
  readonly resolve?: Resolve;
  readonly trust?: readonly string[];
  readonly connectTimeoutMs?: number;
  readonly allowHttp2?: boolean;
  readonly connectionsPerOrigin?: number;
  readonly bandwidth?: Bandwidth;
}

/** The real fetcher, for servers on loopback and with limits short enough for a test. */
export function loopbackFetcher(options: LoopbackOptions = {}): HttpFetcher {
  const limits = {
    connectTimeoutMs: 5_000,
    headersTimeoutMs: 5_000,
    totalTimeoutMs: 20_000,
    ...options.limits,
  };
  const egress = new GuardedEgress({
    policy: egressPolicy(options.egress ?? { allowedHosts: ['127.0.0.1', 'localhost'] }),
    timeoutMs: options.connectTimeoutMs ?? 5_000,
    ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
    ...(options.trust === undefined ? {} : { trustedCertificates: options.trust }),
  });
  return new HttpFetcher({
    egress,
    userAgent: 'Tidemark/test (+https://tidemark.test)',
    limits,
    allowHttp2: options.allowHttp2 ?? true,
    connectionsPerOrigin: options.connectionsPerOrigin ?? 16,
    ...(options.bandwidth === undefined ? {} : { bandwidth: options.bandwidth }),
  });
}

/** The error that a fetch ends with. The test fails if there is none. */
export async function fetchFailure(work: Promise<unknown>): Promise<FetchError> {
  const outcome = await work.then(
    (answer) => answer,
    (error: unknown) => error,
  );
  if (outcome instanceof FetchError) return outcome;
  throw new Error('a FetchError was expected', { cause: outcome });
}

/** Only the code of that error. */
export async function failureCode(work: Promise<unknown>): Promise<FetchErrorCode> {
  return (await fetchFailure(work)).code;
}
