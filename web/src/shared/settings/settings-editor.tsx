import { useState } from 'react';
import { TabPanel, Tabs } from 'react-aria-components';
import { FileEditor } from '../project-file/file-editor.tsx';
import type { CheckedFile } from '../project-file/use-checked-file.ts';
import { ChoiceGroup } from '../ui/choice.tsx';
import { EmptyNote } from '../ui/notes.tsx';
import { DraftContext } from './draft/draft.ts';
import { useFileDraft } from './draft/use-file-draft.ts';
import { PartList } from './part-list.tsx';
import { type PartName, partCalled, parts } from './parts/parts.tsx';
import './settings-editor.css';

/**
 * Everything of a project: as a form, part by part, beside its file as text. Both change the same text. Where there is room they stand side by
 * side, else one of them is shown.
 */
export function SettingsEditor({
  text,
  onChange,
  check,
  part,
  onPart,
  project = null,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The server's answer about the text at the time of the request. */
  readonly check: CheckedFile;
  readonly part: string | undefined;
  readonly onPart: (part: PartName) => void;
  /** Null before it is made; afterwards its name stays. */
  readonly project?: string | null;
}) {
  const draft = useFileDraft(project, text, onChange, check);
  const [shown, setShown] = useState<'form' | 'file'>('form');
  return (
    <div className="settings-editor wide-view">
      <div className="settings-switch">
        <ChoiceGroup
          label="Edit the settings as"
          isLabelHidden
          value={shown}
          onChange={setShown}
          choices={[
            { value: 'form', title: 'Form' },
            { value: 'file', title: 'Project file' },
          ]}
        />
      </div>
      <div className="settings-sides" data-shown={shown}>
        <Tabs
          className="settings-form"
          selectedKey={partCalled(part).name}
          onSelectionChange={(chosen) => onPart(chosen as PartName)}
        >
          <PartList draft={draft} />
          {parts.map(({ name: each, View }) => (
            <TabPanel key={each} id={each} className="stack">
              {draft === null ? (
                <EmptyNote icon="warn" title="The file cannot be read as it stands">
                  <p>Mend it as a project file first; the form follows.</p>
                </EmptyNote>
              ) : (
                <DraftContext value={draft}>
                  <View hasFixedName={project !== null} />
                </DraftContext>
              )}
            </TabPanel>
          ))}
        </Tabs>
        <div className="settings-file">
          <FileEditor text={text} problems={check.problems} onChange={onChange} />
        </div>
      </div>
    </div>
  );
}
