import { ChoiceSetting } from '../fields/choice-setting.tsx';
import { EntryList } from '../fields/entry-list.tsx';
import { LinesSetting } from '../fields/lines-setting.tsx';
import { More, Section } from '../fields/section.tsx';
import '../fields/settings-fields.css';
import { TextSetting } from '../fields/text-setting.tsx';

/** What counts as a change. */
export function ComparePart() {
  return (
    <Section
      title="Compare"
      about="What counts as a change. The first entry that matches an address decides. On the view of a page, regions are chosen by clicking."
    >
      <EntryList
        list={['compare']}
        noun="Entry"
        nouns="Entries"
        fresh={{ by: 'segments' }}
        empty="The text, links and images of whole pages count."
      >
        {(place) => (
          <>
            <LinesSetting isPatterns place={[...place, 'match']} label="Pages" placeholder="/prices/" />
            <ChoiceSetting
              place={[...place, 'by']}
              label="Compare"
              usual="Text, links and images"
              choices={[
                { id: 'segments', name: 'Text, links and images' },
                { id: 'text', name: 'Title and text' },
                { id: 'bytes', name: 'Every byte' },
              ]}
            />
            <div className="settings-grid">
              <LinesSetting place={[...place, 'only']} label="Only these regions" placeholder="main" />
              <LinesSetting place={[...place, 'ignore']} label="Not these regions" placeholder=".advert" />
            </div>
            <LinesSetting
              place={[...place, 'ignoreText']}
              label="Text that does not count"
              placeholder="Visitors: \d+"
            />
            <More title="Plug-in and comment">
              <TextSetting place={[...place, 'plugin']} label="Plug-in" placeholder="./compare-prices.mjs" />
              <TextSetting place={[...place, 'comment']} label="Comment" help="" />
            </More>
          </>
        )}
      </EntryList>
    </Section>
  );
}
