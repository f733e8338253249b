export { AccessError, type SeenPage } from './errors.ts';
export { chooseForm, type FormWish } from './forms/choose-form.ts';
export type { FormText, FormValue, FormValues } from './forms/fill-field.ts';
export { type FillOptions, fillForm, submitForm, type VisitorAnswer } from './forms/fill-form.ts';
export { findForms } from './forms/find-forms.ts';
export { findLink, type LinkWish, linksByText } from './forms/find-link.ts';
export type { Form, FormField } from './forms/form.ts';
export { didYouMean } from './forms/nearest-names.ts';
export { type ApplicationAccess, freeAccess, type ReachedPage } from './login/application-access.ts';
export { readCookieFile } from './login/cookie-file.ts';
export { type Entrance, noEntrance } from './login/entrance.ts';
export { FormEntrance } from './login/form-entrance.ts';
export { endsTheSession, isLogoutLink } from './login/is-logout-link.ts';
export { JsonEntrance } from './login/json-entrance.ts';
export { LoginFlow } from './login/login-flow.ts';
export { looksLikeLoginUrl } from './login/login-wall.ts';
export { MemberSession, type SessionLogin } from './login/member-session.ts';
export type { PageSign } from './login/page-check.ts';
export { decodedPage, describeSeenPage, seenPage } from './login/seen-page.ts';
export { outcomeOfStatus, politeLimits, type RequestOutcome } from './politeness/host-pace.ts';
export { HostScheduler } from './politeness/host-scheduler.ts';
export type { HostTurns, KnownPace } from './politeness/host-turns.ts';
export type { FetchOnce } from './robots/fetch-robots.ts';
export { crawlDelayFor, disallowedFor, isAllowed } from './robots/is-allowed.ts';
export { parseRobots, robotsByteLimit } from './robots/parse-robots.ts';
export { type KnownRobots, RobotsCache } from './robots/robots-cache.ts';
export { decryptField, encryptField, keyIdOf } from './secrets/encrypted-field.ts';
export { keyOfText, newKeyText, type SecretKey } from './secrets/key-file.ts';
export { beginNextKey, currentKey, type KeyPlace, keyFor, useNextKey } from './secrets/key-ring.ts';
export { findSecret, Redactor, shortestSecret } from './secrets/redactor.ts';
export {
  isSecretReference,
  resolveSecret,
  type SecretReaders,
  secretFilesIn,
} from './secrets/resolve-secret.ts';
export { Secret } from './secrets/secret.ts';
