import { describe, expect, test } from 'vitest';
import { type AvoidRules, whyAvoided } from './avoid.ts';
import { foundButton } from './found-button.example.ts';

const rules: AvoidRules = { press: [], avoid: [], pressAnything: false };

describe('what is not pressed', () => {
  test.each([
    ['Delete', 'delete'],
    ['Remove this note?', 'delete'],
    ['Alle Daten löschen', 'delete'],
    ['Supprimer le compte', 'delete'],
    ['Eliminar', 'delete'],
    ['Usuń wpis', 'delete'],
    ['Удалить', 'delete'],
    ['Buy now', 'buy'],
    ['In den Warenkorb', 'buy'],
    ['Comprar', 'buy'],
    ['Afrekenen', 'buy'],
    ['Send message', 'send'],
    ['Nachricht absenden', 'send'],
    ['Enviar', 'send'],
    ['Invia', 'send'],
    ['Отправить', 'send'],
    ['Log out', 'log out'],
    ['Sign out', 'log out'],
    ['Abmelden', 'log out'],
    ['Wyloguj się', 'log out'],
    ['Sair', 'log out'],
    ['Uitloggen', 'log out'],
  ])('%s may %s', (label, kind) => {
    expect(whyAvoided(foundButton(label), rules)).toBe(`"${label}" may ${kind}`);
  });

  test.each([
    ['a picture of a bin', foundButton('', { names: 'btn fa-trash' })],
    ['a name in camel case', foundButton('×', { names: 'btnDelete' })],
    ['a link', foundButton('Bye', { href: 'https://example.org/user/logout', names: '/user/logout' })],
    ['two words in mark-up', foundButton('Bye', { names: 'sign-out' })],
    ['a cross beside each entry', foundButton('×', { isRepeated: true })],
    ['a mail', foundButton('Write to us', { href: 'mailto:me@example.org' })],
  ])('%s', (_, element) => expect(whyAvoided(element, rules)).not.toBeNull());

  test.each([
    'Show all',
    'Order by name',
    'How to delete a file safely',
    'The deleted scenes of the film',
    'Search',
    'Sendai',
  ])('%s is pressed', (label) => expect(whyAvoided(foundButton(label), rules)).toBeNull());

  test('a cross that closes a window is pressed', () =>
    expect(whyAvoided(foundButton('×'), rules)).toBeNull());
});

describe('the user may', () => {
  test('allow a kind, or a word', () => {
    expect(whyAvoided(foundButton('Delete'), { ...rules, press: ['delete'] })).toBeNull();
    expect(whyAvoided(foundButton('Log out'), { ...rules, press: ['delete'] })).not.toBeNull();
    expect(whyAvoided(foundButton('Remove filter'), { ...rules, press: ['remove filter'] })).toBeNull();
    expect(whyAvoided(foundButton('Remove'), { ...rules, press: ['remove filter'] })).not.toBeNull();
    expect(whyAvoided(foundButton('🗑'), { ...rules, press: ['🗑'] })).toBeNull();
  });

  test('avoid further words', () => {
    expect(whyAvoided(foundButton('Launch rocket'), { ...rules, avoid: ['launch'] })).toBe(
      '"Launch rocket" has "launch"',
    );
  });

  test('press anything', () => {
    expect(whyAvoided(foundButton('Delete'), { ...rules, pressAnything: true })).toBeNull();
  });
});
