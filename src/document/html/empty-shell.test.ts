import { describe, expect, test } from 'vitest';
import { isEmptyShell } from './empty-shell.ts';

const page = (body: string, head = '') =>
  Buffer.from(`<!doctype html><html><head><title>Harbour</title>${head}</head><body>${body}</body></html>`);
const app = '<script src="/app.js"></script>';
const words = (count: number) => 'tide '.repeat(count);

describe('an empty shell', () => {
  test.each([
    ['a place to fill and a script', `<div id="root"></div>${app}`],
    [
      'with the script in the head',
      '<div id=app></div>',
      '<script type="module" src="/assets/index.js"></script>',
    ],
    ['a custom element', `<my-shop></my-shop>${app}`],
    ['a place that says "Loading"', `<div id="app">Loading …</div>${app}`],
    [
      'a message for visitors without scripts',
      `<noscript>${words(90)}</noscript><main id="main"></main>${app}`,
    ],
    ['nothing but a script', app],
    ['large data for the script', `<div id="root"></div><script>window.data = "${words(9000)}"</script>`],
    [
      'comments and patterns',
      `<!-- ${words(90)} --><template><p>${words(90)}</template><div id="x"></div>${app}`,
    ],
  ])('%s', (_, body, head = '') => expect(isEmptyShell(page(body, head))).toBe(true));
});

describe('no empty shell', () => {
  test.each([
    ['no script', '<div id="root"></div>'],
    ['data is no script', '<div id="root"></div><script type="application/ld+json">{}</script>'],
    ['text enough', `<div id="root"></div><p>${words(60)}</p>${app}`],
    ['a menu', `<div id="x"></div>${'<a href="/a">a</a>'.repeat(4)}${app}`],
    ['a form', `<div id="errors"></div><input name="q">${app}`],
    ['pictures', `<div id="x"></div>${'<img src="/a.png">'.repeat(4)}${app}`],
    ['frames', `<div id="x"></div><iframe src="/a"></iframe>${app}`],
    ['a caption and no place to fill', `<p>Harbour at dusk</p><div class="clear"></div>${app}`],
    ['nothing', ''],
  ])('%s', (_, body) => expect(isEmptyShell(page(body))).toBe(false));
});
