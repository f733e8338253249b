/** What the interface of a site says, by language. `#` stands for a number, `@` for a time or a name. */
export interface Phrases {
  readonly updated: string;
  readonly views: string;
  readonly online: string;
  readonly related: string;
  readonly mostRead: string;
  readonly recent: string;
  readonly advert: string;
  readonly bought: string;
  readonly looking: string;
  readonly loaded: string;
  readonly daysLeft: string;
  readonly openNow: string;
  readonly closedNow: string;
  readonly greeting: readonly [morning: string, day: string, evening: string];
  readonly guest: string;
  readonly cookies: string;
  readonly accept: string;
  readonly partners: string;
  readonly tags: string;
  readonly weather: string;
  readonly shares: string;
  readonly comments: string;
  readonly orderWithin: string;
  readonly departures: string;
  readonly said: string;
  readonly sum: string;
  readonly price: string;
  readonly inStock: string;
  readonly soldOut: string;
  readonly phone: string;
  readonly deadline: string;
  readonly hours: string;
  readonly contact: string;
  readonly document: string;
  readonly votes: string;
  readonly search: string;
  readonly older: string;
}

export interface Language {
  readonly code: string;
  readonly locale: string;
  readonly phrases: Phrases;
  /** Beginnings, middles and ends of sentences; every combination is a sentence. */
  readonly sentences: readonly [readonly string[], readonly string[], readonly string[]];
  /** Two halves of names of things. */
  readonly names: readonly [readonly string[], readonly string[]];
  readonly people: readonly string[];
  readonly menu: readonly string[];
}

const words = (text: string): readonly string[] => text.split('|').map((word) => word.trim());

const english: Language = {
  code: 'en',
  locale: 'en-GB',
  phrases: {
    updated: 'Updated @',
    views: '# views',
    online: '# users online',
    related: 'You may also like',
    mostRead: 'Most read',
    recent: 'Recently viewed',
    advert: 'Advertisement',
    bought: '# people bought this today',
    looking: '# people are looking at this right now',
    loaded: 'Page generated in # seconds',
    daysLeft: 'Only # days left',
    openNow: 'Open now',
    closedNow: 'Closed now',
    greeting: ['Good morning', 'Good afternoon', 'Good evening'],
    guest: 'guest #',
    cookies: 'We use cookies to improve this site.',
    accept: 'Accept all',
    partners: 'Our partners',
    tags: 'Trending',
    weather: 'Weather',
    shares: 'Shared # times',
    comments: 'Comments',
    orderWithin: 'Order within @ for delivery tomorrow',
    departures: 'Next departures',
    said: 'What our customers say',
    sum: 'What is @?',
    price: 'Price',
    inStock: 'In stock',
    soldOut: 'Sold out',
    phone: 'Phone',
    deadline: 'Deadline',
    hours: 'Opening hours',
    contact: 'Contact',
    document: 'Download',
    votes: '# votes',
    search: 'Search',
    older: 'Older entries',
  },
  sentences: [
    words(
      'The council|The new bridge|Our laboratory|Every applicant|The department|A small team of volunteers|The library on Mill Street|The winter programme|The committee for housing|This edition|The regional railway|A recent survey|The workshop in the old mill|The harbour office|The association',
    ),
    words(
      'has approved|will present|is looking for|explains|has postponed|publishes|must register|supports|describes in detail|has received|will close|is testing|reviews|no longer accepts|invites residents to discuss',
    ),
    words(
      'the plan for the northern district.|a budget of two million.|three proposals from local schools.|the results of last spring.|a simpler way to apply.|the timetable for the ferry.|an exhibition about salt and glass.|new rules for parking near the station.|the first part of the study.|a list of open questions.|measurements of water and air.|the repair of the roof.|its yearly report.|offers from four companies.|a course for beginners.',
    ),
  ],
  names: [
    words(
      'Silver|Northern|Little|Open|River|Copper|Quiet|Winter|Stone|Amber|Harbour|Garden|Double|Upper|Old|Linen|Maple|Grand|Blue',
    ),
    words(
      'lantern|kettle|bridge|workshop|handbook|archive|station|committee|festival|compass|ladder|orchard|bicycle|scholarship|survey|permit|engine|curtain|meadow|notebook',
    ),
  ],
  people: words(
    'Alice Barrow|Thomas Reed|Priya Nair|Oliver Stokes|Helen Marsh|David Okafor|Grace Lowell|Martin Shaw|Ruth Ellery|James Pike|Nora Quinn|Samuel Frost',
  ),
  menu: words('Home|About us|News|Services|Contact|Events|Press|Careers|Help'),
};

const german: Language = {
  code: 'de',
  locale: 'de-DE',
  phrases: {
    updated: 'Stand: @ Uhr',
    views: '# Aufrufe',
    online: '# Benutzer online',
    related: 'Das könnte Sie auch interessieren',
    mostRead: 'Meistgelesen',
    recent: 'Zuletzt angesehen',
    advert: 'Anzeige',
    bought: 'Heute # mal gekauft',
    looking: '# Personen sehen sich das gerade an',
    loaded: 'Seite erzeugt in # Sekunden',
    daysLeft: 'Nur noch # Tage',
    openNow: 'Jetzt geöffnet',
    closedNow: 'Zurzeit geschlossen',
    greeting: ['Guten Morgen', 'Guten Tag', 'Guten Abend'],
    guest: 'Gast #',
    cookies: 'Diese Website verwendet Cookies.',
    accept: 'Alle akzeptieren',
    partners: 'Unsere Partner',
    tags: 'Im Trend',
    weather: 'Wetter',
    shares: '# mal geteilt',
    comments: 'Kommentare',
    orderWithin: 'Bestellen Sie innerhalb von @ für Lieferung morgen',
    departures: 'Nächste Abfahrten',
    said: 'Das sagen unsere Kunden',
    sum: 'Wie viel ist @?',
    price: 'Preis',
    inStock: 'Auf Lager',
    soldOut: 'Ausverkauft',
    phone: 'Telefon',
    deadline: 'Frist',
    hours: 'Öffnungszeiten',
    contact: 'Ansprechpartner',
    document: 'Herunterladen',
    votes: '# Bewertungen',
    search: 'Suche',
    older: 'Ältere Einträge',
  },
  sentences: [
    words(
      'Der Gemeinderat|Die neue Brücke|Unser Institut|Jede Bewerberin|Das Amt für Bauwesen|Eine kleine Gruppe von Freiwilligen|Die Bücherei am Markt|Das Winterprogramm|Der Ausschuss für Wohnen|Diese Ausgabe|Die Regionalbahn|Eine neue Umfrage|Die Werkstatt in der alten Mühle|Das Hafenamt|Der Verein',
    ),
    words(
      'beschließt|zeigt|sucht|erläutert|verschiebt|veröffentlicht|betrifft|unterstützt|beschreibt ausführlich|erhielt|prüft|erprobt|lehnt|diskutiert|beantragt',
    ),
    words(
      'den Plan für den Norden der Stadt.|zwei Millionen Euro für Schulen.|drei Vorschläge aus den Ortsteilen.|die Ergebnisse des letzten Frühjahrs.|einen einfacheren Antrag.|den Fahrplan der Fähre.|eine Ausstellung über Salz und Glas.|neue Regeln für das Parken am Bahnhof.|den ersten Teil der Studie.|eine Liste offener Fragen.|Messungen von Wasser und Luft.|die Reparatur des Daches.|den Jahresbericht.|Angebote von vier Firmen.|einen Kurs für Anfänger.',
    ),
  ],
  names: [
    words(
      'Silber|Nord|Klein|Wald|Fluss|Kupfer|Ruhe|Winter|Stein|Bernstein|Hafen|Garten|Doppel|Ober|Alt|Leinen|Ahorn',
    ),
    words(
      'laterne|kessel|brücke|werkstatt|handbuch|archiv|bahnhof|ausschuss|fest|kompass|leiter|wiese|fahrrad|stipendium|umfrage|antrag|motor|vorhang',
    ),
  ],
  people: words(
    'Anna Bergmann|Thomas Krüger|Miriam Yıldız|Jonas Weber|Helga Straub|David Osei|Greta Lindner|Martin Scholz|Ruth Engel|Lukas Pohl|Nora Quast|Simon Frey',
  ),
  menu: words('Startseite|Über uns|Aktuelles|Dienste|Kontakt|Termine|Presse|Stellen|Hilfe'),
};

const french: Language = {
  code: 'fr',
  locale: 'fr-FR',
  phrases: {
    updated: 'Mis à jour le @',
    views: 'Vu # fois',
    online: '# visiteurs en ligne',
    related: 'À lire aussi',
    mostRead: 'Les plus lus',
    recent: 'Vus récemment',
    advert: 'Publicité',
    bought: 'Acheté # fois aujourd’hui',
    looking: '# personnes regardent cet article',
    loaded: 'Page générée en # secondes',
    daysLeft: 'Plus que # jours',
    openNow: 'Ouvert',
    closedNow: 'Fermé',
    greeting: ['Bonjour', 'Bon après-midi', 'Bonsoir'],
    guest: 'invité #',
    cookies: 'Ce site utilise des cookies.',
    accept: 'Tout accepter',
    partners: 'Nos partenaires',
    tags: 'Tendances',
    weather: 'Météo',
    shares: 'Partagé # fois',
    comments: 'Commentaires',
    orderWithin: 'Commandez dans les @ pour être livré demain',
    departures: 'Prochains départs',
    said: 'L’avis de nos clients',
    sum: 'Combien font @ ?',
    price: 'Prix',
    inStock: 'En stock',
    soldOut: 'Épuisé',
    phone: 'Téléphone',
    deadline: 'Date limite',
    hours: 'Horaires',
    contact: 'Contact',
    document: 'Télécharger',
    votes: '# avis',
    search: 'Rechercher',
    older: 'Articles plus anciens',
  },
  sentences: [
    words(
      'Le conseil municipal|Le nouveau pont|Notre laboratoire|Chaque candidat|La direction|Un petit groupe de bénévoles|La bibliothèque du centre|Le programme d’hiver|La commission du logement|Cette édition|Le train régional|Une enquête récente|L’atelier du vieux moulin|La capitainerie|L’association',
    ),
    words(
      'approuve|présente|recherche|explique|reporte|publie|concerne|soutient|décrit en détail|a reçu|examine|essaie|refuse|discute|demande',
    ),
    words(
      'le plan du quartier nord.|un budget de deux millions.|trois propositions des écoles.|les résultats du printemps dernier.|une démarche plus simple.|les horaires du bac.|une exposition sur le sel et le verre.|de nouvelles règles de stationnement.|la première partie de l’étude.|une liste de questions ouvertes.|des mesures de l’eau et de l’air.|la réparation du toit.|son rapport annuel.|les offres de quatre entreprises.|un cours pour débutants.',
    ),
  ],
  names: [
    words('Le grand|Le petit|Le vieux|Le nouveau|Le double|Le premier|Le dernier|Le bon|Le second|Le haut'),
    words(
      'pont de pierre|carnet bleu|jardin d’hiver|moulin|concours|manuel|guide du port|festival|comité|atelier de verre|vélo|permis|moteur|rideau|sentier',
    ),
  ],
  people: words(
    'Camille Durand|Thomas Leroy|Amina Benali|Olivier Roux|Hélène Marchand|David Mbaye|Louise Garnier|Martin Perrot|Agnès Morel|Julien Picard|Nora Quesnel|Simon Faure',
  ),
  menu: words('Accueil|Qui sommes-nous|Actualités|Services|Contact|Agenda|Presse|Emplois|Aide'),
};

const polish: Language = {
  code: 'pl',
  locale: 'pl-PL',
  phrases: {
    updated: 'Aktualizacja: @',
    views: 'Wyświetleń: #',
    online: 'Użytkowników online: #',
    related: 'Zobacz także',
    mostRead: 'Najczęściej czytane',
    recent: 'Ostatnio oglądane',
    advert: 'Reklama',
    bought: 'Dziś kupiło # osób',
    looking: '# osób ogląda tę stronę',
    loaded: 'Strona wygenerowana w # s',
    daysLeft: 'Pozostało dni: #',
    openNow: 'Teraz otwarte',
    closedNow: 'Teraz zamknięte',
    greeting: ['Dzień dobry', 'Witamy', 'Dobry wieczór'],
    guest: 'gość #',
    cookies: 'Ta strona używa plików cookie.',
    accept: 'Akceptuję',
    partners: 'Nasi partnerzy',
    tags: 'Na czasie',
    weather: 'Pogoda',
    shares: 'Udostępnień: #',
    comments: 'Komentarze',
    orderWithin: 'Zamów w ciągu @, a wyślemy jutro',
    departures: 'Najbliższe odjazdy',
    said: 'Opinie klientów',
    sum: 'Ile to jest @?',
    price: 'Cena',
    inStock: 'Dostępny',
    soldOut: 'Wyprzedany',
    phone: 'Telefon',
    deadline: 'Termin składania',
    hours: 'Godziny otwarcia',
    contact: 'Osoba do kontaktu',
    document: 'Pobierz',
    votes: 'Głosów: #',
    search: 'Szukaj',
    older: 'Starsze wpisy',
  },
  sentences: [
    words(
      'Rada gminy|Nowy most|Nasze laboratorium|Każdy wnioskodawca|Wydział budownictwa|Mała grupa ochotników|Biblioteka przy rynku|Program zimowy|Komisja mieszkaniowa|To wydanie|Kolej regionalna|Ostatnia ankieta|Warsztat w starym młynie|Kapitanat portu|Stowarzyszenie',
    ),
    words(
      'przyjmuje|pokazuje|opisuje|wyjaśnia|odkłada|ogłasza|omawia|wspiera|przedstawia|rozpatruje|bada|sprawdza|publikuje|zapowiada|planuje',
    ),
    words(
      'plan północnej dzielnicy.|budżet na dwa miliony.|trzy propozycje szkół.|wyniki z ubiegłej wiosny.|prostszy sposób składania wniosków.|rozkład promu.|wystawę o soli i szkle.|nowe zasady parkowania.|pierwszą część badań.|listę otwartych pytań.|pomiary wody i powietrza.|naprawę dachu.|raport roczny.|oferty czterech firm.|kurs dla początkujących.',
    ),
  ],
  names: [
    words(
      'Srebrny|Północny|Mały|Otwarty|Rzeczny|Miedziany|Cichy|Zimowy|Kamienny|Bursztynowy|Portowy|Ogrodowy|Górny|Stary|Lniany',
    ),
    words(
      'lampion|czajnik|most|warsztat|podręcznik|zbiór|dworzec|komitet|festiwal|kompas|sad|rower|konkurs|przegląd|wniosek|silnik',
    ),
  ],
  people: words(
    'Anna Wójcik|Tomasz Krawiec|Maria Zielińska|Piotr Bąk|Helena Sowa|Dawid Mazur|Zofia Lis|Marcin Szewczyk|Ewa Górska|Łukasz Pawlak|Nina Kulik|Szymon Frątczak',
  ),
  menu: words('Strona główna|O nas|Aktualności|Usługi|Kontakt|Kalendarz|Dla prasy|Praca|Pomoc'),
};

const spanish: Language = {
  code: 'es',
  locale: 'es-ES',
  phrases: {
    updated: 'Actualizado el @',
    views: '# visitas',
    online: '# usuarios en línea',
    related: 'También le puede interesar',
    mostRead: 'Lo más leído',
    recent: 'Vistos recientemente',
    advert: 'Publicidad',
    bought: '# personas lo compraron hoy',
    looking: '# personas lo están viendo',
    loaded: 'Página generada en # segundos',
    daysLeft: 'Quedan # días',
    openNow: 'Abierto ahora',
    closedNow: 'Cerrado ahora',
    greeting: ['Buenos días', 'Buenas tardes', 'Buenas noches'],
    guest: 'invitado #',
    cookies: 'Este sitio utiliza cookies.',
    accept: 'Aceptar todo',
    partners: 'Nuestros socios',
    tags: 'Tendencias',
    weather: 'El tiempo',
    shares: 'Compartido # veces',
    comments: 'Comentarios',
    orderWithin: 'Pida en las próximas @ y recíbalo mañana',
    departures: 'Próximas salidas',
    said: 'Opiniones de clientes',
    sum: '¿Cuánto es @?',
    price: 'Precio',
    inStock: 'En existencia',
    soldOut: 'Agotado',
    phone: 'Teléfono',
    deadline: 'Plazo',
    hours: 'Horario',
    contact: 'Contacto',
    document: 'Descargar',
    votes: '# valoraciones',
    search: 'Buscar',
    older: 'Entradas anteriores',
  },
  sentences: [
    words(
      'El ayuntamiento|El nuevo puente|Nuestro laboratorio|Cada solicitante|La consejería|Un grupo de voluntarios|La biblioteca del centro|El programa de invierno|La comisión de vivienda|Esta edición|El tren regional|Una encuesta reciente|El taller del viejo molino|La autoridad portuaria|La asociación',
    ),
    words(
      'aprueba|presenta|busca|explica|aplaza|publica|revisa|apoya|describe en detalle|ha recibido|estudia|prueba|rechaza|debate|solicita',
    ),
    words(
      'el plan del barrio norte.|un presupuesto de dos millones.|tres propuestas de las escuelas.|los resultados de la primavera.|un trámite más sencillo.|el horario del transbordador.|una exposición sobre la sal y el vidrio.|nuevas normas de aparcamiento.|la primera parte del estudio.|una lista de preguntas abiertas.|mediciones de agua y aire.|la reparación del tejado.|su informe anual.|ofertas de cuatro empresas.|un curso para principiantes.',
    ),
  ],
  names: [
    words('El gran|El pequeño|El viejo|El nuevo|El doble|El primer|El último|El buen|El segundo|El alto'),
    words(
      'puente de piedra|cuaderno azul|jardín|molino|concurso|manual|archivo|festival|comité|taller de vidrio|huerto|permiso|motor|telón|sendero',
    ),
  ],
  people: words(
    'Carmen Duarte|Tomás León|Amina Salas|Óscar Rojas|Elena Marín|David Mena|Lucía Gálvez|Martín Peral|Inés Mora|Julián Pico|Nora Quiroga|Simón Fuentes',
  ),
  menu: words('Inicio|Quiénes somos|Noticias|Servicios|Contacto|Agenda|Prensa|Empleo|Ayuda'),
};

export const languages: readonly Language[] = [english, german, french, polish, spanish];
