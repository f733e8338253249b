import type { ElementPlace } from '../graph/state-graph.ts';
import type { DomDocument, DomElement, SharedTools } from './dom.ts';

declare const tidemark: SharedTools;
declare const document: DomDocument;

/** A field that can be filled in. */
export interface FoundField {
  readonly place: ElementPlace;
  /** `text`, `email`, `select`, `textarea`, `checkbox`... */
  readonly type: string;
  /** Its label, name, id and placeholder, from which people know its purpose. */
  readonly words: string;
  readonly isRequired: boolean;
  readonly isFilled: boolean;
  readonly value: string;
  /** Whether scripts listen for input in it. */
  readonly isHeard: boolean;
  readonly min: string;
  readonly max: string;
  readonly maxLength: number;
  /** The values of a `select`, without disabled ones. */
  readonly options: readonly string[];
  /** What people read there. */
  readonly optionTexts: readonly string[];
  /** Which of the given selectors it matches. */
  readonly matches: readonly string[];
}

/** An element that a person could press. */
export interface FoundElement {
  readonly place: ElementPlace;
  /** Names of its classes, ids and the like, and of the pictures in it: they show the purpose of a button without words. */
  readonly names: string;
  /** The address of a link, '' for anything else. */
  readonly href: string;
  readonly isDownload: boolean;
  /** The fields that belong to it: those of its form, or those beside it. */
  readonly fields: readonly number[];
  /** Whether it can be pressed, hovered, and typed at. */
  readonly isPressed: boolean;
  readonly isPointedAt: boolean;
  readonly isTypedAt: boolean;
  /** Which of the given selectors it matches. */
  readonly matches: readonly string[];
  /** Whether other elements say the same at the same place of something like it: the sign beside each entry of a list. */
  readonly isRepeated: boolean;
}

export interface FoundElements {
  readonly elements: readonly FoundElement[];
  readonly fields: readonly FoundField[];
  /** Whether the page continues below. */
  readonly canScroll: boolean;
}

/** Elements on which scripts listen, by event. */
interface ListeningSets {
  readonly press: ReadonlySet<DomElement>;
  readonly key: ReadonlySet<DomElement>;
  readonly pointing: ReadonlySet<DomElement>;
  /** Events of input into fields. */
  readonly input: ReadonlySet<DomElement>;
}

/** Elements that can be pressed and fields that can be filled in, in the order of the page; at most `most` elements. */
export function findElements(
  selectors: readonly string[],
  most: number,
  listening: ListeningSets,
): FoundElements {
  const pressable =
    'a[href], area[href], button, summary, input[type=button], input[type=submit], input[type=image], input[type=reset], input[type=checkbox], input[type=radio], [onclick], [onmousedown], [onmouseup], ' +
    '[role=button], [role=link], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=checkbox], [role=switch], [role=radio], [role=option], [role=treeitem]';
  const fillable =
    'textarea, select, input:not([type=button], [type=submit], [type=image], [type=reset], [type=hidden], [type=file])';
  const all = tidemark.walkElements(document, 100_000).filter((element) => tidemark.isShown(element));
  const fieldElements = all.filter((element) => element.matches(fillable) && canBeUsed(element));
  const found = all.filter((element) => isPressed(element) || isPointedAt(element) || isTypedAt(element));
  const taken = new Set(found);
  const elements = found
    .filter((element) => !isPartOfPressable(element) && !isCovered(element))
    .slice(0, most);
  const alike = new Map<string, number>();
  for (const element of elements) alike.set(kindOf(element), (alike.get(kindOf(element)) ?? 0) + 1);
  return {
    elements: elements.map(described),
    fields: fieldElements.map(describedField),
    canScroll: reachesFurther(),
  };

  function isPressed(element: DomElement): boolean {
    if (!canBeUsed(element)) return false;
    if (element.matches(pressable)) return true;
    if (/^(?:html|body|label|option|select|textarea)$/.test(element.localName) || element.matches(fillable))
      return false;
    if (listening.press.has(element)) return !isRoot(element);
    return isPointer(element) && !isPointer(element.parentElement);
  }

  function isPointedAt(element: DomElement): boolean {
    return (
      canBeUsed(element) &&
      !isRoot(element) &&
      (listening.pointing.has(element) || element.matches('[aria-haspopup]'))
    );
  }

  function isTypedAt(element: DomElement): boolean {
    return listening.key.has(element) && !isRoot(element) && canBeUsed(element) && !element.matches(fillable);
  }

  /** Frameworks listen at the root element of what they render, for everything in it: that says nothing about the root itself. */
  function isRoot(element: DomElement): boolean {
    if (/^(?:html|body)$/.test(element.localName)) return true;
    if (element.parentElement?.localName !== 'body' || element.matches('[role], [tabindex]')) return false;
    return [...element.childNodes].some(({ nodeType }) => nodeType === 1);
  }

  function canBeUsed(element: DomElement): boolean {
    if (element.matches(':disabled, [aria-disabled=true], [inert], [inert] *')) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && styleOf(element)['pointerEvents'] !== 'none';
  }

  function isPointer(element: DomElement | null): boolean {
    return (
      element !== null &&
      styleOf(element)['cursor'] === 'pointer' &&
      !element.closest('a[href], button, label, summary')
    );
  }

  function styleOf(element: DomElement): Readonly<Record<string, string>> {
    return element.ownerDocument.defaultView?.getComputedStyle(element) ?? {};
  }

  /** Whether it is part of an element that is pressed as a whole, and scripts do not listen on the part. */
  function isPartOfPressable(element: DomElement): boolean {
    const outer = element.parentElement?.closest('a[href], button, summary');
    return outer !== null && outer !== undefined && taken.has(outer) && !listening.press.has(element);
  }

  /** Judges only elements in view; the others are checked when they are pressed. */
  function isCovered(element: DomElement): boolean {
    const view = element.ownerDocument.defaultView;
    const middle = tidemark.middleOf(element);
    if (view === null || middle === null) return true;
    const { x, y } = middle;
    if (x < 0 || y < 0 || x >= view.innerWidth || y >= view.innerHeight) return false;
    return tidemark.pointOf(element) === null;
  }

  function described(element: DomElement): FoundElement {
    const form = element.form ?? element.closest('form');
    const isLink = /^(?:a|area)$/.test(element.localName);
    return {
      place: tidemark.elementPlace(element),
      names: namesOf(element),
      href: isLink && typeof element.href === 'string' ? element.href : '',
      isDownload: element.hasAttribute('download'),
      fields: isLink
        ? []
        : fieldElements.flatMap((field, number) => (belongs(field, element, form) ? [number] : [])),
      isPressed: isPressed(element),
      isPointedAt: isPointedAt(element),
      isTypedAt: isTypedAt(element),
      matches: selectors.filter((selector) => element.matches(selector)),
      isRepeated: (alike.get(kindOf(element)) ?? 0) > 1,
    };
  }

  /** The same for elements that say the same at the same place of the entries of a list. */
  function kindOf(element: DomElement): string {
    const names: string[] = [];
    for (let at: DomElement | null = element; at !== null; at = at.parentElement) names.unshift(at.localName);
    return `${names.join('>')} ${tidemark.elementLabel(element)}`;
  }

  function belongs(field: DomElement, element: DomElement, form: DomElement | null): boolean {
    if (field === element || element.matches(fillable)) return false;
    const own = field.form ?? field.closest('form');
    if (form !== null || own !== null) return own === form;
    const around = element.parentElement?.parentElement?.parentElement ?? element.parentElement;
    return around !== null && around !== element.ownerDocument.body && around.contains(field);
  }

  function namesOf(element: DomElement): string {
    const pictures = [...(element as unknown as DomDocument).querySelectorAll('i, svg, use, img')].slice(
      0,
      5,
    );
    return [element, ...pictures]
      .flatMap((each) => [...each.attributes])
      .filter(({ name }) =>
        /^(?:id|class|name|value|title|alt|data-action|data-icon|formaction|onclick|href|xlink:href)$/.test(
          name,
        ),
      )
      .map(({ value }) => value.slice(0, 200))
      .join(' ');
  }

  function describedField(field: DomElement): FoundField {
    const type = field.localName === 'input' ? (field.type ?? 'text') : field.localName;
    const place = tidemark.elementPlace(field);
    const isTicked = type === 'checkbox' || type === 'radio';
    const options = [...(field.options ?? [])].filter((option) => !option.disabled);
    const named = ['name', 'id', 'placeholder', 'autocomplete'].map((name) => field.getAttribute(name) ?? '');
    return {
      place,
      type,
      words: [place.label, ...named].join(' '),
      isRequired: field.matches(':required, [aria-required=true]'),
      isFilled: isTicked ? field.checked === true : (field.value ?? '') !== '',
      value: field.value ?? '',
      isHeard: listening.input.has(field),
      min: field.getAttribute('min') ?? '',
      max: field.getAttribute('max') ?? '',
      maxLength: Number(field.getAttribute('maxlength') ?? 0) || 0,
      options: options.map(({ value }) => value ?? ''),
      optionTexts: options.map(({ textContent }) =>
        (textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 80),
      ),
      matches: selectors.filter((selector) => field.matches(selector)),
    };
  }

  function reachesFurther(): boolean {
    const page = document.documentElement;
    const height = document.defaultView?.innerHeight ?? 0;
    return page !== null && page.scrollHeight > page.scrollTop + height + 1;
  }
}
