/** URLs as crawlers find them: mostly clean, some in every form that normalisation handles. Seeded. */

const words =
  'news shop about tide harbour weather archive article product category search forum thread user profile image gallery report paper spring autumn north south market river bridge light stone'.split(
    ' ',
  );
const tlds = ['com', 'org', 'net', 'de', 'co.uk', 'fr', 'io'];

function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** URLs that are distinct by the number in each. */
export function mixedUrls(count: number): readonly string[] {
  const draw = seeded(20_06);
  const word = () => words[draw(words.length)] ?? '';
  const host = () => `www.${word()}-${draw(500)}.${tlds[draw(tlds.length)]}`;
  const path = () => `/${word()}/${word()}-${word()}`;
  const spellings: readonly ((n: number) => string)[] = [
    (n) => `https://${host()}${path()}/${n}`,
    (n) => `https://${host()}${path()}-${word()}-${n}.html`,
    (n) => `https://${host()}/${word()}/${n}/`,
    (n) => `https://${host()}${path()}?id=${n}&page=${draw(20)}`,
    (n) => `https://${host()}/index.php?topic=${n}.0&sort=${word()}&order=desc`,
    (n) => `https://${host()}${path()}/${n}?utm_source=${word()}&utm_medium=mail`,
    (n) => `http://${host()}${path()}/${n}#${word()}`,
    (n) => `HTTP://WWW.${word().toUpperCase()}.Example.COM:80${path()}/${n}`,
    (n) => `http://${host()}/${word()}/../${word()}/./${n}`,
    (n) => `https://${host()}/%7e${word()}/${word()}%20${n}?q=caf%c3%a9`,
    (n) => `https://${host()}${path()};jsessionid=${draw(2 ** 31).toString(16)}?n=${n}`,
    (n) => `https://${host()}/${word()}?next=https%3A%2F%2F${host()}%2F${word()}%2F${n}`,
  ];
  // Three of four links look like the first six.
  return Array.from({ length: count }, (_, n) => {
    const spelling = spellings[draw(4) > 0 ? draw(6) : 6 + draw(spellings.length - 6)];
    return spelling?.(n) ?? '';
  });
}

function drawnId(draw: (below: number) => number, length: number): string {
  const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
  return Array.from({ length }, () => alphabet[draw(alphabet.length)]).join('');
}

/**
 * The links of one page as a visitor with a session gets them: the id in the path of most links, a token of the response
 * in every fifth, some without either, and one in fifty that only this visitor sees.
 */
export function linksOfVisit(count: number, visitor: number): readonly string[] {
  const page = seeded(7);
  const own = seeded(1000 + visitor);
  const session = drawnId(own, 24);
  const token = drawnId(own, 20);
  const word = () => words[page(words.length)] ?? '';
  return Array.from({ length: count }, (_, n) => {
    const name = `${word()}-${word()}-${n}`;
    const kind = page(50);
    if (kind === 0) return `https://shop.example.org/offer/${word()}-${own(2 ** 31)}`;
    if (kind < 6) return `https://static.example.org/${word()}/${name}.jpg`;
    if (kind < 16) return `https://shop.example.org/${word()}/${name}/${session}?ref=home&rid=${token}`;
    return `https://shop.example.org/${word()}/${name}/${session}?page=${page(9)}`;
  });
}
