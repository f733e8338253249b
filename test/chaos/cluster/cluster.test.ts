import { expect, test } from 'vitest';
import { runClusterChaos } from './run-cluster-chaos.ts';

// `npm run chaos -- cluster` does the same with every fault, 20 times each.
test('a connection that breaks at COMMIT and a PostgreSQL that is killed lose nothing, store nothing twice and tell nothing twice', {
  timeout: 400_000,
}, async () => {
  let isPlanted = false;
  const [first, second] = await runClusterChaos({
    seed: 'short',
    rounds: ['lost-commit', 'database-killed'],
    workers: 2,
    pages: 12,
    // What the judge does not notice here, it would not notice there.
    beforeJudging: async (cluster, round) => {
      if (round < 2) return;
      isPlanted = true;
      await cluster.rows(
        'DELETE FROM visit WHERE (run_id, page_id) IN (SELECT run_id, page_id FROM visit ORDER BY run_id DESC LIMIT 1)',
      );
    },
  });
  // How long it took, and how close requests came, says more about a machine that runs other tests beside it.
  const nothing = { lost: 0, twice: 0, wrong: 0, stale: 0, messages: 0 };
  expect(first?.counts).toMatchObject(nothing);
  expect(isPlanted).toBe(true);
  expect(second?.counts).toMatchObject({ ...nothing, lost: 1 });
  expect(second?.faults).toContainEqual(expect.stringContaining('is not stored'));
});
