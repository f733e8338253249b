import type { ApplicationMaker } from './application.ts';
import { cgit } from './cgit.ts';
import { djangoAdmin } from './django-admin.ts';
import { dokuwiki, dokuwikiMembers } from './dokuwiki.ts';
import { fossilForum } from './fossil-forum.ts';
import { gitweb } from './gitweb.ts';
import { hexo } from './hexo.ts';
import { mediawiki } from './mediawiki.ts';
import { tomcatExamples } from './tomcat-examples.ts';
import { vitepress } from './vitepress.ts';
import { wordpress } from './wordpress.ts';

/** All applications of the proof, in the order in which they run. */
export const applications: Readonly<Record<string, ApplicationMaker>> = {
  hexo,
  vitepress,
  dokuwiki,
  'dokuwiki-members': dokuwikiMembers,
  cgit,
  gitweb,
  'fossil-forum': fossilForum,
  mediawiki,
  'tomcat-examples': tomcatExamples,
  'django-admin': djangoAdmin,
  wordpress,
};
