import type { ApplicationMaker } from './application.ts';
import { dokuwiki, dokuwikiMembers } from './dokuwiki.ts';
import { hexo } from './hexo.ts';

/** All applications of the proof, in the order in which they run. */
export const applications: Readonly<Record<string, ApplicationMaker>> = {
  dokuwiki,
  hexo,
  'dokuwiki-members': dokuwikiMembers,
};
