import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../../project/index.ts';
import { diffWords } from '../../../track/index.ts';
import { discordJson } from '../channels/discord.ts';
import { mailOf } from '../channels/email.ts';
import { ntfyJson } from '../channels/ntfy.ts';
import { slackJson } from '../channels/slack.ts';
import { teamsJson } from '../channels/teams.ts';
import { telegramJson } from '../channels/telegram.ts';
import { exampleMessage, exampleNotification } from './message.example.ts';
import { fittingText, subjectOf } from './message.ts';
import { shortChange } from './notification-words.ts';
import { markup, plainText, simpleTags } from './renderings.ts';

describe('a subject names the site and the change', () => {
  test.each([
    [{}, 'shop.example: "34.90 €" is now "29.90 €" – Desk lamp "Tide"'],
    [{ kind: 'match', detector: 'cheap lamp' }, 'shop.example: cheap lamp: "29.90 €" – Desk lamp "Tide"'],
    [{ pageCount: 12 }, 'shop.example: "34.90 €" is now "29.90 €" on 12 pages'],
    [{ words: [{ kind: 'added', text: 'Sold out' }] }, 'shop.example: new: "Sold out" – Desk lamp "Tide"'],
    [{ words: [{ kind: 'removed', text: 'In stock' }] }, 'shop.example: gone: "In stock" – Desk lamp "Tide"'],
    [{ words: [] }, 'shop.example: changed – Desk lamp "Tide"'],
    [{ kind: 'new' }, 'shop.example: new page – Desk lamp "Tide"'],
    [{ kind: 'missing' }, 'shop.example: page is gone – Desk lamp "Tide"'],
    [{ kind: 'back' }, 'shop.example: page is back – Desk lamp "Tide"'],
    [
      { kind: 'failing', page: { id: 0, url: 'https://shop.example/', title: '' } },
      'shop.example: cannot be read',
    ],
    [
      { kind: 'not visited', page: { id: 0, url: 'https://shop.example/', title: '' } },
      'shop.example: was not visited',
    ],
  ] as const)('%o', (change, expected) => {
    expect(subjectOf(exampleMessage([exampleNotification(change)]))).toBe(expected);
  });

  test('of several changes, their number and the first', () => {
    const message = exampleMessage([exampleNotification(), exampleNotification()], { total: 42 });
    expect(subjectOf(message)).toBe('shop.example: 42 changes, "34.90 €" is now "29.90 €"');
  });

  test.each([
    ['The lamp costs 34.90 € today', 'The lamp costs 29.90 € today', '34.90 €', '29.90 €'],
    ['up 1,234.50 USD now', 'up 1,250.75 USD now', '1,234.50 USD', '1,250.75 USD'],
    ['5% off', '15% off', '5%', '15%'],
    ['open on Monday', 'open on Tuesday and Friday', 'Monday', 'Tuesday and Friday'],
  ])('of %s the changed words are shown whole', (before, after, was, is) => {
    expect(shortChange(diffWords(before, after), 40)).toEqual({ before: was, after: is });
  });
});

const textOf = (message = exampleMessage(), most = 10_000) =>
  fittingText(message, plainText, (text) => text.length <= most);

test('a text says what stood there, what stands there now, where, since when, and where to look', () => {
  expect(textOf()).toBe(`under “Prices”
Before: Our desk lamp costs 34.90 € including tax.
Now: Our desk lamp costs 29.90 € including tax.
between 2026-11-15 08:30 and 2026-11-16 08:30 UTC
https://shop.example/lamp
tidemark diff https://shop.example/lamp`);
});

describe('a page with several changes', () => {
  const changed = (before: string, after: string, place: string) => ({
    key: before,
    words: diffWords(before, after),
    place,
    part: 'the page',
  });
  const lamp = exampleMessage([
    exampleNotification({
      changes: [
        changed('34.90 €', '31.00 €', 'under “Prices”'),
        changed('12 in stock', '3 in stock', 'under “Stock”'),
        changed('made of steel', 'made of brass', 'under “Material”'),
      ],
      moreChanges: 2,
    }),
  ]);

  test('shows all of them', () => {
    expect(textOf(lamp)).toBe(`under “Prices”
Before: 34.90 €
Now: 31.00 €

under “Stock”
Before: 12 in stock
Now: 3 in stock

under “Material”
Before: made of steel
Now: made of brass

and 2 more changes on this page
between 2026-11-15 08:30 and 2026-11-16 08:30 UTC
https://shop.example/lamp
tidemark diff https://shop.example/lamp`);
  });

  test('shows the first of them where there is little room, and counts the rest', () => {
    expect(textOf(lamp, 220)).toBe(`under “Prices”
Before: 34.90 €
Now: 31.00 €
and 4 more changes on this page
between 2026-11-15 08:30 and 2026-11-16 08:30 UTC
https://shop.example/lamp
tidemark diff https://shop.example/lamp`);
  });
});

test('what does not fit is counted', () => {
  const many = exampleMessage(
    Array.from({ length: 10 }, (_, i) => exampleNotification({ key: String(i) })),
    { total: 50 },
  );
  expect(textOf(many)).toMatch(/and 40 more$/);
  expect(textOf(many, 1000)).toMatch(/and 4[5-9] more$/);
  expect(textOf(many, 1000).length).toBeLessThanOrEqual(1000);
});

test('templates are filled and nothing else', () => {
  const templates = {
    subject: parseTemplate(
      '{{site}}{{#detector}} by {{detector}}{{/detector}}{{^detector}}: {{change}}{{/detector}}\r\nBcc: x@y',
    ),
    text: parseTemplate('<b>{{title}}</b> {{after}}'),
  };
  const message = exampleMessage(
    [exampleNotification({ page: { id: 1, url: 'https://a.example/', title: '{{link}} <script>' } })],
    { templates },
  );
  expect(subjectOf(message)).toBe('a.example: "34.90 €" is now "29.90 €" Bcc: x@y');
  expect(textOf(message)).toBe('<b>{{link}} <script></b> Our desk lamp costs 29.90 € including tax.');
  expect(
    fittingText(
      message,
      (paragraphs) => markup(paragraphs, simpleTags, '\n'),
      () => true,
    ),
  ).toContain('&lt;b&gt;{{link}} &lt;script&gt;&lt;/b&gt;');
});

describe('whatever a page contains', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      '\r\nBcc: a@b',
      '@everyone',
      '<!channel>',
      '</p><script>x()</script>',
      '](javascript:x)',
      '\u202Egnp.exe',
      '`~~**__||',
    ),
    fc.string({ minLength: 5000, maxLength: 6000 }),
  );
  const notifications = fc.array(
    fc
      .record({ title: hostile, before: hostile, after: hostile, place: hostile, url: hostile })
      .map((given) =>
        exampleNotification({
          page: { id: 1, url: `https://x.example/${given.url}`, title: given.title },
          words: [
            { kind: 'removed', text: given.before },
            { kind: 'added', text: given.after },
          ],
          place: given.place,
        }),
      ),
    { minLength: 1, maxLength: 12 },
  );

  test('headers have one line, and every service gets no more than it takes', () => {
    fc.assert(
      fc.property(notifications, (given) => {
        const message = exampleMessage(given, { total: given.length + 40 });
        expect(subjectOf(message)).not.toMatch(/[\r\n\p{Cc}\u202e]/u);
        expect(subjectOf(message).length).toBeLessThanOrEqual(140);
        const discord = discordJson(message) as { content: string };
        expect(discord.content.length).toBeLessThanOrEqual(2000);
        expect(discord.content.replace(/<https?:[^>]*>/g, '')).not.toMatch(/(?<!\\)@everyone/);
        const telegram = telegramJson(message, '1') as { text: string };
        expect(telegram.text.length).toBeLessThanOrEqual(4096);
        expect(telegram.text.replace(/<\/?(?:b|s)>|<a href="https?:[^"<>]*">|<\/a>/g, '')).not.toMatch(
          /[<>]/,
        );
        expect(
          Buffer.byteLength((ntfyJson(message, 't') as { message: string }).message),
        ).toBeLessThanOrEqual(4096);
        expect(Buffer.byteLength(JSON.stringify(teamsJson(message)))).toBeLessThanOrEqual(28 * 1024);
        expect((slackJson(message) as { blocks: object[] }).blocks.length).toBeLessThanOrEqual(50);
        const { html } = mailOf(message, { from: 'a@b.example', to: 'c@d.example', instance: 'x' });
        expect(html).not.toContain('<script');
      }),
      { seed: 13, numRuns: 60, endOnFailure: true },
    );
  });
});
