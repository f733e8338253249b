import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';

/**
 * The file that a transfer writes to. It keeps what an earlier attempt has written, even if the process was killed. The
 * hash is computed along the way, and only one piece at a time is in memory.
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

  /** The hash of the whole file, once it is safely on the disk. */
  async finish(): Promise<Uint8Array> {
    await this.#handle.sync();
    return this.#hash.digest();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  /** Closes and removes the file. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }
}
