import type { TidemarkClient } from '../../../src/publish/contract/client.ts';
import type { ServedDemo } from '../served-demo.ts';

export const magazine = 'tides magazine';
export const harbour = 'harbour office';
export const town = 'Hafenstadt 港町';

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
  for (const project of [magazine, town]) await demo.run(project);
  await client.confirmRun({ project: magazine, run: 1 });
  demo.publish();
  for (const project of [magazine, town]) await demo.run(project);
  await demo.explore(harbour, 2);
}
