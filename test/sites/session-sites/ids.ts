import type { Random } from './random.ts';

/** Makes a fresh value, as a server does when a session or a response begins. */
export type IdMaker = (random: Random) => string;

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
export const hexLower = `${digits}abcdef`;
const hexUpper = `${digits}ABCDEF`;
export const base62 = `${digits}${lower}${upper}`;
export const base64url = `${base62}-_`;

/** Two digits, two letters and no dash at either end: nobody would read it as a word. */
const mixed =
  (alphabet: string, length: number): IdMaker =>
  (random) => {
    for (;;) {
      const text = random.text(alphabet, length);
      if (/\d.*\d/.test(text) && /[a-z].*[a-z]/i.test(text) && /^[^-_].*[^-_]$/.test(text)) return text;
    }
  };

/** The first digit is not 0, so that numbers keep their length. */
const decimal =
  (length: number): IdMaker =>
  (random) =>
    random.text('123456789', 1) + random.text(digits, length - 1);

const uuid: IdMaker = (random) => {
  const part = (length: number): string => random.text(hexLower, length);
  return `${part(8)}-${part(4)}-4${part(3)}-${random.pick(['8', '9', 'a', 'b'])}${part(3)}-${part(12)}`;
};

export const ids = {
  hex32: mixed(hexLower, 32),
  hex32Upper: mixed(hexUpper, 32),
  hex40: mixed(hexLower, 40),
  hex16: mixed(hexLower, 16),
  lower24: mixed(`${lower}012345`, 24),
  lower26: mixed(`${lower}${digits}`, 26),
  upper24: ((random) => random.text(upper, 24)) satisfies IdMaker,
  base62: (length: number): IdMaker => mixed(base62, length),
  base64url: (length: number): IdMaker => mixed(base64url, length),
  mixedUpper: (length: number): IdMaker => mixed(`${upper}${digits}`, length),
  decimal,
  decimalBetween:
    (low: number, high: number): IdMaker =>
    (random) =>
      decimal(random.between(low, high))(random),
  varying: ((random) => mixed(base62, random.between(9, 30))(random)) satisfies IdMaker,
  uuid,
  uuidUpper: ((random) => uuid(random).toUpperCase()) satisfies IdMaker,
  /** Milliseconds somewhere in 2023. */
  millis: ((random) => String(1_672_531_200_000 + random.below(31_000_000_000))) satisfies IdMaker,
  seconds: ((random) => String(1_672_531_200 + random.below(31_000_000))) satisfies IdMaker,
  /** The shop's three groups of digits in the papers' example. */
  amazon: ((random) =>
    `${random.pick(['002', '102', '103', '104'])}-${random.text(digits, 7)}-${random.text(digits, 7)}`) satisfies IdMaker,
} as const;
