import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account, isAtLeast } from '../../../../shared/api/account.ts';
import { useObserved } from '../../../../shared/api/observed-value.ts';
import { problemWords } from '../../../../shared/api/problem-words.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ChoiceGroup } from '../../../../shared/ui/choice.tsx';
import { sayDone, sayFailed } from '../../../../shared/ui/toast-queue.ts';
import { saveRegion } from './save-region.ts';
import type { RegionUse } from './with-region.ts';

const tell = (error: unknown): void => sayFailed(problemWords(error).detail);

/** Saves whether the chosen region is watched or ignored; it can be undone. */
export function UseRegion({
  project,
  url,
  selector,
}: {
  readonly project: string;
  readonly url: string;
  readonly selector: string;
}) {
  const [where, setWhere] = useState<'page' | 'all'>('page');
  const role = useObserved(account)?.role ?? 'reader';
  const { mutate, isPending } = useMutation({
    mutationFn: async (use: RegionUse) => ({
      use,
      undo: await saveRegion(project, { selector, use, url: where === 'page' ? url : null }),
    }),
    onSuccess: ({ use, undo }) =>
      sayDone(
        use === 'only'
          ? `Only ${selector} is watched from the next run on.`
          : `${selector} is ignored from the next run on.`,
        () => void undo().catch(tell),
      ),
    onError: tell,
  });
  if (!isAtLeast(role, 'editor')) return null;
  return (
    <div className="row">
      <ChoiceGroup
        label="Where"
        isLabelHidden
        value={where}
        onChange={setWhere}
        choices={[
          { value: 'page', title: 'On this page' },
          { value: 'all', title: 'On all pages' },
        ]}
      />
      <Button look="main" icon="eye" isPending={isPending} onPress={() => mutate('only')}>
        Watch only this
      </Button>
      <Button isPending={isPending} onPress={() => mutate('ignore')}>
        Ignore this
      </Button>
    </div>
  );
}
