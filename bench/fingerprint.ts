/** Fingerprints a second, queries among a million, and what the index takes of memory. */
import { parseArgs } from 'node:util';
import {
  broder,
  bucketHash,
  crawlhash,
  HammingIndex,
  minhash,
  type NearDuplicates,
  superShingles,
} from '../src/fingerprint/index.ts';
import { randomOf } from '../test/features/fingerprints/applications/random.ts';
import { type Figure, printFigures } from './figure.ts';
import { measureRounds } from './rounds.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '1000000' }, json: { type: 'boolean', default: false } },
});
const size = Number(values.size);
const million = size.toLocaleString('en');

/** Words of a made-up language, of a given number of bytes. */
function textOf(bytes: number, seed: number): string {
  const random = randomOf(seed);
  let text = '';
  while (text.length < bytes) text += `${random.sentence(12)} `;
  return text.slice(0, bytes);
}

function speed(name: string, method: NearDuplicates<unknown>, kilobytes: number): Figure {
  const texts = Array.from({ length: 20 }, (_, i) => textOf(1000 * kilobytes, i));
  const { thread } = measureRounds(() => {
    for (const text of texts) method.fingerprint(text);
  });
  return figure(`${name}, ${kilobytes} kB`, (1000 * texts.length) / thread.median, 'fingerprints/s', null);
}

function figure(name: string, value: number, unit: string, floor: Figure['floor'], note = ''): Figure {
  return { name, value, unit, floor, note };
}

const queries = 50;

/** Milliseconds of processor time for a query; the slowest round counts. */
function queryTime(query: (i: number) => { readonly length: number }): { time: number; found: number } {
  let found = 0;
  const { thread } = measureRounds(() => {
    found = 0;
    for (let i = 0; i < queries; i++) found += query(i).length;
  });
  return { time: thread.longest / queries, found: found / queries };
}

function hammingFigures(bits: 32 | 64): readonly Figure[] {
  const random = randomOf(bits);
  const make = () => Uint32Array.from({ length: bits / 32 }, () => random.below(2 ** 32));
  const index = new HammingIndex(bits, size);
  for (let i = 0; i < size; i++) index.add(make());
  const sought = Array.from({ length: queries }, make);
  const figures = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((threshold) => {
    const { time, found } = queryTime((i) => index.within(sought[i] as Uint32Array, threshold));
    return figure(
      `within ${threshold} of ${bits} bits`,
      time,
      'ms',
      { atMost: 2 },
      `${found.toFixed(1)} found`,
    );
  });
  return [
    ...figures,
    figure(`index of ${bits} bits`, index.bytes / 2 ** 20, 'MiB', null, `${million} fingerprints`),
  ];
}

const methods: Readonly<Record<string, NearDuplicates<unknown>>> = {
  crawlhash: crawlhash() as NearDuplicates<unknown>,
  crawlhash64: crawlhash({ bits: 64 }) as NearDuplicates<unknown>,
  broder: broder() as NearDuplicates<unknown>,
  minhash: minhash() as NearDuplicates<unknown>,
  'super-shingles': superShingles() as NearDuplicates<unknown>,
  'bucket-hash': bucketHash() as NearDuplicates<unknown>,
};
const speeds = Object.entries(methods).flatMap(([name, method]) => [
  speed(name, method, 10),
  speed(name, method, 100),
]);
printFigures('fingerprint', speeds, values.json);
printFigures('fingerprint', hammingFigures(32), values.json);
printFigures('fingerprint', hammingFigures(64), values.json);
