import { AccessError, type AccessErrorCode } from '../errors.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { describeSeenPage, seenPage } from './seen-page.ts';

interface FailedLogin {
  /** What was being done: `opening the log-in page`. */
  readonly step: string;
  /** The page that came instead of the expected one. */
  readonly answer: VisitorAnswer;
  readonly reason?: string;
  readonly cause?: AccessError;
}

/** Says at which step a log-in failed and what was seen. A page may show what was typed, even a wrong password. */
export function loginFailure(
  code: AccessErrorCode,
  { step, answer, reason, cause }: FailedLogin,
  redactor: Redactor,
): AccessError {
  const page = seenPage(answer);
  const clean = (text: string) => redactor.text(text);
  const message = `log-in, ${step}: ${reason === undefined ? '' : `${reason}. `}Seen: ${describeSeenPage(page)}`;
  return new AccessError(code, clean(message), {
    cause: cause === undefined ? undefined : new AccessError(cause.code, clean(cause.message)),
    page: {
      ...page,
      url: clean(page.url),
      title: clean(page.title),
      excerpt: clean(page.excerpt),
      body: redactor.bytes(page.body),
    },
  });
}
