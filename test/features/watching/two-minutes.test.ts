import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForThisTest } from '../../extending/blocks-of-page.ts';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import { mailboxForThisTest, readMail } from '../notifications/mailbox.ts';
import { runCommand } from '../projects/run-command.ts';

interface Shop {
  price: string;
}

const shopForThisTest = (shop: Shop, page = (price: string) => `<p class="price">${price}</p>`) =>
  siteForThisTest(({ target }, response) => {
    if (target === '/robots.txt') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<title>Lamp</title><main><h1>Desk lamp</h1>${page(shop.price)}<p>In 3 days</p></main>`);
  });

test('from an empty folder to a mail about a price that fell', async () => {
  const shop = { price: '34.90 €' };
  const site = await shopForThisTest(shop);
  const { host } = new URL(site.origin);
  const { server, mails } = await mailboxForThisTest();
  const data = ['--data', join(folderForThisTest(), 'data')];
  const run = (...args: readonly string[]) => runCommand([...args, ...data], { TIDEMARK_SMTP: server });
  const watch = () =>
    run(
      ...['watch', `${site.origin}/lamp`, '--page', '--once'],
      ...['--when', 'price < 30', '--notify', 'mailto:me@example.org'],
    );

  const first = await watch();
  expect(first).toMatchObject({
    exitCode: 0,
    stdout: '1 page kept, to be compared with at the next visit.\n',
  });
  expect(first.stderr).toContain(`The project "${host} lamp" was written`);
  expect(first.stderr).toContain(
    'The price is 34.90 € now, under “Desk lamp”; you will be notified when it is below 30.\n',
  );
  expect(mails).toEqual([]);

  shop.price = '29.90 €';
  // Typed again it is the same watch, although the page has changed.
  expect(await watch()).toMatchObject({ exitCode: 0, stdout: '' });
  const second = await run('track', `${host} lamp`);
  expect(second.stdout).toContain('1 match: price < 30 on');
  expect(second.stdout).toContain('1 message sent to mailto:me@example.org');
  expect(mails).toHaveLength(1);
  const { subject, text } = readMail(mails[0] ?? '');
  expect(subject).toBe(`${host}: price < 30: "29.90 €" – Lamp`);
  expect(text).toContain('under “Desk lamp”\nBefore: 34.90 €\nNow: 29.90 €\n');

  await run('track', `${host} lamp`);
  expect(mails).toHaveLength(1);
});

const understood = async (page: string, ...when: readonly string[]) => {
  const site = await shopForThisTest({ price: '' }, () => page);
  const data = ['--data', join(folderForThisTest(), 'data')];
  const conditions = when.flatMap((one) => ['--when', one]);
  const { stderr } = await runCommand(['watch', site.origin, '--page', '--once', ...conditions, ...data]);
  return stderr.split('\n').filter((line) => /notified/.test(line));
};

test('a price is found by the word beside it, by its mark-up, or because it is the only one', async () => {
  expect(await understood('<p>Price: 1.299,00 € today</p>', 'price < 30')).toEqual([
    'The price is 1.299,00 € now, under “Desk lamp”; you will be notified when it is below 30.',
  ]);
  expect(await understood('<p>The lamp costs $ 20</p>', 'price > 30')).toEqual([
    'The price is $ 20 now, under “Desk lamp”; you will be notified when it is above 30.',
  ]);
  expect(await understood('<b itemprop="price">20</b>', 'price < 30')).toEqual([
    'The price is 20 now, under “Desk lamp”. You are notified at once, because it is below 30 already, and again whenever it changes.',
  ]);
});

test('numbers of the page are named when none is meant', async () => {
  expect(await understood('<p>Red lamp 20 €</p><p>Blue lamp 30 €</p>', 'price falls by 5%')).toEqual([
    'No number stands beside "price" on the page now. There are 20 € (beside "red lamp"), 30 € (beside "blue lamp"). If you mean another number, name it by words beside it, as in "red lamp < 30". You will be notified when there is one and it falls by more than 5%.',
  ]);
});

test('words are there, or not', async () => {
  expect(await understood('<p>Sold out in black.</p>', '"sold out"', '"last pieces"')).toEqual([
    'The page has “sold out” now, under “Desk lamp”, in “Sold out in black.”; you are notified at once, and again when it appears elsewhere.',
    'The page does not have “last pieces” now; you will be notified when it does.',
  ]);
});
