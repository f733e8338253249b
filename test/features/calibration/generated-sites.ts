import { Dice } from '../../../src/base/index.ts';
import type { StateRecording } from '../../../src/explore/index.ts';
import { Words } from './made-up-words.ts';
import { recordingOf } from './recording-of-pages.ts';

/** A recorded site that nobody visited, with the truth about its states. */
export interface GeneratedSite {
  readonly recording: StateRecording;
  /** The class of each state: the smallest number in it. */
  readonly classOf: readonly number[];
}

/**
 * A site of records. Some states show a record again with something beside it that nobody comes for: an advert, where one came from, what was seen last, a
 * greeting. Others are different although they share most of their text: a part that is opened, the same template with other data.
 */
export function generatedSite(seed: number, states: number): GeneratedSite {
  const dice = new Dice(seed);
  const words = new Words(dice);
  const menu = Array.from({ length: 6 }, () => words.word());
  const nav = `<nav>${menu.map((each) => `<a href="/${each}">${each}</a>`).join(' ')}</nav>`;
  const adverts = Array.from({ length: 8 }, () => words.paragraph(1));
  const bodies: string[] = [];
  const pages: string[] = [];
  const classOf: number[] = [];
  for (let number = 0; number < states; number++) {
    const earlier = number === 0 ? 0 : dice.below(number);
    const kind =
      number < 4 ? 'record' : (['record', 'opened', 'again', 'again', 'again'] as const)[dice.below(5)];
    const body =
      kind === 'record'
        ? `<h1>${words.word()} ${words.word()}</h1>${words.paragraph(3 + dice.below(5))}${words.paragraph(2 + dice.below(4))}`
        : kind === 'opened'
          ? `${bodies[earlier]}${words.paragraph(3 + dice.below(4))}`
          : (bodies[earlier] ?? '');
    bodies.push(body);
    classOf.push(kind === 'again' ? (classOf[earlier] ?? earlier) : number);
    const beside = kind === 'again' || dice.below(3) === 0 ? besides(dice, words, adverts) : '';
    pages.push(
      `<html><head><title>Generated</title></head><body>${nav}<main>${body}</main>${beside}</body></html>`,
    );
  }
  return { recording: recordingOf(seed, pages, dice), classOf };
}

function besides(dice: Dice, words: Words, adverts: readonly string[]): string {
  const all = [
    `<div>${adverts[dice.below(adverts.length)]}</div>`,
    `<ul><li>${words.word()} ${words.word()}</li><li>${words.word()}</li></ul>`,
    `<p>You came from ${words.word()} ${words.word()}.</p>`,
    `<p>Good day, ${words.word()}, it is ${dice.below(24)} past ${dice.below(60)}.</p>`,
  ];
  return all.filter(() => dice.below(2) === 0).join('');
}
