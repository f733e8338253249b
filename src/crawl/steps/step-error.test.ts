import { expect, test } from 'vitest';
import { nameOfStep } from './step-error.ts';

test('messages call a step by its place, and by its name if it has one', () => {
  const project = { steps: [{ open: '/a' }, { name: 'search', open: '/b' }] };
  expect([nameOfStep(project, 0), nameOfStep(project, 1)]).toEqual(['step 1', 'step 2 ("search")']);
});
