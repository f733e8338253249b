import { inspect } from 'node:util';

const shown = '[secret]';

/** A password or token. However it is printed, only `reveal` shows it. */
export class Secret {
  readonly #value: string;
  /** Where it came from, for messages: `the environment variable FORUM_PASSWORD`. */
  readonly origin: string;

  constructor(value: string, origin: string) {
    this.#value = value;
    this.origin = origin;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
