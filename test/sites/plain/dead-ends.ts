import type { PageDraft, SiteParts } from './site-parts.ts';

/** Things in a page that look like links and lead nowhere: the page gets all of them. */
export function addDeadEnds(site: SiteParts, page: PageDraft): void {
  const number = site.next();
  const never = (why: string): string => {
    const target = `/never/${why}/${number}`;
    site.never(target);
    return target;
  };
  page.add(`<!-- <a href="${never('comment')}">x</a> -->`);
  page.add(`<script>document.write('<a href="${never('script')}">x</a>')</script>`);
  page.add(`<template><a href="${never('template')}">x</a></template>`);
  page.add(`<textarea><a href="${never('textarea')}">x</a></textarea>`);
  page.add(`<style>/* <a href="${never('style')}"> */</style>`);
  page.add(`<p title='<a href="${never('attribute')}">'>&lt;a href="${never('escaped')}"&gt;</p>`);
  page.add(`<form action="${never('form')}"><button formaction="${never('button')}">go</button></form>`);
  page.add(`<blockquote cite="${never('cite')}">x</blockquote><p data-href="${never('data')}">x</p>`);
  page.add(`<a rel="nofollow" href="${never('nofollow')}">x</a>`);
  page.add(`<a rel="external NoFollow ugc" href="${never('nofollow-among-others')}">x</a>`);
  page.add(
    `<a href="${site.place.elsewhere}/never/out-of-scope">x</a><a href="https://example.invalid/">x</a>`,
  );
  page.add(
    '<a href="mailto:a@b.c">x</a><a href="tel:+1234">x</a><a href="javascript:go(\'/never/script\')">x</a>',
  );
  page.add('<a href="data:text/html,<a href=/never/data>">x</a><a href="ftp://example.invalid/">x</a>');
  page.add('<a href="http://">x</a><a href="http://[broken/">x</a><a href="http://a b/">x</a><a>x</a>');
  page.add(`<a href="${never('archive')}.zip">x</a><a href="/private/${number}">x</a>`);
  page.head(`<link rel="dns-prefetch" href="${never('hint')}"><link rel="author" href="${never('author')}">`);
  page.add(`<a href="${broken(site, number, 404)}">x</a><a href="${broken(site, number, 410)}">x</a>`);
  page.add(`<a href="${broken(site, number, 500)}">x</a><a href="${broken(site, number, 403)}">x</a>`);
}

function broken(site: SiteParts, number: number, status: number): string {
  const target = `/broken/${status}/${number}`;
  site.broken(target, status);
  return target;
}

/** Redirects that lead to no page. */
export function addLostRedirects(site: SiteParts, page: PageDraft): void {
  const number = site.next();
  const at = (name: string): string => `/lost/${name}/${number}`;
  page.add(
    ['circle', 'elsewhere', 'file', 'nowhere', 'broken']
      .map((name) => `<a href="${at(name)}">x</a>`)
      .join(''),
  );
  site.redirect(at('circle'), 302, `${at('circle')}/2`);
  site.redirect(`${at('circle')}/2`, 302, `${at('circle')}/3`);
  site.redirect(`${at('circle')}/3`, 302, at('circle'));
  site.redirect(at('elsewhere'), 301, `${site.place.elsewhere}/never/redirected`);
  site.redirect(at('file'), 301, 'file:///etc/passwd');
  site.redirect(at('nowhere'), 301, 'http://[');
  site.redirect(at('broken'), 301, broken(site, number, 404));
}

/** Pages that ask robots to follow none of their links, and documents that are no HTML. */
export function addUnfollowed(site: SiteParts, page: PageDraft): void {
  const number = site.next();
  const hidden = `<a href="/never/hidden/${number}">x</a>`;
  site.never(`/never/hidden/${number}`);
  const link = (target: string): string => {
    page.add(`<a href="${target}">x</a>`);
    return target;
  };
  const quiet = site.closedPage(link(`/quiet/meta/${number}`));
  quiet.head('<meta name="ROBOTS" content="noindex, NOFOLLOW">');
  quiet.add(hidden);
  site.document(link(`/quiet/header/${number}`), 'text/html', () => Buffer.from(hidden), {
    headers: { 'x-robots-tag': 'nofollow' },
  });
  site.document(link(`/files/${number}.txt`), 'text/plain', () => Buffer.from(hidden));
  site.document(link(`/files/${number}.json`), 'application/json', () =>
    Buffer.from(JSON.stringify({ hidden })),
  );
  site.document(link(`/files/${number}.pdf`), 'application/pdf', () => Buffer.from(`%PDF-1.7\n${hidden}`));
  site.document(link(`/files/${number}`), 'application/octet-stream', () => Buffer.from(hidden), {
    fate: 'asked',
  });
}
