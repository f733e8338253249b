export {
  complaintAboutName,
  complaintAboutPassword,
  longestTokenLife,
  passwordOf,
  userNameOf,
} from './chosen-values.ts';
export { clientAddress } from './client-address.ts';
export { type AccessVerdict, accessTo, mayDo, type RouteNeeds } from './may-do.ts';
export { changesNothing, isFromOwnPage, isOwnHost } from './own-origin.ts';
export { anonymous, type KnownUser, nameOfPrincipal, type Principal } from './principal.ts';
export {
  browserCookie,
  browserIn,
  cookieIn,
  endedSessionCookie,
  sessionCookie,
  sessionIn,
} from './session-cookie.ts';
