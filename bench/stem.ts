/**
 * The Polish stemmer beside Snowball's own, on words of a dictionary with all their forms: which pairs of forms get the same stem, and
 * which pairs of different words do. Needs Debian's hunspell-pl, and for Snowball `pip install snowballstemmer` (3.1 or newer).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadStemmers } from '../src/detect/index.ts';
import { type Figure, printFigures } from './figure.ts';
import { hunspellForms } from './stem/hunspell-forms.ts';
import { type JoinedPairs, joinedPairs } from './stem/joined-pairs.ts';
import { snowballStems } from './stem/snowball.ts';

const { values: options } = parseArgs({
  options: {
    dictionary: { type: 'string', default: '/usr/share/hunspell' },
    every: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  },
});

function figuresOf(ours: JoinedPairs, theirs: JoinedPairs | null, note: string): readonly Figure[] {
  const beside = (value: number | undefined) =>
    value === undefined ? 'Snowball is not installed' : `Snowball: ${value.toLocaleString('en')}`;
  return [
    { name: 'pairs of forms of one word', value: ours.pairs, unit: 'pairs', floor: null, note },
    {
      name: 'joined',
      value: ours.joined,
      unit: 'pairs',
      floor: theirs === null ? null : { atLeast: theirs.joined },
      note: beside(theirs?.joined),
    },
    {
      name: 'wrongly joined',
      value: ours.wrong,
      unit: 'pairs',
      floor: theirs === null ? null : { atMost: theirs.wrong },
      note: beside(theirs?.wrong),
    },
  ];
}

if (!existsSync(join(options.dictionary, 'pl_PL.dic')))
  throw new Error('This needs a Polish dictionary: apt-get install hunspell-pl, or --dictionary FOLDER');
const words = hunspellForms(options.dictionary, 'pl_PL', Number(options.every));
const forms = [...new Set(words.flat())];
const snowball = snowballStems('polish', forms);
const theirs = snowball === null ? null : joinedPairs(words, (form) => snowball.get(form) ?? form);
const stem = (await loadStemmers()).of('pl');
const note = `${words.length.toLocaleString('en')} words with ${forms.length.toLocaleString('en')} different forms`;
printFigures('stem', figuresOf(joinedPairs(words, stem), theirs, note), options.json);
