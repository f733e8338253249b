import { queryOptions } from '@tanstack/react-query';
import type { StateGraphView } from '../../../../src/features/states/graph-view/graph-view.ts';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';

export type StateSummary = AnswerOf<'showStateSummary'>;
export type Exploration = AnswerOf<'listExplorations'>['items'][number];

/** Which exploration of which project. */
export interface ExplorationName {
  readonly project: string;
  readonly exploration: number;
}

export const explorationsQuery = (project: string) =>
  queryOptions({
    queryKey: ['project', project, 'explorations'],
    queryFn: () => api.listExplorations({ project, limit: 100 }),
    // While one is under way.
    refetchInterval: ({ state: { data } }) => (data?.items[0]?.progress == null ? false : 2000),
  });

export const graphQuery = ({ project, exploration }: ExplorationName) =>
  queryOptions({
    queryKey: ['project', project, 'explorations', exploration, 'graph'],
    queryFn: async () => {
      const answer = await api.readStateGraph({ project, exploration, format: 'json' });
      return (await answer.json()) as StateGraphView;
    },
  });

export const stateSummaryQuery = ({ project, exploration }: ExplorationName) =>
  queryOptions({
    queryKey: ['project', project, 'explorations', exploration, 'news'],
    queryFn: () => api.showStateSummary({ project, exploration }),
  });

const addressOf = ({ project, exploration }: ExplorationName, state: number): string =>
  `/api/projects/${encodeURIComponent(project)}/explorations/${exploration}/states/${state}`;

export const pictureAddress = (name: ExplorationName, state: number, width: number): string =>
  `${addressOf(name, state)}/screenshot?width=${width}`;

export const documentAddress = (name: ExplorationName, state: number): string =>
  `${addressOf(name, state)}/html`;
