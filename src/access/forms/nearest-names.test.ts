import { expect, test } from 'vitest';
import { didYouMean, nearestNames } from './nearest-names.ts';

test('the most similar names come first, and those that are not similar are left out', () => {
  expect(nearestNames('tset', ['text', 'test', 'unlike'])).toEqual(['test', 'text']);
  expect(nearestNames('pasword', ['user', 'password', 'passwd'])).toEqual(['password', 'passwd']);
});

test('a name that contains the other is similar, whatever its length', () => {
  expect(nearestNames('user', ['user[name]', 'q'])).toEqual(['user[name]']);
  expect(nearestNames('login_user_name', ['user', 'q'])).toEqual(['user']);
});

test('case, spaces, _ and - do not matter', () => {
  expect(nearestNames('User Name', ['something', 'user_name'])).toEqual(['user_name']);
});

test('at most three names are suggested, each once', () => {
  expect(nearestNames('a1', ['a2', 'a3', 'a2', 'a4', 'a5'])).toEqual(['a2', 'a3', 'a4']);
});

test('the suggestion is a sentence, or nothing', () => {
  expect(didYouMean('pasword', ['password', 'passwd'])).toBe(' Did you mean "password" or "passwd"?');
  expect(didYouMean('colour', ['q'])).toBe('');
});
