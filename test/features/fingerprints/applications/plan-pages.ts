import { type Application, capital, type Entity } from './application.ts';
import type { Block, LabelledPlan, PagePlan } from './page-plan.ts';
import { inputOf, month, paragraphs, tableOf } from './plan-blocks.ts';
import { planEntity, planTabs } from './plan-entity.ts';
import { randomOf } from './random.ts';

const plain = { dialog: null, isSignedIn: true, openMenu: false, active: null };

/** All pages of an application, most of them several times with other data. */
export function planPages(application: Application, seed: number): readonly LabelledPlan[] {
  const random = randomOf(seed);
  const plans: LabelledPlan[] = [];
  const add = (state: string, plan: Partial<PagePlan> & Pick<PagePlan, 'title' | 'blocks'>) =>
    void plans.push({ state, plan: { ...plain, ...plan } });
  for (const entity of application.entities) planEntity(entity, random, add);
  planTabs(application.entities[0] as Entity, random, add);
  const login = (message: readonly Block[]) => ({
    title: 'Log in',
    isSignedIn: false,
    blocks: [
      { kind: 'heading', text: 'Log in' },
      ...message,
      {
        kind: 'form',
        address: '/login',
        inputs: [inputOf('user', 'text'), inputOf('password', 'text')],
        submit: 'Log in',
        cancel: null,
      },
    ] satisfies readonly Block[],
  });
  add('login', login([]));
  add('login-failed', login([{ kind: 'message', tone: 'bad', text: 'Wrong user or password' }]));
  for (let i = 0; i < 2; i++)
    add('dashboard', {
      title: 'Dashboard',
      active: 'dashboard',
      blocks: [
        { kind: 'heading', text: 'Dashboard' },
        {
          kind: 'figures',
          values: application.entities.map(({ plural }) => [capital(plural), String(random.below(9000))]),
        },
        tableOf(application.entities[0] as Entity, random, 2 + random.below(5)),
      ],
    });
  for (const name of application.footer.slice(0, 2))
    add(`static-${name}`, {
      title: capital(name),
      active: name,
      blocks: [
        { kind: 'heading', text: capital(name) },
        { kind: 'text', paragraphs: paragraphs(random) },
      ],
    });
  for (let i = 0; i < 3; i++)
    add('not-found', {
      title: 'Not found',
      blocks: [
        { kind: 'heading', text: 'Page not found' },
        { kind: 'text', paragraphs: [`There is nothing at /${random.word()}/${random.below(999)}.`] },
        { kind: 'buttons', links: [{ name: 'Back', address: '/' }] },
      ],
    });
  for (let i = 0; i < 3; i++) {
    const name = random.name();
    add('article', {
      title: name,
      active: 'news',
      blocks: [
        { kind: 'heading', text: `${name} ${random.word()}` },
        { kind: 'text', paragraphs: paragraphs(random) },
        { kind: 'buttons', links: [{ name: 'Back to the news', address: '/news' }] },
      ],
    });
  }
  for (let i = 0; i < 2; i++)
    add('month', {
      title: 'Calendar',
      active: 'calendar',
      blocks: [
        { kind: 'heading', text: `${random.pick(['January', 'May', 'July'])} 20${10 + random.below(20)}` },
        month(random, 5),
      ],
    });
  add('week', {
    title: 'Calendar',
    active: 'calendar',
    blocks: [
      { kind: 'heading', text: `Week ${random.below(52)}` },
      { kind: 'buttons', links: [{ name: 'Day', address: '/calendar?view=day' }] },
      month(random, 1),
    ],
  });
  add('settings', {
    title: 'Settings',
    active: 'settings',
    blocks: [
      { kind: 'heading', text: 'Settings' },
      {
        kind: 'form',
        address: '/settings',
        inputs: [
          inputOf('language', 'select'),
          inputOf('time zone', 'select'),
          inputOf('receive mail', 'checkbox'),
        ],
        submit: 'Save settings',
        cancel: null,
      },
    ],
  });
  return plans;
}
