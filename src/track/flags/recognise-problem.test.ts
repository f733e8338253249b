import { describe, expect, test } from 'vitest';
import type { ShownPage } from './recognise-problem.ts';
import { recogniseProblem, recogniseRedirect } from './recognise-problem.ts';

const page = (title: string, text: string, more: Partial<ShownPage> = {}): ShownPage => ({
  title,
  text,
  links: [],
  hasPasswordField: false,
  ...more,
});

describe('notices that come with status 200 are errors', () => {
  test.each([
    ['CAPTCHA', page('Just a moment...', 'Enable JavaScript and cookies to continue')],
    ['CAPTCHA', page('Shop', 'Please verify you are human by completing the action below.')],
    ['CAPTCHA', page('', 'Loading', { links: ['https://challenges.cloudflare.com/turnstile/v0/api.js'] })],
    ['CAPTCHA', page('Robot Check', 'Enter the characters you see below')],
    [
      'blocked',
      page('Access Denied', "You don't have permission to access /x on this server. Reference #18.2f"),
    ],
    ['blocked', page('Shop', 'Sorry, you have been blocked')],
    ['blocked', page('', 'Request unsuccessful. Incapsula incident ID: 443-1')],
    ['log-in wall', page('Log in - Forum', 'User name Password', { hasPasswordField: true })],
    ['log-in wall', page('Members', 'You must log in to view this page.', { hasPasswordField: true })],
    ['log-in wall', page('Intranet', 'Your session has expired.')],
    ['soft error page', page('404 Not Found', 'nginx')],
    ['soft error page', page('Page not found | Harbour', 'Try the search.')],
    ['soft error page', page('Harbour', 'Error establishing a database connection')],
    ['soft error page', page('503 Service Unavailable', 'Please come back later')],
    ['soft error page', page('Site maintenance', 'We will be back soon')],
  ])('%s', (kind, shown) => {
    const problem = recogniseProblem(shown);
    expect(problem?.kind).toBe(kind);
    expect(problem?.reason).toMatch(/"/);
  });
});

describe('content is content', () => {
  const long = 'The council met again. '.repeat(80);
  test.each([
    ['an article about CAPTCHAs', page('How CAPTCHAs work', `They ask you to verify you are human. ${long}`)],
    [
      'a contact form with a CAPTCHA',
      page('Contact', `Write to us. ${'We answer soon. '.repeat(20)}`, {
        links: ['https://www.google.com/recaptcha/api.js'],
      }),
    ],
    [
      'a shop with a log-in in its head',
      page('Harbour shop', 'Welcome. Log in. Fish, bread.', { hasPasswordField: true }),
    ],
    ['a bus line', page('Bus 404 to the harbour', 'runs every hour')],
    ['a room', page('Room 503', 'meeting room')],
    ['a maintenance manual', page('Engine maintenance', 'Change the oil.')],
    ['a title about logging in, without a password field', page('Login statistics', 'Logins by month')],
    [
      'a page that only mentions the log-in',
      page('Forum', `You must log in to view attachments. ${'The tide is high. '.repeat(20)}`),
    ],
    ['a short page', page('Tides', 'High at noon')],
    ['an empty page', page('', '')],
  ])('%s', (_, shown) => {
    expect(recogniseProblem(shown)).toBeNull();
  });

  test('a page that always looked like this is not an error', () => {
    const manual = page('404 Not Found', 'What the status means');
    expect(recogniseProblem(manual, manual)).toBeNull();
    expect(recogniseProblem(manual, page('Tides', 'High at noon'))).not.toBeNull();
    // A long page with such a title was content, so a short one is news.
    expect(recogniseProblem(manual, page('404 Not Found', long))).not.toBeNull();
  });
});

describe('redirects', () => {
  test.each([
    ['log-in wall', 'http://a/x', 'http://a/login?next=/x'],
    ['log-in wall', 'http://a/x', 'https://sso.b/oauth2/authorize?c=1'],
    ['log-in wall', 'http://a/x', 'http://a/wp-login.php'],
    ['CAPTCHA', 'http://a/x', 'http://a/captcha?r=1'],
    [undefined, 'http://a/x', 'http://a/new-place'],
    [undefined, 'http://a/x', 'http://a/blogging/catalogin'],
    [undefined, 'http://a/login', 'http://a/account/login'],
    [undefined, 'http://a/captcha', 'http://a/captcha/2'],
    [undefined, 'http://a/x', 'http://a/y?from=login'],
  ])('%s: %s -> %s', (kind, from, to) => {
    expect(recogniseRedirect(from, to)?.kind).toBe(kind);
  });
});
