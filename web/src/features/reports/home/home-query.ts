import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/api/answers.ts';
import { api } from '../../../shared/api/api.ts';

export type HomeSummary = AnswerOf<'showHome'>;

export const homeQuery = queryOptions({ queryKey: ['everywhere', 'home'], queryFn: () => api.showHome({}) });
