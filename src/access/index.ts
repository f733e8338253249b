export { AccessError, type SeenPage } from './errors.ts';
export type { FormText, FormValue, FormValues } from './forms/fill-form.ts';
export { type FillOptions, fillForm, submitForm, type VisitorAnswer } from './forms/fill-form.ts';
export { chooseForm, type FormWish, findForms } from './forms/find-forms.ts';
export { findLink, type LinkWish, linksByText } from './forms/find-link.ts';
export type { Form, FormField } from './forms/form.ts';
export { didYouMean } from './forms/nearest-names.ts';
export { readCookieFile } from './login/cookie-file.ts';
export { endsTheSession, isLogoutLink } from './login/is-logout-link.ts';
export { LoginFlow } from './login/login-flow.ts';
export { FormLoginMethod, JsonLoginMethod, type LoginMethod, noLoginMethod } from './login/login-method.ts';
export { looksLikeLoginUrl } from './login/login-wall.ts';
export {
  type ApplicationAccess,
  freeAccess,
  MemberSession,
  type ReachedPage,
  type SessionLogin,
} from './login/member-session.ts';
export type { PageSign } from './login/page-check.ts';
export { decodedPage, describeSeenPage, seenPage } from './login/page-check.ts';
export { outcomeOfStatus, politeLimits, type RequestOutcome } from './politeness/host-pace.ts';
export type { HostLeases, KnownPace } from './politeness/host-scheduler.ts';
export { HostScheduler } from './politeness/host-scheduler.ts';
export { crawlDelayFor, disallowedFor, isAllowed } from './robots/is-allowed.ts';
export { parseRobots, robotsByteLimit } from './robots/parse-robots.ts';
export type { FetchOnce } from './robots/robots-cache.ts';
export { type KnownRobots, RobotsCache } from './robots/robots-cache.ts';
export {
  beginNextKey,
  currentKey,
  decryptField,
  encryptField,
  type KeyPlace,
  keyFor,
  keyIdOf,
  keyOfText,
  newKeyText,
  type SecretKey,
  useNextKey,
} from './secrets/key-ring.ts';
export { findSecret, Redactor, shortestSecret } from './secrets/redactor.ts';
export {
  isSecretReference,
  resolveSecret,
  Secret,
  type SecretReaders,
  secretFilesIn,
} from './secrets/resolve-secret.ts';
