import { Tab, TabList } from 'react-aria-components';
import type { Draft } from './draft/draft.ts';
import './part-list.css';
import { parts } from './parts/parts.tsx';

/** The parts of the settings, with how much they say; a part with a mistake says so. */
export function PartList({ draft }: { readonly draft: Draft | null }) {
  return (
    <TabList className="part-list" aria-label="Parts of the settings">
      {parts.map(({ name, title, keys }) => {
        const problem = keys.some((key) => draft?.problem([key]) != null);
        const count = keys.length === 1 ? countOf(draft?.read([keys[0]])) : null;
        return (
          <Tab key={name} id={name} className="part-list-one">
            {title}
            {count !== null && <span className="part-count numbers"> {count}</span>}
            {problem && (
              <>
                <span className="part-problem" aria-hidden="true">
                  !
                </span>
                <span className="visually-hidden">, has mistakes</span>
              </>
            )}
          </Tab>
        );
      })}
    </TabList>
  );
}

const countOf = (value: unknown): number | null =>
  Array.isArray(value) && value.length > 0 ? value.length : null;
