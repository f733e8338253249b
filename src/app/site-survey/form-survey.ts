import { type Form, type FormField, looksLikeLoginUrl } from '../../access/index.ts';
import type { FormSurvey } from '../../project/index.ts';

const searchName =
  /^(?:q|s|p|k|kw|query|search|keywords?|term|suche|suchbegriff|buscar|recherche|wd)$|search|query|such/i;

/** What a form is for, judging by its fields; null for one with nothing to fill in. */
export function formSurvey(form: Form): FormSurvey | null {
  const fields = form.fields
    .filter(isFilled)
    .map((field) => ({ name: field.name, isPassword: isPassword(field) }));
  const [first] = fields;
  if (first === undefined || form.method === 'dialog' || !/^https?:/.test(form.action)) return null;
  return {
    kind: kindOf(form),
    page: form.page,
    action: form.action,
    method: form.method,
    fields: unique(fields),
  };
}

function kindOf(form: Form): FormSurvey['kind'] {
  const passwords = form.fields.filter(isPassword);
  if (passwords.length === 1 || (passwords.length > 0 && looksLikeLoginUrl(form.action))) return 'log-in';
  const texts = form.fields.filter((field) => isFilled(field) && field.kind === 'text');
  const isSearch = texts.some(
    (field) => (field.kind === 'text' && field.type === 'search') || searchName.test(field.name),
  );
  return passwords.length === 0 && isSearch && texts.length <= 2 ? 'search' : 'other';
}

/** Whether people type into it. Hidden fields, buttons and choices keep the value that the page gives them. */
function isFilled(field: FormField): boolean {
  if (field.name === '' || field.disabled) return false;
  return field.kind === 'text' && field.type !== 'hidden';
}

const isPassword = (field: FormField): boolean =>
  field.kind === 'text' && field.type === 'password' && !field.disabled;

const unique = (fields: FormSurvey['fields']): FormSurvey['fields'] => [
  ...new Map(fields.map((field) => [field.name, field])).values(),
];
