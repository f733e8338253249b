import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application, Edit, Expected, Place } from './application.ts';
import { needDebian, unpackDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';
import { freePort, startServer } from './tools/server-process.ts';

const TOMCAT = '/usr/share/tomcat10';
const leftOut = [
  'api',
  'annotationapi',
  'elapi',
  'jspapi',
  'servletapi',
  'websocketapi',
  'jaspicapi',
  'appdev',
  'config',
  'tribes',
  'architecture',
];

/**
 * The JSP and servlet examples and the documentation of Tomcat: session ids in addresses, dates, pages that show the visitor's
 * own request. They have no forms that change what others see, so they are edited as a JSP application is: by its files.
 */
export function tomcatExamples(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const base = join(folder, 'base');
  const docs = join(base, 'webapps/docs');
  const examples = join(base, 'webapps/examples');
  let pages: string[] = [];

  const change = async (file: string, edit: (html: string) => string) =>
    writeFile(file, edit(await readFile(file, 'utf8')));

  return {
    name: 'tomcat-examples',
    project: {
      // Pages of the documentation that are many and alike; what needs a script; a page that tells how full the memory is.
      rules: [
        {
          deny: `/docs/(${leftOut.join('|')})/`,
        },
        { deny: '/docs/[h-z][^/]*[.]html$' },
        {
          deny: '/examples/(websocket|jsp/chat|jsp/security|jsp/forward)|[.](java|zip|war|txt)$|[.](jsp|tagx?)[.]html$|/async/',
        },
        { default: 'allow' },
      ],
    },
    plainAddress: (url) => url.replace(/;jsessionid=[^?#]*/i, ''),

    async install() {
      await needDebian('tomcat10-common', 'openjdk-17-jre-headless');
      const unpacked = join(folder, 'unpacked');
      await unpackDebian(unpacked, 'tomcat10', 'tomcat10-examples', 'tomcat10-docs');
      for (const own of ['conf', 'logs', 'temp', 'webapps', 'work'])
        await mkdir(join(base, own), { recursive: true });
      await cp(join(unpacked, 'usr/share/tomcat10-examples/examples'), examples, {
        recursive: true,
        verbatimSymlinks: true,
      });
      await cp(join(unpacked, 'usr/share/tomcat10-docs/docs'), docs, {
        recursive: true,
        verbatimSymlinks: true,
      });
      // Thousands of files that the rules leave out.
      for (const api of leftOut) await rm(join(docs, api), { recursive: true, force: true });
      // The page of a new server, which leads to both.
      await cp(join(unpacked, 'usr/share/tomcat10-root/default_root'), join(base, 'webapps/ROOT'), {
        recursive: true,
      });
      await cp(join(unpacked, 'usr/share/tomcat10/etc'), join(base, 'conf'), { recursive: true });
      await rm(unpacked, { recursive: true });
      // JSPs that were edited are compiled when they are asked for, and not some seconds later.
      await change(join(base, 'conf/web.xml'), (was) =>
        was.replace(
          /(JspServlet<\/servlet-class>)/,
          '$1<init-param><param-name>modificationTestInterval</param-name><param-value>0</param-value></init-param>',
        ),
      );
      for (const lib of ['taglibs-standard-spec.jar', 'taglibs-standard-impl.jar'])
        await symlink(join('/usr/share/java', lib), join(examples, 'WEB-INF/lib', lib)).catch(
          () => undefined,
        );
    },

    async start() {
      const port = await freePort();
      await writeFile(
        join(base, 'conf/server.xml'),
        `<Server port="-1"><Service name="Catalina"><Connector address="127.0.0.1" port="${port}"/>
<Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps"/></Engine></Service></Server>`,
      );
      // Other files that were edited show at once.
      await writeFile(
        join(base, 'conf/context.xml'),
        '<Context><WatchedResource>WEB-INF/web.xml</WatchedResource><Resources cachingAllowed="false"/></Context>',
      );
      return startServer({
        command: join(TOMCAT, 'bin/catalina.sh'),
        args: ['run'],
        port,
        cwd: base,
        env: {
          ...place.clock.environment(),
          CATALINA_HOME: TOMCAT,
          CATALINA_BASE: base,
          CATALINA_OPTS: '-XX:TieredStopAtLevel=1',
        },
        log: join(folder, 'server.log'),
      });
    },

    async fill() {
      const index = await readFile(join(docs, 'index.html'), 'utf8');
      pages = (await readdir(docs))
        .filter((file) => /^[a-g].*[.]html$/.test(file) && !/changelog/.test(file))
        .filter((file) => index.includes(`href="${file}"`))
        .sort();
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const free = [...pages];
      const some = () => free.splice(random.below(free.length), 1)[0] ?? '';
      const did = (what: string, path: string, truth: Expected) =>
        edits.push({ what: `${what}: ${path}`, shows: { [`${origin}${path}`]: truth } });

      const text = some();
      await change(join(docs, text), (was) => was.replace('<p>', `<p>${prose.sentence()} `));
      did('a sentence more', `/docs/${text}`, 'UPD');
      const titled = some();
      await change(join(docs, titled), (was) =>
        was.replace(/<h1>/, `<h1>${prose.title()} `).replace(/<title>/, `<title>${prose.word()} `),
      );
      did('another title', `/docs/${titled}`, 'UPD');
      const bold = some();
      await change(join(docs, bold), (was) => was.replace(/<p>(\w+)/, '<p><b>$1</b>'));
      edits.push({ what: `a word in bold: ${bold}`, shows: {} });
      const gone = some();
      await rm(join(docs, gone));
      pages = pages.filter((page) => page !== gone);
      did('a page deleted', `/docs/${gone}`, 'MIS');
      const jsp = [
        'jsp/dates/date.jsp',
        'jsp/jsp2/el/basic-arithmetic.jsp',
        'jsp/include/include.jsp',
        'jsp/simpletag/foo.jsp',
      ][visit - 2];
      if (jsp !== undefined) {
        await change(join(examples, jsp), (was) =>
          was.replace(/(<body[^>]*>)/i, `$1<p>${prose.sentence()}</p>`),
        );
        did('a sentence more', `/examples/${jsp}`, 'UPD');
      }
      return edits;
    },
  };
}
