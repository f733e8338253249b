/** After so many new addresses, or a tenth of the room, it is asked again how many wait elsewhere. */
const RENEW_AFTER = 5000;

interface RoomOptions {
  /** How many addresses may wait; may grow while pages of earlier runs are queued, which take no room from others. */
  readonly most: () => number;
  /** How many wait in the whole run, where other processes add to it; left out where this is the only one. */
  readonly waitingEverywhere?: () => Promise<number>;
}

/**
 * The room for addresses that wait in the frontier. A site map of a hostile site names millions, and each is a row of the database. Counted when an
 * address is discovered, not when it is stored: pages that are visited at the same time share the room. Where several
 * processes visit a run, each knows of the others what they had stored a few thousand addresses ago, so the run may have a little more than the limit.
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

  /** Addresses were added to what waits; with a negative number, they left it. */
  added(addresses: number): void {
    this.#waiting = Math.max(0, this.#waiting + addresses);
    if (addresses > 0) this.#sinceRenewed += addresses;
  }

  /** So many wait here: what was counted before is in it. */
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
