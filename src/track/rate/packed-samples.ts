import type { RateSample } from './change-rate.ts';

/** Older visits say little about how often a page changes now. */
const mostSamples = 64;
const bytesPerSample = 4;
/** Two visits in one moment are as good as none, but a sign needs a number to stand at. */
const shortestDays = 1e-6;

/** Visits as bytes that fit into the row of a page: the days as 32-bit numbers, negative where a change was found. */
export function packSamples(samples: readonly RateSample[]): Uint8Array {
  const kept = samples.slice(-mostSamples);
  const bytes = Buffer.alloc(kept.length * bytesPerSample);
  for (const [place, { days, hasChanged }] of kept.entries()) {
    const length = Math.max(days, shortestDays);
    bytes.writeFloatBE(hasChanged ? -length : length, place * bytesPerSample);
  }
  return bytes;
}

export function unpackSamples(bytes: Uint8Array | null): readonly RateSample[] {
  if (bytes === null) return [];
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples: RateSample[] = [];
  for (let at = 0; at + bytesPerSample <= stored.length; at += bytesPerSample) {
    const days = stored.readFloatBE(at);
    samples.push({ days: Math.abs(days), hasChanged: days < 0 });
  }
  return samples;
}
