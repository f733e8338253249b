/** `npm run chaos:messages [-- SEED [KILLS]]`: senders that are killed between match, commit and send, and what that did. */
import { runMessageChaos } from './run-message-chaos.ts';

const [seed = 'tidemark', kills = '50'] = process.argv.slice(2);
const { faults, ...figures } = await runMessageChaos(seed, Number(kills));
const print = (line: string) => process.stdout.write(`${line}\n`);
for (const [name, figure] of Object.entries(figures))
  print(`${name.padEnd(20)} ${String(figure).padStart(6)}`);
for (const fault of faults.slice(0, 20)) print(`  ${fault}`);
const isGood = faults.length === 0 && figures.killed === Number(kills);
print(isGood ? 'No message lost, none told twice under another key.' : `FAILED (seed ${seed})`);
process.exitCode = isGood ? 0 : 1;
