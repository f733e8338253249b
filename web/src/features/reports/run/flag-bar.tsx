import { type FlagName, flagWords } from '../../../shared/ui/flag.tsx';
import { number } from '../../../shared/words/counted.ts';
import './flag-bar.css';

/** In the order of interest to a reader. */
export const flagOrder = ['UPD', 'NEW', 'MIS', 'ERR', 'SAM'] as const satisfies readonly FlagName[];

/** The number of pages by flag, as a bar. The choices below give the same numbers as text. */
export function FlagBar({ totals }: { readonly totals: Readonly<Record<FlagName, number>> }) {
  const shown = flagOrder.filter((flag) => totals[flag] > 0);
  const words = shown.map((flag) => `${flagWords[flag]} ${number(totals[flag])}`).join(', ');
  return (
    <div className="flag-bar" role="img" aria-label={words === '' ? 'No pages yet' : words}>
      {shown.map((flag) => (
        <span
          key={flag}
          className={`flag-bar-part ${flag}`}
          style={{ flexGrow: totals[flag] }}
          title={`${flagWords[flag]} ${number(totals[flag])}`}
        />
      ))}
    </div>
  );
}
