/** They mean "log out" and nothing else, so that they count in addresses and at the beginning or end of a label. */
export const logoutPhrases: readonly string[] = [
  // English
  ...['log out', 'log off', 'sign out', 'sign off', 'logout', 'end session', 'kill session', 'log me out'],
  // German, Dutch, Scandinavian
  ...[
    'abmelden',
    'ausloggen',
    'logga ut',
    'logg ut',
    'logg av',
    'log ud',
    'afmelden',
    'uitloggen',
    'útskráning',
  ],
  // French, Spanish, Portuguese, Italian, Catalan, Romanian
  ...['déconnexion', 'se déconnecter', 'déconnecter', 'me déconnecter'],
  ...['cerrar sesión', 'desconectarse', 'desconectar', 'finalizar sesión', 'terminar sesión'],
  ...['encerrar sessão', 'terminar sessão', 'finalizar sessão', 'fazer logout', 'sair da conta'],
  ...['disconnetti', 'disconnettiti', 'esci dal sito', 'tanca la sessió', 'tancar sessió'],
  ...['deconectare', 'deconectați-vă', 'ieșire din cont'],
  // Slavic
  ...['выйти из системы', 'выйти', 'разлогиниться', 'завершить сеанс', 'vyjti', 'вийти', 'вийти з системи'],
  ...[
    'wyloguj',
    'wyloguj się',
    'wylogowanie',
    'odhlásit',
    'odhlásit se',
    'odhlásiť',
    'odhlásiť sa',
    'odhlášení',
  ],
  ...['odjava', 'odjavi se', 'одјава', 'одјави се', 'изход от системата', 'отписване'],
  // Finnish, Estonian, Latvian, Lithuanian, Hungarian, Turkish, Greek
  ...['kirjaudu ulos', 'logi välja', 'iziet no sistēmas', 'atsijungti', 'kijelentkezés', 'kilépés'],
  ...['oturumu kapat', 'çıkış yap', 'αποσύνδεση', 'έξοδος από τον λογαριασμό'],
  // Arabic, Hebrew, Persian, Hindi, Indonesian, Vietnamese, Thai
  ...['تسجيل الخروج', 'تسجيل خروج', 'התנתק', 'התנתקות', 'יציאה מהמערכת', 'خروج از سیستم', 'خروج از حساب'],
  ...['लॉग आउट', 'लॉगआउट', 'साइन आउट', 'keluar akun', 'log keluar', 'đăng xuất', 'ออกจากระบบ'],
  // Chinese, Japanese, Korean
  ...['登出', '退出登录', '退出登錄', '注销登录', '安全退出', '退出账号', '退出帐号'],
  ...['ログアウト', 'ログアウトする', 'ログオフ', 'サインアウト', '로그아웃', '로그 아웃', '로그오프'],
];

/** They mean "exit" or "cancel" too: they count only when they are all that a label says. */
export const exitPhrases: readonly string[] = [
  ...[
    'exit',
    'leave',
    'abmeldung',
    'beenden',
    'quitter',
    'salir',
    'sair',
    'esci',
    'uscita',
    'surt',
    'ieșire',
  ],
  ...['выход', 'вихід', 'wyjście', 'изход', 'odhlásenie', 'iziet', 'välju', 'çıkış', 'έξοδος'],
  ...['خروج', 'יציאה', 'keluar', 'thoát', '退出', '注销', '註銷', '離開'],
];
