import type { FoundElement } from '../in-page/find-elements.ts';

/** Why an element is not pressed: what pressing it would do. */
type AvoidedKind = 'delete' | 'buy' | 'send' | 'log out';

/** Each line has the phrases of one language, with commas between them. */
const phrases = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(', '));

/**
 * Words on elements that are not pressed unless the user allows it, by what the elements do. A star stands for any ending. The words of a
 * phrase must follow each other. English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian.
 */
export const avoidedWords: Readonly<Record<AvoidedKind, readonly string[]>> = {
  delete: phrases(
    'delete*, remove*, erase*, destroy*, purge*, wipe*, trash, discard*, drop table, deactivate*',
    'uninstall*, clear all, empty cart, empty trash, reset all, factory reset, shut down, reboot',
    'lösch*, entfern*, vernicht*, deaktivier*, deinstallier*',
    'supprim*, effac*, désactiv*, retirer, vider',
    'elimin*, borr*, suprim*, quitar, desactiv*, vaciar',
    'cancella*, rimuov*, disattiva*, svuota*',
    'exclu*, apag*, remov*, esvaziar',
    'verwijder*, wissen, leegmaken',
    'usuń*, usun*, skasuj*, wyczyść*, dezaktywuj*',
    'удал*, стереть, очист*, убрать, деактив*',
  ),
  buy: phrases(
    'buy*, purchase*, checkout, check out, pay, pay now, payment, place order, order now, donate*',
    'subscribe, book now, reserve*, add to cart, add to basket, upgrade now',
    'kauf*, jetzt kaufen, bestell*, bezahl*, zahlen, spende*, abonnier*, buchen, in den warenkorb, zur kasse',
    'achet*, commander, payer, paiement, réserver, ajouter au panier, faire un don',
    'compr*, pagar, pago, pedir, donar, reservar, añadir al carrito, suscrib*',
    'acquist*, ordina ora, paga, pagare, prenota*, aggiungi al carrello, dona',
    'encomendar, doar, adicionar ao carrinho, assinar',
    'koop, kopen, bestel*, betaal*, betalen, afrekenen, in winkelwagen, doneer*',
    'kup, kupuj*, zapłać*, zapłac*, zamów*, zamawiam*, do koszyka, rezerwuj*',
    'купить, оплат*, заказать, оформить заказ, в корзину, пожертвовать, забронировать',
  ),
  send: phrases(
    'send, publish*, post comment, post reply, reply, share*, invite*, tweet, submit order, apply now',
    'unsubscribe*, report abuse, transfer, withdraw*',
    'sende, senden, absend*, absenden, abschick*, verschick*, versend*, veröffentlich*, teilen, einlad*, überweis*',
    'envoy*, publier, partager, inviter, répondre, désabonn*',
    'enviar*, envia, publicar, compartir, invitar, responder',
    'invia*, spedi*, pubblica*, condivid*, invita*, rispondi',
    'publicar, compartilhar, partilhar, convidar',
    'verstuur*, verzend*, versturen, publiceer*, delen, uitnodig*, beantwoord*',
    'wyślij*, wyslij*, opublikuj*, udostępnij*, zaproś*, odpowiedz',
    'отправ*, послать, опублик*, поделиться, пригласить, ответить, отписаться',
  ),
  'log out': phrases(
    'log out, logout, log off, logoff, sign out, signout, sign off, end session',
    'abmelden, ausloggen, abmeldung',
    'déconnexion, se déconnecter, déconnecter',
    'cerrar sesión, salir, desconectar*',
    'esci, disconnetti*, logout',
    'sair, terminar sessão, encerrar sessão',
    'uitloggen, afmelden',
    'wyloguj*, wylogowa*',
    'выйти, выход',
  ),
};

/** Names in mark-up, which are English everywhere: `btn-delete`, `fa-trash`, `/logout`. */
const avoidedNames: Readonly<Record<AvoidedKind, readonly string[]>> = {
  delete: ['delete', 'remove', 'trash', 'destroy', 'erase', 'purge'],
  buy: ['buy', 'checkout', 'purchase', 'pay', 'payment'],
  send: ['send', 'unsubscribe', 'publish'],
  'log out': ['logout', 'signout', 'logoff', 'signoff'],
};

/** Rules for what is not pressed. */
export interface AvoidRules {
  /** Exceptions that are pressed: a kind (`send`), or a word that would be avoided. */
  readonly press: readonly string[];
  /** Further words to avoid. */
  readonly avoid: readonly string[];
  /** Nothing is avoided. */
  readonly pressAnything: boolean;
}

/** In a longer text, such as the title of an article, a word says little unless it comes first. */
const shortLabel = 4;

const kinds = Object.keys(avoidedWords) as readonly AvoidedKind[];

/** Why an element is not pressed, in words for people; null when it may be pressed. */
export function whyAvoided(element: FoundElement, rules: AvoidRules): string | null {
  if (rules.pressAnything) return null;
  const pressed = new Set(rules.press.map((word) => word.toLowerCase()));
  const { label } = element.place;
  const words = wordsOf(label);
  for (const kind of kinds) {
    if (pressed.has(kind)) continue;
    const phrase = avoidedWords[kind].find((each) => !pressed.has(plain(each)) && isIn(words, each));
    if (phrase !== undefined && !isPressed(words, pressed)) return `"${label}" may ${kind}`;
    const name = avoidedNames[kind].find((each) => !pressed.has(each) && namesIn(element).has(each));
    if (name !== undefined && !isPressed(words, pressed)) return `"${label || name}" may ${kind}`;
  }
  const own = rules.avoid.find((each) => isIn(words, each.toLowerCase()));
  if (own !== undefined) return `"${label}" has "${own}"`;
  // A form sent by POST changes something or sends a message.
  if (element.sends === 'post' && !pressed.has('send') && !isPressed(words, pressed))
    return `"${label}" sends a form`;
  if (/^(?:mailto|tel|sms):/i.test(element.href)) return `"${label}" leads to another program`;
  return null;
}

function isPressed(words: readonly string[], pressed: ReadonlySet<string>): boolean {
  return [...pressed].some((phrase) => isIn(words, phrase));
}

const plain = (phrase: string): string => phrase.replace(/\*$/, '');

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** Whether the words contain a phrase: anywhere in a short text, only at the beginning of a long one. */
function isIn(words: readonly string[], phrase: string): boolean {
  const wanted = phrase.split(' ');
  const last = words.length <= shortLabel ? words.length - wanted.length : 0;
  for (let start = 0; start <= last; start++)
    if (wanted.every((word, index) => isWord(words[start + index] ?? '', word))) return true;
  return false;
}

function isWord(word: string, wanted: string): boolean {
  return wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
}

/** Splits `btnDelete`, `fa-trash` and `/user/logout` into single words. */
function namesIn({ names }: FoundElement): ReadonlySet<string> {
  const parts =
    names
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const pairs = parts.slice(1).map((part, index) => `${parts[index]}${part}`);
  return new Set([...parts, ...pairs]);
}
