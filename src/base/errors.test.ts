import { describe, expect, it } from 'vitest';
import { failureFrom, InputError, sentFailure, TidemarkError, type Wording } from './errors.ts';

class ExampleError extends TidemarkError {
  constructor(wording: Wording) {
    super('EXAMPLE', 'skip', wording);
  }
}

describe('the hint of an error', () => {
  it.each([
    [
      { reason: 'depth cannot be "x"', hint: 'write a whole number' },
      'depth cannot be "x": write a whole number',
    ],
    [{ reason: 'No answer', hint: 'Check the server.' }, 'No answer. Check the server.'],
    [
      { reason: '* has nothing to repeat', hint: 'for a glob write {}' },
      '* has nothing to repeat; for a glob write {}',
    ],
  ])('is the end of the message, and is known by itself: %j', (wording, message) => {
    expect(new ExampleError(wording)).toMatchObject({ message, ...wording });
    expect(new InputError(wording)).toMatchObject({ message, ...wording });
  });

  it('is null where the message says all', () => {
    expect(new ExampleError('It is so.')).toMatchObject({
      message: 'It is so.',
      reason: 'It is so.',
      hint: null,
    });
  });

  it('stays the hint after what says where the input is', () => {
    const problem = new InputError({ reason: 'age needs a unit', hint: 'write 30 days' });
    expect(new ExampleError(problem.after('rule 3: '))).toMatchObject({
      message: 'rule 3: age needs a unit: write 30 days',
      reason: 'rule 3: age needs a unit',
      hint: 'write 30 days',
    });
  });

  it('comes along to another thread', () => {
    const wording = { reason: 'No answer', hint: 'Check the server.' };
    const sent = structuredClone(sentFailure(new ExampleError(wording)));
    expect(failureFrom(sent)).toMatchObject({ code: 'EXAMPLE', decision: 'skip', ...wording });
    expect(failureFrom(structuredClone(sentFailure(new Error('odd')))).message).toBe('odd');
  });
});
