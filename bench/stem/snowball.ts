import { spawnSync } from 'node:child_process';

const script = `
import json, sys, snowballstemmer
words = json.load(sys.stdin)
json.dump(snowballstemmer.stemmer(sys.argv[1]).stemWords(words), sys.stdout)
`;

/** The stems of Snowball's own program, by word; null when it is not installed. */
export function snowballStems(
  language: string,
  words: readonly string[],
): ReadonlyMap<string, string> | null {
  const { status, stdout } = spawnSync('python3', ['-c', script, language], {
    input: JSON.stringify(words),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) return null;
  const stems = JSON.parse(stdout) as readonly string[];
  return new Map(words.map((word, place) => [word, stems[place] ?? word]));
}
