import {
  chooseForm,
  type Form,
  type FormField,
  isLogoutLink,
  looksLikeLoginUrl,
} from '../../../access/index.ts';
import type { FormSurvey } from '../../../project/index.ts';

const searchName =
  /^(?:q|s|p|k|kw|query|search|keywords?|term|suche|suchbegriff|buscar|recherche|wd)$|search|query|such/i;

/**
 * What a form is for, judging by its fields and buttons; null for a form with nothing to fill in, and for a form that cannot be
 * distinguished from the others. `all` are the forms of its page.
 */
export function formSurvey(form: Form, all: readonly Form[]): FormSurvey | null {
  if (form.method === 'dialog' || !/^https?:/.test(form.action)) return null;
  const kind = kindOf(form);
  const fields = fieldsOf(form, kind);
  if (fields.length === 0 && kind !== 'log-out') return null;
  const find = findOf(
    form,
    all,
    fields.map(({ name }) => name),
  );
  if (find === null) return null;
  return { kind, page: form.page, action: form.action, method: form.method, find, fields };
}

function kindOf(form: Form): FormSurvey['kind'] {
  const passwords = form.fields.filter(isPassword);
  if (passwords.length === 1 || (passwords.length > 0 && looksLikeLoginUrl(form.action))) return 'log-in';
  const texts = form.fields.filter((field) => isFilled(field) && field.kind === 'text');
  const buttons = form.fields.flatMap((field) =>
    field.kind === 'submit' ? [field.label || field.value] : [],
  );
  if (texts.length === 0 && buttons.some((label) => isLogoutLink(form.action, label))) return 'log-out';
  const isSearch = texts.some(
    (field) => (field.kind === 'text' && field.type === 'search') || searchName.test(field.name),
  );
  return passwords.length === 0 && isSearch && texts.length <= 2 ? 'search' : 'other';
}

/** In a log-in form, only the password and the field before it: the others, such as a code, are optional. */
function fieldsOf(form: Form, kind: FormSurvey['kind']): FormSurvey['fields'] {
  const filled = form.fields.filter(isFilled);
  const password = filled.findIndex(isPassword);
  const wanted = kind === 'log-in' ? filled.slice(Math.max(password - 1, 0), password + 1) : filled;
  const fields = wanted.map((field) => ({ name: field.name, isPassword: isPassword(field) }));
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/** The shortest description by which a run finds this form, and no other, on its page. */
function findOf(form: Form, all: readonly Form[], filled: readonly string[]): FormSurvey['find'] | null {
  const { origin, pathname, search } = new URL(form.action);
  const action = { action: origin === new URL(form.page).origin ? pathname + search : form.action };
  const fields = {
    fields: [
      ...new Set(form.fields.flatMap(({ kind, name }) => (kind === 'submit' || name === '' ? [] : [name]))),
    ],
  };
  const wishes: readonly FormSurvey['find'][] = [
    ...(filled.length > 0 ? [{}] : []),
    ...(form.id === '' ? [] : [{ id: form.id }]),
    ...(form.name === '' ? [] : [{ name: form.name }]),
    action,
    ...(fields.fields.length === 0 ? [] : [fields, { ...action, ...fields }]),
  ];
  return (
    wishes.find((wish) => isFound(form, all, Object.keys(wish).length === 0 ? { fields: filled } : wish)) ??
    null
  );
}

function isFound(form: Form, all: readonly Form[], wish: FormSurvey['find']): boolean {
  try {
    return chooseForm(all, wish) === form;
  } catch {
    return false;
  }
}

/** Whether people type into it. Hidden fields, buttons and choices keep the value that the page gives them. */
function isFilled(field: FormField): boolean {
  if (field.name === '' || field.disabled) return false;
  return field.kind === 'text' && field.type !== 'hidden';
}

const isPassword = (field: FormField): boolean =>
  field.kind === 'text' && field.type === 'password' && !field.disabled;
