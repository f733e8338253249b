import { randomUUID } from 'node:crypto';
import { type S3Place, s3Objects } from './s3-objects.ts';

const mark = Buffer.from('tidemark');

/** Writes, reads and removes a small object: whether bodies can be kept there. Throws what an `ObjectStore` throws. */
export async function checkBodies(place: S3Place): Promise<void> {
  const objects = s3Objects(place);
  const key = `check-${randomUUID()}`;
  try {
    await objects.put(key, mark);
    await objects.read({ key, offset: 0, length: mark.length });
    await objects.remove([key]);
  } finally {
    objects.close();
  }
}
