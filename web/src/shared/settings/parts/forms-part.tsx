import { EntryList } from '../fields/entry-list.tsx';
import { Section } from '../fields/section.tsx';
import { FormFields } from '../forms/form-fields.tsx';

/** Forms that a crawl fills in wherever it finds them. */
export function FormsPart() {
  return (
    <Section
      title="Forms"
      about="Filled in and sent once each, when the crawl finds them. A form that belongs to one step stands in that step."
    >
      <EntryList list={['forms']} noun="Form" fresh={{ fill: {} }} empty="No forms are filled in.">
        {(place) => <FormFields place={place} />}
      </EntryList>
    </Section>
  );
}
