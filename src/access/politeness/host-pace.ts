/** How fast requests may go to one host. Durations in milliseconds. */
export interface PaceLimits {
  /** Minimum time between the starts of two requests. */
  readonly delay: number;
  /** Maximum number of requests under way at once. */
  readonly concurrency: number;
  /** Upper bound of the crawl-delay that a site may ask for. */
  readonly longestCrawlDelay: number;
  /** Upper bound of the wait that a host may ask for with Retry-After. */
  readonly longestRetryAfter: number;
  /** The pause after the first sign of overload; each further sign doubles it. */
  readonly firstSlowdown: number;
  readonly longestSlowdown: number;
  /** Number of good answers in a row that halve the pause again. */
  readonly successesToRecover: number;
}

/** The defaults: one request at a time per host. Site owners may set delay and concurrency for their own site. */
export const politeLimits: PaceLimits = {
  delay: 0,
  concurrency: 1,
  longestCrawlDelay: 30_000,
  longestRetryAfter: 24 * 60 * 60_000,
  firstSlowdown: 1000,
  longestSlowdown: 60_000,
  successesToRecover: 3,
};

/** How a request ended, as far as politeness is concerned. */
export type RequestOutcome =
  | { readonly kind: 'answered' }
  /** 429 or 503. `retryAt` is the time that Retry-After gives; null without that header. */
  | { readonly kind: 'overloaded'; readonly retryAt: number | null }
  /** No answer. It says nothing about load, so the host neither slows down nor recovers. */
  | { readonly kind: 'failed' };

/** What the status of an answer says about the host's load. */
export function outcomeOfStatus(status: number): RequestOutcome {
  return status === 429 || status === 503 ? { kind: 'overloaded', retryAt: null } : { kind: 'answered' };
}

/** What is remembered about one host. Times in milliseconds since 1970. */
export interface HostPace {
  readonly running: number;
  readonly lastStart: number;
  /** No request before this: Retry-After, or the pause after an overload. */
  readonly notBefore: number;
  /** What the site's robots.txt asks for; 0 when it asks for nothing. */
  readonly crawlDelay: number;
  /** Extra time between requests while the host is overloaded; 0 when it is not. */
  readonly slowdown: number;
  readonly slowedAt: number;
  readonly successes: number;
}

export const unknownHost: HostPace = {
  running: 0,
  lastStart: -Infinity,
  notBefore: -Infinity,
  crawlDelay: 0,
  slowdown: 0,
  slowedAt: -Infinity,
  successes: 0,
};

/** When the next request may start; Infinity while the maximum number is under way. */
export function nextStart(host: HostPace, limits: PaceLimits, now: number): number {
  // An overloaded host gets one request at a time, whatever concurrency its owner has set.
  if (host.running >= (host.slowdown > 0 ? 1 : limits.concurrency)) return Infinity;
  return nextFurther(host, limits, now);
}

/** When a request under way may be followed by a further one in the same slot. The concurrency limit does not apply. */
export function nextFurther(host: HostPace, limits: PaceLimits, now: number): number {
  return Math.max(now, host.notBefore, host.lastStart + gapOf(host, limits));
}

/** The least time between the starts of two requests. */
export function gapOf({ crawlDelay, slowdown }: HostPace, limits: PaceLimits): number {
  return Math.max(limits.delay, Math.min(crawlDelay, limits.longestCrawlDelay), slowdown);
}

export function afterStart(host: HostPace, now: number): HostPace {
  return { ...host, running: host.running + 1, lastStart: now };
}

export function afterFinish(
  host: HostPace,
  outcome: RequestOutcome,
  limits: PaceLimits,
  now: number,
): HostPace {
  const finished = { ...host, running: Math.max(0, host.running - 1) };
  switch (outcome.kind) {
    case 'failed':
      return { ...finished, successes: 0 };
    case 'answered':
      return recovered(finished, limits);
    case 'overloaded':
      return slowed(finished, outcome.retryAt, limits, now);
  }
}

function slowed(host: HostPace, retryAt: number | null, limits: PaceLimits, now: number): HostPace {
  // Sixteen requests under way that all get 429 are one sign of overload, not sixteen.
  const isSameSign = host.slowdown > 0 && now - host.slowedAt < host.slowdown;
  const slowdown = isSameSign
    ? host.slowdown
    : Math.min(limits.longestSlowdown, Math.max(limits.firstSlowdown, host.slowdown * 2));
  const resumeAt = Math.min(retryAt ?? 0, now + limits.longestRetryAfter);
  return {
    ...host,
    slowdown,
    slowedAt: isSameSign ? host.slowedAt : now,
    notBefore: Math.max(host.notBefore, now + slowdown, resumeAt),
    successes: 0,
  };
}

function recovered(host: HostPace, limits: PaceLimits): HostPace {
  if (host.slowdown === 0) return host;
  const successes = host.successes + 1;
  if (successes < limits.successesToRecover) return { ...host, successes };
  const half = host.slowdown / 2;
  return { ...host, slowdown: half < limits.firstSlowdown ? 0 : half, successes: 0 };
}
