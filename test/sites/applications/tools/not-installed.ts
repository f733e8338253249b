/** A package that the proof of one application needs, and that cannot be had on this machine. */
export class NotInstalled extends Error {
  constructor(what: string, why: string) {
    super(`${what} cannot be installed: ${why}`);
  }
}
