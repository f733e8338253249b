import { ChoiceSetting, YesNoSetting } from '../fields/choice-setting.tsx';
import { LinesSetting } from '../fields/lines-setting.tsx';
import { Section } from '../fields/section.tsx';
import { FillRows } from '../forms/fill-rows.tsx';
import '../fields/settings-fields.css';
import { TextSetting } from '../fields/text-setting.tsx';

/** What is explored of an application whose pages scripts build. */
export function StatesPart() {
  return (
    <>
      <Section
        title="States"
        about="For applications whose pages change without an address: what is explored in a browser, and how far."
      >
        <div className="settings-grid">
          <TextSetting place={['states', 'start']} label="Where it starts" placeholder="/app" />
          <ChoiceSetting
            place={['states', 'setting']}
            label="Two states are the same by"
            usual="Their text"
            choices={[{ id: 'structure', name: 'Their functions' }]}
          />
          <TextSetting isNumber place={['states', 'threshold']} label="Threshold" placeholder="0.05" />
          <TextSetting isNumber place={['states', 'maxStates']} label="States at most" placeholder="200" />
          <TextSetting isNumber place={['states', 'maxDepth']} label="Actions in a row" placeholder="10" />
          <TextSetting place={['states', 'maxTime']} label="Time" placeholder="30m" />
          <TextSetting
            isNumber
            place={['states', 'maxStatesPerUrl']}
            label="States under one address"
            placeholder="50"
          />
          <TextSetting isNumber place={['states', 'maxRepeats']} label="Repeats" placeholder="3" />
          <TextSetting isNumber place={['states', 'contexts']} label="Visitors at once" placeholder="1" />
          <TextSetting isNumber place={['states', 'seed']} label="Seed" placeholder="1" />
        </div>
      </Section>
      <Section title="What is pressed">
        <div className="settings-grid">
          <LinesSetting place={['states', 'include']} label="Only these" placeholder="#menu a" />
          <LinesSetting place={['states', 'exclude']} label="Not these" placeholder="text=Help" />
          <LinesSetting place={['states', 'press']} label="These although they are avoided" />
          <LinesSetting place={['states', 'avoid']} label="Further words to avoid" />
          <LinesSetting place={['states', 'strip']} label="No part of a state" placeholder="footer" />
          <LinesSetting place={['states', 'keys']} label="Keys" placeholder="Enter" />
        </div>
        <YesNoSetting place={['states', 'scroll']} label="Scroll where there is more" isUsuallyOn />
        <YesNoSetting place={['states', 'hover']} label="Also point at things" />
        <YesNoSetting place={['states', 'pressAnything']} label="Avoid nothing" />
      </Section>
      <Section title="What is filled in" about="By CSS selector, such as #city.">
        <FillRows place={['states', 'fill']} />
      </Section>
    </>
  );
}
