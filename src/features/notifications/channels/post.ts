import { FetchError, type FetchResult, HttpSession, type PageFetcher } from '../../../fetch/index.ts';
import { NotifyError } from '../errors.ts';
import { cutText, oneLine } from '../message/renderings.ts';

interface Post {
  readonly url: string;
  readonly body: unknown;
  readonly method?: 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the service asks us to wait, if it says so in the body of its response. */
  readonly askedForIn?: (answer: unknown) => number | null;
}

/** Statuses after which the receiver will never accept this message. Other failures are temporary, or can be fixed. */
const final = new Set([400, 404, 405, 406, 410, 411, 413, 414, 415, 422]);

/** Enough to read the reason why a service refused a message. */
const MOST_ANSWER_BYTES = 16_384;

/**
 * Sends JSON to a service. Redirects are not followed: a message is meant for the configured address, and a redirect could
 * lead it anywhere.
 */
export async function postJson(http: PageFetcher, post: Post): Promise<void> {
  const { host } = new URL(post.url);
  const answer = await ask(http, post, host);
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  const text = Buffer.from(answer.body).toString('utf8');
  const said = cutText(oneLine(text), 200);
  const what = `${host} answered ${status}${said === '' ? '' : `: ${said}`}`;
  if (status >= 300 && status < 400) throw redirected(host);
  if (final.has(status)) throw new NotifyError('NOTIFY_REFUSED', what);
  const askedFor = post.askedForIn?.(parsed(text)) ?? answer.retryAfterMs;
  throw new NotifyError('NOTIFY_FAILED', what, { askedFor });
}

const redirected = (host: string): NotifyError =>
  new NotifyError(
    'NOTIFY_REDIRECTED',
    `${host} redirects the message to another address: write the address that accepts it`,
  );

async function ask(
  http: PageFetcher,
  { url, body, method = 'POST', headers }: Post,
  host: string,
): Promise<FetchResult> {
  try {
    return await http.fetch({
      url,
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      session: new HttpSession(),
      maxBytes: MOST_ANSWER_BYTES,
      whenTooLarge: 'cut',
      follow: () => false,
    });
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (error.code.startsWith('FETCH_REDIRECT_')) throw redirected(host);
    // The address may contain a token, so only its host is named.
    const reason = error.message.replaceAll(url, host).replaceAll(error.url === '' ? url : error.url, host);
    throw new FetchError(error.code, reason.startsWith(host) ? reason : `${host}: ${reason}`, {
      cause: error.cause,
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The number at a path of keys in a response; null when there is none. */
export function numberIn(answer: unknown, ...keys: readonly string[]): number | null {
  const value = keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<string, unknown>>)[key] : null,
    answer,
  );
  return typeof value === 'number' && value >= 0 ? value : null;
}
