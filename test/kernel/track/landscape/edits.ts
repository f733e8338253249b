import type { Block, Page, State, Writer } from './content.ts';

/** An editor's work on the draft of a site. */
export interface Edit {
  readonly name: string;
  /** How often it is drawn, beside others. */
  readonly weight: number;
  /** Changes the draft; false when the site has nothing to which it could be done. */
  apply(draft: State, writer: Writer, now: number): boolean;
}

type BlockOf<K extends Block['kind']> = Block & { kind: K };

function anyPage(draft: State, writer: Writer, suits: (page: Page) => boolean): Page | null {
  const suitable = [...draft.pages.values()].filter((page) => page.kind !== 'list' && suits(page));
  return suitable.length === 0 ? null : writer.dice.pick(suitable);
}

/** An edit of one block somewhere. It says whether it could be done. */
function ofBlock<K extends Block['kind']>(
  name: string,
  kind: K,
  change: (block: BlockOf<K>, writer: Writer, page: Page, now: number) => boolean,
  weight = 3,
): Edit {
  return {
    name,
    weight,
    apply: (draft, writer, now) => {
      const page = anyPage(draft, writer, ({ blocks }) => blocks.some((block) => block.kind === kind));
      const blocks = page?.blocks.filter((block): block is BlockOf<K> => block.kind === kind) ?? [];
      return page !== null && change(writer.dice.pick(blocks), writer, page, now);
    },
  };
}

const ofPage = (
  name: string,
  change: (page: Page, writer: Writer, now: number) => boolean,
  weight = 3,
): Edit => ({
  name,
  weight,
  apply: (draft, writer, now) => {
    const page = anyPage(draft, writer, ({ kind }) => kind !== 'home');
    return page !== null && change(page, writer, now);
  },
});

const done = (_: unknown): true => true;
const put = <T, K extends keyof T>(on: T, key: K, value: T[K]): true => {
  on[key] = value;
  return true;
};
const otherThan = (old: string, make: () => string): string => {
  let text = make();
  while (text === old) text = make();
  return text;
};

/** Replaces one digit of a text that has any. */
function otherDigit(text: string, writer: Writer): string | null {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  if (places.length === 0) return null;
  const at = writer.dice.pick(places);
  const digit = (Number(text[at]) + 1 + writer.dice.below(8)) % 10;
  return `${text.slice(0, at)}${digit}${text.slice(at + 1)}`;
}

function otherWord(text: string, writer: Writer, change: (word: string) => string): string {
  const parts = text.split(' ');
  const long = [...parts.keys()].filter((index) => (parts[index] ?? '').length > 3);
  const at = writer.dice.pick(long.length === 0 ? [...parts.keys()] : long);
  return parts.map((part, index) => (index === at ? change(part) : part)).join(' ');
}

const misspelt = (word: string): string =>
  `${word.slice(0, 1)}${word.slice(2, 3)}${word.slice(1, 2)}${word.slice(3)}`;

/** An edit of a value of facts: of the row whose label is asked for. */
const ofFact = (
  name: string,
  label: (writer: Writer) => string,
  change: (value: string, writer: Writer, now: number) => string | null,
): Edit => ({
  name,
  weight: 3,
  apply: (draft, writer, now) => {
    const wanted = label(writer);
    const rowOf = (page: Page) =>
      page.blocks
        .flatMap((block) => (block.kind === 'facts' ? block.rows : []))
        .find(([it]) => it === wanted);
    const page = anyPage(draft, writer, (it) => rowOf(it) !== undefined);
    const row = page === null ? undefined : rowOf(page);
    const value = row === undefined ? null : change(row[1], writer, now);
    if (row === undefined || value === null || value === row[1]) return false;
    row[1] = value;
    return true;
  },
});

const textOf = (block: BlockOf<'para'>, text: string): boolean => {
  if (block.text === text) return false;
  block.text = text;
  return true;
};

/** What editors do. All change what a reader sees or where a link leads, and nothing else. */
export const edits: readonly Edit[] = [
  ofBlock('one word', 'para', (block, writer) =>
    textOf(
      block,
      otherWord(block.text, writer, (word) => otherThan(word, () => writer.name().split(' ')[0] ?? '')),
    ),
  ),
  ofBlock('typo mended', 'para', (block, writer) => textOf(block, otherWord(block.text, writer, misspelt))),
  ofBlock('one digit in a text', 'para', (block, writer) =>
    textOf(block, otherDigit(block.text, writer) ?? block.text),
  ),
  ofBlock('sentence added', 'para', (block, writer) => textOf(block, `${block.text} ${writer.sentence()}`)),
  ofBlock('sentence removed', 'para', (block) => textOf(block, block.text.replace(/\. [^.]+\.$/, '.'))),
  ofBlock('paragraph rewritten', 'para', (block, writer) => textOf(block, writer.paragraph())),
  ofBlock('link target', 'para', ({ link }, writer) =>
    link === null ? false : put(link, 'href', `https://elsewhere.example/${9000 + writer.dice.below(9000)}`),
  ),
  ofPage('paragraph added', ({ blocks }, writer) =>
    done(
      blocks.splice(writer.dice.below(blocks.length + 1), 0, {
        kind: 'para',
        text: writer.paragraph(),
        link: null,
      }),
    ),
  ),
  ofPage('paragraph removed', ({ blocks }, writer) => {
    const places = [...blocks.keys()].filter((index) => blocks[index]?.kind === 'para');
    return places.length > 1 && done(blocks.splice(writer.dice.pick(places), 1));
  }),
  ofPage('section moved', ({ blocks }, writer) => {
    if (blocks.length < 3) return false;
    const before = JSON.stringify(blocks);
    blocks.splice(writer.dice.below(blocks.length), 0, ...blocks.splice(writer.dice.below(blocks.length), 1));
    return JSON.stringify(blocks) !== before;
  }),
  ofPage('heading', (page, writer) =>
    put(
      page,
      'heading',
      otherThan(page.heading, () => writer.name()),
    ),
  ),
  ofPage(
    'title only',
    (page, writer) =>
      put(
        page,
        'title',
        otherThan(page.title, () => writer.name()),
      ),
    2,
  ),
  ofPage('author replaced', (page, writer) =>
    page.author === null
      ? false
      : put(
          page,
          'author',
          otherThan(page.author, () => writer.person()),
        ),
  ),
  ofPage('attachment added', ({ blocks }, writer) =>
    done(
      blocks.push({
        kind: 'file',
        href: `/files/2026/${writer.dice.below(9000)}.pdf`,
        text: `${writer.name()} (PDF)`,
      }),
    ),
  ),
  ofBlock(
    'subheading',
    'heading',
    (block, writer) =>
      put(
        block,
        'text',
        otherThan(block.text, () => writer.name()),
      ),
    2,
  ),
  ofBlock('attachment replaced', 'file', (block, writer) =>
    put(block, 'href', `/files/2026/${9000 + writer.dice.below(9000)}.pdf`),
  ),
  ofBlock('image replaced', 'image', (block, writer) =>
    put(block, 'src', `/media/${90_000 + writer.dice.below(90_000)}.jpg`),
  ),
  ofBlock('alternative text', 'image', (block, writer) =>
    put(
      block,
      'alt',
      otherThan(block.alt, () => writer.name()),
    ),
  ),
  ofBlock('item added', 'list', ({ items }, writer) =>
    done(items.splice(writer.dice.below(items.length + 1), 0, { text: writer.name(), href: null })),
  ),
  ofBlock('item removed', 'list', ({ items }, writer) =>
    items.length < 3 ? false : done(items.splice(writer.dice.below(items.length), 1)),
  ),
  ofBlock('item renamed', 'list', ({ items }, writer) => {
    const item = writer.dice.pick(items);
    return put(
      item,
      'text',
      otherThan(item.text, () => writer.name()),
    );
  }),
  ofBlock('items reordered', 'list', (block, writer) => {
    const before = JSON.stringify(block.items);
    block.items.push(...block.items.splice(writer.dice.below(block.items.length), 1));
    return JSON.stringify(block.items) !== before;
  }),
  ofBlock('row added', 'table', ({ head, rows }, writer) =>
    done(
      rows.splice(
        writer.dice.below(rows.length + 1),
        0,
        head.map((_, index) => (index === 0 ? writer.name() : writer.time())),
      ),
    ),
  ),
  ofBlock('row removed', 'table', ({ rows }, writer) =>
    rows.length < 3 ? false : done(rows.splice(writer.dice.below(rows.length), 1)),
  ),
  ofBlock('cell changed', 'table', ({ rows }, writer) => {
    const row = writer.dice.pick(rows);
    const at = writer.dice.below(row.length);
    const old = row[at] ?? '';
    return put(row, at, otherDigit(old, writer) ?? otherThan(old, () => writer.name()));
  }),
  ofBlock(
    'table of results',
    'table',
    ({ rows }, writer) => {
      const before = JSON.stringify(rows);
      for (const row of rows) row[row.length - 1] = otherDigit(row.at(-1) ?? '', writer) ?? writer.name();
      return JSON.stringify(rows) !== before;
    },
    2,
  ),
  // Readers wrote it, but a new answer is what somebody who watches a thread wants to know.
  ofBlock(
    'post added',
    'posts',
    ({ posts }, writer, _, now) =>
      done(
        posts.push({
          who: writer.person(),
          text: writer.paragraph(),
          at: now - 60_000 * writer.dice.below(50),
        }),
      ),
    6,
  ),
  ofBlock('post edited', 'posts', ({ posts }, writer) => {
    const post = writer.dice.pick(posts);
    return put(post, 'text', `${post.text} ${writer.sentence()}`);
  }),
  ofBlock(
    'post removed',
    'posts',
    ({ posts }, writer) =>
      posts.length < 2 ? false : done(posts.splice(writer.dice.below(posts.length), 1)),
    2,
  ),
  ofFact('price', ({ language }) => language.phrases.price, otherDigit),
  ofFact(
    'stock status',
    () => 'Status',
    (value, { language: { phrases } }) => (value === phrases.inStock ? phrases.soldOut : phrases.inStock),
  ),
  ofFact(
    'deadline',
    ({ language }) => language.phrases.deadline,
    (_, writer, now) => writer.day(now),
  ),
  ofFact('phone number', ({ language }) => language.phrases.phone, otherDigit),
  ofFact(
    'opening hours',
    ({ language }) => language.phrases.hours,
    (_, writer) => writer.hours(),
  ),
  ofFact(
    'person replaced',
    ({ language }) => language.phrases.contact,
    (_, writer) => writer.person(),
  ),
  {
    name: 'page gone',
    weight: 4,
    apply: (draft, writer) => {
      const page = anyPage(draft, writer, ({ kind }) => kind === 'item');
      return page !== null && draft.pages.size > 8 && draft.pages.delete(page.path);
    },
  },
  {
    name: 'prices of all +5 %',
    weight: 1,
    apply: (draft, writer) => {
      const { price } = writer.language.phrases;
      let count = 0;
      for (const { blocks } of draft.pages.values()) {
        for (const row of blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : []))) {
          if (row[0] !== price) continue;
          // Amounts are written in the way of the country: the last two digits are always its cents.
          row[1] = writer.money((Number(row[1].replaceAll(/\D/g, '')) / 100) * 1.05);
          count++;
        }
      }
      return count > 0;
    },
  },
  // The menu is a part of each page that shows it: all of them say something else now.
  {
    name: 'menu entry renamed',
    weight: 0.5,
    apply: ({ menu }, writer) => {
      const entry = writer.dice.pick(menu);
      return put(
        entry,
        'text',
        otherThan(entry.text, () => writer.name()),
      );
    },
  },
  {
    name: 'menu entry added',
    weight: 0.5,
    apply: ({ menu }, writer) =>
      done(menu.push({ text: writer.name(), href: `https://elsewhere.example/${writer.dice.below(9000)}` })),
  },
  {
    name: 'imprint',
    weight: 0.3,
    apply: (draft, writer) => put(draft, 'imprint', otherDigit(draft.imprint, writer) ?? writer.phone()),
  },
];
