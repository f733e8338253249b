import { expect, test } from 'vitest';
import { parseProjectFile } from '../parse-project-file.ts';
import { writeProjectFile } from './write-project-file.ts';

test('writes the shortest form: one of a list alone, small maps on one line, sizes and times with units', () => {
  const project = parseProjectFile(`name: news
source: { url: https://news.example.org/ }
preference: { user: kim, password: { env: NEWS_PASSWORD } }
rules: [{ deny: { age: { max: 30d }, size: { min: 5 MiB } } }, { allow: '**default**' }]
session: { loggedInWhen: { text: Log out }, logout: { follow: { text: Log out } } }
steps: [{ open: /, collect: false }, { follow: { text: Search }, collect: { only: [/a/] } }]
limits: { hours: [22:00-6:00 Europe/Berlin], time: 120m, bytes: 1.5kB, delay: 2000ms, bandwidth: 200 KiB/s }
crawl: { scope: [news.example.org] }
`);
  expect(writeProjectFile(project)).toBe(`name: news
source: https://news.example.org/
preference:
  user: kim
  password: { env: NEWS_PASSWORD }
rules:
  - deny: { size: { min: 5M }, age: { max: 30 days } }
  - default: allow
session:
  loggedInWhen: Log out
  logout: { follow: Log out }
steps:
  - open: /
    collect: no
  - follow: Search
    collect: { only: /a/ }
limits:
  bandwidth: 200k
  delay: 2s
  bytes: 1500
  time: 2h
  hours: 22:00-06:00 Europe/Berlin
crawl:
  scope: news.example.org
`);
});

test('two equal secrets are written twice, not as an alias', () => {
  const secret = { env: 'NEWS_PASSWORD' };
  const text = writeProjectFile({
    name: 'news',
    source: { url: 'https://news.example.org/' },
    preference: { user: secret, password: secret },
  });
  expect(text).not.toMatch(/[&*]a\d/);
  expect(text.match(/env: NEWS_PASSWORD/g)).toHaveLength(2);
});
