import { expect, test } from 'vitest';
import { complaintAboutName, complaintAboutPassword, passwordOf, userNameOf } from './chosen-values.ts';

test('names are one user however they are typed', () => {
  expect(userNameOf(' Ada.Lovelace@Example.org ')).toBe('ada.lovelace@example.org');
  expect(complaintAboutName('ada.lovelace@example.org')).toBeNull();
  expect(complaintAboutName('a')).toBeNull();
  for (const name of ['', '.a', 'a-', 'a b', 'a/b', 'ä', 'a\n', 'a'.repeat(65)])
    expect(complaintAboutName(name), name).toMatch(/^A user name/);
});

test('passwords are long, and more than the name', () => {
  expect(complaintAboutPassword('correct horse battery', 'ada')).toBeNull();
  expect(complaintAboutPassword('elevenchars', 'ada')).toMatch(/at least 12/);
  expect(complaintAboutPassword('x'.repeat(257), 'ada')).toMatch(/at most/);
  expect(complaintAboutPassword('abababababababab', 'ada')).toMatch(/same few/);
  expect(complaintAboutPassword('Lovelace12345', 'lovelace')).toMatch(/name of the user/);
  expect(complaintAboutPassword('🌊🌊🌊abc 7 seas!', 'ada')).toBeNull();
});

test('a password is the same from every keyboard', () => {
  expect(passwordOf('cafe\u0301')).toBe(passwordOf('caf\u00e9'));
});
