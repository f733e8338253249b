import { advertInText, footerNoise, headNoise, sideNoise, topNoise } from './decorations.ts';
import { element, gap, link, type Pen, text } from './pen.ts';
import { renderBlock, renderListing, renderRecommended, writtenText } from './render-blocks.ts';

/** The page as one visitor sees it at one moment. */
export function renderPage(pen: Pen): string {
  const { page } = pen;
  const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(gap(pen));
  const head = joined([
    '<meta charset="utf-8">',
    `<title>${text(pen, page.title)}</title>`,
    ...headNoise(pen),
  ]);
  const footer = element(
    pen,
    'footer',
    joined([element(pen, 'p', text(pen, page.footer)), ...footerNoise(pen)]),
  );
  const body = arrange(
    pen,
    joined([...topNoise(pen), navigation(pen)]),
    article(pen, joined),
    side(pen, joined),
  );
  return `<!DOCTYPE html>\n<html><head>${head}</head>${gap(pen)}<body>${joined([body, footer])}</body></html>\n`;
}

function navigation(pen: Pen): string {
  const links = [{ key: '/', title: pen.page.site }, ...pen.page.sections];
  const items = links.map(({ key, title }) => element(pen, 'li', link(pen, pen.url(key), title)));
  return element(pen, 'nav', element(pen, 'ul', items.join(gap(pen))));
}

type Join = (parts: readonly string[]) => string;

function article(pen: Pen, joined: Join): string {
  const { page } = pen;
  const advertAfter = Math.min(page.advertAfter, page.blocks.length - 1);
  const blocks = page.blocks.flatMap((block, place) => [
    renderBlock(pen, block),
    ...(place === advertAfter ? advertInText(pen) : []),
  ]);
  return joined([
    element(pen, 'h1', text(pen, page.title)),
    page.age === null ? '' : element(pen, 'p', `Written ${writtenText(pen, page.age)}`),
    ...blocks,
    renderListing(pen, page.listing),
    page.further.length < 2
      ? ''
      : element(
          pen,
          'p',
          page.further.map(({ text: words, target }) => link(pen, pen.url(target), words)).join(' '),
        ),
  ]);
}

const side = (pen: Pen, joined: Join): string =>
  joined([...sideNoise(pen), renderRecommended(pen, pen.page.recommended)]);

function arrange(pen: Pen, top: string, main: string, beside: string): string {
  switch (pen.look.layout) {
    case 'semantic':
      return `<header>${top}</header>${gap(pen)}<main><article>${main}</article></main>${gap(pen)}<aside>${beside}</aside>`;
    case 'divisions':
      return `<div>${top}</div>${gap(pen)}<div>${beside}</div>${gap(pen)}<div>${main}</div>`;
    case 'layout table':
      return `<table><tr><td>${top}</td></tr><tr><td>${main}</td><td>${beside}</td></tr></table>`;
  }
}
