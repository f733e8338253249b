export { UrlError } from './errors.ts';
export { type UrlField, urlFields } from './identity/fields/url-fields.ts';
export { partTokens, type UrlToken } from './identity/fields/url-token.ts';
export {
  type IdentityOptions,
  identityOf,
  identityOfNormalized,
  type PageIdentity,
  type RemovedPart,
} from './identity/identity-of.ts';
export {
  describePlace,
  type IdentityRule,
  type RuleKind,
  type VolatileKind,
  type VolatilePlace,
  widerRule,
} from './identity/identity-rule.ts';
export { contentPlaces } from './identity/learn/content-places.ts';
export { learnIdentityRules } from './identity/learn/learn-identity-rules.ts';
export { memberId, OneVisitorEvidence } from './identity/learn/one-visitor-evidence.ts';
export { isReadable, looksRandom } from './identity/looks-random.ts';
export { type LinkPairs, pairLinks } from './identity/pair-links.ts';
export { type SessionPart, sessionParts, withSessionIds } from './identity/session-ids-in-url.ts';
export { shapeOf } from './identity/value-shape.ts';
export { extendedRules, trackingParameters } from './normalize/extended-rules.ts';
export {
  explainNormalization,
  linkResolver,
  type NormalizationExplained,
  type NormalizationStep,
  type NormalizeOptions,
  normalizeUrl,
} from './normalize/normalize-url.ts';
export type { UrlRule } from './normalize/standard-rules.ts';
export { standardRules, standardRulesKeepingFragment } from './normalize/standard-rules.ts';
export {
  findCommonSubstrings,
  findSession,
  findSessionIdCandidates,
  probeSessionId,
  type SessionFinding,
  type SessionIdCandidate,
} from './published/session-id/find-session.ts';
export {
  type Equivalence,
  type EquivalenceClass,
  type EquivalenceMethod,
  type EquivalentUrl,
  equivalenceClasses,
  equivalenceMethods,
  type FetchedPage,
  type PageContent,
  regularUrls,
  sizedSignature,
  strictSignature,
  urlSignature,
} from './published/signature/equivalence-classes.ts';
export {
  type ContingencyTable,
  type EquivalenceEvaluation,
  type EquivalenceMetrics,
  equivalenceMetrics,
  evaluateEquivalence,
} from './published/signature/evaluate-equivalence.ts';
