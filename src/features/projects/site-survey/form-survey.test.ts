import { expect, test } from 'vitest';
import { findForms } from '../../../access/index.ts';
import { formSurvey } from './form-survey.ts';

const kinds = (html: string) =>
  findForms(html, 'https://a.test/page', 'utf-8').map((form, _, all) => {
    const survey = formSurvey(form, all);
    return survey === null ? null : [survey.kind, ...survey.fields.map(({ name }) => name)];
  });

test.each([
  ['<input name=user><input type=password name=pw><input type=hidden name=t>', ['log-in', 'user', 'pw']],
  ['<input name=q>', ['search', 'q']],
  ['<input type=search name=what>', ['search', 'what']],
  ['<input name=searchTerm><select name=in><option>all</select>', ['search', 'searchTerm']],
  ['<input name=name><input name=mail><textarea name=text></textarea>', ['other', 'name', 'mail', 'text']],
  ['<input type=password name=old><input type=password name=new>', ['other', 'old', 'new']],
  ['<input type=hidden name=a><button>Go</button>', null],
  ['<input type=hidden name=a><button>Sign out</button>', ['log-out']],
  [
    '<input name=lang><input name=user><input type=password name=pw><input name=code>',
    ['log-in', 'user', 'pw'],
  ],
])('%s', (fields, expected) => {
  expect(kinds(`<form action=/x>${fields}</form>`)).toEqual([expected]);
});

test('a form is found by what tells it from the others of its page', () => {
  const html = `
    <form action=/go><input name=user><input type=password name=pass></form>
    <form action=/go><input name=user></form>
    <form action=/go id=third><input name=user><input name=mail></form>
    <form action="/go?new=1"><input name=user><input name=mail></form>
    <form action=/twin><input name=x></form><form action=/twin><input name=x></form>`;
  const forms = findForms(html, 'https://a.test/page', 'utf-8');
  expect(forms.map((form) => formSurvey(form, forms)?.find)).toEqual([
    {},
    undefined,
    { id: 'third' },
    { action: '/go?new=1' },
    undefined,
    undefined,
  ]);
});
