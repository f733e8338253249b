import { expect, test } from 'vitest';
import { Dice } from '../../../src/base/index.ts';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { libraryTracker } from './tracker.ts';

const BOATS = Array.from({ length: 24 }, (_, number) => {
  const first = ['Tern', 'Gull', 'Skua', 'Heron', 'Petrel', 'Dunlin'][number % 6] as string;
  const second = ['bold', 'calm', 'grey', 'swift'][Math.floor(number / 6)] as string;
  return `${first} ${second}`;
});

interface Shown {
  readonly visit: number;
  readonly boat: number;
  /** Another one for each answer. */
  readonly dice: Dice;
}

/** A site of boats whose pages show the same to nobody twice. The pages that were reported as changed, by visit from the second on. */
async function visitBoats(show: (shown: Shown) => string, visits: number): Promise<readonly string[][]> {
  const asked = new Map<string, number>();
  let visit = 0;
  const site = await siteForThisTest(({ target }, response) => {
    const boat = BOATS.findIndex((_, number) => target === `/boats/${number}`);
    if (target !== '/' && boat < 0) return void response.writeHead(404).end();
    const count = (asked.get(target) ?? 0) + 1;
    asked.set(target, count);
    const links = BOATS.map((name, number) => `<a href="/boats/${number}">${name}</a>`).join(' ');
    const dice = new Dice(visit * 7919 + boat * 104_729 + count * 15_485_863);
    const own = `<h1>${BOATS[boat]}</h1><p>The ${BOATS[boat]} is at the quay.</p>`;
    const html = boat < 0 ? `<h1>Boats</h1><div>${links}</div>` : own + show({ visit, boat, dice });
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const tracker = await libraryTracker();
  const changed: string[][] = [];
  try {
    for (visit = 1; visit <= visits; visit++) {
      await tracker.track(visit === 1 ? site.origin : null);
      const { pages } = await tracker.report();
      changed.push(pages.flatMap(({ url, flag }) => (flag === 'UPD' ? [new URL(url).pathname] : [])).sort());
    }
  } finally {
    await tracker.close();
  }
  return changed.slice(1);
}

const list = (boats: readonly string[]): string =>
  `<ul>${boats.map((name) => `<li><a href="/boats/${BOATS.indexOf(name)}">${name}</a></li>`).join('')}</ul>`;

test('a member replaced in a list in any order is a change, also beside one that shows some of the same boats', async () => {
  const ofPage = (boat: number): readonly string[] => new Dice(boat + 1).shuffled(BOATS).slice(0, 6);
  const changed = await visitBoats(({ visit, boat, dice }) => {
    const isEdited = visit >= 3 && boat % 3 === 0;
    const own = isEdited ? ofPage(boat).slice(1) : ofPage(boat).slice(0, 5);
    return `<div><h3>See also</h3>${list(dice.shuffled(own))}</div><div><h3>Visitors like</h3>${list(dice.shuffled(BOATS).slice(0, 4))}</div>`;
  }, 4);
  const edited = BOATS.flatMap((_, boat) => (boat % 3 === 0 ? [`/boats/${boat}`] : []));
  expect(changed).toEqual([[], edited.sort(), []]);
});

test('an advert anywhere between the cards of editors is no change, a card that they replaced is one', async () => {
  const changed = await visitBoats(({ visit, boat, dice }) => {
    const cards = new Dice(boat + 50).shuffled(BOATS).slice(0, 6);
    if (visit >= 3 && boat === 7) cards[4] = 'Avocet new';
    cards.splice(dice.below(cards.length + 1), 0, `Save ${10 + 5 * dice.below(8)} per cent on ropes`);
    return `<aside>${cards.map((name) => `<div><h3>${name}</h3><p>About ${name}.</p></div>`).join('')}</aside>`;
  }, 4);
  expect(changed).toEqual([[], ['/boats/7'], []]);
});

test('a box with a heading that only some answers have moves no other heading', async () => {
  const changed = await visitBoats(({ visit, boat, dice }) => {
    const box =
      dice.below(2) === 0 ? '' : `<h2>Offers</h2><p>${dice.pick(['Rope', 'Tar', 'Oars', 'Paint'])} today</p>`;
    const crew = visit >= 3 && boat === 5 ? 'five' : 'four';
    return `${box}<h2>Crew</h2><p>A crew of ${crew}.</p><h2>Cargo</h2><p>Salt and timber.</p>`;
  }, 4);
  expect(changed.slice(1)).toEqual([['/boats/5'], []]);
});
