import type { FoundElement } from '../in-page/find-elements.ts';

/** Why an element is not pressed: what pressing it would do. */
type AvoidedKind = 'delete' | 'buy' | 'send' | 'log out' | 'change';

/** Each line has the phrases of one language, with commas between them. */
const phrases = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(', '));

/**
 * Words on elements that are not pressed unless the user allows it, by what the elements do. A star stands for any ending, an equals sign
 * before a phrase says that it must be all of the label. The words of a phrase must follow each other. English, German, French, Spanish, Italian,
 * Portuguese, Dutch, Polish, Russian, Swedish, Norwegian and Danish, Finnish, Czech, Hungarian, Turkish, Romanian, Ukrainian, Greek, Arabic,
 * Japanese, Chinese, Korean. This is the second line of defence: the first one holds requests, whatever a label says.
 */
export const avoidedWords: Readonly<Record<AvoidedKind, readonly string[]>> = {
  delete: phrases(
    'delete*, remove*, erase*, destroy*, purge*, wipe*, trash, discard*, drop table, deactivate*',
    'uninstall*, clear all, empty cart, empty trash, reset all, factory reset, shut down, reboot',
    'empty bin, empty recycle bin, move to bin, move to trash, reset database, =truncate, truncate table, forget me',
    'close account, close my account, clear completed, clear data, clear history, =drop, drop database, drop collection',
    'lösch*, entfern*, vernicht*, deaktivier*, deinstallier*',
    'supprim*, effac*, désactiv*, retirer, vider',
    'elimin*, borr*, suprim*, quitar, desactiv*, vaciar',
    'cancella*, rimuov*, disattiva*, svuota*',
    'exclu*, apag*, remov*, esvaziar',
    'verwijder*, wissen, leegmaken',
    'usuń*, usun*, skasuj*, wyczyść*, dezaktywuj*',
    'удал*, стереть, очист*, убрать, деактив*',
    'ta bort, radera*, töm papperskorgen, avinstallera*, rensa alla',
    'slett*, fjern*, slet, tøm papirkurven, avinstaller*, afinstaller*, nulstil alle',
    'poista*, tyhjennä*, hävitä*',
    'smazat, smaž*, odstranit, odstraň*, vymazat, vyprázdnit*, zrušit účet',
    'törl*, eltávolít*, kiürít*',
    '=sil, =kaldır, kalıcı olarak sil, hesabı sil, tümünü sil, çöpü boşalt, temizle',
    'șterge*, sterge*, elimină*, golește*',
    'видал*, стерти, вилуч*',
    'διαγραφή, διαγράψ*, κατάργηση, αφαίρεση, εκκαθάριση',
    'حذف, احذف, إزالة, مسح, إلغاء الحساب',
    '削除, 消去, 破棄, ゴミ箱, 退会, 初期化',
    '删除, 刪除, 移除, 清空, 清除, 销毁, 回收站, 垃圾桶, 卸载, 注销账号',
    '삭제, 제거, 비우기, 지우기, 휴지통, 탈퇴, 초기화',
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
    'kostenpflichtig*, zahlungspflichtig*, confirm purchase, confirm order, confirm payment, subscribe now',
    'köp, köp nu, betala, beställ, lägg i varukorgen, boka nu, till kassan, skänk',
    'kjøp*, køb*, betal*, bestill*, legg i handlekurven, læg i kurv, til kassen',
    'osta, osta nyt, maksa, tilaa, lisää ostoskoriin, kassalle',
    'koupit, zaplatit, objednat*, do košíku, k pokladně, přispět',
    'vásárl*, megvesz*, fizet*, megrendel*, kosárba*, pénztár*',
    'satın al, öde, ödeme yap, sipariş ver, sepete ekle, bağış yap',
    'cumpără*, plătește*, comandă, adaugă în coș, donează',
    'купити, сплатити, замовити, до кошика, у кошик',
    'αγορά, αγόρασε*, πληρωμή, παραγγελία, προσθήκη στο καλάθι',
    'شراء, اشتر*, ادفع, الدفع, اطلب الآن, أضف إلى السلة',
    '購入, 買う, 支払, 注文する, 注文を確定, カートに入れる, カートに追加, 予約する',
    '购买, 購買, 付款, 支付, 下单, 结账, 結帳, 加入购物车, 加入購物車, 立即预订',
    '구매, 결제, 주문하기, 장바구니에 담기, 예약하기',
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
    'skicka*, publicera*, dela, bjud in, svara',
    '=send, =del, inviter*, svar, publiser*, publicer*',
    'lähetä*, julkaise*, jaa, kutsu*, vastaa',
    'odeslat, poslat, zveřejnit, publikovat, sdílet, pozvat, odpovědět',
    'küldés*, elküld*, közzététel*, megoszt*, meghív*, válasz',
    'gönder, yayınla, paylaş, davet et, yanıtla',
    'trimite*, publică*, distribuie, invită*, răspunde',
    'надіслати, відправити, опублікувати, поділитися, запросити, відповісти',
    'αποστολή, δημοσίευση, κοινοποίηση, πρόσκληση, απάντηση',
    'إرسال, أرسل, نشر, مشاركة, دعوة',
    '送信, 投稿, 公開, 共有, 招待, 返信',
    '发送, 發送, 提交订单, 发布, 發佈, 分享, 邀请, 邀請, 回复, 回覆',
    '보내기, 전송, 게시, 공유, 초대, 답장',
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
    'logga ut, logg ut, log ud, kirjaudu ulos, odhlásit*, kijelentkezés*, çıkış yap, oturumu kapat, deconectare',
    'вийти, вихід, αποσύνδεση, έξοδος, تسجيل الخروج, خروج',
    'ログアウト, サインアウト, 退出登录, 登出, 注销, 로그아웃',
  ),
  change: phrases(
    'cancel subscription*, cancel order*, cancel booking*, cancel reservation*, cancel membership*, cancel plan*, cancel account*',
    'cancel my*, cancel appointment*, cancel meeting*, cancel event*, cancel run, cancel job, cancel payment*',
    'close ticket, close issue, close project, revoke*, terminate*, =deploy, deploy now, deploy to*, redeploy, rollback, roll back, revert*',
    '=merge, merge pull*, merge branch*, merge and*, squash and*, ban, ban user*, unban*, block user*, block account*, kick, kick user*, suspend*',
    'unpublish*, =kill, kill process, force stop, =restart, restart server*, restart service*, restart now, stop server, power off, disable 2fa',
    'disable account*, leave team, leave group, leave organi*, transfer ownership, regenerate*, rotate key*, reset password*, lock account*',
    'abo kündigen, kündig*, stornier*, widerruf*, sperren, nutzer sperren, konto schließen, zurückziehen, neu starten',
    'résilier, annuler l, révoquer, bannir, bloquer l, dépublier, redémarrer, fermer le compte, déployer',
    'cancelar suscripción, cancelar pedido, revocar, bloquear usuario, banear, cerrar cuenta, reiniciar, desplegar',
    'annulla ordine, annulla abbonamento, revoca*, blocca utente, chiudi account, riavvia, disdici*',
    'cancelar assinatura, cancelar pedido, revogar, banir, bloquear utilizador, encerrar conta, reiniciar',
    'abonnement opzeggen, opzeggen, annuleer bestelling, intrekken, blokkeren, account sluiten, herstarten',
    'anuluj subskrypcję, anuluj zamówienie, odwołaj, unieważnij, zablokuj, zamknij konto',
    'отменить заказ, отменить подписку, отозвать, заблокировать, закрыть аккаунт, перезагрузить',
    'säg upp*, avsluta konto, återkalla, blockera, si opp*, avslutt konto, opsig*, luk konto, tilbakekall*, bloker*, blokker*',
    'peru tilaus, irtisano*, sulje tili, zrušit předplatné, zrušit objednávku, előfizetés lemondása, lemond*',
    'aboneliği iptal et, siparişi iptal et, hesabı kapat, engelle, anulează abonamentul, скасувати підписку',
    'ακύρωση συνδρομής, ακύρωση παραγγελίας, إلغاء الاشتراك, إلغاء الطلب, حظر',
    '解約, 注文をキャンセル, 取り消す, 無効化, 非公開, 再起動, ブロックする, アカウントを閉鎖',
    '取消订阅, 取消訂閱, 取消订单, 取消訂單, 撤销, 撤銷, 终止, 終止, 部署, 合并请求, 封禁, 禁用, 重启, 关闭账户',
    '구독 취소, 주문 취소, 해지, 취소하기, 차단, 배포, 재시작, 계정 닫기, 비공개',
  ),
};

/** Signs that delete, wherever they stand. */
const binSigns = /^[🗑🚮]\u{fe0f}?$/u;
/** Signs that close a window, and that remove an entry where each entry has one. */
const crossSigns = /^(?:[×✕✖✗✘⨯❌❎✚]\u{fe0f}?|x)$/iu;
/** Writing without spaces between words. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Names in mark-up, which are English everywhere: `btn-delete`, `fa-trash`, `/logout`. */
const avoidedNames: Readonly<Record<AvoidedKind, readonly string[]>> = {
  delete: ['delete', 'remove', 'trash', 'destroy', 'erase', 'purge', 'recyclebin'],
  buy: ['buy', 'checkout', 'purchase', 'pay', 'payment'],
  send: ['send', 'unsubscribe', 'publish'],
  'log out': ['logout', 'signout', 'logoff', 'signoff'],
  change: ['revoke', 'terminate', 'unpublish'],
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
  const sign = label.trim();
  const isRemoving = binSigns.test(sign) || (element.isRepeated && crossSigns.test(sign));
  if (isRemoving && !pressed.has('delete') && !pressed.has(sign.toLowerCase()))
    return `"${label}" may delete`;
  for (const kind of kinds) {
    if (pressed.has(kind)) continue;
    const phrase = avoidedWords[kind].find((each) => !pressed.has(plain(each)) && isIn(words, each));
    if (phrase !== undefined && !isPressed(words, pressed)) return `"${label}" may ${kind}`;
    const name = avoidedNames[kind].find((each) => !pressed.has(each) && namesIn(element).has(each));
    if (name !== undefined && !isPressed(words, pressed)) return `"${label || name}" may ${kind}`;
  }
  const own = rules.avoid.find((each) => isIn(words, each.toLowerCase()));
  if (own !== undefined) return `"${label}" has "${own}"`;
  if (/^(?:mailto|tel|sms):/i.test(element.href)) return `"${label}" leads to another program`;
  return null;
}

function isPressed(words: readonly string[], pressed: ReadonlySet<string>): boolean {
  return [...pressed].some((phrase) => isIn(words, phrase));
}

const plain = (phrase: string): string => phrase.replace(/^=|\*$/g, '');

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? [];
}

/** Whether the words contain a phrase: anywhere in a short text, only at the beginning of a long one. */
function isIn(words: readonly string[], phrase: string): boolean {
  if (withoutSpaces.test(phrase)) return words.length <= shortLabel && words.join(' ').includes(phrase);
  if (phrase.startsWith('=')) return words.join(' ') === phrase.slice(1);
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
