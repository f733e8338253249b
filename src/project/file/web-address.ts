import { text } from './plain-values.ts';
import { complain } from './wanted.ts';

/** An address in full. */
export const webAddress = (example: string) =>
  text('a web address', example).superRefine((value, context) => {
    const problem = addressProblem(value, null);
    if (problem !== null) complain(context, [], problem.message, problem.hint);
  });

/** An address in full, or from `/` on below the source. */
export const addressOnSite = (example: string) =>
  text('a web address', example).superRefine((value, context) => {
    const problem = addressProblem(value, 'https://example.org/');
    if (problem !== null) complain(context, [], problem.message, problem.hint);
  });

function addressProblem(value: string, base: string | null): { message: string; hint: string } | null {
  if (base !== null && /^\/(?!\/)/.test(value) && URL.canParse(value, base)) return null;
  const url = URL.parse(value);
  if (url === null) {
    const guess = URL.parse(`https://${value}`);
    const instead = guess?.hostname.includes('.') === true ? `https://${value}` : 'https://example.org/';
    const path = base === null ? '' : ', or a path that begins with /';
    return { message: `"${value}" is no web address`, hint: `write it in full, as in ${instead}${path}` };
  }
  if (!/^(?:https?|ftp|ftpe?s|sftp|file):$/.test(url.protocol)) {
    return {
      message: `addresses that begin with ${url.protocol} cannot be crawled`,
      hint: 'write an address that begins with https://, http://, ftp://, ftpes://, ftps://, sftp:// or file://',
    };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      message: 'a user or password does not belong into an address',
      hint: `write ${url.protocol}//${url.host}${url.pathname} here, and below "preference" user: NAME and password: { env: NEWS_PASSWORD }`,
    };
  }
  return null;
}
