import { ChangedWords } from '../../shared/ui/changed-words.tsx';
import './changed-segment.css';
import { useMutation } from '@tanstack/react-query';
import { account, isAtLeast } from '../../shared/api/account.ts';
import { useObserved } from '../../shared/api/observed-value.ts';
import { problemWords } from '../../shared/api/problem-words.ts';
import { Button } from '../../shared/ui/button.tsx';
import { sayDone, sayFailed } from '../../shared/ui/toast-queue.ts';
import { NoiseRules } from './noise-rules.tsx';
import type { PageDiff, PageLife, SegmentChange } from './page-queries.ts';

const flags = { changed: 'Changed', new: 'New', gone: 'Gone', moved: 'Moved' } as const;

/** One part of the page that changed: where it is, and its words. Noise is grey, with the reason and a switch. */
export function ChangedSegment({
  diff,
  change,
  rules,
  look,
}: {
  readonly diff: PageDiff;
  readonly change: SegmentChange;
  readonly rules: PageLife['rules'];
  readonly look: 'inline' | 'sides';
}) {
  const { flag, words, links, isNoise, isCut, movedFrom } = change;
  return (
    <article className={`segment ${isNoise ? 'noise' : ''}`}>
      <div className="segment-head">
        <p className="segment-place" title={change.path}>
          <span className={`segment-flag ${flag}`}>{flags[flag]}</span> {placeWords(change)}
          {movedFrom !== null && <>, before {placeWords({ ...movedFrom, kind: '' })}</>}
        </p>
        {!isNoise && change.area !== 'head' && <ThisIsNoise diff={diff} change={change} />}
      </div>
      {look === 'inline' ? (
        <p>
          <ChangedWords words={words} />
          {isCut && ' …'}
        </p>
      ) : (
        <div className="segment-sides">
          <p>
            <span className="visually-hidden">Before: </span>
            {flag !== 'new' && <ChangedWords words={words} side="before" />}
          </p>
          <p>
            <span className="visually-hidden">After: </span>
            {flag !== 'gone' && <ChangedWords words={words} side="after" />}
          </p>
        </div>
      )}
      {(links.added.length > 0 || links.removed.length > 0) && (
        <ul className="segment-links small">
          {links.removed.map((link) => (
            <li key={`- ${link}`}>
              Link gone: <del>{link}</del>
            </li>
          ))}
          {links.added.map((link) => (
            <li key={`+ ${link}`}>
              New link: <ins>{link}</ins>
            </li>
          ))}
        </ul>
      )}
      {isNoise && <p className="small quiet">Noise: {change.reason}</p>}
      {change.rules.length > 0 && <NoiseRules project={diff.project} ids={change.rules} rules={rules} />}
    </article>
  );
}

const areas: Readonly<Record<string, string>> = {
  head: 'in the head of the page',
  header: 'in the header',
  navigation: 'in the navigation',
  sidebar: 'in the sidebar',
  footer: 'in the footer',
};

/** `paragraph in the footer, under “Opening hours”`, in the words of the reports. */
function placeWords({ kind, area, heading }: Pick<SegmentChange, 'kind' | 'area' | 'heading'>): string {
  const where = [areas[area], heading === null || heading === '' ? undefined : `under “${heading}”`];
  const known = where.filter((each) => each !== undefined).join(', ');
  return `${kind} ${known === '' ? 'in the text' : known}`.trim();
}

const tell = (error: unknown): void => sayFailed(problemWords(error).detail);

/** For a change that nobody wants to hear of: its place is ignored on this page. */
function ThisIsNoise({ diff, change }: { readonly diff: PageDiff; readonly change: SegmentChange }) {
  const role = useObserved(account)?.role ?? 'reader';
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { ignoreSegment } = await import('./regions/ignore-segment.ts');
      return ignoreSegment(diff, { from: diff.from.run, to: diff.to.run }, change);
    },
    onSuccess: ({ selector, undo }) =>
      sayDone(`${selector} is ignored on this page from the next run on.`, () => void undo().catch(tell)),
    onError: tell,
  });
  if (!isAtLeast(role, 'editor')) return null;
  return (
    <Button look="bare" isPending={isPending} onPress={() => mutate()}>
      This is noise
    </Button>
  );
}
