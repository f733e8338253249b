// What names of classes, ids and roles mean in the mark-up of today's frameworks and of hand-written pages.

/** The frame around all pages of an application. */
export const shellElements: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside']);
export const shellRoles = /^(?:navigation|banner|contentinfo|complementary|menubar|menu|tablist|toolbar)$/;
export const shellWords =
  /(?:^|[-_]|main|top|site|left|right|sub|user)(?:nav|navbar|navigation|menu|sidebar|sidenav|topbar|header|footer|masthead|breadcrumbs?|tabs|toolbar)(?:$|[-_])/i;
/** The header of a part of the page, not of the page. */
export const ownHeader =
  /^(?:content|page|card|panel|modal|box|section|table|list|article|entry|post|item|widget|block|x_)/i;
export const dialogWords = /^(?:modal|dialog|ui-dialog|uk-modal|reveal|lightbox|popup|swal2?-.*|bootbox)$/i;

export const messageWords =
  /error|alert|danger|warning|flash|toast|notif|notice|message|callout|growl|validation/i;
/** Badges and icons beside something, and messages between people: these are not messages of the page. */
export const noMessage =
  /badge|btn|button|label|icon|text-|bg-|border|count|dropdown|menu|dot|status|progress|list|item|card|box-/i;
export const badWords = /error|danger|invalid|warning|fail|validation|alert$/i;
export const goodWords = /success|info|ok$/i;
/** Classes of a field whose input was refused. */
export const mistakeWords =
  /^(?:has-error|form-row-error|is-invalid|field_with_errors|uk-form-danger|has-danger|is-danger|error|errors|has-warning|field-error|invalid)$/i;
/** Words in headings of pages that say that something went wrong. */
export const troubleWords =
  /\b(?:not found|error|forbidden|denied|not allowed|unauthori[sz]ed|went wrong|does ?n[o']t exist|unavailable|oops)\b/;

/** The beginning of a text that reports an error without any mark-up. */
export const spokenTrouble = /^\W*(?:[a-z]+ )?(?:error|fehler|erreur)\b[^.\n]{0,20}[:!]/i;

export const activeWords =
  /^(?:active|current|selected|is-active|uk-active|current-menu-item|router-link-active|here|on)$/i;
export const openWords = /^(?:open|opened|show|shown|uk-open|is-open|in|expanded)$/i;

export const headingElements = /^(?:h[1-6]|legend|caption)$/;
export const headingWords = /(?:^|[-_])(?:title|heading|page-header|headline)(?:$|[-_])/i;

/** Labels of pagination: the number of pages, and which one this is, are data. */
export const pager =
  /^(?:#|next|previous|prev|first|last|older|newer|more|show all|[«»‹›<>←→…. ]+|.{0,2} ?(?:next|prev|previous)(?: page)?.{0,2})$/;

/** Elements of flowing text, which differ from record to record. */
export const textElements: ReadonlySet<string> = new Set(
  'b i em strong u small sup sub font br hr span center tt code big abbr cite mark s del ins p label'.split(
    ' ',
  ),
);
/** Elements that wrap others and mean nothing by themselves. */
export const wrappers: ReadonlySet<string> = new Set(
  ' html body div span center font b i strong em u small p tbody'.split(' '),
);

/** What only visitors without an account are offered. */
export const logInWords =
  /^(?:log|sign)[ -]?(?:in|on)$|^(?:anmelden|einloggen|se connecter|connexion|iniciar sesión|entrar)$/;

/** Words on buttons of forms that create something instead of changing what is there. */
export const makesNew: ReadonlySet<string> = new Set(
  'new add create insert register neu anlegen hinzufügen nouveau ajouter créer nuevo añadir crear'.split(' '),
);

/** Words in a heading that say what is done on the page. */
export const deeds: ReadonlySet<string> = new Set(
  (
    'new add create edit update change modify delete remove list search find filter import export settings error login register ' +
    'neu anlegen bearbeiten ändern löschen suchen nouveau ajouter modifier supprimer nuevo añadir editar eliminar buscar'
  ).split(' '),
);
