import { NOT_COUNTED } from './counting-proxy.ts';
import { type Form, formsOf } from './forms.ts';

export interface Answer {
  readonly url: string;
  readonly status: number;
  readonly location: string | null;
  readonly type: string;
  readonly body: Buffer;
}

export type Fields = Readonly<Record<string, string | Blob>>;
type Button = readonly [name: string, value: string];

/** Somebody with a browser: keeps cookies, fills in forms. Each one is a stranger to the application at first. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #sessionCookie: string | null;

  /** `sessionCookie` names the cookie that a member can do without. */
  constructor(sessionCookie: string | null = null) {
    this.#sessionCookie = sessionCookie;
  }

  /** Another visitor who is a member if this one is, in a session of its own. */
  twin(): Visitor {
    const twin = new Visitor(this.#sessionCookie);
    for (const [name, value] of this.#cookies)
      if (name !== this.#sessionCookie) twin.#cookies.set(name, value);
    return twin;
  }

  /** One request; a redirect is an answer like any other. */
  async ask(url: string, init: RequestInit = {}): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, [NOT_COUNTED]: '1', ...(cookie === '' ? {} : { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0\b|expires=thu, 01-jan-1970/i.test(line)) this.#cookies.delete(name.trim());
      else this.#cookies.set(name.trim(), value.join('='));
    }
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      location: location === null ? null : new URL(location, url).href,
      type: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    };
  }

  /** Follows redirects, and fails where a person would see that something went wrong. */
  async open(url: string, init: RequestInit = {}): Promise<Answer> {
    let answer = await this.ask(url, init);
    for (let hops = 0; answer.location !== null && hops < 10; hops++)
      answer = await this.ask(answer.location);
    if (answer.status >= 400)
      throw new Error(
        `${init.method ?? 'GET'} ${url}: ${answer.status} ${answer.body.toString().slice(0, 300)}`,
      );
    return answer;
  }

  /** Opens a page, fills in the form that has all these fields, and sends it. `press` is the button, with its name. */
  async submit(page: string, fields: Fields, press?: Button): Promise<Answer> {
    return this.submitOn(await this.open(page), fields, press);
  }

  /** The same on a page that is open. */
  async submitOn(shown: Answer, fields: Fields, press?: Button): Promise<Answer> {
    const html = shown.body.toString();
    const wanted = [...Object.keys(fields), ...(press === undefined ? [] : [press[0]])];
    const form = formsOf(html, shown.url).find(({ names }) => wanted.every((name) => names.has(name)));
    if (form === undefined)
      throw new Error(`${shown.url} has no form with ${wanted.join(', ')}: ${html.slice(0, 300)}`);
    return this.#send(form, shown.url, fields, press);
  }

  #send(form: Form, referer: string, fields: Fields, press?: Button): Promise<Answer> {
    const values: [string, string | Blob][] = form.values.filter(([name]) => !(name in fields));
    values.push(...Object.entries(fields));
    if (press !== undefined) values.push([press[0], press[1]]);
    if (form.method === 'GET') {
      const url = new URL(form.action);
      for (const [name, value] of values) url.searchParams.append(name, String(value));
      return this.open(url.href, { headers: { referer } });
    }
    if (form.isMultipart) {
      const body = new FormData();
      for (const [name, value] of values)
        if (typeof value === 'string') body.append(name, value);
        else body.append(name, value, (value as File).name);
      return this.open(form.action, { method: 'POST', body, headers: { referer } });
    }
    const body = new URLSearchParams(values.map(([name, value]): [string, string] => [name, String(value)]));
    return this.open(form.action, { method: 'POST', body, headers: { referer } });
  }
}
