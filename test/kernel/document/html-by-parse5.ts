import { defaultTreeAdapter, html, InsertionMode, Parser, type Token } from 'parse5';
import { findCssUrls } from '../../../src/document/index.ts';

/** What a page says and where it leads, as parse5 has it. */
export function readByParse5(source: string): {
  readonly title: string;
  readonly base: string | null;
  readonly links: readonly string[];
  readonly text: string;
} {
  const { title, base, links, text } = Oracle.read(source);
  return { title: collapse(title ?? ''), base, links, text: collapse(text) };
}

/**
 * The oracle: parse5 builds the whole tree, and we listen to the tokens it makes on the way. A token counts as it
 * is written: where the tree builder drops a tag that closes nothing, or moves text out of a table, the tag still
 * separates words and the text stays in place ("text outside tags"). What is left out is asked of parse5's own
 * stack of open elements. Two of its modes are switched off: today's standard parses the contents of `select` like
 * those of any element, and for a crawler a `frameset` page is read like any other. And one slip of parse5 8 is put
 * right: directly in `foreignObject` or `mi`, `<![CDATA[` is text (the current element is not HTML, 13.2.5.42).
 */
class Oracle extends Parser<import('parse5').DefaultTreeAdapterMap> {
  title: string | null = null;
  base: string | null = null;
  readonly links: string[] = [];
  text = '';
  #namespaces = new Map<unknown, string>();
  /** parse5 hands a token round between its modes; it counts once. */
  readonly #seen = new WeakSet<object>();

  static read(source: string): Pick<Oracle, 'title' | 'base' | 'links' | 'text'> {
    const namespaces = new Map<unknown, string>();
    const oracle = new Oracle({
      scriptingEnabled: false,
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (name, namespace, attrs) => {
          namespaces.set(attrs, namespace);
          return defaultTreeAdapter.createElement(name, namespace, attrs);
        },
      },
    });
    oracle.#namespaces = namespaces;
    let mode = oracle.insertionMode;
    Object.defineProperty(oracle, 'insertionMode', {
      get: () => mode,
      set: (next: InsertionMode) => {
        mode = switchedOff.has(next) ? InsertionMode.IN_BODY : next;
      },
    });
    const declaration: (this: unknown, code: number) => void = Reflect.get(oracle.tokenizer, cdataState);
    Reflect.set(oracle.tokenizer, cdataState, (code: number) => {
      const { inForeignNode } = oracle.tokenizer;
      oracle.tokenizer.inForeignNode = oracle.currentNotInHTML;
      declaration.call(oracle.tokenizer, code);
      oracle.tokenizer.inForeignNode = inForeignNode;
    });
    oracle.tokenizer.write(source, true);
    oracle.#endOfStyle();
    return oracle;
  }

  #isNew(token: object): boolean {
    if (this.#seen.has(token)) return false;
    this.#seen.add(token);
    return true;
  }

  override onStartTag(token: Token.TagToken): void {
    if (!this.#isNew(token)) {
      super.onStartTag(token);
      return;
    }
    const attributes = new Map(token.attrs.map(({ name, value }) => [name, value]));
    const isInert = this.#isInert(['template']);
    const { attrs } = token;
    super.onStartTag(token);
    if (isInert) return;
    const name = token.tagName.toLowerCase();
    if (name === 'template' && this.#isInert(['template'])) return;
    const isHtml = (this.#namespaces.get(attrs) ?? html.NS.HTML) === html.NS.HTML;
    if (separators.has(name)) this.text += ' ';
    if (name === 'title' && isHtml) {
      this.#isFirstTitle = this.title === null;
      this.title ??= '';
    }
    if (name === 'base' && isHtml && attributes.has('href')) this.base ??= trim(attributes.get('href') ?? '');
    this.#collectLinks(name, isHtml, attributes);
  }

  override onEndTag(token: Token.TagToken): void {
    const isNew = this.#isNew(token);
    this.#endOfStyle();
    super.onEndTag(token);
    if (!isNew) return;
    if (separators.has(token.tagName.toLowerCase()) && !this.#isInert(['template'])) this.text += ' ';
  }

  #isFirstTitle = false;

  override onCharacter(token: Token.CharacterToken): void {
    if (this.#isNew(token)) this.#characters(token.chars);
    super.onCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    if (this.#isNew(token)) this.#characters(token.chars);
    super.onWhitespaceCharacter(token);
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    if (this.#isNew(token) && this.tokenizer.inForeignNode)
      this.#characters('\u{fffd}'.repeat(token.chars.length));
    super.onNullCharacter(token);
  }

  #characters(chars: string): void {
    if (this.#isInert(['template'])) return;
    const { current } = this.openElements;
    const name =
      current !== undefined && 'tagName' in current && current.namespaceURI === html.NS.HTML
        ? current.tagName
        : '';
    if (name === 'title') {
      if (this.#isFirstTitle) this.title += chars;
    } else if (name === 'style') this.#styleText += chars;
    else if (!this.#isInert(['template', 'script', 'style', 'iframe', 'noembed', 'noframes']))
      this.text += chars;
  }

  #isInert(names: readonly string[]): boolean {
    return this.openElements.items.slice(0, this.openElements.stackTop + 1).some((element) => {
      if (!('tagName' in element) || !names.includes(element.tagName.toLowerCase())) return false;
      if (element.tagName === 'script' || element.tagName === 'style') return true;
      if (element.namespaceURI !== html.NS.HTML) return false;
      if (element.tagName !== 'template') return true;
      const mode = element.attrs.find(({ name }) => name === 'shadowrootmode')?.value.toLowerCase() ?? '';
      return !['open', 'closed'].includes(mode);
    });
  }

  #collectLinks(name: string, isHtml: boolean, attributes: ReadonlyMap<string, string>): void {
    const add = (kind: string, attribute: string, keepsEmpty = false): void => {
      const value = attributes.get(attribute);
      if (value === undefined) return;
      const url = trim(value);
      if (url !== '' || keepsEmpty) this.links.push(`${kind} ${url}`);
    };
    const addSet = (attribute: string): void => {
      for (const candidate of (attributes.get(attribute) ?? '').split(/,[\t\n\f\r ]+/)) {
        const url = trim(candidate).split(/[\t\n\f\r ]/, 1)[0];
        if (url) this.links.push(`image ${url}`);
      }
    };
    if (isHtml) {
      if (name === 'a' || name === 'area') add('page', 'href', true);
      if (name === 'form') add('form', 'action', true);
      if (name === 'link' && attributes.get('rel') === 'stylesheet') add('stylesheet', 'href');
      for (const [kind, attribute] of embeds[name] ?? []) {
        if (attribute.endsWith('srcset')) addSet(attribute);
        else add(kind, attribute);
      }
      if (name === 'input' && attributes.get('type')?.toLowerCase() === 'image') add('image', 'src');
      if (name === 'input' || name === 'button') add('form', 'formaction');
      add('image', 'background');
      if (name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'refresh') {
        const url = /^\d+; *url=(.*)$/s.exec(attributes.get('content') ?? '')?.[1];
        if (url) this.links.push(`refresh ${url}`);
      }
    } else {
      const href = attributes.has('href') ? 'href' : 'xlink:href';
      if (name === 'a') add('page', href, true);
      if (name === 'script') add('script', href);
      if (['image', 'use', 'feimage'].includes(name)) add('image', href);
    }
    this.#css(attributes.get('style') ?? '');
  }

  #styleText = '';

  #endOfStyle(): void {
    this.#css(this.#styleText);
    this.#styleText = '';
  }

  /** The style sheet in a page is not what parse5 can judge; css-urls.test.ts does. */
  #css(text: string): void {
    findCssUrls(text, (kind, url) => this.links.push(`${kind} ${url}`));
  }
}

const cdataState = '_stateMarkupDeclarationOpen';

const switchedOff = new Set([
  InsertionMode.IN_SELECT,
  InsertionMode.IN_SELECT_IN_TABLE,
  InsertionMode.IN_FRAMESET,
  InsertionMode.AFTER_FRAMESET,
  InsertionMode.AFTER_AFTER_FRAMESET,
]);

const embeds: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  img: [
    ['image', 'src'],
    ['image', 'srcset'],
    ['image', 'data-src'],
    ['image', 'data-srcset'],
    ['related', 'longdesc'],
  ],
  image: [
    ['image', 'src'],
    ['image', 'srcset'],
    ['image', 'data-src'],
    ['image', 'data-srcset'],
    ['related', 'longdesc'],
  ],
  source: [
    ['media', 'src'],
    ['image', 'srcset'],
    ['image', 'data-srcset'],
  ],
  video: [
    ['media', 'src'],
    ['image', 'poster'],
  ],
  audio: [['media', 'src']],
  track: [['media', 'src']],
  iframe: [
    ['frame', 'src'],
    ['related', 'longdesc'],
  ],
  frame: [
    ['frame', 'src'],
    ['related', 'longdesc'],
  ],
  embed: [['object', 'src']],
  object: [['object', 'data']],
  script: [['script', 'src']],
  blockquote: [['cite', 'cite']],
  q: [['cite', 'cite']],
  ins: [['cite', 'cite']],
  del: [['cite', 'cite']],
};

const separators = new Set(
  `address article aside blockquote body br button caption center col colgroup dd desc details dialog dir div dl dt
  fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li
  listing main menu nav noframes object ol optgroup option p plaintext pre search section select summary table tbody
  td text textarea tfoot th thead title tr ul video audio xmp`.split(/\s+/),
);

function trim(text: string): string {
  return text.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
}

function collapse(text: string): string {
  return trim(text.replace(/[\t\n\f\r ]+/g, ' '));
}
