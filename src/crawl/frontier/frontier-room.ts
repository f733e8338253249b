/** After this many new addresses, or a tenth of the room, the number that wait in other processes is read again. */
const RENEW_AFTER = 5000;

interface RoomOptions {
  /** How many addresses may wait; may grow while pages of earlier runs are queued, because they take no room from new ones. */
  readonly most: () => number;
  /** How many wait in the whole run, where other processes add to it; left out where this is the only one. */
  readonly waitingEverywhere?: () => Promise<number>;
}

/**
 * Limits the addresses that wait in the frontier: a hostile site map lists millions, and each is a row of the database. An address counts when it is
 * discovered, because pages that are visited at the same time share the room. Processes of one run read each other's counts every few thousand
 * addresses, so the run may slightly exceed the limit.
 */
export class FrontierRoom {
  readonly #options: RoomOptions;
  #waiting = 0;
  #sinceRenewed = 0;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#options.most();
  }

  /** Adds to the number of waiting addresses; a negative number means that they left. */
  added(addresses: number): void {
    this.#waiting = Math.max(0, this.#waiting + addresses);
    if (addresses > 0) this.#sinceRenewed += addresses;
  }

  /** Sets how many wait here; this includes those counted before. */
  async counted(here: number): Promise<void> {
    const { waitingEverywhere } = this.#options;
    this.#waiting = Math.max(here, (await waitingEverywhere?.()) ?? 0);
    this.#sinceRenewed = 0;
  }

  /** To be called after commits. */
  async renew(): Promise<void> {
    const { waitingEverywhere, most } = this.#options;
    if (waitingEverywhere === undefined || this.#sinceRenewed < Math.min(RENEW_AFTER, most() / 10)) return;
    this.#sinceRenewed = 0;
    this.#waiting = await waitingEverywhere();
  }
}
