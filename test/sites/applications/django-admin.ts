import '../../fixtures/program/use-features.ts';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Place } from './application.ts';
import { needDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';
import { freePort, startServer } from './tools/server-process.ts';
import { Visitor } from './tools/visitor.ts';

const run = promisify(execFile);
const PASSWORD = 'tides-and-moons';
/** Debian's own: another one does not see its packages. */
const PYTHON = '/usr/bin/python3';

const SETTINGS = `
SECRET_KEY = 'harbour'
DEBUG = False
ALLOWED_HOSTS = ['*']
ROOT_URLCONF = 'urls'
INSTALLED_APPS = ['django.contrib.' + app for app in ('admin', 'auth', 'contenttypes', 'sessions', 'messages')]
MIDDLEWARE = ['django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.common.CommonMiddleware',
  'django.middleware.csrf.CsrfViewMiddleware', 'django.contrib.auth.middleware.AuthenticationMiddleware',
  'django.contrib.messages.middleware.MessageMiddleware']
TEMPLATES = [{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True, 'OPTIONS': {'context_processors': [
  'django.template.context_processors.request', 'django.contrib.auth.context_processors.auth',
  'django.contrib.messages.context_processors.messages']}}]
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': 'harbour.sqlite'}}
PASSWORD_HASHERS = ['django.contrib.auth.hashers.MD5PasswordHasher']
STATIC_URL = '/static/'
USE_TZ = True
DEFAULT_AUTO_FIELD = 'django.db.models.AutoField'
`;

/** The administration of Django, behind a log-in: lists, forms with tokens, histories, notices that are shown once. */
export function djangoAdmin(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const site = join(folder, 'harbour');
  const groups = prose.names(14);
  const sailors = prose.names(16).map((name) => name.replace('-', '_'));
  const idOf = (list: readonly string[], name: string) => list.indexOf(name) + 1;
  const groupAt = (id: number, page = 'change/') => `${origin}/auth/group/${id}/${page}`;
  // The editor is the first user.
  const sailorAt = (name: string) => `${origin}/auth/user/${idOf(sailors, name) + 1}/change/`;

  const manage = (...args: readonly string[]) =>
    run(PYTHON, ['-m', 'django', ...args], { cwd: site, env: environment() });
  const environment = () => ({
    ...place.clock.environment(),
    PYTHONPATH: site,
    DJANGO_SETTINGS_MODULE: 'settings',
    PYTHONDONTWRITEBYTECODE: '1',
  });
  const logIn = async (visitor: Visitor) => {
    await visitor.submit(`${origin}/login/`, { username: 'editor', password: PASSWORD });
  };

  return {
    name: 'django-admin',
    logIn,
    project: {
      // Its pages ask robots to follow no link.
      crawl: { nofollow: 'follow' },
      // Lists in another order, or filtered, and forms that are empty.
      rules: [{ deny: '[?]' }, { deny: '/(add|password|password_change|jsi18n)/' }, { default: 'allow' }],
      session: {
        login: {
          open: '/login/',
          form: { fill: { username: 'editor', password: { env: 'PROOF_PASSWORD' } } },
        },
        loggedInWhen: 'Welcome,',
      },
    },

    async install() {
      await needDebian('python3-django');
      await mkdir(site, { recursive: true });
      await writeFile(join(site, 'settings.py'), SETTINGS);
      await writeFile(
        join(site, 'urls.py'),
        `from django.contrib import admin\nfrom django.urls import path\nurlpatterns = [path('', admin.site.urls)]\n`,
      );
      await manage('migrate', '--verbosity', '0');
    },

    async start() {
      const port = await freePort();
      return startServer({
        command: PYTHON,
        args: ['-m', 'django', 'runserver', '--noreload', `127.0.0.1:${port}`],
        port,
        cwd: site,
        env: environment(),
        log: join(folder, 'server.log'),
      });
    },

    async fill() {
      const lines = [
        'from django.contrib.auth.models import User, Group',
        `User.objects.create_superuser('editor', 'ed@example.org', '${PASSWORD}')`,
        `[Group.objects.create(name=name) for name in ${JSON.stringify(groups)}]`,
        `[User.objects.create_user(name, name + '@example.org', 'x') for name in ${JSON.stringify(sailors)}]`,
      ];
      await manage('shell', '-c', lines.join('\n'));
    },

    async edit(visit) {
      const editor = new Visitor();
      await logIn(editor);
      const edits: Edit[] = [];
      const renamed = idOf(groups, groups[visit] ?? '');
      await editor.submit(groupAt(renamed), { name: `${prose.word()} crew ${prose.word()}` }, [
        '_save',
        'Save',
      ]);
      edits.push({
        what: `a group renamed: ${renamed}`,
        shows: {
          [groupAt(renamed)]: 'UPD',
          [groupAt(renamed, 'history/')]: 'UPD',
          [`${origin}/auth/group/`]: 'UPD',
          [`${origin}/`]: 'UPD',
        },
      });
      const sailor = random.pick(sailors);
      await editor.submit(sailorAt(sailor), { first_name: prose.title() }, ['_save', 'Save']);
      edits.push({ what: `a user's name: ${sailor}`, shows: { [`${origin}/auth/user/`]: 'UPD' } });
      if (visit % 2 === 0) {
        await editor.submit(`${origin}/auth/group/add/`, { name: `new ${prose.word()}` }, ['_save', 'Save']);
        groups.push('added');
        edits.push({ what: 'a new group', shows: { [groupAt(groups.length)]: 'NEW' } });
      } else {
        const gone = idOf(groups, groups[visit + 5] ?? '');
        await editor.submit(groupAt(gone, 'delete/'), { post: 'yes' });
        edits.push({
          what: `a group deleted: ${gone}`,
          shows: { [groupAt(gone)]: 'MIS', [groupAt(gone, 'history/')]: 'MIS' },
        });
      }
      return edits;
    },
  };
}
