import { ChoiceSetting } from '../fields/choice-setting.tsx';
import { LinesSetting } from '../fields/lines-setting.tsx';
import { Section } from '../fields/section.tsx';
import '../fields/settings-fields.css';
import { TextSetting } from '../fields/text-setting.tsx';

/** How much, how fast, and what a crawl may do. */
export function LimitsPart() {
  return (
    <>
      <Section title="Limits" about="How much, how fast and when.">
        <div className="settings-grid">
          <TextSetting isNumber place={['limits', 'pages']} label="Pages of a run" placeholder="1000" />
          <TextSetting
            isNumber
            place={['limits', 'frontier']}
            label="Addresses that may wait"
            placeholder="1000000"
          />
          <TextSetting place={['limits', 'time']} label="Time of a run" placeholder="2h" />
          <TextSetting place={['limits', 'bytes']} label="Bytes of a run" placeholder="1G" />
          <TextSetting place={['limits', 'bandwidth']} label="Bandwidth" placeholder="200k" />
          <TextSetting place={['limits', 'delay']} label="Time between two requests" placeholder="2s" />
          <TextSetting
            isNumber
            place={['limits', 'requestsPerMinute']}
            label="Requests in a minute"
            placeholder="30"
          />
          <TextSetting isNumber place={['limits', 'concurrency']} label="Requests at once" placeholder="1" />
          <TextSetting
            place={['limits', 'wait']}
            label="Longest pause that a site may ask for"
            placeholder="5m"
          />
        </div>
        <LinesSetting place={['limits', 'hours']} label="Hours" placeholder="22:00-06:00 Europe/Berlin" />
      </Section>
      <Section title="Crawl" about="Where a crawl may go, and how it asks.">
        <LinesSetting
          place={['crawl', 'scope']}
          label="Where links may lead"
          placeholder="example.org/docs/"
        />
        <div className="settings-grid">
          <ChoiceSetting
            place={['crawl', 'robots']}
            label="robots.txt"
            usual="Obey"
            choices={[{ id: 'ignore', name: 'Ignore: it is my own site' }]}
          />
          <ChoiceSetting
            place={['crawl', 'nofollow']}
            label="Links marked nofollow"
            usual="Obey"
            choices={[{ id: 'follow', name: 'Follow them' }]}
          />
          <ChoiceSetting
            place={['crawl', 'assets']}
            label="Files that pages embed"
            usual="None"
            choices={[
              { id: 'images', name: 'Images' },
              { id: 'all', name: 'All' },
            ]}
          />
          <TextSetting place={['crawl', 'maxPageSize']} label="Largest page" placeholder="20M" />
          <TextSetting place={['crawl', 'timeout']} label="Longest wait for a page" placeholder="60s" />
          <TextSetting isNumber place={['crawl', 'attempts']} label="Attempts" placeholder="3" />
          <TextSetting place={['crawl', 'userAgent']} label="User agent" />
          <TextSetting place={['crawl', 'contact']} label="Contact" placeholder="me@example.org" />
          <TextSetting place={['crawl', 'proxy']} label="Proxy" placeholder="http://proxy.example.org:8080" />
        </div>
      </Section>
    </>
  );
}
