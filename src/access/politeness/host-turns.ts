/** How a host is asked: the least time between the starts of two requests, and before when it is not asked at all. In milliseconds. */
export interface KnownPace {
  gapOf(host: string): number;
  notBefore(host: string): number;
}

/** Whose turn it is to ask a host, where several runs or machines may visit it. */
export interface HostTurns {
  /**
   * Awaited before a page of the host is visited. Throws when this run asks for nothing any more, and CRAWL_OVERLOADED when another one was
   * told to stay away for long.
   */
  expect(host: string): Promise<void>;
  /** Awaited before every request. Throws the same. */
  enter(host: string): Promise<void>;
  /** The request has ended. */
  leave(host: string): void;
  /** By whose pace this run asks: whoever gets a host next goes on with that. */
  paceBy(pace: KnownPace): void;
}
