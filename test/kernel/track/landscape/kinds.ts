import type { Block, Writer } from './content.ts';

/** What a site is about: the pages it has, and how they are built. */
export interface SiteKind {
  readonly name: string;
  readonly sections: readonly string[];
  readonly hasAuthors: boolean;
  item(writer: Writer, now: number): Block[];
}

const para = (writer: Writer): Block => ({
  kind: 'para',
  text: writer.paragraph(),
  link:
    writer.dice.below(4) === 0
      ? { text: writer.name(), href: `https://elsewhere.example/${writer.dice.below(9000)}` }
      : null,
});
const paras = (writer: Writer, least: number, more: number): Block[] =>
  Array.from({ length: least + writer.dice.below(more) }, () => para(writer));
const heading = (writer: Writer): Block => ({ kind: 'heading', text: writer.name() });
const image = (writer: Writer): Block => ({
  kind: 'image',
  src: `/media/${writer.dice.below(90_000)}.jpg`,
  alt: writer.name(),
});
const list = (writer: Writer): Block => ({ kind: 'list', items: writer.list(3 + writer.dice.below(6)) });
const file = (writer: Writer): Block => ({
  kind: 'file',
  href: `/files/${2020 + writer.dice.below(7)}/${writer.dice.below(9000)}.pdf`,
  text: `${writer.name()} (PDF)`,
});
const posts = (writer: Writer, now: number, length: number): Block => ({
  kind: 'posts',
  posts: Array.from({ length }, (_, index) => ({
    who: writer.person(),
    text: writer.paragraph(),
    at: now - (length - index) * (1 + writer.dice.below(40)) * 3_600_000,
  })),
});
const table = (writer: Writer, cells: readonly ('name' | 'time' | 'number' | 'price')[]): Block => ({
  kind: 'table',
  head: cells.map(() => writer.name()),
  rows: Array.from({ length: 4 + writer.dice.below(8) }, () =>
    cells.map((cell) => (cell === 'number' ? String(writer.dice.below(1000)) : writer[cell]())),
  ),
});

export const siteKinds: readonly SiteKind[] = [
  {
    name: 'news',
    sections: ['politics', 'culture', 'sport'],
    hasAuthors: true,
    item: (writer, now) => [
      image(writer),
      ...paras(writer, 3, 5),
      ...(writer.dice.below(3) === 0 ? [posts(writer, now, 1 + writer.dice.below(5))] : []),
    ],
  },
  {
    name: 'shop',
    sections: ['lamps', 'kitchen', 'outdoor'],
    hasAuthors: false,
    item: (writer, now) => {
      const { price, inStock, soldOut } = writer.language.phrases;
      return [
        image(writer),
        {
          kind: 'facts',
          rows: [
            [price, writer.price()],
            ['Status', writer.dice.below(5) === 0 ? soldOut : inStock],
            ['SKU', String(10_000 + writer.dice.below(80_000))],
          ],
        },
        ...paras(writer, 1, 2),
        table(writer, ['name', 'number']),
        ...(writer.dice.below(2) === 0 ? [posts(writer, now, 1 + writer.dice.below(3))] : []),
      ];
    },
  },
  {
    name: 'ministry',
    sections: ['notices', 'tenders'],
    hasAuthors: false,
    item: (writer, now) => {
      const { deadline, contact, phone } = writer.language.phrases;
      return [
        {
          kind: 'facts',
          rows: [
            [deadline, writer.day(now)],
            [contact, writer.person()],
            [phone, writer.phone()],
          ],
        },
        ...paras(writer, 2, 3),
        file(writer),
        ...(writer.dice.below(2) === 0 ? [file(writer)] : []),
      ];
    },
  },
  {
    name: 'forum',
    sections: ['general', 'repairs', 'market'],
    hasAuthors: false,
    item: (writer, now) => [posts(writer, now, 2 + writer.dice.below(7))],
  },
  {
    name: 'docs',
    sections: ['guide', 'reference'],
    hasAuthors: false,
    item: (writer) => [
      ...paras(writer, 1, 2),
      heading(writer),
      ...paras(writer, 1, 2),
      list(writer),
      heading(writer),
      ...paras(writer, 1, 3),
      ...(writer.dice.below(2) === 0 ? [table(writer, ['name', 'name', 'number'])] : []),
    ],
  },
  {
    name: 'university',
    sections: ['courses', 'people'],
    hasAuthors: false,
    item: (writer) => {
      const { contact, phone, hours } = writer.language.phrases;
      return [
        {
          kind: 'facts',
          rows: [
            [contact, writer.person()],
            [phone, writer.phone()],
            [hours, writer.hours()],
          ],
        },
        ...paras(writer, 1, 2),
        heading(writer),
        writer.dice.below(2) === 0 ? list(writer) : table(writer, ['name', 'time', 'number']),
      ];
    },
  },
  {
    name: 'timetable',
    sections: ['lines', 'stops'],
    hasAuthors: false,
    item: (writer) => [
      ...paras(writer, 1, 1),
      table(writer, ['name', 'time', 'time']),
      ...paras(writer, 0, 2),
    ],
  },
  {
    name: 'jobs',
    sections: ['open', 'training'],
    hasAuthors: false,
    item: (writer, now) => {
      const { deadline, contact, phone } = writer.language.phrases;
      return [
        {
          kind: 'facts',
          rows: [
            [deadline, writer.day(now)],
            ['€ / 12', writer.price()],
            [contact, writer.person()],
            [phone, writer.phone()],
          ],
        },
        ...paras(writer, 1, 2),
        list(writer),
        ...paras(writer, 1, 1),
      ];
    },
  },
  {
    name: 'weather',
    sections: ['stations', 'articles'],
    hasAuthors: true,
    item: (writer) => [
      ...paras(writer, 1, 3),
      image(writer),
      {
        kind: 'facts',
        rows: [
          ['m', String(writer.dice.below(2000))],
          [writer.language.phrases.contact, writer.person()],
        ],
      },
    ],
  },
  {
    name: 'municipality',
    sections: ['offices', 'culture', 'notices'],
    hasAuthors: false,
    item: (writer, now) => {
      const { contact, phone, hours } = writer.language.phrases;
      return [
        ...paras(writer, 1, 2),
        {
          kind: 'facts',
          rows: [
            [hours, writer.hours()],
            [contact, writer.person()],
            [phone, writer.phone()],
          ],
        },
        list(writer),
        ...(writer.dice.below(2) === 0 ? [file(writer)] : []),
        ...(writer.dice.below(3) === 0 ? [{ kind: 'para' as const, text: writer.day(now), link: null }] : []),
      ];
    },
  },
  {
    name: 'wiki',
    sections: ['places', 'things'],
    hasAuthors: true,
    item: (writer) => [
      ...paras(writer, 1, 3),
      heading(writer),
      ...paras(writer, 1, 2),
      ...(writer.dice.below(2) === 0 ? [table(writer, ['name', 'number', 'number'])] : []),
      heading(writer),
      list(writer),
    ],
  },
  {
    name: 'releases',
    sections: ['versions', 'blog'],
    hasAuthors: true,
    item: (writer) => [
      ...paras(writer, 1, 1),
      heading(writer),
      list(writer),
      heading(writer),
      list(writer),
      file(writer),
    ],
  },
  {
    name: 'intranet',
    sections: ['bulletin', 'canteen', 'staff'],
    hasAuthors: true,
    item: (writer) => [
      ...paras(writer, 1, 2),
      writer.dice.below(2) === 0
        ? table(writer, ['name', 'price'])
        : {
            kind: 'facts',
            rows: [
              [writer.language.phrases.contact, writer.person()],
              [writer.language.phrases.phone, writer.phone()],
            ],
          },
    ],
  },
];
