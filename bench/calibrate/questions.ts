import { judgementOf } from '../../src/features/calibration/judge/judgement.ts';
import { allPairs, type JudgeVerdict } from '../../src/features/calibration/judge/verdict.ts';
import { likenessOf } from '../../src/features/calibration/likeness.ts';
import { generatedSite } from '../../test/features/calibration/generated-sites.ts';

/** Judges who tell the truth: how many pairs they are asked about, and whether what follows is the truth. */
export function benchQuestions(sites: number, states: number, say: (text: string) => void): void {
  let [asked, pairs, right] = [0, 0, 0];
  for (let site = 1; site <= sites; site++) {
    const { recording, classOf } = generatedSite(site, states);
    const likeness = likenessOf(recording);
    const verdicts: JudgeVerdict[] = [];
    const isSame = (one: number, other: number) => classOf[one] === classOf[other];
    let judgement = judgementOf(states, verdicts, likeness);
    for (; judgement.next !== null; judgement = judgementOf(states, verdicts, likeness)) {
      const { one, other } = judgement.next;
      verdicts.push({ one, other, judge: 'truth', verdict: isSame(one, other) ? 'duplicate' : 'different' });
    }
    const found = judgement.classOf;
    asked += verdicts.length;
    pairs += judgement.pairs;
    right += allPairs(states).filter(
      ({ one, other }) => (found[one] === found[other]) === isSame(one, other),
    ).length;
    say(
      `site ${site}: ${new Set(classOf).size} different of ${states} states, ${verdicts.length} of ${judgement.pairs} pairs asked, ${judgement.known.follows} follow, ${judgement.known.agreed} by agreement`,
    );
  }
  say(
    `${asked} of ${pairs} pairs asked (${((100 * asked) / pairs).toFixed(1)} %); ${right} of ${pairs} verdicts are the truth (${((100 * right) / pairs).toFixed(2)} %)`,
  );
}
