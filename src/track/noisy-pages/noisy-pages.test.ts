import { expect, test } from 'vitest';
import { shortOrLong } from '../../../test/fixtures/short-or-long.ts';
import { Dice } from '../../base/index.ts';
import { segmentHtml } from '../../document/index.ts';
import {
  comparisonOf,
  confirmChange,
  confirmedComparison,
  decideFlag,
  type Flag,
  judgeChanges,
  learnVolatileRules,
  mergeRules,
  type Snapshot,
  type VolatileRule,
} from '../index.ts';
import { type NoiseKind, NoisyPage, noiseKinds } from './noisy-page.example.ts';
import { type EditKind, editKinds } from './page-truth.example.ts';

const start = Date.UTC(2026, 2, 14, 9, 26, 53);

function fetchPage(page: NoisyPage, at: number): Snapshot {
  return { segments: segmentHtml(Buffer.from(page.respond(at))).leaves, at };
}

/** Does with one page what the engine does: learn on the first visit, judge by rules, confirm a suspicion. */
class Tracker {
  readonly #page: NoisyPage;
  #last: Snapshot;
  #rules: readonly VolatileRule[] = [];
  fetches = 0;
  reason = '';

  constructor(page: NoisyPage, at: number, usesTwins = true) {
    this.#page = page;
    this.#last = fetchPage(page, at);
    if (usesTwins) this.#learn(learnVolatileRules(this.#last, fetchPage(page, at)));
  }

  #learn(rules: readonly VolatileRule[]): void {
    this.#rules = mergeRules(this.#rules, rules);
  }

  visit(at: number): Flag {
    const now = fetchPage(this.#page, at);
    this.fetches = 1;
    const rules = this.#rules;
    const judged = judgeChanges(this.#last, now, rules);
    let comparison = comparisonOf(judged);
    const twins: Snapshot[] = [];
    const isUncertain = judged.some(({ isCertain }) => !isCertain);
    for (let isOpen = comparison.level === 'changed' || isUncertain; isOpen; ) {
      twins.push(fetchPage(this.#page, at));
      this.fetches++;
      const confirmed = confirmChange(this.#last, now, twins, { rules });
      this.#learn(confirmed.learned);
      comparison = confirmedComparison(confirmed);
      isOpen = confirmed.isDoubtful && twins.length < 3;
    }
    this.#last = now;
    const { flag, reason } = decideFlag(
      { hasGoodVersion: true, lastFlag: 'SAM' },
      { outcome: 'content', problem: null, comparison },
    );
    this.reason = reason;
    return flag;
  }
}

interface History {
  readonly seed: number;
  readonly noise: readonly NoiseKind[];
  readonly visits: readonly {
    readonly edits: readonly EditKind[];
    readonly flag: Flag;
    readonly reason: string;
  }[];
  readonly fetches: number;
}

function runHistory(seed: number, noise: readonly NoiseKind[], visits: number): History {
  const dice = new Dice(seed * 31 + 7);
  const page = new NoisyPage(seed, noise, start);
  const tracker = new Tracker(page, start);
  let at = start;
  let fetches = 0;
  const results = Array.from({ length: visits }, () => {
    at += Math.floor((5 + dice.next() ** 3 * 20_000) * 60_000);
    const edits = dice.next() < 0.4 ? [dice.pick(editKinds)] : [];
    if (edits.length > 0 && dice.next() < 0.3) edits.push(dice.pick(editKinds));
    const before = JSON.stringify(page.truth);
    for (const kind of edits) page.edit(kind);
    const isEdited = JSON.stringify(page.truth) !== before;
    const flag = tracker.visit(at);
    fetches += tracker.fetches;
    return { edits: isEdited ? edits : [], flag, reason: tracker.reason };
  });
  return { seed, noise, visits: results, fetches };
}

function mistakes(history: History): readonly string[] {
  return history.visits.flatMap(({ edits, flag, reason }, visit) => {
    const wanted = edits.length > 0 ? 'UPD' : 'SAM';
    if (flag === wanted) return [];
    const what = `seed ${history.seed}, visit ${visit + 1}, noise ${history.noise.join('+')}, edits ${edits.join('+')}`;
    return [`${what}: ${flag} (${reason})`];
  });
}

const histories = shortOrLong(70, 250);

test(`${histories} histories of noisy pages: no false alarm, no missed edit`, () => {
  const found: string[] = [];
  for (let seed = 1; seed <= histories; seed++) {
    const dice = new Dice(seed);
    const noise = noiseKinds.filter(() => dice.next() < 0.5);
    found.push(...mistakes(runHistory(seed, noise, 5)));
  }
  expect(found).toEqual([]);
});

test.each(noiseKinds)('noise of one kind alone is never a change: %s', (kind) => {
  for (let seed = 1; seed <= 8; seed++) {
    const page = new NoisyPage(seed, [kind], start);
    const tracker = new Tracker(page, start);
    for (const minutes of [7, 61, 1500, 9000]) {
      expect(tracker.visit(start + minutes * 60_000), `seed ${seed}: ${tracker.reason}`).toBe('SAM');
    }
  }
});

test.each(editKinds)('an edit among all kinds of noise is never missed: %s', (kind) => {
  for (let seed = 1; seed <= 8; seed++) {
    const page = new NoisyPage(seed, noiseKinds, start);
    const tracker = new Tracker(page, start);
    expect(tracker.visit(start + 600_000)).toBe('SAM');
    const before = JSON.stringify(page.truth);
    page.edit(kind);
    const wanted = JSON.stringify(page.truth) === before ? 'SAM' : 'UPD';
    expect(tracker.visit(start + 1_260_000), `seed ${seed}: ${tracker.reason}`).toBe(wanted);
  }
});

test('once the noise is learned, an unchanged page without new adverts costs one fetch', () => {
  let fetches = 0;
  let visits = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const noise = noiseKinds.filter((kind) => !kind.includes('advert'));
    const tracker = new Tracker(new NoisyPage(seed, noise, start), start);
    for (let visit = 1; visit <= 5; visit++) {
      expect(tracker.visit(start + visit * 5_000_000)).toBe('SAM');
      fetches += tracker.fetches;
      visits++;
    }
  }
  expect(fetches / visits).toBeLessThanOrEqual(1.05);
});

test('without twin fetch the same pages raise false alarms', () => {
  const page = new NoisyPage(5, ['advert', 'visit counter'], start);
  const last = fetchPage(page, start);
  const now = fetchPage(page, start + 600_000);
  expect(comparisonOf(judgeChanges(last, now, [])).level).toBe('changed');
});
