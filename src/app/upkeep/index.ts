export { dataHoldings } from './data-holdings.ts';
export { giveSpaceBack, surveyProject, tidyProject } from './tidy-projects.ts';
