import { AsyncLocalStorage } from 'node:async_hooks';

const MiB = 1024 * 1024;

/**
 * Limits for all requests of a thread together. A page takes up to 36 times its size while it is read and compared, so few large ones are read at a
 * time.
 */
const usualLimits: BodyMemoryLimits = { held: 128 * MiB, read: 24 * MiB, small: MiB, free: 256 * 1024 };

interface BodyMemoryLimits {
  /** Bytes of bodies that were received, until they are stored. */
  readonly held: number;
  /** Bytes of bodies that are read at the same time. A larger one is read alone. */
  readonly read: number;
  /** Up to this size, pages do not wait for larger ones that are read. */
  readonly small: number;
  /** Up to this size, a body is received without waiting. */
  readonly free: number;
}

/** The memory of one visit: what its requests receive, from the first byte until it is stored. */
export interface BodyRoom {
  /** Counts bytes that were received. Null to go on; otherwise wait before receiving more. */
  take(bytes: number): Promise<void> | null;
  /** Returns bytes that are not needed after all. */
  give(bytes: number): void;
  /** Resolves when the page may be read. Called once, between receiving it and reading it. */
  startReading(bytes: number): Promise<void>;
  /** The page was read; its body is still held. */
  endReading(): void;
  /** Gives everything back. */
  close(): void;
}

interface Waiting {
  readonly room: Room;
  readonly resolve: () => void;
}

/**
 * Lets visits receive and read only as much as memory has room for. Two never wait: the visit that has received for longest, and the one that has
 * been reading for longest, whose twin fetch receives too. So there is always progress, and the limit is exceeded by two pages at most.
 */
export class BodyMemory {
  readonly limits: BodyMemoryLimits;
  /** Visits that have received something and do not read yet, the oldest first. */
  readonly receiving = new Set<Room>();
  /** Visits that read, the oldest first. */
  readonly reading = new Set<Room>();
  readonly #waiting: Waiting[] = [];
  readonly #gates: { readonly small: ReadingGate; readonly large: ReadingGate };
  #held = 0;
  #isWaking = false;

  constructor(limits: BodyMemoryLimits = usualLimits) {
    this.limits = limits;
    this.#gates = { small: new ReadingGate(limits.read), large: new ReadingGate(limits.read) };
  }

  /** Bytes that all visits hold. */
  get held(): number {
    return this.#held;
  }

  open(): BodyRoom {
    return new Room(this);
  }

  gateFor(bytes: number): ReadingGate {
    return bytes <= this.limits.small ? this.#gates.small : this.#gates.large;
  }

  change(bytes: number): void {
    this.#held += bytes;
    if (bytes < 0) this.wake();
  }

  mayGoOn(room: Room): boolean {
    return this.#held <= this.limits.held || this.#isOldest(room);
  }

  wait(room: Room): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ room, resolve });
    return promise;
  }

  /** Lets waiting visits go on one after the other: each may take more than there is room for, and the next one sees it. */
  wake(): void {
    if (this.#waiting.length === 0 || this.#isWaking) return;
    const at = this.#waiting.findIndex(({ room }) => room.isClosed || this.mayGoOn(room));
    if (at < 0) return;
    for (const { resolve } of this.#waiting.splice(at, 1)) resolve();
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      this.wake();
    });
  }

  #isOldest(room: Room): boolean {
    const [oldestReceiving] = this.receiving;
    const [oldestReading] = this.reading;
    return room === oldestReceiving || room === oldestReading;
  }
}

/** Lets pages be read in the order in which they came, as many as fit. */
class ReadingGate {
  readonly #most: number;
  readonly #queue: { readonly bytes: number; readonly enter: () => void }[] = [];
  #pages = 0;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async enter(bytes: number): Promise<void> {
    if (this.#queue.length > 0 || !this.#fits(bytes))
      await new Promise<void>((enter) => this.#queue.push({ bytes, enter }));
    else this.#add(bytes);
  }

  leave(bytes: number): void {
    this.#pages--;
    this.#bytes -= bytes;
    for (let [next] = this.#queue; next !== undefined && this.#fits(next.bytes); [next] = this.#queue) {
      this.#queue.shift();
      this.#add(next.bytes);
      next.enter();
    }
  }

  #fits(bytes: number): boolean {
    return this.#pages === 0 || this.#bytes + bytes <= this.#most;
  }

  #add(bytes: number): void {
    this.#pages++;
    this.#bytes += bytes;
  }
}

class Room implements BodyRoom {
  readonly #memory: BodyMemory;
  #held = 0;
  /** The size with which the page is being read; null before and after. */
  #read: number | null = null;
  isClosed = false;

  constructor(memory: BodyMemory) {
    this.#memory = memory;
  }

  take(bytes: number): Promise<void> | null {
    const memory = this.#memory;
    if (this.isClosed) return null;
    if (this.#held === 0 && this.#read === null) memory.receiving.add(this);
    this.#held += bytes;
    memory.change(bytes);
    return this.#held <= memory.limits.free || memory.mayGoOn(this) ? null : memory.wait(this);
  }

  give(bytes: number): void {
    const given = Math.min(bytes, this.#held);
    this.#held -= given;
    this.#memory.change(-given);
  }

  async startReading(bytes: number): Promise<void> {
    const memory = this.#memory;
    memory.receiving.delete(this);
    memory.wake();
    await memory.gateFor(bytes).enter(bytes);
    this.#read = bytes;
    memory.reading.add(this);
  }

  endReading(): void {
    const bytes = this.#read;
    if (bytes === null) return;
    this.#read = null;
    this.#memory.reading.delete(this);
    this.#memory.gateFor(bytes).leave(bytes);
    this.#memory.wake();
  }

  close(): void {
    this.endReading();
    this.isClosed = true;
    this.#memory.receiving.delete(this);
    const held = this.#held;
    this.#held = 0;
    this.#memory.change(-held);
    this.#memory.wake();
  }
}

/** The memory of this thread, which all of its runs share. */
export const bodyMemory = new BodyMemory();

/** The room of the current visit. A visit sends requests in many places (twin fetch, log-in, a check of a 304), and all of them count. */
export const roomOfVisit = new AsyncLocalStorage<BodyRoom>();

const firstCapacity = 16 * 1024;
/** Larger announced lengths are ignored: memory is allocated when bytes arrive, not when they are promised. */
const trustedLength = 1024 * 1024;

/**
 * Collects a body in one unshared buffer, which can be transferred to another thread. Chunks are copied, because each kept chunk costs a hundred
 * bytes of bookkeeping.
 */
export class BodyBuffer {
  #bytes: Buffer | null = null;
  #length = 0;
  readonly #expected: number;

  /** `expected` is the announced length; -1 if there is none. */
  constructor(expected: number) {
    this.#expected = expected;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (this.#bytes === null || needed > this.#bytes.length) this.#grow(needed);
    this.#bytes?.set(chunk, this.#length);
    this.#length = needed;
  }

  take(): Buffer {
    if (this.#bytes === null) return Buffer.allocUnsafeSlow(0);
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const old = this.#bytes;
    const capacity =
      old === null
        ? this.#expected >= 0 && this.#expected <= trustedLength
          ? this.#expected
          : firstCapacity
        : old.length * 2;
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(capacity, needed));
    if (old !== null) this.#bytes.set(old.subarray(0, this.#length));
  }
}
