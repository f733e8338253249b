import type { ProjectFile } from '../parse-project-file.ts';
import type { NotifyEntry } from '../schema/notify-entry.ts';
import type { ProjectDefinition } from '../schema/project-schema.ts';
import { placeOfValue } from '../yaml/locate.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { writeProjectFile } from './write-project-file.ts';

/** The text of a project file for people who may not change it. `hidden` says what stands for an address; null for one that may be seen. */
export function withHiddenChannels(
  { definition, text, yaml }: ProjectFile,
  hidden: (to: NotifyEntry['to']) => string | null,
): string {
  const entries = (definition.notify ?? []).map(({ to }, i) => ({ i, to, instead: hidden(to) }));
  let shown = text;
  // From the end: what stands before keeps its place.
  for (const { i, instead } of entries.toReversed()) {
    if (instead === null) continue;
    const { offset, length } = placeOfValue(yaml, ['notify', i, 'to']);
    shown = `${shown.slice(0, offset)}${JSON.stringify(instead)}${shown.slice(offset + length)}`;
  }
  const secret = entries.flatMap(({ to, instead }) =>
    instead === null || typeof to !== 'string' ? [] : [to],
  );
  // An anchor that repeats the address, or a comment: it may hold the address of a channel that was taken out.
  if (isYaml(shown) && !addressInComment.test(shown) && !secret.some((address) => shown.includes(address)))
    return shown;
  const rewritten = writeProjectFile(hiddenDefinition(definition, hidden));
  return secret
    .toSorted((a, b) => b.length - a.length)
    .reduce((all, address) => all.replaceAll(address, '***'), rewritten);
}

/** Such as `# - https://hooks.example.org/KEY` and `# was ntfy:topic`. */
const addressInComment = /#.*[a-z][\w+.-]*:\S/i;

const isYaml = (text: string): boolean => !('problems' in readYaml(text));

const hiddenDefinition = (
  { notify = [], ...project }: ProjectDefinition,
  hidden: (to: NotifyEntry['to']) => string | null,
): ProjectDefinition => ({
  ...project,
  notify: notify.map((entry) => ({ ...entry, to: hidden(entry.to) ?? entry.to })),
});
