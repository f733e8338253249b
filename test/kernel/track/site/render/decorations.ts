import { quotes, serverNames } from '../noise/adverts.ts';
import { clockText, dateText } from '../noise/clock-texts.ts';
import { element, type Pen, tag } from './pen.ts';

const hexadecimal = '0123456789abcdef';
const code = (pen: Pen, length: number): string => pen.draws.random.text(hexadecimal, length);

/** The head of the document apart from the title; readers see nothing of it. */
export function headNoise(pen: Pen): readonly string[] {
  const asset = (name: string, extension: string): string =>
    `/assets/${name}${pen.has('build hash') ? `.${pen.build}` : ''}.${extension}`;
  const nonce = pen.has('nonce') ? { nonce: code(pen, 16) } : {};
  return [
    tag(pen, 'link', { rel: 'stylesheet', href: asset('main', 'css') }),
    element(pen, 'script', '', { src: asset('app', 'js'), ...nonce }),
    ...(pen.has('nonce') ? [element(pen, 'style', '.c-p { margin: 1em }', nonce)] : []),
    ...(pen.has('script data')
      ? [
          element(pen, 'script', `var page = {"request":"${code(pen, 12)}","ms":${pen.at}};`, nonce),
          tag(pen, 'meta', { name: 'generated', content: new Date(pen.at).toISOString() }),
        ]
      : []),
  ];
}

/** What is above the text of the page. */
export function topNoise(pen: Pen): readonly string[] {
  const { look, draws } = pen;
  return [
    ...(pen.has('date') ? [element(pen, 'p', dateText(pen.at, look.times))] : []),
    ...(pen.has('clock') ? [element(pen, 'div', `It is ${clockText(pen.at, look.times)}`)] : []),
    ...(pen.has('comment')
      ? [`<!-- served by ${draws.random.pick(serverNames)} in ${draws.random.between(3, 400)} ms -->`]
      : []),
    ...(pen.has('advert, many')
      ? [
          element(
            pen,
            'div',
            draws.anew('banner', () => draws.random.pick(pen.adverts.many)),
          ),
        ]
      : []),
  ];
}

/** An advert between the blocks of a page. On some sites only its words show that it is not a paragraph. */
export function advertInText(pen: Pen): readonly string[] {
  if (!pen.has('advert in the text')) return [];
  const advert = pen.draws.anew('advert in the text', () => pen.draws.random.pick(pen.adverts.many));
  return [
    pen.look.isAdvertLikeText
      ? element(pen, 'p', advert.replaceAll(/<[^>]*>/g, ''))
      : element(pen, 'div', element(pen, 'p', advert)),
  ];
}

const tips = Array.from(
  { length: 12 },
  (_, number) => `Tip ${'abcdefghijkl'.charAt(number)}: ${number + 2} stamps`,
);
const tipsAtOnce = 3;

/** What is beside or below the text. */
export function sideNoise(pen: Pen): readonly string[] {
  const { draws } = pen;
  const { random } = draws;
  const start = (draws.count * tipsAtOnce) % tips.length;
  return [
    ...(pen.has('advert, few')
      ? [
          element(
            pen,
            'div',
            draws.anew('small banner', () => random.pick(pen.adverts.few)),
          ),
        ]
      : []),
    // Every other time: one of two fetches shows it.
    ...(pen.has('advert now and then') && draws.count % 2 === 0
      ? [element(pen, 'div', random.pick(pen.adverts.many))]
      : []),
    ...(pen.has('carousel')
      ? [
          element(
            pen,
            'ul',
            tips
              .slice(start, start + tipsAtOnce)
              .map((tip) => element(pen, 'li', tip))
              .join(''),
          ),
        ]
      : []),
    ...(pen.has('rotating quote')
      ? [
          element(
            pen,
            'blockquote',
            draws.anew('quote', () => random.pick(quotes)),
          ),
        ]
      : []),
  ];
}

/** The footer. */
export function footerNoise(pen: Pen): readonly string[] {
  const { draws } = pen;
  const { random } = draws;
  return [
    ...(pen.has('visit counter')
      ? [element(pen, 'p', `This page was seen ${1200 + draws.count} times.`)]
      : []),
    ...(pen.has('people online')
      ? [element(pen, 'p', `${draws.anew('online', () => String(random.between(12, 380)))} people online`)]
      : []),
    ...(pen.has('server name')
      ? [element(pen, 'div', `Served by ${draws.anew('server', () => random.pick(serverNames))}`)]
      : []),
    ...(pen.has('csrf field')
      ? [
          element(
            pen,
            'form',
            `${tag(pen, 'input', { type: 'hidden', name: 'csrf', value: code(pen, 32) })}${tag(pen, 'input', { name: 'mail' })}`,
            { method: 'post', action: '/subscribe' },
          ),
        ]
      : []),
  ];
}
