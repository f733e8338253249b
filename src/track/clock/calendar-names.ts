/** Names of months and their short forms, in lower case, in the languages that most pages are written in. */
const monthLanguages: readonly string[] = [
  'january february march april may june july august september october november december',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jan feb mär apr mai jun jul aug sept okt nov dez',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'janv févr mars avr mai juin juil août sept oct nov déc',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
];

/** From 1 for January. */
export const monthNumbers: ReadonlyMap<string, number> = new Map(
  monthLanguages.flatMap((names) => names.split(' ').map((name, index) => [name, index + 1] as const)),
);

/** For a regular expression. Longer names come first, so that `june` is not read as `jun`. */
export const monthPattern: string = [...monthNumbers.keys()].sort((a, b) => b.length - a.length).join('|');

const weekdayLanguages: readonly string[] = [
  'sunday monday tuesday wednesday thursday friday saturday',
  'sun mon tue wed thu fri sat',
  'sonntag montag dienstag mittwoch donnerstag freitag samstag',
  'dimanche lundi mardi mercredi jeudi vendredi samedi',
  'domingo lunes martes miércoles jueves viernes sábado',
  'domenica lunedì martedì mercoledì giovedì venerdì sabato',
];

/** From 0 for Sunday. */
export const weekdayNumbers: ReadonlyMap<string, number> = new Map(
  weekdayLanguages.flatMap((names) => names.split(' ').map((name, index) => [name, index] as const)),
);

export const weekdayPattern: string = [...weekdayNumbers.keys()]
  .sort((a, b) => b.length - a.length)
  .join('|');
