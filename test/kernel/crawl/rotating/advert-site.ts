import type { ServerResponse } from 'node:http';
import { Dice } from '../../../../src/base/index.ts';
import type { Answering } from '../../../sites/plain/site-server.ts';

const WORDS = 'harbour ledger willow copper meadow signal anchor lantern pepper granite orchard velvet'.split(
  ' ',
);

export interface AdvertSite {
  readonly pages?: number;
  /** The address of an advert, made up for every link. */
  readonly advert: (code: () => string) => string;
  /** What the site answers when an advert is asked for. */
  readonly answer: (target: string, response: ServerResponse, site: AdvertTools) => void;
  readonly seed?: number;
}

export interface AdvertTools {
  readonly dice: Dice;
  readonly advertLink: () => string;
  /** Writes an HTML page. */
  readonly page: (response: ServerResponse, title: string, body: string) => void;
}

/** Pages that all link to each other, each with the link of an advert, whose address is new whenever it is shown. */
export function advertSite({ pages = 12, advert, answer, seed = 1 }: AdvertSite): Answering {
  const dice = new Dice(seed);
  const code = () => Array.from({ length: 12 }, () => '0123456789abcdef'.charAt(dice.below(16))).join('');
  const advertLink = () => `<p><a href="${advert(code)}">Buy a boat</a></p>`;
  const menu = Array.from({ length: pages }, (_, n) => `<a href="/p/${n}">${nameOf(n)}</a>`).join(' ');
  const page: AdvertTools['page'] = (response, title, body) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>${title}</title><nav>${menu}</nav>${body}`);
  };
  return ({ target }, response) => {
    const [, number] = /^\/p\/(\d+)$/.exec(target) ?? [];
    if (target === '/robots.txt') response.writeHead(404).end();
    else if (target === '/' || number !== undefined) {
      const name = target === '/' ? 'Home' : nameOf(Number(number));
      page(response, name, `<h1>${name}</h1><p>All that there is to say about ${name}.</p>${advertLink()}`);
    } else answer(target, response, { dice, advertLink, page });
  };
}

function nameOf(n: number): string {
  return `${WORDS[n % WORDS.length]} ${WORDS[Math.floor(n / WORDS.length) + (n % 5)]}`;
}
