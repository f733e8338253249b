import { carried } from '../carried.ts';
import { ids } from '../ids.ts';
import { forum as forumPages } from '../pages.ts';
import { amidQuery, firstInQuery, lastInQuery, semicolonQuery } from '../places.ts';
import type { Style } from '../site.ts';

const family = 'forum';
const shared = { family, id: ids.hex32, pages: forumPages } as const;

export const forum: readonly Style[] = [
  carried({
    ...shared,
    name: 'sid-twice',
    decidable: 'as phpbb; two plug-ins each wrote it',
    places: [(page, id) => firstInQuery('sid')({ ...page, query: [...page.query, ['sid', id]] }, id)],
  }),
  carried({
    ...shared,
    name: 'escaped-ampersand',
    decidable: 'as phpbb; the page was written with &amp; and the name became "amp;sid"',
    places: [(page, id) => lastInQuery(page.query.length === 0 ? 'sid' : 'amp;sid')(page, id)],
  }),
  carried({
    ...shared,
    name: 'phpbb',
    decidable: 'one random sid on all links of a list, another in the other list',
    places: [lastInQuery('sid')],
  }),
  carried({
    ...shared,
    name: 'phpbb-first',
    decidable: 'as phpbb, before the parameters that select content',
    places: [firstInQuery('sid'), amidQuery('sid')],
  }),
  carried({
    ...shared,
    name: 'vbulletin',
    decidable: 'one random s on all links of a list',
    places: [firstInQuery('s'), lastInQuery('s')],
  }),
  carried({
    ...shared,
    name: 'smf',
    decidable: 'the value of sesc is the same on all its links',
    places: [semicolonQuery('sesc'), semicolonQuery('PHPSESSID')],
    share: 0.5,
  }),
  carried({
    ...shared,
    name: 'burning-board',
    decidable: 'one random value under a generic name',
    id: ids.hex40,
    places: [lastInQuery('sid'), lastInQuery('SID'), lastInQuery('session')],
  }),
];
