import type { BodyFile } from '../content/bodies.ts';
import { nameOfHash } from '../content/hash-name.ts';
import type { PackedContent } from '../content/packed-content.ts';
import type { RecordOf } from '../table.ts';
import type { contentTable } from '../tables/database-tables.ts';
import type { ObjectNames } from './object-names.ts';
import type { ObjectStore } from './object-store.ts';

/** A content whose body is already in an object, but which has no row yet. */
export interface PlacedContent extends Omit<RecordOf<typeof contentTable>, 'data'> {
  readonly objectId: number;
}

interface Waiting {
  readonly contents: readonly PackedContent[];
  readonly resolve: (placed: readonly PlacedContent[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes bodies into objects, for all runs of a process. Bodies that arrive while an object is being written go together into the next one, because
 * each request has a fixed time and price.
 */
export class ObjectWriter {
  readonly #objects: ObjectStore;
  readonly #names: ObjectNames;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(objects: ObjectStore, names: ObjectNames) {
    this.#objects = objects;
    this.#names = names;
  }

  /** On return the bodies are stored, all in one object. Throws the errors of `ObjectStore` and of the database. */
  write(contents: readonly PackedContent[]): Promise<readonly PlacedContent[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ contents, resolve, reject });
      if (!this.#isWriting) void this.#writeWaiting();
    });
  }

  /** Writes a body that may be larger than the memory into a separate object. */
  async writeFile({ sha256, path, bytes }: BodyFile): Promise<PlacedContent> {
    const { id, key } = await this.#names.take();
    await this.#objects.put(key, { path, bytes });
    return { sha256, bytes, encoding: 'identity', storedBytes: bytes, objectId: id, objectOffset: 0 };
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const together = this.#waiting;
      this.#waiting = [];
      try {
        const placed = await this.#writeObject(together.flatMap(({ contents }) => contents));
        for (const { contents, resolve } of together)
          resolve(contents.flatMap(({ sha256 }) => placed.get(nameOfHash(sha256)) ?? []));
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isWriting = false;
  }

  async #writeObject(contents: readonly PackedContent[]): Promise<ReadonlyMap<string, PlacedContent>> {
    const { id, key } = await this.#names.take();
    const placed = new Map<string, PlacedContent>();
    const bodies: Uint8Array[] = [];
    let objectOffset = 0;
    for (const { sha256, bytes, encoding, data } of contents) {
      if (placed.has(nameOfHash(sha256))) continue;
      const storedBytes = data.length;
      placed.set(nameOfHash(sha256), { sha256, bytes, encoding, storedBytes, objectId: id, objectOffset });
      bodies.push(data);
      objectOffset += storedBytes;
    }
    await this.#objects.put(key, Buffer.concat(bodies, objectOffset));
    return placed;
  }
}
