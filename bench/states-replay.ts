/** `npm run bench -- states-replay`: whether replaying a setting on a recorded application gives the graph of a real exploration with it. */
import { parseArgs } from 'node:util';
import { RecordingPlayer, usualExploreLimits } from '../src/explore/index.ts';
import { openBrowser } from '../src/fetch/index.ts';
import { readSetting, settingAt } from '../src/fingerprint/index.ts';
import { stateApplications } from '../test/features/states/applications/all-applications.ts';
import { essenceOf } from '../test/features/states/applications/proof/essence-of.ts';
import { exploreApplication } from '../test/features/states/applications/proof/explore-application.ts';
import { recordApplication } from '../test/features/states/applications/proof/record-application.ts';
import { loopbackEgress } from '../test/fixtures/servers/loopback-egress.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    settings: { type: 'string', default: 'content@0.03 broder/words:2@0.2' },
    states: { type: 'string', default: '120' },
  },
});
const wanted = values.only.split(',').filter(Boolean);
const settings = values.settings.split(' ').map(readSetting);
const states = Number(values.states);
const browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
let [same, all] = [0, 0];
for (const application of stateApplications) {
  if (wanted.length > 0 && !wanted.some((word) => application.name.includes(word))) continue;
  const recording = await recordApplication(application, browser, states);
  const player = new RecordingPlayer(recording);
  for (const point of settings) {
    const setting = settingAt(point);
    const limits = { ...usualExploreLimits, states };
    const { exploration: replayed } = await player.replay({ setting, limits, strip: [] });
    const { exploration } = await exploreApplication(application, browser, { setting, limits });
    const [real, again] = [essenceOf(exploration), essenceOf(replayed)];
    const isSame = real.join('\n') === again.join('\n') && exploration.ending === replayed.ending;
    all++;
    if (isSame) same++;
    const { algorithm, features, threshold } = point;
    process.stdout.write(
      `${isSame ? 'same' : 'OTHER'}  ${application.name}  ${algorithm} ${features} ${threshold}: ${recording.states.length} states recorded, ` +
        `${exploration.graph.states.length} explored, ${replayed.graph.states.length} replayed\n`,
    );
    if (isSame) continue;
    const ending = `  ended: ${exploration.ending}, replayed: ${replayed.ending}\n`;
    process.stdout.write(ending);
    for (const line of real.filter((each) => !again.includes(each))) process.stdout.write(`  - ${line}\n`);
    for (const line of again.filter((each) => !real.includes(each))) process.stdout.write(`  + ${line}\n`);
  }
}
process.stdout.write(`${same} of ${all} the same\n`);
await browser.close();
