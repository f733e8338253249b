/** How fast one host may be asked. Durations in milliseconds. */
export interface PaceLimits {
  /** Least time between the starts of two requests. */
  readonly delay: number;
  /** Requests that may be under way at once. */
  readonly concurrency: number;
  /** A site that asks for a longer crawl-delay gets this one. */
  readonly longestCrawlDelay: number;
  /** A host that asks us by Retry-After to come back later than this is asked again after it. */
  readonly longestRetryAfter: number;
  /** The pause after the first sign of overload; each further sign doubles it. */
  readonly firstSlowdown: number;
  readonly longestSlowdown: number;
  /** Good answers in a row that halve the pause again. */
  readonly successesToRecover: number;
}

/** One polite stream per host, as a stranger should. Who owns the site may set delay and concurrency. */
export const politeLimits: PaceLimits = {
  delay: 0,
  concurrency: 1,
  longestCrawlDelay: 30_000,
  longestRetryAfter: 60 * 60_000,
  firstSlowdown: 1000,
  longestSlowdown: 60_000,
  successesToRecover: 3,
};

/** How a request ended, as far as politeness cares. */
export type Outcome =
  | { readonly kind: 'answered' }
  /** 429 or 503. `retryAt` is what Retry-After says, or null. */
  | { readonly kind: 'overloaded'; readonly retryAt: number | null }
  /** No answer. It says nothing about load, so it neither slows nor recovers. */
  | { readonly kind: 'failed' };

/** What is remembered of one host. Times in milliseconds since 1970. */
export interface HostPace {
  readonly running: number;
  readonly lastStart: number;
  /** No request before this: Retry-After, or the pause after an overload. */
  readonly notBefore: number;
  /** What the site's robots.txt asks for; 0 when nothing. */
  readonly crawlDelay: number;
  /** Extra time between requests while the host is overloaded; 0 when it is well. */
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

/** When the next request may start; Infinity while as many as allowed are under way, until one finishes. */
export function nextStart(host: HostPace, limits: PaceLimits, now: number): number {
  // An overloaded host gets one request at a time, whatever its owner allowed when it was well.
  if (host.running >= (host.slowdown > 0 ? 1 : limits.concurrency)) return Infinity;
  const delay = Math.max(limits.delay, Math.min(host.crawlDelay, limits.longestCrawlDelay), host.slowdown);
  return Math.max(now, host.notBefore, host.lastStart + delay);
}

export function afterStart(host: HostPace, now: number): HostPace {
  return { ...host, running: host.running + 1, lastStart: now };
}

export function afterFinish(host: HostPace, outcome: Outcome, limits: PaceLimits, now: number): HostPace {
  const idle = { ...host, running: Math.max(0, host.running - 1) };
  switch (outcome.kind) {
    case 'failed':
      return { ...idle, successes: 0 };
    case 'answered':
      return recovered(idle, limits);
    case 'overloaded':
      return slowed(idle, outcome.retryAt, limits, now);
  }
}

function slowed(host: HostPace, retryAt: number | null, limits: PaceLimits, now: number): HostPace {
  // Sixteen requests under way that all answer 429 are one sign of overload, not sixteen.
  const sameSign = host.slowdown > 0 && now - host.slowedAt < host.slowdown;
  const slowdown = sameSign
    ? host.slowdown
    : Math.min(limits.longestSlowdown, Math.max(limits.firstSlowdown, host.slowdown * 2));
  const asked = Math.min(retryAt ?? 0, now + limits.longestRetryAfter);
  return {
    ...host,
    slowdown,
    slowedAt: sameSign ? host.slowedAt : now,
    notBefore: Math.max(host.notBefore, now + slowdown, asked),
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
