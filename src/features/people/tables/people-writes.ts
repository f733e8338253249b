import type { PeopleWrites } from './people.ts';

/** Every change, by name: the writer thread does them. */
const writeNames: Readonly<Record<keyof PeopleWrites, true>> = {
  createUser: true,
  changeUser: true,
  rehashPassword: true,
  removeUser: true,
  startSession: true,
  renewSession: true,
  endSession: true,
  endSessionsOf: true,
  keepLink: true,
  redeemLink: true,
  createToken: true,
  noteTokenUse: true,
  removeToken: true,
  shareProject: true,
  countAttempt: true,
  forgetAttempts: true,
  takeBackAttempt: true,
  note: true,
};

/** The changes, each made from its name. */
export function peopleWrites(make: (name: keyof PeopleWrites) => unknown): PeopleWrites {
  const names = Object.keys(writeNames) as (keyof PeopleWrites)[];
  return Object.fromEntries(names.map((name) => [name, make(name)])) as unknown as PeopleWrites;
}
