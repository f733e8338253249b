export { type DataHoldings, dataHoldings } from './data-holdings.ts';
export { giveSpaceBack, surveyProject, type TidiedProject, tidyProject } from './tidy-projects.ts';
