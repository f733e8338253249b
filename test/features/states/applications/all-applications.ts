import { frameworkApplications } from './frameworks/framework-applications.ts';
import type { StateApplication } from './state-application.ts';
import { formApplications } from './vanilla/forms.ts';
import { growthApplications } from './vanilla/growth.ts';
import { noiseApplications } from './vanilla/noise.ts';
import { routeApplications } from './vanilla/routes.ts';
import { viewApplications } from './vanilla/views.ts';

export const stateApplications: readonly StateApplication[] = [
  ...noiseApplications,
  ...viewApplications,
  ...routeApplications,
  ...growthApplications,
  ...formApplications,
  ...frameworkApplications,
];
