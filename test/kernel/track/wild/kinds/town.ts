import { pageEdit } from '../edits/wild-edit.ts';
import { draftPage, draftSections } from '../first-pages.ts';
import { box, dayOf, drawSections, timeOf } from '../frame.ts';
import { escapeText, grouped } from '../prose.ts';
import type { Scene, WildKind } from '../wild-kind.ts';
import { onShelf } from '../wild-page.ts';

const day = 86_400_000;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A town and its calendar: today's date, countdowns, opening hours. */
export const town: WildKind = {
  name: 'town',
  idleFields: [],
  habits: [
    'today',
    'clock',
    'countdown',
    'open now',
    'opening today',
    'visitor counter',
    'water level',
    'rotating pictures',
    'posted ago',
    'copyright',
  ],
  edits: [
    pageEdit('a date moved', (page) =>
      page.template === 'item' ? { ...page, writtenAt: page.writtenAt + 7 * day } : null,
    ),
  ],
  first: (random, count, startsAt) => ({
    pages: [
      draftPage(random, {
        key: '/',
        template: 'home',
        shelf: '',
        title: 'Town of Bridgewater',
        sections: draftSections(random, 2),
      }),
      draftPage(random, {
        key: '/calendar',
        template: 'list',
        shelf: '',
        title: 'Calendar',
        sections: draftSections(random, 1),
      }),
      draftPage(random, {
        key: '/offices',
        template: 'plain',
        shelf: '',
        title: 'Offices',
        sections: draftSections(random, 2),
      }),
      ...Array.from({ length: count - 3 }, (_, at) =>
        draftPage(random, {
          key: `/calendar/${at + 400}`,
          template: 'item',
          shelf: '/calendar',
          title: `Event ${at}`,
          sections: draftSections(random, random.between(1, 2)),
          // Far enough in the future that none is over before the last visit.
          writtenAt: startsAt + random.between(20, 120) * day,
        }),
      ),
    ],
  }),
  render: (scene) => {
    const { page, site, noise } = scene;
    const now = [
      site.has('today') ? noise.byClock((at) => `<span>Today is ${dayOf(at)}</span>`) : '',
      site.has('clock') ? noise.byClock((at) => `<span>${timeOf(at)}</span>`) : '',
    ];
    return `<!doctype html><html><head><title>${escapeText(page.title)} | Bridgewater</title></head><body>
${box(site.layout, 'header', `<nav><a href="/">Town</a> <a href="/calendar">Calendar</a> <a href="/offices">Offices</a></nav><div>${now.join(' ')}</div>`)}
${box(site.layout, 'main', mainOf(scene))}
${box(site.layout, 'footer', bottomOf(scene))}
</body></html>`;
  },
};

function mainOf({ page, state, site, noise }: Scene): string {
  const parts = [`<h1>${escapeText(page.title)}</h1>`];
  if (page.template === 'item') {
    const left = site.has('countdown')
      ? noise.byClock((now) => `, ${Math.ceil((page.writtenAt - now) / day)} days to go`)
      : '';
    parts.push(`<p>On ${dayOf(page.writtenAt)}${left}</p><p>Event number ${page.number}</p>`);
    if (site.has('posted ago'))
      parts.push(
        noise.byClock(
          (now) => `<p>Posted ${Math.floor((now - site.startsAt) / day) + 3} days ago by the town hall</p>`,
        ),
      );
  }
  parts.push(drawSections(page.sections, (to) => to));
  if (page.template === 'list')
    parts.push(
      `<ul>${onShelf(state, page.key)
        .map((one) => {
          const left = site.has('countdown')
            ? noise.byClock((now) => ` (in ${Math.ceil((one.writtenAt - now) / day)} days)`)
            : '';
          return `<li><a href="${one.key}">${escapeText(one.title)}</a> ${dayOf(one.writtenAt)}${left}</li>`;
        })
        .join('')}</ul>`,
    );
  if (page.key === '/offices') parts.push(hours(site.has('opening today'), noise));
  if (page.notice !== '') parts.push(`<p>${escapeText(page.notice)}</p>`);
  if (site.has('rotating pictures'))
    parts.push(
      noise.anew(
        (random) => `<div><img src="/pictures/town-${random.between(1, 6)}.jpg" alt="Our town"></div>`,
      ),
    );
  return parts.join('\n');
}

/** Today's row in bold. */
function hours(isMarked: boolean, noise: Scene['noise']): string {
  const today = isMarked ? noise.byClock((now) => weekdays[new Date(now).getUTCDay()] ?? '') : '';
  const rows = weekdays.map((name) => {
    const text = `${name}: ${name === 'Sunday' ? 'closed' : '8:30 to 16:00'}`;
    return `<li>${name === today ? `<strong>${text}</strong>` : text}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

function bottomOf({ page, site, noise }: Scene): string {
  const parts: string[] = [];
  if (site.has('open now'))
    parts.push(
      noise.byClock((now) => {
        const hour = new Date(now).getUTCHours();
        return `<p>Town hall: ${hour >= 8 && hour < 16 ? 'open now' : 'closed now'}</p>`;
      }),
    );
  if (site.has('water level'))
    parts.push(noise.anew((random) => `<p>River: ${random.between(180, 260)} cm</p>`));
  if (site.has('visitor counter'))
    parts.push(
      `<p>Office ${page.number}, visitor ${noise.counted((count) => grouped(52_000 + 13 * count))}</p>`,
    );
  else parts.push(`<p>Office ${page.number}</p>`);
  parts.push(
    `<p>© ${site.has('copyright') ? noise.byClock((now) => String(new Date(now).getUTCFullYear())) : '2026'} Town of Bridgewater</p>`,
  );
  return parts.join('\n');
}
