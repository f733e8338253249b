import { AccessError } from '../../access/index.ts';
import { type FetchResult, type PageFetcher, parseChallenges } from '../../fetch/index.ts';
import type { RunDefinition } from '../run/define-run.ts';

/** The schemes that the fetcher answers by itself. */
const known = new Set(['basic', 'digest']);

/**
 * Says so when the site refuses the project's user and password for HTTP, instead of reporting every page as an error.
 * Once a page was shown, a further 401 concerns a single page. Throws ACCESS_LOGIN_FAILED.
 */
export function withAccountChecked(
  fetcher: PageFetcher,
  { source, account }: Pick<RunDefinition, 'source' | 'account'>,
): PageFetcher {
  if (account?.password === undefined) return fetcher;
  const { origin } = new URL(source);
  let isAccepted = false;
  return {
    fetch: async (request) => {
      const answer = await fetcher.fetch(request);
      if (isAccepted || new URL(answer.url).origin !== origin) return answer;
      if (!request.session.hasPasswordFor(origin)) return answer;
      if (answer.status === 401) throw refusal(origin, account.username, answer);
      isAccepted = request.session.sendsPasswordTo(origin);
      return answer;
    },
  };
}

function refusal(origin: string, user: string, { headers }: FetchResult): AccessError {
  const schemes = headers.all('www-authenticate').flatMap(parseChallenges);
  const names = [...new Set(schemes.map(({ scheme }) => scheme))];
  const used = names.find((name) => known.has(name));
  if (used === undefined) {
    const asked = names.length === 0 ? 'does not say which' : `asks for ${names.join(', ')}`;
    return new AccessError(
      'ACCESS_LOGIN_FAILED',
      `${origin} wants another kind of log-in than a user and a password for HTTP: it answers 401 and ${asked}.`,
    );
  }
  return new AccessError(
    'ACCESS_LOGIN_FAILED',
    `${origin} refuses the user "${user}" with this password (401, ${used}). Check both.`,
  );
}
