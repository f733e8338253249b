import { describe, expect, test } from 'vitest';
import { whyAvoided } from './avoid.ts';
import { foundButton } from './found-button.example.ts';

const rules = { press: [], avoid: [], pressAnything: false };
const isAvoided = (label: string) => whyAvoided(foundButton(label), rules) !== null;
const labels = (text: string) => text.split(' | ');

/** Labels as applications have them, by language: what must not be pressed, and what must. */
const languages: readonly (readonly [language: string, avoided: string, pressed: string])[] = [
  [
    'English',
    'Delete | Clear all | Clear completed | Reset database | Factory reset | Empty trash | Empty bin | Deactivate account | Cancel subscription | Cancel order | Revoke token | Publish | Unpublish | Merge pull request | Merge | Deploy | Restart server | Place order | Pay now | Pay 12 € | Confirm purchase | Checkout | Subscribe | Unsubscribe | Block user | Ban user | Transfer funds | Wipe device | Purge cache | Terminate instance | Discard changes | Reboot | Shut down | Disable 2FA | Invite | Share | Reply | Close account | Move to bin | Move to trash | Drop | Drop table | Truncate | Kill | Kick | Uninstall | Rollback | Donate | Book now | Reserve | Erase | Destroy | Forget me | Leave team | Delete… | 🗑 | 🗑️ | Remove item | Suspend user | Log out | Send message',
    'Cancel | Close | Back | Next | Details | Show more | Merge requests | Deployments | Open orders | Search | Filter | Sort by price | Settings | Profile | About us | Restart the tour guide later | Sign in | How to delete a file safely | × | x',
  ],
  [
    'German',
    'Löschen | Alle löschen | Entfernen | Konto schließen | Abo kündigen | Bestellung stornieren | Zahlungspflichtig bestellen | Kostenpflichtig bestellen | Jetzt kaufen | In den Warenkorb | Absenden | Veröffentlichen | Abmelden | Nutzer sperren | Deaktivieren | Überweisen | Einladen',
    'Abbrechen | Schließen | Weiter | Zurück | Anmelden | Suche | Einstellungen | Mehr anzeigen | Über uns | Warenkorb',
  ],
  [
    'French',
    'Supprimer | Effacer | Vider | Acheter | Commander | Payer | Ajouter au panier | Envoyer | Publier | Partager | Se déconnecter | Désactiver | Résilier | Révoquer | Redémarrer',
    'Annuler | Fermer | Suivant | Retour | Rechercher | Paramètres | Voir plus | Accueil',
  ],
  [
    'Spanish',
    'Eliminar | Borrar | Quitar | Vaciar | Comprar | Pagar | Añadir al carrito | Enviar | Publicar | Compartir | Cerrar sesión | Desactivar | Cancelar pedido | Revocar | Reiniciar',
    'Cancelar | Cerrar | Siguiente | Volver | Buscar | Ajustes | Ver más | Inicio',
  ],
  [
    'Italian',
    'Elimina | Cancella | Rimuovi | Svuota | Acquista | Paga | Aggiungi al carrello | Invia | Pubblica | Condividi | Esci | Disattiva | Annulla ordine | Revoca | Disdici',
    'Annulla | Chiudi | Avanti | Indietro | Cerca | Impostazioni | Mostra altro',
  ],
  [
    'Portuguese',
    'Excluir | Apagar | Remover | Esvaziar | Comprar | Pagar | Adicionar ao carrinho | Enviar | Publicar | Compartilhar | Sair | Revogar | Banir | Encerrar conta',
    'Cancelar | Fechar | Seguinte | Voltar | Pesquisar | Definições | Ver mais',
  ],
  [
    'Dutch',
    'Verwijderen | Wissen | Kopen | Bestellen | Betalen | Afrekenen | In winkelwagen | Versturen | Verzenden | Delen | Uitloggen | Afmelden | Opzeggen | Intrekken | Blokkeren',
    'Annuleren | Sluiten | Volgende | Terug | Zoeken | Instellingen | Meer tonen',
  ],
  [
    'Polish',
    'Usuń | Skasuj | Wyczyść | Kup | Zapłać | Zamów | Do koszyka | Wyślij | Opublikuj | Udostępnij | Wyloguj | Zablokuj | Zamknij konto | Unieważnij',
    'Anuluj | Zamknij | Dalej | Wstecz | Szukaj | Ustawienia | Pokaż więcej',
  ],
  [
    'Russian',
    'Удалить | Очистить | Купить | Оплатить | Заказать | В корзину | Отправить | Опубликовать | Поделиться | Выйти | Отозвать | Заблокировать | Отменить подписку | Перезагрузить',
    'Отмена | Закрыть | Далее | Назад | Поиск | Настройки | Показать ещё',
  ],
  [
    'Swedish',
    'Ta bort | Radera | Köp | Betala | Beställ | Lägg i varukorgen | Skicka | Publicera | Dela | Logga ut | Säg upp | Avsluta konto | Blockera',
    'Avbryt | Stäng | Nästa | Tillbaka | Sök | Inställningar | Visa mer',
  ],
  [
    'Norwegian and Danish',
    'Slett | Fjern | Slet | Kjøp | Køb | Betal | Bestill | Legg i handlekurven | Læg i kurv | Send | Del | Logg ut | Log ud | Si opp | Opsig | Luk konto',
    'Avbryt | Annuller | Lukk | Luk | Neste | Tilbage | Søk | Søg | Innstillinger | Vis mere',
  ],
  [
    'Finnish',
    'Poista | Tyhjennä | Osta | Maksa | Tilaa | Lisää ostoskoriin | Lähetä | Julkaise | Jaa | Kirjaudu ulos | Peru tilaus | Sulje tili',
    'Peruuta | Sulje | Seuraava | Takaisin | Haku | Asetukset | Näytä lisää',
  ],
  [
    'Czech',
    'Smazat | Odstranit | Vymazat | Koupit | Zaplatit | Objednat | Do košíku | Odeslat | Publikovat | Sdílet | Odhlásit | Zrušit předplatné',
    'Zrušit | Zavřít | Další | Zpět | Hledat | Nastavení | Zobrazit více',
  ],
  [
    'Hungarian',
    'Törlés | Eltávolítás | Vásárlás | Fizetés | Megrendelés | Kosárba | Küldés | Közzététel | Megosztás | Kijelentkezés | Előfizetés lemondása',
    'Mégse | Bezárás | Tovább | Vissza | Keresés | Beállítások',
  ],
  [
    'Turkish',
    'Sil | Kaldır | Satın al | Öde | Sipariş ver | Sepete ekle | Gönder | Yayınla | Paylaş | Çıkış yap | Aboneliği iptal et | Engelle',
    'İptal | Kapat | İleri | Geri | Ara | Ayarlar | Daha fazla',
  ],
  [
    'Romanian',
    'Șterge | Elimină | Golește | Cumpără | Plătește | Comandă | Adaugă în coș | Trimite | Publică | Distribuie | Deconectare',
    'Anulează | Închide | Înainte | Înapoi | Caută | Setări',
  ],
  [
    'Ukrainian',
    'Видалити | Стерти | Купити | Сплатити | Замовити | До кошика | Надіслати | Опублікувати | Поділитися | Вийти | Скасувати підписку',
    'Скасувати | Закрити | Далі | Назад | Пошук | Налаштування',
  ],
  [
    'Greek',
    'Διαγραφή | Κατάργηση | Αγορά | Πληρωμή | Παραγγελία | Προσθήκη στο καλάθι | Αποστολή | Δημοσίευση | Κοινοποίηση | Αποσύνδεση | Ακύρωση συνδρομής',
    'Άκυρο | Κλείσιμο | Επόμενο | Πίσω | Αναζήτηση | Ρυθμίσεις',
  ],
  [
    'Arabic',
    'حذف | إزالة | مسح | شراء | الدفع | أضف إلى السلة | إرسال | نشر | مشاركة | تسجيل الخروج | إلغاء الاشتراك | حظر',
    'إلغاء | إغلاق | التالي | رجوع | بحث | الإعدادات',
  ],
  [
    'Japanese',
    '削除 | カードを削除する | 消去 | ゴミ箱に移動 | 購入する | カートに入れる | 支払いへ進む | 注文を確定する | 送信 | 投稿する | 共有 | ログアウト | 解約する | 退会 | 再起動',
    'キャンセル | 閉じる | 次へ | 戻る | 検索 | 設定 | もっと見る | 詳細',
  ],
  [
    'Chinese',
    '删除 | 刪除 | 全部清空 | 移除 | 购买 | 立即付款 | 去结账 | 加入购物车 | 发送 | 发布 | 分享 | 退出登录 | 登出 | 取消订阅 | 取消订单 | 重启 | 部署',
    '取消 | 关闭 | 下一步 | 返回 | 搜索 | 设置 | 更多 | 详情',
  ],
  [
    'Korean',
    '삭제 | 모두 삭제하기 | 제거 | 휴지통 | 구매하기 | 결제하기 | 장바구니에 담기 | 보내기 | 게시 | 공유하기 | 로그아웃 | 구독 취소 | 해지 | 차단 | 배포',
    '취소 | 닫기 | 다음 | 뒤로 | 검색 | 설정 | 더보기',
  ],
];

describe.each(languages)('%s', (_, avoided, pressed) => {
  test('what deletes, buys, sends, logs out or changes is not pressed', () =>
    expect(labels(avoided).filter((label) => !isAvoided(label))).toEqual([]));

  test('what leads on is pressed', () =>
    expect(labels(pressed).filter((label) => isAvoided(label))).toEqual([]));
});

test('there are 300 labels in 20 languages that are not pressed', () => {
  expect(languages.length).toBeGreaterThanOrEqual(20);
  const count = languages.reduce((sum, [, avoided]) => sum + labels(avoided).length, 0);
  expect(count).toBeGreaterThanOrEqual(300);
});
