import { expect, test } from 'vitest';
import { findForms } from '../../access/index.ts';
import { formSurvey } from './form-survey.ts';

const kinds = (html: string) =>
  findForms(html, 'https://a.test/page', 'utf-8').map((form) => {
    const survey = formSurvey(form);
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
])('%s', (fields, expected) => {
  expect(kinds(`<form action=/x>${fields}</form>`)).toEqual([expected]);
});
