import type { TidemarkClient } from '../../../src/main/client.ts';
import type { ServedDemo } from '../served-demo.ts';

export const magazine = 'tides magazine';
export const harbour = 'harbour office';
export const town = 'Hafenstadt 港町';

export const newsDesk = 'news desk';

/** A project that says something about everything, as section 5.6 of the Smart Crawler paper and more. */
const wholeFile = (source: string) => `# The news that the desk reads in the morning.
name: ${newsDesk}
source:
  url: ${source}
  name: Tides
  comment: The magazine of the coast
preference: { depth: 2, sessionId: none }
rules:
  - allow: ^http://[^/]+/articles/ # what we read
  - allow: /sections/(?:science|harbours)
    comment: two sections
  - deny: /print/
    comment: the same pages once more
  - deny: { type: [image/*, application/pdf] }
  - allow: archive\\.php\\?year=20[0-9]{2}&order=(?:new|old)&language=(?:en|de|ja)
  - default: deny
steps:
  - name: search
    open: /search
    form: { find: { action: /search }, fill: { q: [gauge, 潮位] } }
    collect: no
  - open: /sections/science
    depth: 3
    collect: { only: ["/articles/", { glob: "**/notes/**" }] }
forms:
  - find: { action: /newsletter }
    fill: { name: Tidemark, terms: true }
session:
  login: { open: /login, form: { fill: { user: reader, password: { secret: tides } } } }
  loggedInWhen: Log out
compare:
  - match: /sections/
    only: [main, "#headlines"]
    ignore: [aside, .advert]
  - ignoreText: "Readers today: \\\\d+"
schedule: { cron: "0 7 * * 1-5", zone: Europe/Berlin, missed: skip }
confirm: yes
notify:
  - mailto:desk@example.org
  - to: { secret: team-chat }
    events: [match, missing]
    when: daily at 08:00 Europe/Berlin
    token: { secret: chat-bot }
limits: { pages: 500, delay: 1s, hours: 22:00-06:00 Europe/Berlin }
states: { start: /map, setting: structure, exclude: [text=Help], fill: { "#place": Dover } }
`;

/** Two projects with two runs each, detectors and a channel that cannot be reached: what a server looks like after a week. */
export async function fillDemo(demo: ServedDemo, client: TidemarkClient): Promise<void> {
  const file = `name: ${magazine}
source: ${demo.magazine}
schedule: every 6h
confirm: yes
detectors:
  - name: gauges
    stems: [gauge, pier]
  - name: less often
    phrase: { text: ten minutes }
notify:
  - to: http://127.0.0.1:9/changes
`;
  await client.addProject({ body: { file } });
  await client.addProject({ body: { file: `name: ${town}\nsource: ${demo.town}\nschedule: every 1d\n` } });
  await client.addProject({ body: { file: wholeFile(demo.magazine) } });
  for (const project of [magazine, town]) await demo.run(project);
  await client.confirmRun({ project: magazine, run: 1 });
  demo.publish();
  for (const project of [magazine, town]) await demo.run(project);
  await demo.explore(harbour, 2);
}
