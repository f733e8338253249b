import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../crawl/run/errors.ts';
import { CallerQueue } from '../../http/request-turns.ts';
import type { PasswordAsking, PasswordHasher } from '../feature.ts';

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The work of one guess: 2 to the power of `log2n` blocks of `r` * 128 bytes, `p` times. */
export interface PasswordCost {
  readonly log2n: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB; one of the settings that OWASP recommends as equivalent. */
const usualCost: PasswordCost = { log2n: 15, r: 8, p: 3 };

/** Each hash takes 32 MiB and a core: more at once would slow down everything else. */
const mostAtOnce = 2;
/** Most checks of one caller that wait at the same time: without it, 60 requests from 254 neighbouring addresses kept all users out. */
const mostOfCaller = 4;
/** The same of all users, and of all strangers. They wait for half a minute at most. */
const mostWaiting = 100;
/** While users wait, one turn in this many is for a stranger. */
const turnsPerStranger = 4;

const keyBytes = 32;

interface StoredHash {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

interface WaitingCheck {
  readonly from: string;
  readonly begin: () => void;
}

/** Derives the key of a password, which is all the work of a check. */
type DeriveKey = (password: string, salt: Buffer, cost: PasswordCost) => Promise<Buffer>;

export const deriveKey: DeriveKey = (password, salt, { log2n, r, p }) => {
  const N = 2 ** log2n;
  const maxmem = 128 * N * r + 128 * r * p + 1_048_576;
  return scryptKey(password, salt, keyBytes, { N, r, p, maxmem });
};

/** Hashes passwords, and checks them. A hash contains the parameters with which it was made. */
export class Passwords implements PasswordHasher {
  readonly #cost: PasswordCost;
  readonly #deriveKey: DeriveKey;
  /** A hash that no password has: checking it takes as long as checking the hash of a user. */
  readonly #noUser: StoredHash;
  readonly #users = new CallerQueue<WaitingCheck>();
  readonly #strangers = new CallerQueue<WaitingCheck>();
  #turns = 0;
  #atWork = 0;

  constructor(cost: PasswordCost = usualCost, derive: DeriveKey = deriveKey) {
    this.#cost = cost;
    this.#deriveKey = derive;
    this.#noUser = { cost, salt: randomBytes(16), key: randomBytes(keyBytes) };
  }

  /** For users who have shown who they are. */
  async hash(password: string): Promise<string> {
    const { log2n, r, p } = this.#cost;
    const salt = randomBytes(16);
    const asking = { isStranger: false, from: salt.toString('base64url') };
    const key = await this.#derive(password, salt, this.#cost, asking);
    return `$scrypt$ln=${log2n},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  }

  async isRight(password: string, stored: string | null, asking: PasswordAsking): Promise<boolean> {
    const known = stored === null ? null : parsed(stored);
    const { salt, cost, key } = known ?? this.#noUser;
    const isSame = timingSafeEqual(await this.#derive(password, salt, cost, asking), key);
    return isSame && known !== null;
  }

  isOutdated(stored: string): boolean {
    const cost = parsed(stored)?.cost;
    const { log2n, r, p } = this.#cost;
    return cost?.log2n !== log2n || cost.r !== r || cost.p !== p;
  }

  async #derive(
    password: string,
    salt: Buffer,
    cost: PasswordCost,
    { isStranger, from }: PasswordAsking,
  ): Promise<Buffer> {
    const queue = isStranger ? this.#strangers : this.#users;
    if (queue.waitingFrom(from) >= mostOfCaller || queue.size >= mostWaiting)
      throw new AppError('APP_LOGIN_TOO_OFTEN', 'Many users log in at this moment. Try again in a minute.');
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
    queue.add({ from, begin });
    this.#giveTurns();
    await turn;
    try {
      return await this.#deriveKey(password, salt, cost);
    } finally {
      this.#atWork--;
      this.#giveTurns();
    }
  }

  #giveTurns(): void {
    while (this.#atWork < mostAtOnce) {
      const isOfStranger = ++this.#turns % turnsPerStranger === 0;
      const [first, second] = isOfStranger ? [this.#strangers, this.#users] : [this.#users, this.#strangers];
      const next = first.next() ?? second.next();
      if (next === undefined) return;
      this.#atWork++;
      next.begin();
    }
  }
}

function parsed(stored: string): StoredHash | null {
  const fields = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (fields === null) return null;
  const [, log2n, r, p, salt = '', key = ''] = fields;
  return {
    cost: { log2n: Number(log2n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}
