import { useState } from 'react';
import { FileEditor } from '../../shared/project-file/file-editor.tsx';
import { useCheckedFile } from '../../shared/project-file/use-checked-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ProblemNote } from '../../shared/ui/notes.tsx';
import { useStartWatching } from './use-start-watching.ts';

/** A project file that somebody has already. */
export function PastedFile({ onBack }: { readonly onBack: () => void }) {
  const [text, setText] = useState('');
  const { problems } = useCheckedFile(text);
  const { start, isStarting, error } = useStartWatching();
  return (
    <section className="card padded stack">
      <FileEditor text={text} onChange={setText} problems={problems} />
      {error !== null && <ProblemNote error={error} />}
      <div className="row spread">
        <Button
          look="main"
          icon="play"
          isPending={isStarting}
          isDisabled={text.trim() === '' || problems.some(({ severity }) => severity === 'error')}
          onPress={() => start(text)}
        >
          Start watching
        </Button>
        <Button look="bare" onPress={onBack}>
          Type an address instead
        </Button>
      </div>
    </section>
  );
}
