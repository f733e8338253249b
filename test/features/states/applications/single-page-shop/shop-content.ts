/** What an editor can change. */
export interface Product {
  readonly slug: string;
  readonly name: string;
  readonly price: string;
  readonly text: string;
}

export interface ShopContent {
  readonly products: readonly Product[];
  /** Pages of plain text, by path. */
  readonly pages: Readonly<
    Record<string, { readonly title: string; readonly paragraphs: readonly string[] }>
  >;
}

export type ShopFlag = 'NEW' | 'SAM' | 'UPD' | 'MIS';

/** One version of the shop, and the flag of every page when it is visited after the version before. */
export interface ShopVersion {
  readonly content: ShopContent;
  readonly flags: Readonly<Record<string, ShopFlag>>;
}

const lamp = {
  slug: 'desk-lamp',
  name: 'Desk lamp',
  price: '49.00 €',
  text: 'An arm of brass and a green shade.',
};
const chair = {
  slug: 'oak-chair',
  name: 'Oak chair',
  price: '180.00 €',
  text: 'Made of oak from the forest behind the workshop. It may be left outside in summer.',
};
const clock = {
  slug: 'kitchen-clock',
  name: 'Kitchen clock',
  price: '35.50 €',
  text: 'Runs for two years on one battery, and is so quiet that you forget it.',
};
const bowl = {
  slug: 'blue-bowl',
  name: 'Blue bowl',
  price: '22.00 €',
  text: 'Glazed by hand, no two are alike.',
};
const blanket = {
  slug: 'wool-blanket',
  name: 'Wool blanket',
  price: '95.00 €',
  text: 'Woven in a mill by the sea from the wool of two hundred sheep.',
};

const delivery = {
  title: 'Delivery',
  paragraphs: [
    'Parcels leave on Mondays and Thursdays.',
    'Chairs are brought by a carrier, who calls you first.',
  ],
};
const about = {
  title: 'About us',
  paragraphs: [
    'Three friends opened this shop in an old sail loft.',
    'Two of them still argue about the colour of the door.',
  ],
};

/** Visit 1. */
const opened: ShopVersion = {
  content: { products: [lamp, chair, clock, bowl], pages: { '/delivery': delivery, '/about': about } },
  flags: {
    '/': 'NEW',
    '/products': 'NEW',
    '/products/desk-lamp': 'NEW',
    '/products/oak-chair': 'NEW',
    '/products/kitchen-clock': 'NEW',
    '/products/blue-bowl': 'NEW',
    '/delivery': 'NEW',
    '/about': 'NEW',
  },
};

/** Visit 2: the chair costs more, the bowl is sold out, a blanket came in. The start page has the names of the first three products, so it stays. */
const restocked: ShopVersion = {
  content: {
    products: [lamp, { ...chair, price: '195.00 €' }, clock, blanket],
    pages: { '/delivery': delivery, '/about': about },
  },
  flags: {
    '/': 'SAM',
    '/products': 'UPD',
    '/products/desk-lamp': 'SAM',
    '/products/oak-chair': 'UPD',
    '/products/kitchen-clock': 'SAM',
    '/products/blue-bowl': 'MIS',
    '/products/wool-blanket': 'NEW',
    '/delivery': 'SAM',
    '/about': 'SAM',
  },
};

/** Visit 3: one sentence about the delivery is another one, and the clock has a new name, which the start page and the list show. */
const renamed: ShopVersion = {
  content: {
    products: [lamp, { ...chair, price: '195.00 €' }, { ...clock, name: 'Quiet kitchen clock' }, blanket],
    pages: {
      '/delivery': {
        title: 'Delivery',
        paragraphs: ['Parcels leave every morning.', 'Chairs are brought by a carrier, who calls you first.'],
      },
      '/about': about,
    },
  },
  flags: {
    '/': 'UPD',
    '/products': 'UPD',
    '/products/desk-lamp': 'SAM',
    '/products/oak-chair': 'SAM',
    '/products/kitchen-clock': 'UPD',
    '/products/wool-blanket': 'SAM',
    '/delivery': 'UPD',
    '/about': 'SAM',
  },
};

/** What the shop shows at the first, second and third visit. */
export const shopVersions = [opened, restocked, renamed] as const;
