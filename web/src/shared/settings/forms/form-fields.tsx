import { More } from '../fields/section.tsx';
import '../fields/settings-fields.css';
import { asMap, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';
import { LinesSetting } from '../fields/lines-setting.tsx';
import { TextSetting } from '../fields/text-setting.tsx';
import { FillRows } from './fill-rows.tsx';

/** A form of a page: which one, and what is filled in. */
export function FormFields({ place }: { readonly place: Place }) {
  const draft = useDraft();
  const { name, id, fields } = asMap(draft.read([...place, 'find']));
  const hasMore = [name, id, fields, draft.read([...place, 'submit'])].some((each) => each !== undefined);
  return (
    <div className="stack">
      <TextSetting
        place={[...place, 'find', 'action']}
        label="Where the form leads (its action)"
        placeholder="/search"
        help="Empty: the form that has all the fields below."
      />
      <FillRows place={[...place, 'fill']} />
      <More title="More about this form" isOpen={hasMore}>
        <div className="settings-grid">
          <TextSetting place={[...place, 'find', 'name']} label="Name of the form" />
          <TextSetting place={[...place, 'find', 'id']} label="Id of the form" />
          <TextSetting place={[...place, 'submit']} label="Button to press" />
          <TextSetting place={[...place, 'comment']} label="Comment" />
        </div>
        <LinesSetting place={[...place, 'find', 'fields']} label="Fields that it contains" />
      </More>
    </div>
  );
}
