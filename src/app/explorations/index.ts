export { explainState } from './explain-state.ts';
export { explorationOf, findState } from './find-state.ts';
export { comparedExploration, newsOf, stateNews } from './state-news.ts';
