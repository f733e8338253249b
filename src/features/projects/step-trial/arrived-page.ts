import {
  decodedPage,
  type Form,
  type FormField,
  findForms,
  linksByText,
  type Redactor,
  seenPage,
  type VisitorAnswer,
} from '../../../access/index.ts';
import { readableText } from '../../../presentation/page-text/readable-text.ts';
import type { FormSurvey } from '../../../project/index.ts';
import { formSurvey } from '../site-survey/form-survey.ts';

/** A page where a step arrived, as people see it. It contains no secret of the project. */
export interface ArrivedPage {
  readonly url: string;
  readonly status: number;
  readonly title: string;
  /** How it begins. */
  readonly text: string;
  /** Whether requesting its URL gives the same page again. */
  readonly hasAddress: boolean;
  readonly forms: readonly ArrivedForm[];
  /** The first of them. */
  readonly links: readonly { readonly text: string; readonly url: string }[];
}

interface ArrivedForm extends Pick<Form, 'id' | 'name' | 'method' | 'action'> {
  readonly kind: FormSurvey['kind'];
  /** What tells it from the other forms of its page; null when nothing does. */
  readonly find: FormSurvey['find'] | null;
  readonly fields: readonly ArrivedField[];
  readonly buttons: readonly { readonly name: string; readonly value: string; readonly label: string }[];
}

interface ArrivedField {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly isTicked: boolean;
  readonly isDisabled: boolean;
  readonly options: readonly { readonly value: string; readonly label: string; readonly isChosen: boolean }[];
}

const SHOWN_TEXT = 700;
const SHOWN_HTML = 100_000;
const MOST_FORMS = 30;
const MOST_FIELDS = 200;
const MOST_OPTIONS = 200;
const MOST_LINKS = 200;
const LONGEST = 1000;

export async function arrivedPage(
  answer: VisitorAnswer,
  hasAddress: boolean,
  redactor: Redactor,
): Promise<ArrivedPage> {
  const { url, status, title, contentType } = seenPage(answer);
  const shown = (text: string): string => redactor.text(text).slice(0, LONGEST);
  const { html, charset } = decodedPage(answer);
  const isHtml = contentType === null || /html/i.test(contentType);
  const text = isHtml ? await readableText(html.slice(0, SHOWN_HTML)) : html.slice(0, SHOWN_TEXT);
  const forms = isHtml ? findForms(html, url, charset).slice(0, MOST_FORMS) : [];
  const links = isHtml ? linksByText(html, url).slice(0, MOST_LINKS) : [];
  return {
    url: redactor.text(url),
    status,
    title: shown(title),
    text: redactor.text(text).slice(0, SHOWN_TEXT),
    hasAddress,
    forms: forms.map((form) => arrivedForm(form, forms, shown)),
    links: links.map((link) => ({ text: shown(link.text), url: redactor.text(link.url) })),
  };
}

function arrivedForm(form: Form, all: readonly Form[], shown: (text: string) => string): ArrivedForm {
  const { id, name, method, action, fields } = form;
  const survey = formSurvey(form, all);
  return {
    kind: survey?.kind ?? 'other',
    id: shown(id),
    name: shown(name),
    method,
    action: shown(action),
    find: survey?.find ?? null,
    fields: fields.flatMap((field) => arrivedField(field, shown) ?? []).slice(0, MOST_FIELDS),
    buttons: fields.flatMap((field) =>
      field.kind === 'submit'
        ? [{ name: shown(field.name), value: shown(field.value), label: shown(field.label) }]
        : [],
    ),
  };
}

/** Null for what is never sent, and for buttons. */
function arrivedField(field: FormField, shown: (text: string) => string): ArrivedField | null {
  if (field.name === '' || field.kind === 'submit') return null;
  const nothing = { name: shown(field.name), isTicked: false, isDisabled: field.disabled, options: [] };
  switch (field.kind) {
    case 'text':
      return { ...nothing, type: field.type, value: field.type === 'password' ? '' : shown(field.value) };
    case 'file':
      return { ...nothing, type: 'file', value: '' };
    case 'select': {
      const options = field.options.slice(0, MOST_OPTIONS).map(({ value, label, selected }) => ({
        value: shown(value),
        label: shown(label),
        isChosen: selected,
      }));
      const chosen = options.find(({ isChosen }) => isChosen);
      return { ...nothing, type: 'select', value: chosen?.value ?? '', options };
    }
    default:
      return { ...nothing, type: field.kind, value: shown(field.value), isTicked: field.checked };
  }
}
