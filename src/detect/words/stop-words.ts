import type { StemLanguage } from '../stem/stemmers.ts';

/** The most frequent words of each language: they tell the language of a text, and nothing about what it is about. */
const lists: Readonly<Record<StemLanguage, string>> = {
  en: 'the of and to in a is that for it was on are as with his they at be this from have or had by not but what were when we there can an your which their said if will each about how up out them then she many some so these would other into has more her two like him see time could no make than been its who did get may over new after says',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wir ich ihr ihre kann gegen vom schon wenn habe seine ihm diese dieser sagte unter',
  fr: 'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la avec ou son aux d l n s c qu y elle mais comme cette ses nous vous leur on été ont tout fait était être deux même aussi bien très sans ces entre après encore contre selon peut',
  es: 'de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos e esto son fue ha han era años dos según si puede ser está cada será cual fueron parte sido dicha',
  it: 'di e il la che in un a per è una sono con del non le si da come i della nel al alla più gli anche dei lo ma delle se ha o dal nella ai questo su suo ad hanno sua loro essere stato era quando tra dopo ed degli cui due ancora dalla alle fatto questa sul molto senza tutti già',
  pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos ter seus quem nas me esse eles estão você tinha foram são após segundo',
  nl: 'de van het een en in is dat op te zijn voor met die niet aan er om ook als dan maar bij of uit nog naar heeft hij worden door wordt over tot was had ze meer je we ik deze hun haar moet kan zo werd onder tegen hebben wat geen nu al veel toen waar alleen volgens jaar',
  ru: 'и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой весь год от так о для ты же все тот мочь вы человек такой его сказать только или ещё бы себя один как уже до время если сам когда другой вот говорить наш мой знать стать при чтобы дело жизнь было был была были их',
  pl: 'i w na z się nie do to że jest o a jak po od za co tym przez dla są ale te był tego być już tylko ich jego może która który które przy lub oraz ma ten jej też ze było była były tak bardzo czy tej będzie jednak gdy pod także można ma by roku przed po został została między nad nas sobie mnie kiedy więc we',
};

const languagesOf = new Map<string, readonly StemLanguage[]>();
for (const [language, words] of Object.entries(lists) as readonly (readonly [StemLanguage, string])[]) {
  for (const word of new Set(words.split(' ')))
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
}

/** The languages in which a word is one of the most frequent. */
export const languagesOfStopWord: ReadonlyMap<string, readonly StemLanguage[]> = languagesOf;

export function isStopWord(word: string): boolean {
  return languagesOf.has(word);
}
