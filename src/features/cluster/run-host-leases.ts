import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { HostLeases, KnownPace } from '../../access/index.ts';
import { CrawlError } from '../../crawl/errors.ts';
import { ACQUIRE_HOST, CONFIRMED_FOR, HOST_IDLE, LONGEST_HOST_WAIT } from './lease-times.ts';
import type { RunLease } from './run-lease.ts';
import type { HostLease, HostLeaseTable } from './tables/host-lease-table.ts';

interface Held {
  underWay: number;
  /** Monotonic clock (`performance.now()`), as below. */
  confirmedAt: number;
  /** No request before this time, to keep the pace of the previous holder. */
  notBefore: number;
  isWanted: boolean;
}

const isConfirmed = ({ confirmedAt }: Held): boolean => performance.now() - confirmedAt < CONFIRMED_FOR;

/** The leases of one run, or of one host job, on the hosts that it sends requests to. */
export class RunHostLeases implements HostLeases {
  readonly holder = randomUUID();
  readonly #table: HostLeaseTable;
  readonly #lease: Pick<RunLease, 'ensureHeld' | 'signal'>;
  readonly #held = new Map<string, Held>();
  /** When each host last got a request. Kept after a release or a loss, so that the pace continues when the host is acquired again. */
  readonly #lastRequest = new Map<string, number>();
  readonly #acquiring = new Map<string, Promise<void>>();
  /** Releases that have not reached the database: acquiring such a host again too early would give it two holders. */
  readonly #releasing = new Map<string, Promise<void>>();
  #pace: KnownPace = { gapOf: () => 0, notBefore: () => Number.NEGATIVE_INFINITY };

  constructor(table: HostLeaseTable, lease: Pick<RunLease, 'ensureHeld' | 'signal'>) {
    this.#table = table;
    this.#lease = lease;
  }

  paceBy(pace: KnownPace): void {
    this.#pace = pace;
  }

  async acquire(host: string): Promise<void> {
    await this.prepare(host);
    const held = this.#held.get(host);
    if (held === undefined) return this.acquire(host);
    held.underWay++;
    // The scheduler planned this request before the wait for the host. What is left is asked again after each wait: a timer that is late, on a
    // busy machine, makes the gap to the next request too short, and requests that waited together would begin together.
    for (let wait = this.#untilNext(host, held); wait > 0; wait = this.#untilNext(host, held)) {
      await this.#pause(wait);
      if (this.#held.get(host) === held && isConfirmed(held) && !this.#lease.signal.aborted) continue;
      // The process was suspended meanwhile: another run may hold the host.
      held.underWay--;
      return this.acquire(host);
    }
    this.#lastRequest.set(host, performance.now());
  }

  async prepare(host: string): Promise<void> {
    for (;;) {
      await this.#lease.ensureHeld();
      const held = this.#held.get(host);
      if (held !== undefined && isConfirmed(held) && !held.isWanted) return;
      const acquiring =
        this.#acquiring.get(host) ?? this.#take(host).finally(() => this.#acquiring.delete(host));
      this.#acquiring.set(host, acquiring);
      await acquiring;
    }
  }

  release(host: string): void {
    const held = this.#held.get(host);
    if (held === undefined) return;
    held.underWay--;
    if (held.isWanted && held.underWay === 0) void this.#release([host]);
  }

  /** The leases, with the pace of each host. */
  get held(): readonly HostLease[] {
    return [...this.#held.keys()].map((host) => this.#withPace(host));
  }

  /** Applies the answer to a renewal: of the `asked` hosts, those in `still` are held as of `at`. */
  renewed(
    still: ReadonlyMap<string, { readonly isWanted: boolean }>,
    asked: ReadonlySet<string>,
    at: number,
  ): void {
    for (const host of asked) {
      const held = this.#held.get(host);
      const found = still.get(host);
      if (held === undefined) continue;
      if (found === undefined) this.#held.delete(host);
      else {
        held.confirmedAt = at;
        held.isWanted = found.isWanted;
      }
    }
    const now = performance.now();
    const unused = [...this.#held].filter(
      ([host, { underWay, isWanted, notBefore }]) =>
        underWay === 0 && (isWanted || now - Math.max(this.#lastRequestTo(host), notBefore) > HOST_IDLE),
    );
    if (unused.length > 0) void this.#release(unused.map(([host]) => host));
  }

  async close(): Promise<void> {
    await this.#release([...this.#held.keys()]);
  }

  async #take(host: string): Promise<void> {
    for (;;) {
      await this.#lease.ensureHeld();
      await this.#releasing.get(host);
      const before = this.#held.get(host);
      if (before?.isWanted === true && before.underWay === 0) await this.#release([host]);
      const began = performance.now();
      const isWanted = this.#held.get(host)?.isWanted === true;
      // The database may be unavailable for a while.
      const nextIn = isWanted ? null : await this.#table.acquire(host, this.holder).catch(() => null);
      if (nextIn === null) {
        await this.#pause(ACQUIRE_HOST);
        continue;
      }
      const notBefore = performance.now() + nextIn;
      const known = { confirmedAt: began, notBefore, isWanted: false };
      this.#held.set(host, Object.assign(this.#held.get(host) ?? { underWay: 0 }, known));
      if (nextIn > LONGEST_HOST_WAIT) {
        await this.#release([host]);
        throw new CrawlError('CRAWL_OVERLOADED', `${host} asked another run to stay away`, nextIn);
      }
      await this.#pause(nextIn);
      return;
    }
  }

  /** In how many milliseconds a request keeps the pace of this run, and of the previous holder. */
  #untilNext(host: string, { notBefore }: Held): number {
    return Math.max(notBefore, this.#lastRequestTo(host) + this.#pace.gapOf(host)) - performance.now();
  }

  #lastRequestTo(host: string): number {
    return this.#lastRequest.get(host) ?? Number.NEGATIVE_INFINITY;
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) await setTimeout(ms, undefined, { signal: this.#lease.signal }).catch(() => undefined);
  }

  #withPace(host: string): HostLease {
    const { notBefore = 0 } = this.#held.get(host) ?? {};
    const now = performance.now();
    const byPace = this.#pace.notBefore(host) - Date.now();
    const byGap = this.#lastRequestTo(host) + this.#pace.gapOf(host) - now;
    return { host, holder: this.holder, nextIn: Math.max(0, notBefore - now, byGap, byPace) };
  }

  async #release(hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    // A lease that cannot be released now expires.
    const releasing = this.#table.release(hosts.map((host) => this.#withPace(host))).catch(() => undefined);
    for (const host of hosts) {
      this.#held.delete(host);
      this.#releasing.set(host, releasing);
    }
    await releasing;
    for (const host of hosts) if (this.#releasing.get(host) === releasing) this.#releasing.delete(host);
  }
}

/** The host leases of all runs of a process: one statement renews them all. */
export class ProcessHostLeases {
  readonly #table: HostLeaseTable;
  readonly #ofRuns = new Map<string, RunHostLeases>();

  constructor(table: HostLeaseTable) {
    this.#table = table;
  }

  open(lease: Pick<RunLease, 'ensureHeld' | 'signal'>): RunHostLeases {
    const opened = new RunHostLeases(this.#table, lease);
    this.#ofRuns.set(opened.holder, opened);
    return opened;
  }

  async close(opened: RunHostLeases): Promise<void> {
    this.#ofRuns.delete(opened.holder);
    await opened.close();
  }

  /** Called about once a second. */
  async heartbeat(): Promise<void> {
    const all = [...this.#ofRuns.values()];
    const asked = all.flatMap(({ held }) => held);
    const at = performance.now();
    const kept = await this.#table.renew(asked);
    for (const leases of all) {
      const ofRun = <T extends Pick<HostLease, 'holder'>>(hosts: readonly T[]) =>
        hosts.filter(({ holder }) => holder === leases.holder);
      const still = new Map(ofRun(kept).map(({ host, isWanted }) => [host, { isWanted }]));
      leases.renewed(still, new Set(ofRun(asked).map(({ host }) => host)), at);
    }
  }
}
