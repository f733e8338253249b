/** Why an answer with a success status is not the page itself (errors and blocks are not "gone"). */
export interface PageProblem {
  readonly kind: 'soft error page' | 'no such page' | 'CAPTCHA' | 'log-in wall' | 'blocked';
  /** What gave it away, in words. */
  readonly reason: string;
}

/** What the recognisers look at. */
export interface ShownPage {
  readonly title: string;
  readonly text: string;
  /** Addresses of everything on the page, as written. */
  readonly links: readonly string[];
  readonly hasPasswordField: boolean;
}

/** Says what is wrong with a page; null when nothing is. */
type ProblemRecogniser = (page: ShownPage) => PageProblem | null;

/** A longer page is content, whatever it says: there are articles about CAPTCHAs, too. In characters. */
const longestNotice = 1200;

const challengeTitle =
  /^(?:just a moment\b|attention required! \| cloudflare|are you (?:a )?(?:human|robot)\??$|robot (?:check|or human\?)|security check\b|human verification|verify(?:ing)? you are (?:a )?human|bot verification|ddos-guard$|one moment, please)/i;
const challengeText =
  /(?:checking your browser before accessing|verify(?:ing)? (?:that )?you are (?:a )?human|(?:prove|confirm) (?:that )?you(?:'| a)re (?:a human|not a robot)|enable javascript and cookies to continue|complete the (?:security check|captcha)|enter the characters you see|press (?:&|and) hold|unusual traffic from your (?:computer )?network|bitte bestätigen sie, dass sie (?:ein mensch|kein roboter) sind)/i;
const challengeAddress =
  /(?:challenges\.cloudflare\.com|\/cdn-cgi\/challenge-platform|hcaptcha\.com\/|google\.com\/recaptcha|recaptcha\.net\/|geo\.captcha-delivery\.com|captcha\.px-cdn\.net)/i;

/** A short page that asks whether the visitor is human. The script of a CAPTCHA alone is not enough: contact forms have it, too. */
const captcha: ProblemRecogniser = ({ title, text, links }) => {
  if (challengeTitle.test(title)) return { kind: 'CAPTCHA', reason: `its title is ${quote(title)}` };
  const words = challengeText.exec(text);
  if (words !== null) return { kind: 'CAPTCHA', reason: `it says ${quote(words[0])}` };
  const address = text.length < 200 ? links.find((link) => challengeAddress.test(link)) : undefined;
  return address === undefined ? null : { kind: 'CAPTCHA', reason: `it shows little but ${quote(address)}` };
};

const blockedTitle =
  /^(?:access denied|access to this page has been denied|403 forbidden|forbidden|blocked|request (?:rejected|blocked)|you have been blocked|sorry, you have been blocked|zugriff verweigert)\.?(?: \||$| [-–])/i;
const blockedText =
  /(?:you don't have permission to access .{1,200} on this server|(?:your (?:ip|request|access)|you) (?:address )?(?:has|have) been (?:blocked|banned|rate.?limited)|incapsula incident id|the requested url was rejected|reference #\d+\.[0-9a-f]+|too many requests|access denied \(?error code)/i;

const blocked: ProblemRecogniser = ({ title, text }) => {
  if (blockedTitle.test(title)) return { kind: 'blocked', reason: `its title is ${quote(title)}` };
  const words = blockedText.exec(text);
  return words === null ? null : { kind: 'blocked', reason: `it says ${quote(words[0])}` };
};

const loginTitle =
  /^(?:(?:please )?(?:log|sign)[ -]?in|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|acceso|login required|authentication required|session expired)(?:$|\W)/i;
const loginText =
  /(?:(?:you (?:must|need to|have to)|please) (?:log|sign)[ -]?in (?:to (?:continue|view|access|see|read)|first)|(?:log|sign)[ -]?in (?:is )?required|your session has expired|bitte melden sie sich an|veuillez vous connecter)/i;

/** A password field alone proves nothing: many shops have one in their header. The page must be about logging in. */
const loginWall: ProblemRecogniser = ({ title, text, hasPasswordField }) => {
  if (hasPasswordField && loginTitle.test(title)) {
    return { kind: 'log-in wall', reason: `its title is ${quote(title)} and it asks for a password` };
  }
  const words = loginText.exec(text);
  if (words === null || (!hasPasswordField && text.length > 300)) return null;
  return { kind: 'log-in wall', reason: `it says ${quote(words[0])}` };
};

const errorTitle =
  /^(?:(?:error|http(?: status)?|status)?\s*[-:]?\s*(?:404|410|500|502|503|504)\b|page (?:not found|does not exist|cannot be found)|not found$|seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|(?:internal )?server error|service (?:temporarily )?unavailable|bad gateway|gateway time-?out|(?:site|scheduled) maintenance|under maintenance|down for maintenance|wartungsarbeiten|application error|database error|whitelabel error page|oops)/i;
const errorText =
  /(?:error establishing a database connection|fatal error: .{1,200} on line \d+|uncaught (?:pdoexception|mysqli_sql_exception|error)\b|whitelabel error page|an unhandled exception occurred|application error: a (?:client|server)-side exception|the page you (?:are looking for|requested) (?:could not|cannot|can't|was not|does not|doesn't) (?:be )?(?:found|exist)|proxy error .{0,100}could not handle the request|no healthy upstream|upstream connect error|server error in '\/)/i;

const softError: ProblemRecogniser = ({ title, text }) => {
  if (errorTitle.test(title)) return { kind: 'soft error page', reason: `its title is ${quote(title)}` };
  const words = errorText.exec(text);
  return words === null ? null : { kind: 'soft error page', reason: `it says ${quote(words[0])}` };
};

const recognisers: readonly ProblemRecogniser[] = [captcha, blocked, loginWall, softError];

/**
 * Finds out whether a page that came with status 200 is a notice instead of content. Conservative: only short pages, only
 * unmistakable words, and never a page whose last good version already looked like that.
 */
export function recogniseProblem(page: ShownPage, last: ShownPage | null = null): PageProblem | null {
  if (page.text.length > longestNotice) return null;
  for (const recognise of recognisers) {
    const problem = recognise(page);
    if (problem === null) continue;
    if (last !== null && last.text.length <= longestNotice && recognise(last) !== null) return null;
    return problem;
  }
  return null;
}

const loginPath =
  /(?:^|[/.?&=_-])(?:log-?in|sign-?in|sso|oauth2?|authorize|cas\/login|wp-login\.php|account\/(?:login|signin)|anmelden|connexion)(?:$|[/.?&=_-])/i;
const challengePath = /(?:^|[/.?&=_-])(?:captcha|challenge|cdn-cgi|sorry\/index)(?:$|[/.?&=_-])/i;

/** Whether a redirect leads to a log-in or a CAPTCHA instead of another page. A log-in page itself may move. */
export function recogniseRedirect(from: string, to: string): PageProblem | null {
  const [source, target] = [pathOf(from), pathOf(to)];
  if (challengePath.test(target) && !challengePath.test(source)) {
    return { kind: 'CAPTCHA', reason: `it leads to ${to}` };
  }
  if (loginPath.test(target) && !loginPath.test(source)) {
    return { kind: 'log-in wall', reason: `it leads to ${to}` };
  }
  return null;
}

/** Path and the names of the query. Its values do not count: they may quote any page. */
function pathOf(url: string): string {
  const { pathname = url, searchParams } = URL.parse(url) ?? {};
  return `${pathname}?${[...(searchParams?.keys() ?? [])].join('&')}`;
}

function quote(text: string): string {
  return `"${text.length > 80 ? `${text.slice(0, 79)}…` : text}"`;
}

/** Signs of a page besides its words: the classes of its elements, and its instructions for search engines. */
export type PageSigns = ReadonlySet<string>;

const CLASSES = /\sclass\s{0,9}=\s{0,9}(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"'>]{1,100}))/gi;
const ROBOTS = /<meta\b[^>]{0,300}\bname\s{0,9}=\s{0,9}["']?robots\b[^>]{0,300}>/i;

/** Classes with digits are left out: they count or name one element. */
export function signsOf(html: string): PageSigns {
  const signs = new Set<string>();
  for (const [, double, single, bare] of html.matchAll(CLASSES))
    for (const name of (double ?? single ?? bare ?? '').split(/\s+/))
      if (name !== '' && !/\d/.test(name)) signs.add(`class "${name}"`);
  if (/noindex/i.test(ROBOTS.exec(html)?.[0] ?? '')) signs.add('"noindex"');
  return signs;
}

/**
 * The signs by which a site marks its pages for addresses that cannot exist, when `now` has most of them; none when no
 * sign distinguishes them from the site's other pages, or `now` does not have them.
 */
export function sharedSignsOfUnknown(
  now: PageSigns,
  unknown: PageSigns,
  pages: readonly PageSigns[],
): readonly string[] {
  const own = [...unknown].filter((sign) => !pages.some((page) => page.has(sign)));
  const shared = own.filter((sign) => now.has(sign));
  return shared.length * 2 > own.length ? shared : [];
}
