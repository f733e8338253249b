import { StoreError } from '../../database/errors.ts';
import { noteOf } from '../../http/people/audit-note.ts';
import type { PeopleParts } from './people-parts.ts';
import { type ExternalIdentity, proxyIssuer, type StoredUser } from './tables/people-records.ts';

/** Enough for everybody of one name; then something is wrong. */
const mostOfOneName = 100;

/**
 * Adds somebody whom the operator's identity provider let in: as a reader, who sees nothing until a project is shared. When the
 * name is taken, a number follows it.
 */
export async function addNamed(
  { store, now }: PeopleParts,
  wished: string,
  external: ExternalIdentity,
  address: string,
): Promise<StoredUser> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wished : `${wished.slice(0, 60)}-${number}`;
    const note = noteOf(now(), { name, address }, 'add user', name, `reader, from ${external.issuer}`);
    try {
      return await store.people.createUser(
        { name, role: 'reader', password: null, external, createdAt: now() },
        note,
      );
    } catch (error) {
      if (!isTaken(error) || number >= mostOfOneName) throw error;
      // Two windows of one browser may have come back at the same moment.
      const known = await store.people.findUser(external);
      if (known !== null) return known;
    }
  }
}

/**
 * The user whom a trusted proxy names; the first time, a new one. A user of the same name who did not come by the proxy is somebody else: the name is
 * the proxy's word, and must not open an account that has a password here.
 */
export async function userOfProxy(parts: PeopleParts, name: string, address: string): Promise<StoredUser> {
  const external = { issuer: proxyIssuer, subject: name };
  return (await parts.store.people.findUser(external)) ?? addNamed(parts, name, external, address);
}

const isTaken = (error: unknown): boolean => error instanceof StoreError && error.code === 'STORE_NAME_TAKEN';
