import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';

/**
 * The file that a transfer grows in. What is there when it is opened came on an earlier attempt and is kept, also over a
 * kill of the process. It hashes as it grows, and nothing but the piece at hand is in memory.
 */
export class PartFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #hash: Hash;
  #size: number;

  private constructor(path: string, handle: FileHandle, hash: Hash, size: number) {
    this.path = path;
    this.#handle = handle;
    this.#hash = hash;
    this.#size = size;
  }

  static async open(path: string): Promise<PartFile> {
    const handle = await open(path, 'a+', 0o600);
    try {
      const hash = createHash('sha256');
      let size = 0;
      for await (const piece of handle.createReadStream({
        start: 0,
        autoClose: false,
        highWaterMark: 1 << 20,
      })) {
        hash.update(piece as Buffer);
        size += (piece as Buffer).length;
      }
      return new PartFile(path, handle, hash, size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  async append(piece: Uint8Array): Promise<void> {
    await this.#handle.appendFile(piece);
    this.#hash.update(piece);
    this.#size += piece.length;
  }

  async restart(): Promise<void> {
    await this.#handle.truncate(0);
    this.#hash = createHash('sha256');
    this.#size = 0;
  }

  /** The hash of the whole, once it is on the disk. */
  async finish(): Promise<Uint8Array> {
    await this.#handle.sync();
    return this.#hash.digest();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** Closes it and leaves nothing behind. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }
}
