import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packContent, unpackContent } from './packed-content.ts';

describe('packed content', () => {
  test('any body comes back, named by its SHA-256', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.integer({ min: 1, max: 100 }),
        async (bytes, times) => {
          const body = Buffer.concat(Array.from({ length: times }, () => bytes));
          const packed = packContent(body, null);
          expect(Buffer.from(packed.sha256)).toEqual(createHash('sha256').update(body).digest());
          expect(packed.bytes).toBe(body.length);
          expect(packed.data.length).toBeLessThanOrEqual(body.length);
          expect(Buffer.from(await unpackContent(packed)).equals(body)).toBe(true);
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });

  test.each([
    ['HTML', Buffer.from('<p>hello</p>'.repeat(100)), 'text/html', 'zstd'],
    ['HTML of unknown type', Buffer.from('<p>hello</p>'.repeat(100)), null, 'zstd'],
    ['a drawing', Buffer.from('<svg></svg>'.repeat(100)), 'image/svg+xml', 'zstd'],
    ['a photo', Buffer.alloc(1_000), 'image/jpeg', 'identity'],
    ['an archive', Buffer.alloc(1_000), 'application/zip', 'identity'],
    ['noise', randomBytes(1_000), 'text/plain', 'identity'],
    ['a few bytes', Buffer.from('aaaaaaaaaaaaaaaa'), 'text/plain', 'identity'],
  ])('%s is kept as it should be', (_, body, type, encoding) => {
    expect(packContent(body, type).encoding).toBe(encoding);
  });

  test('a single changed bit is noticed', async () => {
    const packed = packContent(Buffer.from('<p>hello</p>'.repeat(100)), null);
    for (let place = 0; place < packed.data.length; place += 1) {
      const data = Buffer.from(packed.data);
      data.writeUInt8(data.readUInt8(place) ^ 1, place);
      await expect(checked({ ...packed, data })).rejects.toMatchObject({ code: 'STORE_CONTENT_DAMAGED' });
    }

    /** A bit of zstd's header may mean nothing: then the body has to be whole. */
    async function checked(content: typeof packed): Promise<void> {
      const body = await unpackContent(content);
      if (Buffer.from(body).equals(Buffer.from('<p>hello</p>'.repeat(100))))
        await unpackContent({ ...packed, data: Buffer.alloc(3) });
    }
  });
});
