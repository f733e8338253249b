import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { HostTurns, KnownPace } from '../../access/index.ts';
import { CrawlError } from '../../crawl/errors.ts';
import { CONFIRMED_FOR } from './lease-times.ts';
import type { RunLease } from './run-lease.ts';
import type { HeldHost, HostLeases } from './tables/host-leases.ts';

/** How often a host is asked for that another run has, in milliseconds, as are the others. */
const ASK = 250;
/** A host that was not asked for this long is given away. */
const IDLE = 3000;
/** The longest wait for a host that asked another run to stay away; for a longer one, the run pauses. */
const LONGEST_WAIT = 30_000;

interface Held {
  underWay: number;
  /** Monotonic clock (`performance.now()`), as below. */
  confirmedAt: number;
  /** The pace of the run that had it before: no request before this. */
  notBefore: number;
  isWanted: boolean;
}

const isConfirmed = ({ confirmedAt }: Held): boolean => performance.now() - confirmedAt < CONFIRMED_FOR;

/** The leases of one run, or of one host job, on the hosts that it sends requests to. */
export class HostGate implements HostTurns {
  readonly holder = randomUUID();
  readonly #leases: HostLeases;
  readonly #lease: Pick<RunLease, 'mayAsk' | 'signal'>;
  readonly #held = new Map<string, Held>();
  /** When each host was last asked, also after it was given away or lost: who has it again goes on from there. */
  readonly #lastEntered = new Map<string, number>();
  readonly #asking = new Map<string, Promise<void>>();
  /** What is being given away: asked for again before that has reached the database, both sides would have it. */
  readonly #leaving = new Map<string, Promise<void>>();
  #pace: KnownPace = { gapOf: () => 0, notBefore: () => Number.NEGATIVE_INFINITY };

  constructor(leases: HostLeases, lease: Pick<RunLease, 'mayAsk' | 'signal'>) {
    this.#leases = leases;
    this.#lease = lease;
  }

  paceBy(pace: KnownPace): void {
    this.#pace = pace;
  }

  async enter(host: string): Promise<void> {
    await this.expect(host);
    const held = this.#held.get(host);
    if (held === undefined) return this.enter(host);
    held.underWay++;
    // The scheduler planned this request before the wait, and the next one, too.
    const now = performance.now();
    const start = Math.max(now, this.#lastEnteredOf(host) + this.#pace.gapOf(host));
    this.#lastEntered.set(host, start);
    await this.#pause(start - now);
    if (this.#held.get(host) === held && isConfirmed(held)) return;
    // The process stood still meanwhile: another run may have the host.
    held.underWay--;
    return this.enter(host);
  }

  async expect(host: string): Promise<void> {
    for (;;) {
      await this.#lease.mayAsk();
      const held = this.#held.get(host);
      if (held !== undefined && isConfirmed(held) && !held.isWanted) return;
      const asking = this.#asking.get(host) ?? this.#take(host).finally(() => this.#asking.delete(host));
      this.#asking.set(host, asking);
      await asking;
    }
  }

  leave(host: string): void {
    const held = this.#held.get(host);
    if (held === undefined) return;
    held.underWay--;
    if (held.isWanted && held.underWay === 0) void this.#release([host]);
  }

  /** What is held, with the pace of each. */
  get held(): readonly HeldHost[] {
    return [...this.#held.keys()].map((host) => this.#withPace(host));
  }

  /** Takes notice of what is still held, as it was asked at this moment. */
  note(
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
    const away = [...this.#held].filter(
      ([host, { underWay, isWanted, notBefore }]) =>
        underWay === 0 && (isWanted || now - Math.max(this.#lastEnteredOf(host), notBefore) > IDLE),
    );
    if (away.length > 0) void this.#release(away.map(([host]) => host));
  }

  async close(): Promise<void> {
    await this.#release([...this.#held.keys()]);
  }

  async #take(host: string): Promise<void> {
    for (;;) {
      await this.#lease.mayAsk();
      await this.#leaving.get(host);
      const before = this.#held.get(host);
      if (before?.isWanted === true && before.underWay === 0) await this.#release([host]);
      const began = performance.now();
      const isLeaving = this.#held.get(host)?.isWanted === true;
      // A database that is away comes back.
      const nextIn = isLeaving ? null : await this.#leases.take(host, this.holder).catch(() => null);
      if (nextIn === null) {
        await this.#pause(ASK);
        continue;
      }
      const notBefore = performance.now() + nextIn;
      const known = { confirmedAt: began, notBefore, isWanted: false };
      this.#held.set(host, Object.assign(this.#held.get(host) ?? { underWay: 0 }, known));
      if (nextIn > LONGEST_WAIT) {
        await this.#release([host]);
        throw new CrawlError('CRAWL_OVERLOADED', `${host} asked another run to stay away`, nextIn);
      }
      await this.#pause(nextIn);
      return;
    }
  }

  #lastEnteredOf(host: string): number {
    return this.#lastEntered.get(host) ?? Number.NEGATIVE_INFINITY;
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) await setTimeout(ms, undefined, { signal: this.#lease.signal }).catch(() => undefined);
  }

  #withPace(host: string): HeldHost {
    const { notBefore = 0 } = this.#held.get(host) ?? {};
    const lastEntered = this.#lastEnteredOf(host);
    const now = performance.now();
    const byPace = this.#pace.notBefore(host) - Date.now();
    const nextIn = Math.max(0, notBefore - now, lastEntered + this.#pace.gapOf(host) - now, byPace);
    return { host, holder: this.holder, nextIn };
  }

  async #release(hosts: readonly string[]): Promise<void> {
    const released = hosts.map((host) => this.#withPace(host));
    if (released.length === 0) return;
    // What cannot be given away now ends by itself.
    const leaving = this.#leases.release(released).catch(() => undefined);
    for (const host of hosts) {
      this.#held.delete(host);
      this.#leaving.set(host, leaving);
    }
    await leaving;
    for (const host of hosts) if (this.#leaving.get(host) === leaving) this.#leaving.delete(host);
  }
}

/** The host leases of all runs of a process: one statement renews them all. */
export class HostGates {
  readonly #leases: HostLeases;
  readonly #gates = new Map<string, HostGate>();

  constructor(leases: HostLeases) {
    this.#leases = leases;
  }

  open(lease: Pick<RunLease, 'mayAsk' | 'signal'>): HostGate {
    const gate = new HostGate(this.#leases, lease);
    this.#gates.set(gate.holder, gate);
    return gate;
  }

  async close(gate: HostGate): Promise<void> {
    this.#gates.delete(gate.holder);
    await gate.close();
  }

  /** Called once a second or so. */
  async heartbeat(): Promise<void> {
    const gates = [...this.#gates.values()];
    const asked = gates.flatMap(({ held }) => held);
    const at = performance.now();
    const kept = await this.#leases.keep(asked);
    for (const gate of gates) {
      const ofGate = <T extends Pick<HeldHost, 'holder'>>(hosts: readonly T[]) =>
        hosts.filter(({ holder }) => holder === gate.holder);
      const still = new Map(ofGate(kept).map(({ host, isWanted }) => [host, { isWanted }]));
      gate.note(still, new Set(ofGate(asked).map(({ host }) => host)), at);
    }
  }
}
