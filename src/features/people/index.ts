export { theOperator } from '../../http/people/audit-note.ts';
export { admit, type ServerPlace } from './admit.ts';
export { knownBrowserCookie } from './known-browser.ts';
export { logIn, userByPassword } from './log-in.ts';
export { type LogInElsewhere, logInElsewhere, returnPath } from './log-in-elsewhere.ts';
export { addToken, removeToken } from './manage-tokens.ts';
export {
  addUser,
  changeOwnPassword,
  changePassword,
  changeRole,
  linkUser,
  removeUser,
  userNamed,
} from './manage-users.ts';
export {
  firstAdministrator,
  linkAddress,
  makeLink,
  ownerOfLink,
  redeemLink,
  userOrFirst,
} from './one-time-links.ts';
export { Passwords } from './passwords.ts';
export { operatorAsCaller, peopleGate, serverPlace } from './people-gate.ts';
export type { PeopleParts } from './people-parts.ts';
export { cookieFor, logOut, logOutEverywhere, type StartedSession, startSession } from './sessions.ts';
export { shareProject, sharesOfProject } from './share-projects.ts';
