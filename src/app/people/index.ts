export { type Admitted, type AskedRequest, admit, type ServerPlace, type Turned } from './admit.ts';
export { type LogInRequest, logIn } from './log-in.ts';
export { type LogInElsewhere, logInElsewhere, returnPath } from './log-in-elsewhere.ts';
export { addToken, removeToken, type TokenRequest } from './manage-tokens.ts';
export {
  addUser,
  changeOwnPassword,
  changePassword,
  changeRole,
  removeUser,
  userNamed,
} from './manage-users.ts';
export {
  firstAdministrator,
  linkAddress,
  makeLink,
  type OneTimeLink,
  ownerOfLink,
  redeemLink,
  userOrFirst,
} from './one-time-links.ts';
export { Passwords, usualCost } from './passwords.ts';
export { operatorAsCaller, peopleGate, serverPlace } from './people-gate.ts';
export { type Doer, type PeopleParts, theOperator } from './people-parts.ts';
export { cookieFor, logOut, logOutEverywhere, type StartedSession, startSession } from './sessions.ts';
export { accessOf, shareProject, sharesOfProject } from './share-projects.ts';
