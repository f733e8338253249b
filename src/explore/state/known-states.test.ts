import { describe, expect, test } from 'vitest';
import { pageTree } from '../../document/index.ts';
import { namedSetting } from '../../fingerprint/index.ts';
import { KnownStates } from './known-states.ts';
import { functionsOf } from './page-functions.ts';

const page = (body: string) =>
  `<title>Harbour</title><body><nav><a href="/">Home</a></nav><main>${body}</main></body>`;
const text = 'All ships are safe in the harbour, and nobody is at sea tonight.';
const states = (name: 'content' | 'structure' = 'content') =>
  new KnownStates(namedSetting(name), (html) => html, false);

describe('a page', () => {
  test('is the same state with other scripts, styles, comments, order of attributes and generated names', () => {
    const known = states();
    known.add(page(`<script>1</script><p id="a" class="b css-1x2y3z">${text}</p>`));
    const other = page(
      `<!-- 2 --><style>p {}</style><p class="css-9k8j7h b" style="color: red" id="a">${text}</p>`,
    );
    expect(known.recognise(other)).toEqual({ number: 0, distance: 0 });
  });

  test('is the same state when it has the same once more', () => {
    const known = states();
    known.add(page(`<ul><li>High water</li></ul>`));
    expect(known.recognise(page(`<ul><li>High water</li><li>High water</li></ul>`))?.number).toBe(0);
  });

  test('with a menu that is open is another state, once: what it offers is tried once', () => {
    const menu = '<nav><a href="/tides">Tides</a><a href="/ships">Ships</a></nav>';
    const known = states();
    const [front, inside] = [`<p>${text.repeat(4)}</p>`, `<p>${text} ${'Fog in the bay.'.repeat(9)}</p>`];
    known.add(page(front));
    known.add(page(inside));
    expect(known.recognise(page(front + menu))).toBeNull();
    known.add(page(front + menu));
    expect(known.recognise(page(inside + menu))?.number).toBe(1);
    const functions = states('structure');
    functions.add(page(front));
    expect(functions.recognise(page(`${front}<p><a href="/more">More</a></p>`))?.number).toBe(0);
  });

  test.each([
    [
      'a further button',
      '<h1>May</h1><button>Print</button>',
      '<h1>June</h1><button>Print</button><button>Approve</button>',
    ],
    [
      'another tab that is chosen',
      '<button role=tab aria-selected=true>Board</button><button role=tab aria-selected=false>Calendar</button>',
      '<button role=tab aria-selected=false>Board</button><button role=tab aria-selected=true>Calendar</button>',
    ],
    [
      'a complaint in its form',
      '<form><label>Name <input name=n></label><label>City <input name=c></label><button>Save</button></form>',
      '<form><label>Name <input name=n></label><div>This field is required</div><label>City <input name=c></label><button>Save</button></form>',
    ],
    [
      'a field that is marked as wrong',
      '<form><input name=n aria-invalid=false><button>Save</button></form>',
      '<form><input name=n aria-invalid=true><button>Save</button></form>',
    ],
  ])('is another state to structure with %s', (_, before, after) => {
    const known = states('structure');
    known.add(page(`<p>${text}</p>${before}`));
    expect(known.recognise(page(`<p>${text}</p>${after}`))).toBeNull();
  });

  test('is the same state to structure with other data; buttons of the entries of a list are data', () => {
    const known = states('structure');
    known.add(page(`<p>${text}</p><button>Print</button>`));
    expect(known.recognise(page('<p>High water is at six.</p><button>Print</button>'))?.number).toBe(0);
    const entries = ['Ann', 'Bo', 'Cy', 'Di'].map((name) => `<li><button>${name}</button></li>`).join('');
    const { buttons } = functionsOf(pageTree(page(`<button>Print</button><ul>${entries}</ul>`)));
    expect([...buttons]).toEqual(['Print']);
  });

  test('is another state with other words', () => {
    const known = states();
    known.add(page(`<p>${text}</p>`));
    expect(known.recognise(page('<p>High water is at six.</p>'))).toBeNull();
  });

  test('is the nearest state, with its distance', () => {
    const known = new KnownStates(namedSetting('content', 0.9), (html) => html, false);
    known.add(page(`<p>One two three four</p>`));
    known.add(page(`<p>One two three five six</p>`));
    expect(known.recognise(page('<p>One two three five seven</p>'))).toMatchObject({ number: 1 });
    expect(known.distances(1)).toHaveLength(1);
  });
});

describe('noise that two loads show', () => {
  const greeting = (words: string, advert = '') => page(`${advert}<p>${words}</p><p>${text}</p>`);

  test('is no part of a state', () => {
    const known = states();
    expect(known.recogniseTwins(greeting('Hello Anna'), greeting('Good day to you'))).toBeNull();
    known.add(greeting('Hello Anna'));
    expect(known.recognise(greeting('Good day to you'))?.number).toBe(0);
    expect(known.stripped(0).stripped).not.toContain('Anna');
  });

  test('counts on', () => {
    const known = states();
    known.recogniseTwins(greeting('Ticket 12'), greeting('Ticket 13'));
    known.add(greeting('Ticket 12'));
    expect(known.recognise(greeting('Ticket 4711'))?.number).toBe(0);
  });

  test('is a change where the words are steady', () => {
    const known = states();
    known.recogniseTwins(greeting('Hello Anna'), greeting('Good day to you'));
    known.add(greeting('Hello Anna'));
    expect(known.recognise(greeting('The harbour is closed'))).toBeNull();
  });

  test('may come and go', () => {
    const known = states();
    const advert = '<div id="box">Buy a boat and sail away with all your friends</div>';
    known.recogniseTwins(greeting('Hello', advert), greeting('Hello'));
    known.add(greeting('Hello', advert));
    expect(known.recognise(greeting('Hello'))?.number).toBe(0);
  });

  test('is found in a state that was loaded only when it showed something else', () => {
    const known = states();
    known.add(greeting('Hello Anna'));
    expect(known.recogniseTwins(greeting('Good day to you'), greeting('Welcome'))?.number).toBe(0);
    expect(known.recognise(greeting('Hello Anna'))?.number).toBe(0);
  });

  test('is learned again from what was kept', () => {
    const known = states();
    known.recogniseTwins(greeting('Hello Anna', '<div id="box">Boats</div>'), greeting('Good day to you'));
    known.add(greeting('Hello Anna', '<div id="box">Boats</div>'));
    const recalled = states();
    recalled.recall(known.marked(0));
    expect(recalled.stripped(0)).toEqual(known.stripped(0));
    expect(recalled.recognise(greeting('Hello Anna'))?.number).toBe(0);
  });

  test('lets a state be reached though it differs there', () => {
    const known = states();
    known.recogniseTwins(greeting('Hello Anna'), greeting('Good day to you'));
    known.add(greeting('Hello Anna'));
    expect(known.shows(greeting('Words that nobody has seen'), 0)).toBe(true);
    expect(known.shows(page('<h1>Log in</h1><form><input name="user"></form>'), 0)).toBe(false);
  });
});
