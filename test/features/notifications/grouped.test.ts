import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForThisTest } from '../../extending/blocks-of-page.ts';
import { siteForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import { runCommand } from '../projects/run-command.ts';
import { mailboxForThisTest, readMail } from './mailbox.ts';
import { receiverForThisTest } from './receiver.ts';

const PAGES = 24;

test('the same change on many pages is one entry of a message, in every channel', async () => {
  const shop = { year: 2025, price: '34.90' };
  const site = await siteForThisTest(({ target }, response) => {
    const links = Array.from({ length: PAGES }, (_, i) => `<a href="/${i}">Lamp ${i}</a>`).join(' ');
    if (target === '/robots.txt') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<title>Lamp ${target}</title><main><h1>Lamp ${target}</h1>${target === '/' ? links : ''}<p>Costs ${target === '/7' ? shop.price : '20.00'} EUR</p></main><footer>© ${shop.year} Tide Lamps</footer>`,
        );
  });
  const hook = await receiverForThisTest();
  const { server, mails } = await mailboxForThisTest();
  const folder = folderForThisTest();
  writeFileSync(
    join(folder, 'lamps.yaml'),
    `name: lamps
source: ${site.origin}/
notify:
  - mailto:me@example.org
  - ${hook.origin}/hook
  - file:told.log
  - atom:lamps.atom
`,
  );
  const run = () =>
    runCommand(['track', join(folder, 'lamps.yaml'), '--data', join(folder, 'data')], {
      TIDEMARK_SMTP: server,
    });
  await run();
  expect(mails).toEqual([]);
  Object.assign(shop, { year: 2026, price: '29.90' });
  const { stdout } = await run();
  expect(stdout).toContain('1 message sent to mailto:me@example.org');
  const { host } = new URL(site.origin);
  const footer = `the footer changed on ${PAGES + 1} pages: "2025" is now "2026"`;
  expect(mails).toHaveLength(1);
  const { subject, text } = readMail(mails[0] ?? '');
  expect(subject).toBe(`${host}: 2 changes, ${footer}`);
  expect(text).toContain(`${footer}\nin the footer\nBefore: © 2025 Tide Lamps\nNow: © 2026 Tide Lamps\n`);
  expect(text).toContain(`Also on ${site.origin}/`);
  expect(text).toContain(` and ${PAGES - 3} more\n`);
  expect(text).toContain('"34.90 EUR" is now "29.90 EUR" – Lamp /7\nunder “Lamp /7”\n');
  expect(text).not.toContain('more change');

  expect(hook.requests).toHaveLength(1);
  expect(hook.json()).toMatchObject({
    total: 2,
    changes: [
      { change: footer, pageCount: PAGES + 1 },
      { change: '"34.90 EUR" is now "29.90 EUR"', pageCount: 1 },
    ],
  });
  expect(readFileSync(join(folder, 'told.log'), 'utf8')).toContain(footer);
  expect(readFileSync(join(folder, 'lamps.atom'), 'utf8').match(/<entry>/g)).toHaveLength(1);
});
