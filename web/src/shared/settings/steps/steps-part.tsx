import { EntryList } from '../fields/entry-list.tsx';
import { Section } from '../fields/section.tsx';
import { StepFields } from './step-fields.tsx';

/** What to do, in order, each step with its own address, depth and form. */
export function StepsPart() {
  return (
    <Section
      title="Steps"
      about="What to do, in order: log in, search, then collect the results; or several parts of a site in one project."
    >
      <EntryList
        list={['steps']}
        noun="Step"
        fresh={{ open: '/' }}
        empty="One step: everything is collected from the source on."
      >
        {(place, number) => <StepFields place={place} number={number} />}
      </EntryList>
    </Section>
  );
}
