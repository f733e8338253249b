import { listInWords } from '../../../config/index.ts';
import { type FilePath, type ProjectProblem, projectError } from '../problems/file-problem.ts';
import { type FormEntry, listedFields } from '../schema/form-entry.ts';
import type { ProjectDefinition } from '../schema/project-schema.ts';

type Problems = readonly ProjectProblem[];

export function firstStepNeedsAPage({ steps = [] }: ProjectDefinition): Problems {
  return steps[0]?.follow === undefined
    ? []
    : [
        projectError(
          ['steps', 0, 'follow'],
          'the first step cannot follow a link, because no page is open yet',
          'add a step before it that opens the page: - open: /',
        ),
      ];
}

export function somethingIsCollected({ steps = [] }: ProjectDefinition): Problems {
  return steps.length === 0 || steps.some(({ collect }) => collect !== false)
    ? []
    : [
        projectError(
          ['steps'],
          'no step collects anything',
          'write collect: yes in the step whose pages you want',
        ),
      ];
}

export function onlyCollectorsGoDeep({ steps = [] }: ProjectDefinition): Problems {
  return steps.flatMap(({ collect, depth }, i) =>
    collect === false && depth !== undefined && depth > 0
      ? [
          projectError(
            ['steps', i, 'depth'],
            'a step that collects nothing goes no further than its page',
            'remove the depth, or write collect: { only: /article/ } to follow links and keep some pages',
          ),
        ]
      : [],
  );
}

export function namesAreDifferent({ steps = [] }: ProjectDefinition): Problems {
  const seen = new Set<string>();
  return steps.flatMap(({ name }, i) => {
    if (name === undefined || !seen.has(name)) {
      if (name !== undefined) seen.add(name);
      return [];
    }
    return [
      projectError(['steps', i, 'name'], `another step is already called "${name}"`, 'give it another name'),
    ];
  });
}

export function oneListPerForm({ forms = [], steps = [] }: ProjectDefinition): Problems {
  const all: readonly (readonly [FilePath, FormEntry | undefined])[] = [
    ...forms.map((form, i) => [['forms', i], form] as const),
    ...steps.map(({ form }, i) => [['steps', i, 'form'], form] as const),
  ];
  return all.flatMap(([path, form]) => {
    const listed = form === undefined ? [] : listedFields(form);
    const second = listed[1];
    if (second === undefined) return [];
    return [
      projectError(
        [...path, 'fill', second],
        `${listInWords(listed, 'and')} are both lists, and it is not clear which values belong together`,
        'keep one list, and write one step for each value of the other',
      ),
    ];
  });
}
