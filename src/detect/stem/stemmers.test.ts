import { beforeAll, expect, test } from 'vitest';
import { loadStemmers, type Stemmers, stemLanguages } from './stemmers.ts';

let stemmers: Stemmers;
beforeAll(async () => {
  stemmers = await loadStemmers();
});

test.each([
  ['en', 'virus viruses', 'infection infected infecting infections', 'happiness happy'],
  ['de', 'grippe grippen', 'krankheit krankheiten', 'impfung impfungen'],
  ['fr', "maladie maladies l'maladie", 'vaccination vaccinations', 'égoïste égoïstes'],
  ['es', 'médico médicos médica', 'vacuna vacunas', 'abarrotó abarrotaron'],
  ['it', 'malattia malattie', 'influenza influenze', 'vaccinare vaccinato'],
  ['pt', 'doença doenças', 'vírus', 'vacinação vacinações'],
  ['nl', 'ziekte ziekten', 'griep', 'besmetting besmettingen'],
  ['ru', 'вирус вируса вирусу вирусом вирусы', 'болезнь болезни болезнью', 'вёрткий верткий'],
  ['pl', 'wirus wirusa wirusowi wirusem wirusy wirusów wirusach', 'grypa grypy grypie grypę grypą'],
] as const)('%s: forms of a word have one stem, and other words another', (language, ...families) => {
  const stem = stemmers.of(language);
  const stems = families.map((family) => [...new Set(family.split(' ').map(stem))]);
  for (const found of stems) expect(found).toHaveLength(1);
  expect(new Set(stems.flat()).size).toBe(families.length);
});

test.each([
  ['en', 'abbreviation', 'abbrevi'],
  ['en', 'skies', 'sky'],
  ['de', 'abgedruckten', 'abgedruckt'],
  ['de', 'häuser', 'haus'],
  ['fr', "d'affichage", 'affichag'],
  ['fr', 'stoïcisme', 'stoïc'],
  ['ru', 'аккуратнее', 'аккуратн'],
  ['pl', 'adoracja', 'adoracj'],
  ['pl', 'adaszyńskiej', 'adaszyńsk'],
  ['pl', 'czytałbyś', 'czyt'],
  ['pl', 'najnowszego', 'najnow'],
  ['pl', 'piszącą', 'pis'],
  ['pl', 'koń', 'kon'],
  ['pl', 'byłaś', 'był'],
  ['pl', 'są', 'są'],
  ['pl', 'o', 'o'],
] as const)('%s: %s becomes %s, as in Snowball 3', (language, word, stem) => {
  expect(stemmers.of(language)(word)).toBe(stem);
});

test('very long words are no words: they stay as they are, whatever it would cost to stem them', () => {
  for (const language of stemLanguages) {
    expect(stemmers.of(language)('')).toBe('');
    expect(stemmers.of(language)('ation'.repeat(100_000))).toHaveLength(500_000);
  }
});
