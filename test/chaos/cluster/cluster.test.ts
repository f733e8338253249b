import { expect, test } from 'vitest';
import { runClusterChaos } from './run-cluster-chaos.ts';

// `npm run chaos -- cluster` does the same with every fault, 20 times each.
test('a connection that breaks at COMMIT and a PostgreSQL that is killed lose nothing, store nothing twice and tell nothing twice', {
  timeout: 180_000,
}, async () => {
  let isPlanted = false;
  const [first, second, third] = await runClusterChaos({
    seed: 'short',
    rounds: ['lost-commit', 'database-killed', 'lost-commit'],
    pages: 12,
    // What the judge does not notice here, it would not notice there.
    beforeJudging: async (cluster, round) => {
      if (round < 3) return;
      isPlanted = true;
      await cluster.rows(
        'DELETE FROM visit WHERE (run_id, page_id) IN (SELECT run_id, page_id FROM visit ORDER BY run_id DESC LIMIT 1)',
      );
    },
  });
  expect(first?.faults).toEqual([]);
  expect(second?.faults).toEqual([]);
  expect(isPlanted).toBe(true);
  expect(third?.counts).toMatchObject({ lost: 1, twice: 0 });
  expect(third?.faults).toEqual([expect.stringContaining('is not stored')]);
});
