import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadStemmers, stemLanguages } from '../stem/stemmers.ts';
import { beginningOfStem, foldedLetters, isEnglishStem } from './stemmed-terms.ts';

const stemmers = await loadStemmers();

/** Endings that stemmers take off or replace, of all nine languages. */
const endings =
  `s es ies ied sses us ss eed eedly ed edly ing ingly y at bl iz ational ation ator tional enci anci ency ancy abli ably entli izer ization alism aliti ality
  alli ally fulness ousli ously ousness iveness iviti ivity biliti bility bli ogi ogy fulli lessli li ical icate iciti icity ful ness alize ative ement ment
  ent ant ance ence able ible ism ate iti ous ive ize sion tion e l ll em ern er en st est end ung ig ik isch lich heit keit igkeit äß öße
  issement atrice ateur ation logie usion ution ence ité if euse eux aux amment emment ment ique ïque ë ï ément encia ución logía amente idad iva ivo ando iendo
  ár aríamos ándosela anza ico iste acion enza uzione logia amente ità azione arlo erglielo ção ções ência logia mente eira ira idades ução ando aremos heden
  gheid isch lijk baar end ing je tje maan veen ость ости ейш ями ами ого ему ыми ивши ывшись нн ёный ающего ość ości ami ach iejszego ałyśmy liście łaś szący
  owie emu ymi ię`.split(/\s+/);
const beginnings = fc.oneof(
  fc.stringMatching(/^[a-z]{1,7}$/),
  fc.stringMatching(/^[бвгдежзиклмнопрстуя]{1,5}$/),
  fc.stringMatching(/^[bcdfäöüéèçñóąęłśżźaeiouy]{1,5}$/),
  fc.constantFrom(
    'dy',
    'ly',
    'ty',
    'sky',
    'sk',
    'id',
    'gent',
    'ugl',
    'earl',
    'on',
    'singl',
    'news',
    'gener',
    'commun',
    'y',
    'é',
    'd',
    '',
  ),
);
const word = fc
  .tuple(beginnings, fc.array(fc.constantFrom(...endings), { maxLength: 3 }))
  .map(([beginning, rest]) => `${beginning}${rest.join('')}`)
  .filter((each) => each !== '');

test.each(stemLanguages)('words of the same stem begin alike: %s', (language) => {
  const stem = stemmers.of(language);
  fc.assert(
    fc.property(word, (each) => {
      expect(
        foldedLetters(each).startsWith(beginningOfStem(stem(each), language)),
        `${each}: ${stem(each)}`,
      ).toBe(true);
    }),
    { seed: 54, numRuns: 3000 },
  );
});

test('an English word without endings is its own stem', () => {
  const stem = stemmers.of('en');
  fc.assert(
    fc.property(word.filter(isEnglishStem), (each) => {
      expect(stem(each)).toBe(each);
    }),
    { seed: 54, numRuns: 3000 },
  );
});
