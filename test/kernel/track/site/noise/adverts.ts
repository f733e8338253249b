import { randomOf } from '../../../../sites/session-sites/random.ts';
import { freshWord } from '../words.ts';

/**
 * The adverts of a site: many, or so few that they soon come back. All have the same wording but for words that only one of
 * them has. If two shared another word, it would look like an edit.
 */
export function advertPool(name: string, size: number, firstNumber: number): readonly string[] {
  const random = randomOf(`adverts ${name}`);
  return Array.from({ length: size }, (_, number) => {
    const goods = Array.from({ length: random.between(2, 6) }, () => freshWord(random)).join(' ');
    const target = `http://ads.example.net/click?banner=${1000 + firstNumber + number}`;
    return `<a href="${target}">Buy ${goods} today, only ${firstNumber + number} EUR</a>`;
  });
}

export const quotes: readonly string[] = [
  'Who counts the waves forgets the sea.',
  'A closed door keeps no wind awake.',
  'Bread first, then the map.',
  'The slow ferry has the best view.',
  'Ink dries faster than regret.',
];

export const serverNames: readonly string[] = ['anna', 'bruno', 'carla', 'dario'];
