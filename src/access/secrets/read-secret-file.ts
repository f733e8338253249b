import { Buffer } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';

/** No password is longer. Nothing larger is read, not even a device without end. */
const maxBytes = 65_536;

/** Reads secrets from files, relative to a folder: that of the project's file. Null when there is none. */
export function secretFilesIn(folder: string): (path: string) => Promise<string | null> {
  return async (path) => {
    let file: FileHandle;
    try {
      file = await open(resolve(folder, path), 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
      if (bytesRead > maxBytes) throw new Error('it is larger than a secret can be');
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  };
}
