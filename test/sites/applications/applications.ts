import { adminer } from './adminer.ts';
import { apacheListing } from './apache-listing.ts';
import type { ApplicationMaker } from './application.ts';
import { awstats } from './awstats.ts';
import { cgit } from './cgit.ts';
import { djangoAdmin } from './django-admin.ts';
import { dokuwiki, dokuwikiMembers } from './dokuwiki.ts';
import { doxygen } from './doxygen.ts';
import { fossilForum } from './fossil-forum.ts';
import { gitweb } from './gitweb.ts';
import { hexo } from './hexo.ts';
import { ikiwiki } from './ikiwiki.ts';
import { jsdoc } from './jsdoc.ts';
import { mediawiki } from './mediawiki.ts';
import { mhonarc } from './mhonarc.ts';
import { redmine } from './redmine.ts';
import { sphinx } from './sphinx.ts';
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
  doxygen,
  redmine,
  'apache-listing': apacheListing,
  adminer,
  sphinx,
  jsdoc,
  awstats,
  mhonarc,
  ikiwiki,
};
