export { UrlError } from './errors.ts';
export {
  identityOf,
  identityOfNormalized,
  type PageIdentity,
  type RemovedPart,
} from './identity/identity-of.ts';
export {
  describePlace,
  type IdentityRule,
  type VolatileKind,
  type VolatilePlace,
} from './identity/identity-rule.ts';
export { learnIdentityRules } from './identity/learn-identity-rules.ts';
export { looksRandom } from './identity/looks-random.ts';
export { type LinkPairs, pairLinks } from './identity/pair-links.ts';
export { type SessionPart, sessionParts, withSessionIds } from './identity/session-parts.ts';
export {
  explainNormalization,
  type NormalizationExplained,
  type NormalizationStep,
} from './normalize/explain-normalization.ts';
export { extendedRules } from './normalize/extended-rules.ts';
export { linkResolver } from './normalize/link-resolver.ts';
export { type NormalizeOptions, normalizeUrl } from './normalize/normalize-url.ts';
export { trackingParameters } from './normalize/rules/tracking-parameters.ts';
export { standardRules, standardRulesKeepingFragment } from './normalize/standard-rules.ts';
export type { UrlRule } from './normalize/url-rule.ts';
export { findCommonSubstrings } from './session/find-common-substrings.ts';
export { findSession, probeSessionId, type SessionFinding } from './session/find-session.ts';
export { findSessionIdCandidates, type SessionIdCandidate } from './session/find-session-id.ts';
export {
  type ContingencyTable,
  type EquivalenceMetrics,
  equivalenceMetrics,
} from './signature/contingency-table.ts';
export {
  type Equivalence,
  type EquivalenceClass,
  type EquivalenceMethod,
  type EquivalentUrl,
  equivalenceClasses,
  equivalenceMethods,
  type FetchedPage,
} from './signature/equivalence-classes.ts';
export { type EquivalenceEvaluation, evaluateEquivalence } from './signature/evaluate-equivalence.ts';
export { regularUrls } from './signature/regular-urls.ts';
export { type PageContent, strictSignature } from './signature/strict-signature.ts';
export { sizedSignature, urlSignature } from './signature/url-signature.ts';
