// Written by scripts/calendar-table.ts. A line for each phrase, a longer one before a shorter one: the phrase, and what it means.
export const calendarTables = {
  latin: {
    words: `an tseachtain seo caite	ago 0 1209600
araw bago ang kahapon	ago 86400 259200 2
segundo ang nakalipas	ago 0 2
uair an chloig ó shin	ago 0 7200
linggo ang nakalipas	ago 0 1209600
minuto ang nakalipas	ago 0 120
másodperccel ezelőtt	ago 0 2
buwan ang nakalipas	ago 0 5270400
la semaine dernière	ago 0 1209600
nakalipas na linggo	ago 0 1209600
araw ang nakalipas	ago 0 172800
aurreko hilabetean	ago 0 5270400
la setmana passada	ago 0 1209600
oras ang nakalipas	ago 0 7200
praėjusiais metais	ago 0 63115200
taon ang nakalipas	ago 0 63115200
w zeszłym miesiącu	ago 0 5270400
w zeszłym tygodniu	ago 0 1209600
fyrir klukkustund	ago 0 7200
min ang nakalipas	ago 0 120
pagājušajā mēnesī	ago 0 5270400
pagājušajā nedēļā	ago 0 1209600
praėjusią savaitę	ago 0 1209600
seg ang nakalipas	ago 0 2
sekunde iliyopita	ago 0 2
săptămâna trecută	ago 0 1209600
wythnos ddiwethaf	ago 0 1209600
an mhí seo caite	ago 0 5270400
dakika iliyopita	ago 0 120
deireadh fómhair	month 10
depois de amanhã	ago -259200 -86400 -2
for minutt siden	ago 0 120
for sekund siden	ago 0 2
för sekund sedan	ago 0 2
hónappal ezelőtt	ago 0 5270400
l'année dernière	ago 0 63115200
la semana pasada	ago 0 1209600
minggu yang lalu	ago 0 1209600
seachtain ó shin	ago 0 1209600
settimana scorsa	ago 0 1209600
í síðasta mánuði	ago 0 5270400
a semana pasada	ago 0 1209600
bulan yang lalu	ago 0 5270400
detik yang lalu	ago 0 2
for minut siden	ago 0 120
for måned siden	ago 0 5270400
för minut sedan	ago 0 120
för månad sedan	ago 0 5270400
för timme sedan	ago 0 7200
för vecka sedan	ago 0 1209600
kuukausi sitten	ago 0 5270400
le mois dernier	ago 0 5270400
menit yang lalu	ago 0 120
minuutti sitten	ago 0 120
muajin e kaluar	ago 0 5270400
nakaraang buwan	ago 0 5270400
pagājušajā gadā	ago 0 63115200
perccel ezelőtt	ago 0 120
praėjusį mėnesį	ago 0 5270400
predvčerajšnjim	ago 86400 259200 2
pythefnos yn ôl	ago 604800 1814400
seconde geleden	ago 0 2
sekondë më parë	ago 0 2
tahun yang lalu	ago 0 63115200
çərşənbə axşamı	weekday 2
acum săptămână	ago 0 1209600
aurreko astean	ago 0 1209600
bhliain ó shin	ago 0 63115200
blwyddyn yn ôl	ago 0 63115200
duela hilabete	ago 0 5270400
eftir tvo daga	ago -259200 -86400 -2
for døgn siden	ago 0 172800
for time siden	ago 0 7200
hari yang lalu	ago 0 172800
héttel ezelőtt	ago 0 1209600
il y a seconde	ago 0 2
il y a semaine	ago 0 1209600
javën e kaluar	ago 0 1209600
ketvirtadienis	weekday 4
minutë më parë	ago 0 120
minuut geleden	ago 0 120
mwaka uliopita	ago 0 63115200
mwezi uliopita	ago 0 5270400
nakaraang taon	ago 0 63115200
nappal ezelőtt	ago 0 172800
nóiméad ó shin	ago 0 120
pirms sekundes	ago 0 2
prejšnji mesec	ago 0 5270400
prejšnji teden	ago 0 1209600
sekonde gelede	ago 0 2
sekunti sitten	ago 0 2
semana passada	ago 0 1209600
siku iliyopita	ago 0 172800
soicind ó shin	ago 0 2
toissa päivänä	ago 86400 259200 2
viime viikolla	ago 0 1209600
w zeszłym roku	ago 0 63115200
wiki iliyopita	ago 0 1209600
í síðustu viku	ago 0 1209600
órával ezelőtt	ago 0 7200
diwrnod yn ôl	ago 0 172800
duela segundo	ago 0 2
eelmine aasta	ago 0 63115200
eelmine nädal	ago 0 1209600
el año pasado	ago 0 63115200
el mes pasado	ago 0 5270400
el mes passat	ago 0 5270400
for dag siden	ago 0 172800
for min siden	ago 0 120
for sek siden	ago 0 2
for uge siden	ago 0 1209600
for uke siden	ago 0 1209600
forrige måned	ago 0 5270400
fyrir sekúndu	ago 0 2
för dag sedan	ago 0 172800
för tim sedan	ago 0 7200
förra månaden	ago 0 5270400
il y a minute	ago 0 120
jam yang lalu	ago 0 7200
keskiviikkona	weekday 3
letzten monat	ago 0 5270400
maand geleden	ago 0 5270400
minulý mesiac	ago 0 5270400
minulý týždeň	ago 0 1209600
minuut gelede	ago 0 120
pasado mañana	ago -259200 -86400 -2
pirms minūtes	ago 0 120
pirms nedēļas	ago 0 1209600
pirms stundas	ago 0 7200
pred mesiacom	ago 0 5270400
pred sekundou	ago 0 2
prieš savaitę	ago 0 1209600
prieš sekundę	ago 0 2
prieš valandą	ago 0 7200
prije sekundu	ago 0 2
prošle godine	ago 0 63115200
prošli mjesec	ago 0 5270400
prošli tjedan	ago 0 1209600
před sekundou	ago 0 2
saa iliyopita	ago 0 7200
segunda-feira	weekday 1
verlede maand	ago 0 5270400
viikko sitten	ago 0 1209600
wythnos yn ôl	ago 0 1209600
á síðasta ári	ago 0 63115200
évvel ezelőtt	ago 0 63115200
a moment ago	ago 0 120
abans-d'ahir	ago 86400 259200 2
acum secundă	ago 0 2
après-demain	ago -259200 -86400 -2
bazar ertəsi	weekday 1
deufis yn ôl	ago 2635200 7905600
ditë më parë	ago 0 172800
duela minutu	ago 0 120
dydd mercher	weekday 3
dé domhnaigh	weekday 0
eiliad yn ôl	ago 0 2
for md siden	ago 0 5270400
for år siden	ago 0 63115200
fyrir mánuði	ago 0 5270400
fyrir mínútu	ago 0 120
för år sedan	ago 0 63115200
förra veckan	ago 0 1209600
godzinę temu	ago 0 7200
hace segundo	ago 0 2
i overmorgen	ago -259200 -86400 -2
i övermorgon	ago -259200 -86400 -2
il y a heure	ago 0 7200
jaar geleden	ago 0 63115200
javë më parë	ago 0 1209600
kemarin dulu	ago 86400 259200 2
l'altro ieri	ago 86400 259200 2
l'any passat	ago 0 63115200
letzte woche	ago 0 1209600
letztes jahr	ago 0 63115200
luna trecută	ago 0 5270400
maand gelede	ago 0 5270400
meán fómhair	month 9
miesiąc temu	ago 0 5270400
minulý měsíc	ago 0 5270400
minulý týden	ago 0 1209600
mis diwethaf	ago 0 5270400
miðvikudagur	weekday 3
muaj më parë	ago 0 5270400
ngayong araw	ago 0 86400 0
o ano pasado	ago 0 63115200
o mes pasado	ago 0 5270400
października	month 10
penktadienis	weekday 5
pirms dienas	ago 0 172800
pirms mēneša	ago 0 5270400
pojutrišnjem	ago -259200 -86400 -2
poniedziałek	weekday 1
pred hodinou	ago 0 7200
pred mesecem	ago 0 5270400
pred minútou	ago 0 120
pred sekundo	ago 0 2
pred týždňom	ago 0 1209600
prieš minutę	ago 0 120
prieš mėnesį	ago 0 5270400
prije godinu	ago 0 63115200
prije minutu	ago 0 120
prije mjesec	ago 0 5270400
prije tjedan	ago 0 1209600
przed chwilą	ago 0 120
przedwczoraj	ago 86400 259200 2
päivä sitten	ago 0 172800
před hodinou	ago 0 7200
před minutou	ago 0 120
před měsícem	ago 0 5270400
quarta-feira	weekday 3
quinta-feira	weekday 4
sekundi eest	ago 0 2
sekundę temu	ago 0 2
settimana fa	ago 0 1209600
sidste måned	ago 0 5270400
trečiadienis	weekday 3
tunti sitten	ago 0 7200
tydzień temu	ago 0 1209600
urtarrilaren	month 1
verlede jaar	ago 0 63115200
verlede week	ago 0 1209600
viime kuussa	ago 0 5270400
viime vuonna	ago 0 63115200
vorige maand	ago 0 5270400
vuosi sitten	ago 0 63115200
week geleden	ago 0 1209600
a couple of	count 2 44 1
agora mesmo	ago 0 120
ahora mismo	ago 0 120
anno scorso	ago 0 63115200
ano passado	ago 0 63115200
antradienis	weekday 2
anul trecut	ago 0 63115200
arú amárach	ago -259200 -86400 -2
aujourd'hui	ago 0 86400 0
ceturtdiena	weekday 4
cümə axşamı	weekday 4
dag geleden	ago 0 172800
dakika önce	ago 0 120
de desembre	month 12
de novembre	month 11
de setembre	month 9
demà passat	ago -259200 -86400 -2
dydd gwener	weekday 5
dydd mawrth	weekday 2
dydd sadwrn	weekday 6
dé céadaoin	weekday 3
dé sathairn	weekday 6
dəqiqə öncə	ago 0 120
eben gerade	ago 0 120
eelmine kuu	ago 0 5270400
eergisteren	ago 86400 259200 2
előző hónap	ago 0 5270400
evvelsi gün	ago 86400 259200 2
fimmtudagur	weekday 4
for d siden	ago 0 172800
for t siden	ago 0 7200
for u siden	ago 0 1209600
forrige uke	ago 0 1209600
för d sedan	ago 0 172800
för min sen	ago 0 120
för mån sen	ago 0 5270400
för v sedan	ago 0 1209600
gerade eben	ago 0 120
geçen hafta	ago 0 1209600
hace minuto	ago 0 120
hace semana	ago 0 1209600
hai segundo	ago 0 2
il y a jour	ago 0 172800
il y a mois	ago 0 5270400
jaar gelede	ago 0 63115200
kesho kutwa	ago -259200 -86400 -2
keskiviikko	weekday 3
keçən həftə	ago 0 1209600
laugardagur	weekday 6
maaliskuuta	month 3
maanantaina	weekday 1
marraskuuta	month 11
mese scorso	ago 0 5270400
min geleden	ago 0 120
min më parë	ago 0 120
minggu lalu	ago 0 1209600
minuti eest	ago 0 120
minutę temu	ago 0 120
moments ago	ago 0 120
munud yn ôl	ago 0 120
mês passado	ago 0 5270400
nädala eest	ago 0 1209600
nóim ó shin	ago 0 120
orë më parë	ago 0 7200
perjantaina	weekday 5
pirmadienis	weekday 1
ponedjeljak	weekday 1
pred dnevom	ago 0 172800
pred minuto	ago 0 120
pred tednom	ago 0 1209600
prieš dieną	ago 0 172800
prieš metus	ago 0 63115200
proprio ora	ago 0 120
před týdnem	ago 0 1209600
předevčírem	ago 86400 259200 2
saniye önce	ago 0 2
saniyə öncə	ago 0 2
scht ó shin	ago 0 1209600
sec geleden	ago 0 2
sek më parë	ago 0 2
sekmadienis	weekday 0
sexta-feira	weekday 5
soic ó shin	ago 0 2
sunnuntaina	weekday 0
tegnapelőtt	ago 86400 259200 2
terça-feira	weekday 2
tháng trước	ago 0 5270400
uair ó shin	ago 0 7200
uur geleden	ago 0 7200
vit më parë	ago 0 63115200
vor sekunde	ago 0 2
vorige week	ago 0 1209600
week gelede	ago 0 1209600
ylihuomenna	ago -259200 -86400 -2
à l'instant	ago 0 120
þriðjudagur	weekday 2
šeštadienis	weekday 6
aasta eest	ago 0 63115200
abenduaren	month 12
abuztuaren	month 8
acum minut	ago 0 120
akkurat nå	ago 0 120
alaltăieri	ago 86400 259200 2
apirilaren	month 4
asteazkena	weekday 3
astelehena	weekday 1
avant-hier	ago 86400 259200 2
bhl ó shin	ago 0 63115200
bulan lalu	ago 0 5270400
dag gelede	ago 0 172800
donnerstag	weekday 4
dopodomani	ago -259200 -86400 -2
duela aste	ago 0 1209600
duela egun	ago 0 172800
duela ordu	ago 0 7200
duela urte	ago 0 63115200
dzień temu	ago 0 172800
fa setmana	ago 0 1209600
fyrir degi	ago 0 172800
fyrir klst	ago 0 7200
fyrir viku	ago 0 1209600
för år sen	ago 0 63115200
förra året	ago 0 63115200
föstudagur	weekday 5
giây trước	ago 0 2
gorffennaf	month 7
hafta önce	ago 0 1209600
hai minuto	ago 0 120
hai semana	ago 0 1209600
heinäkuuta	month 7
helmikuuta	month 2
holnapután	ago -259200 -86400 -2
huhtikuuta	month 4
há segundo	ago 0 2
həftə öncə	ago 0 1209600
il y a min	ago 0 120
il y a sem	ago 0 1209600
joulukuuta	month 12
last month	ago 0 5270400
lauantaina	weekday 6
maiatzaren	month 5
martxoaren	month 3
mhí ó shin	ago 0 5270400
min gelede	ago 0 120
min sitten	ago 0 120
minit lalu	ago 0 120
minulý rok	ago 0 63115200
minute ago	ago 0 120
miyerkules	weekday 3
ngày trước	ago 0 172800
otsailaren	month 2
overmorgen	ago -259200 -86400 -2
pasadomañá	ago -259200 -86400 -2
phút trước	ago 0 120
piektdiena	weekday 5
pirms gada	ago 0 63115200
ponedeljek	weekday 1
pred letom	ago 0 63115200
pred rokom	ago 0 63115200
predvčerom	ago 86400 259200 2
prekosutra	ago -259200 -86400 -2
päeva eest	ago 0 172800
před rokem	ago 0 63115200
samakalawa	ago -259200 -86400 -2
second ago	ago 0 2
secondo fa	ago 0 2
septembrie	month 9
septembris	month 9
septiembre	month 9
sidste uge	ago 0 1209600
sunnudagur	weekday 0
szeptember	month 9
tahun lalu	ago 0 63115200
tammikuuta	month 1
time siden	ago 0 7200
toukokuuta	month 5
tunni eest	ago 0 7200
tuần trước	ago 0 1209600
unos pocos	count 2 44 1
uur gelede	ago 0 7200
uztailaren	month 7
vor minute	ago 0 120
vor stunde	ago 0 7200
vorgestern	ago 86400 259200 2
vorig jaar	ago 0 63115200
í fyrradag	ago 86400 259200 2
übermorgen	ago -259200 -86400 -2
только что	ago 0 120
acum lună	ago 0 5270400
acum săpt	ago 0 1209600
anteontem	ago 86400 259200 2
asteartea	weekday 2
augusztus	month 8
awr yn ôl	ago 0 7200
azaroaren	month 11
balandžio	month 4
bealtaine	month 5
csütörtök	weekday 4
cumartesi	weekday 6
d'octubre	month 10
dag siden	ago 0 172800
de febrer	month 2
de juliol	month 7
decembrie	month 12
decembris	month 12
detsember	month 12
diciembre	month 12
disyembre	month 12
divendres	weekday 5
donderdag	weekday 4
dydd llun	weekday 1
dé haoine	weekday 5
déardaoin	weekday 4
e mërkurë	weekday 3
eergister	ago 86400 259200 2
eil yn ôl	ago 0 2
ekainaren	month 6
előző hét	ago 0 1209600
esmaspäev	weekday 1
februarie	month 2
februāris	month 2
fevereiro	month 2
fyrir mán	ago 0 5270400
fyrir mín	ago 0 120
fyrir sek	ago 0 2
fyrir ári	ago 0 63115200
för s sen	ago 0 2
geçen yıl	ago 0 63115200
giorno fa	ago 0 172800
giờ trước	ago 0 7200
godz temu	ago 0 7200
hace hora	ago 0 7200
hari lalu	ago 0 172800
herenegun	ago 86400 259200 2
há minuto	ago 0 120
há semana	ago 0 1209600
i forgårs	ago 86400 259200 2
i förrgår	ago 86400 259200 2
il y a an	ago 0 63115200
irailaren	month 9
juuri nyt	ago 0 120
kesäkuuta	month 6
kk sitten	ago 0 5270400
kolmapäev	weekday 3
lapkričio	month 11
larunbata	weekday 6
last week	ago 0 1209600
last year	ago 0 63115200
listopada	month 11	month 10
listopadu	month 11
lokakuuta	month 10
lá ó shin	ago 0 172800
maanantai	weekday 1
md gelede	ago 0 5270400
meitheamh	month 6
mercoledì	weekday 3
mies temu	ago 0 5270400
min siden	ago 0 120
minuto fa	ago 0 120
mis yn ôl	ago 0 5270400
miércoles	weekday 3
month ago	ago 0 5270400
mun yn ôl	ago 0 120
mánudagur	weekday 1
neljapäev	weekday 4
niedziela	weekday 0
nobyembre	month 11
noiembrie	month 11
novembris	month 11
noviembre	month 11
năm ngoái	ago 0 63115200
năm trước	ago 0 63115200
octombrie	month 10
pazartesi	weekday 1
perjantai	weekday 5
pirmdiena	weekday 1
pirms min	ago 0 120
pirms mēn	ago 0 5270400
pirms ned	ago 0 1209600
pirms sek	ago 0 2
pred dňom	ago 0 172800
prekjučer	ago 86400 259200 2
prieš min	ago 0 120
prieš mėn	ago 0 5270400
prieš sav	ago 0 1209600
prieš sek	ago 0 2
prieš val	ago 0 7200
prije dan	ago 0 172800
prije min	ago 0 120
prije sat	ago 0 7200
právě teď	ago 0 120
pv sitten	ago 0 172800
před dnem	ago 0 172800
rugpjūčio	month 8
saat lalu	ago 0 2
saat önce	ago 0 7200
saat öncə	ago 0 7200
sek siden	ago 0 2
september	month 9
septembra	month 9
septembre	month 9
sestdiena	weekday 6
settembre	month 9
setyembre	month 9
sidste år	ago 0 63115200
studenoga	month 11
sunnuntai	weekday 0
svētdiena	weekday 0
syyskuuta	month 9
teisipäev	weekday 2
tiistaina	weekday 2
torstaina	weekday 4
trešdiena	weekday 3
tydz temu	ago 0 1209600
uge siden	ago 0 1209600
urtarrila	month 1
vk sitten	ago 0 1209600
vor monat	ago 0 5270400
vor woche	ago 0 1209600
wednesday	weekday 3
yesterday	ago 0 172800 1
несколько	count 2 44 1
acum min	ago 0 120
acum oră	ago 0 7200
acum sec	ago 0 2
aizvakar	ago 86400 259200 2
alhamisi	weekday 4
anteayer	ago 86400 259200 2
anuraidh	ago 0 63115200
arú inné	ago 86400 259200 2
augustus	month 8
birželio	month 6
biyernes	weekday 5
bl yn ôl	ago 0 63115200
bln lalu	ago 0 5270400
chwefror	month 2
chủ nhật	weekday 0
czwartek	weekday 4
de gener	month 1
december	month 12
decembra	month 12
decembro	month 12
desember	month 12
dezember	month 12
dezembro	month 12
dicembre	month 12
dienstag	weekday 2
dimanche	weekday 0
dimecres	weekday 3
disember	month 12
dissabte	weekday 6
diumenge	weekday 0
domenica	weekday 0
drennydd	ago -259200 -86400 -2
dtk lalu	ago 0 2
duminică	weekday 0
dydd iau	weekday 4
dydd sul	weekday 0
dziesięć	count 10 10 1
dziewięć	count 9 9 1
dé luain	weekday 1
dé máirt	weekday 2
décembre	month 12
e premte	weekday 5
e shtunë	weekday 6
een paar	count 2 44 1
ein paar	count 2 44 1
elokuuta	month 8
előző év	ago 0 63115200
fa minut	ago 0 120
fa segon	ago 0 2
febbraio	month 2
febreiro	month 2
februari	month 2
february	month 2
februára	month 2
geçen ay	ago 0 5270400
gisteren	ago 0 172800 1
gruodžio	month 12
gün önce	ago 0 172800
gün öncə	ago 0 172800
hace año	ago 0 63115200
hace día	ago 0 172800
hace mes	ago 0 5270400
hace min	ago 0 120
hace sem	ago 0 1209600
hai hora	ago 0 7200
hari ini	ago 0 86400 0
hour ago	ago 0 7200
huomenna	ago -172800 0 -1
i morgen	ago -172800 0 -1
i morgon	ago -172800 0 -1
ianuarie	month 1
il y a a	ago 0 63115200
il y a h	ago 0 7200
il y a j	ago 0 172800
il y a m	ago 0 5270400
il y a s	ago 0 2
j gelede	ago 0 63115200
jam lalu	ago 0 7200
januarie	month 1
janvāris	month 1
jumamosi	weekday 6
jumapili	weekday 0
jumatano	weekday 3
jumatatu	weekday 1
just now	ago 0 120
kelmarin	ago 86400 259200 2
keçən ay	ago 0 5270400
keçən il	ago 0 63115200
kolovoza	month 8
kuu eest	ago 0 5270400
kwietnia	month 4
lauantai	weekday 6
md siden	ago 0 5270400
mehreren	count 2 44 1
mercredi	weekday 3
mgg lalu	ago 0 1209600
mgu lalu	ago 0 1209600
miercuri	weekday 3
min eest	ago 0 120
min lalu	ago 0 120
min temu	ago 0 120
mittwoch	weekday 3
mnt lalu	ago 0 120
mércores	weekday 3
nedjelja	weekday 0
ngày kia	ago -259200 -86400 -2
ngày mai	ago -172800 0 -1
november	month 11
novembra	month 11
novembre	month 11
novembro	month 11
näd eest	ago 0 1209600
nóvember	month 11
několika	count 2 44 1
oktobris	month 10
oktoober	month 10
osteguna	weekday 4
ostirala	weekday 5
otrdiena	weekday 2
perşembe	weekday 4
pirms st	ago 0 7200
poimâine	ago -259200 -86400 -2
pojutrze	ago -259200 -86400 -2
pondelok	weekday 1
pozajtra	ago -259200 -86400 -2
pred mes	ago 0 5270400
pred min	ago 0 120
pred ted	ago 0 1209600
pred týž	ago 0 1209600
pred uro	ago 0 7200
prije mj	ago 0 5270400
prije tj	ago 0 1209600
prosinca	month 12
prosince	month 12
pühapäev	weekday 0
před min	ago 0 120
před měs	ago 0 5270400
před týd	ago 0 1209600
quelques	count 2 44 1
rok temu	ago 0 63115200
s gelede	ago 0 2
s sitten	ago 0 2
saterdag	weekday 6
saturday	weekday 6
sek eest	ago 0 2
sek temu	ago 0 2
sentyabr	month 9
septemba	month 9
setembro	month 9
sierpnia	month 8
siječnja	month 1
stycznia	month 1
t sitten	ago 0 7200
tachwedd	month 11
thn lalu	ago 0 63115200
thursday	weekday 4
tomorrow	ago -172800 0 -1
u gelede	ago 0 7200
urriaren	month 10
v sitten	ago 0 63115200
vasárnap	weekday 0
veebruar	month 2
vendredi	weekday 5
vor jahr	ago 0 63115200
w gelede	ago 0 1209600
week ago	ago 0 1209600
woensdag	weekday 3
września	month 9
ws yn ôl	ago 0 1209600
year ago	ago 0 63115200
yıl önce	ago 0 63115200
zaterdag	weekday 6
á morgun	ago -172800 0 -1
år siden	ago 0 63115200
çarşamba	weekday 3
çərşənbə	weekday 3
öbür gün	ago -259200 -86400 -2
ülehomme	ago -259200 -86400 -2
července	month 7
četvrtak	weekday 4
šiandien	ago 0 86400 0
abendua	month 12
abuztua	month 8
acum an	ago 0 63115200
acum zi	ago 0 172800
agustus	month 8
aibreán	month 4
algumas	count 2 44 1
algunas	count 2 44 1
algunos	count 2 44 1
amárach	ago -172800 0 -1
anno fa	ago 0 63115200
antonte	ago 86400 259200 2
apirila	month 4
aprilie	month 4
aprīlis	month 4
augusta	month 8
augusti	month 8
augusts	month 8
ay önce	ago 0 5270400
ay öncə	ago 0 5270400
az önce	ago 0 120
ağustos	month 8
ceturtd	weekday 4 short
czerwca	month 6
d'abril	month 4
d'agost	month 8
day ago	ago 0 172800
de febr	month 2
de juny	month 6
de maig	month 5
de març	month 3
desemba	month 12
dhjetor	month 12
dilluns	weekday 1
dimarts	weekday 2
dinsdag	weekday 2
dk önce	ago 0 120
domingo	weekday 0
dzisiaj	ago 0 86400 0
e enjte	weekday 4
e martë	weekday 2
einigen	count 2 44 1
fa hora	ago 0 7200
fa setm	ago 0 1209600
feabhra	month 2
febrero	month 2
februar	month 2
február	month 2
febrúar	month 2
freitag	weekday 5
février	month 2
gegužės	month 5
gennaio	month 1
gestern	ago 0 172800 1
giovedì	weekday 4
grudnia	month 12
hai ano	ago 0 63115200
hai día	ago 0 172800
hai mes	ago 0 5270400
hai min	ago 0 120
hai sem	ago 0 1209600
haziran	month 6
hf önce	ago 0 1209600
huwebes	weekday 4
há hora	ago 0 7200
hôm kia	ago 86400 259200 2
hôm nay	ago 0 86400 0
hôm qua	ago 0 172800 1
igandea	weekday 0
il öncə	ago 0 63115200
jaanuar	month 1
janeiro	month 1
januari	month 1
january	month 1
januára	month 1
janvier	month 1
juillet	month 7
jumanne	weekday 2
just nu	ago 0 120
kahapon	ago 0 172800 1
kemarin	ago 0 172800 1
laupäev	weekday 6
lige nu	ago 0 120
llynedd	ago 0 63115200
maandag	weekday 1
maiatza	month 5
martedì	weekday 2
martxoa	month 3
mehefin	month 6
mese fa	ago 0 5270400
min ago	ago 0 120
muutama	count 2 44 1
március	month 3
nedelja	weekday 0
nollaig	month 12
novemba	month 11
october	month 10
octobre	month 10
octubre	month 10
oktober	month 10
oktubre	month 10
oktyabr	month 10
október	month 10
októbra	month 10
oormôre	ago -259200 -86400 -2
otsaila	month 2
ottobre	month 10
outubro	month 10
pebrero	month 2
pirms d	ago 0 172800
pirms g	ago 0 63115200
pondělí	weekday 1
pozítří	ago -259200 -86400 -2
prieš d	ago 0 172800
prieš m	ago 0 63115200
prije g	ago 0 63115200
prije h	ago 0 7200
prije s	ago 0 2
qershor	month 6
qualche	count 2 44 1
quattro	count 4 4 1
rhagfyr	month 12
rugsėjo	month 9
sa önce	ago 0 7200
samhain	month 11
samstag	weekday 6
sec ago	ago 0 2
segunda	weekday 1 short
semalam	ago 0 172800 1
sett fa	ago 0 1209600
several	count 2 44 1
shtator	month 9
sn önce	ago 0 2
sonntag	weekday 0
srijeda	weekday 3
svibnja	month 5
szombat	weekday 6
sâmbătă	weekday 6
thứ bảy	weekday 6
thứ hai	weekday 1
thứ năm	weekday 4
thứ sáu	weekday 5
tiistai	weekday 2
tirsdag	weekday 2
torsdag	weekday 4
torstai	weekday 4
travnja	month 4
tuesday	weekday 2
uztaila	month 7
užvakar	ago 86400 259200 2
vandaag	ago 0 86400 0
vasario	month 2
veljače	month 2
venerdì	weekday 5
viernes	weekday 5
vor min	ago 0 120
vor sek	ago 0 2
vor std	ago 0 7200
vor tag	ago 0 172800
vrijdag	weekday 5
wczoraj	ago 0 172800 1
wenigen	count 2 44 1
xaneiro	month 1
zojuist	ago 0 120
április	month 4
üleeile	ago 86400 259200 2
četrtek	weekday 4
čtvrtek	weekday 4
štvrtok	weekday 4
a eest	ago 0 63115200
acum h	ago 0 7200
agosti	month 8
agosto	month 8
alcune	count 2 44 1
alcuni	count 2 44 1
alguns	count 2 44 1
amanhã	ago -172800 0 -1
aprile	month 4
aprili	month 4
aprill	month 4
apríla	month 4
aralık	month 12
august	month 8
avgust	month 8
avqust	month 8
azaroa	month 11
birkaç	count 2 44 1
bu gün	ago 0 86400 0
března	month 3
cinque	count 5 5 1
cuatro	count 4 4 1
cztery	count 4 4 1
de des	month 12
de gen	month 1
de jul	month 7
de nov	month 11
de set	month 9
dekabr	month 12
demain	ago -172800 0 -1
dijous	weekday 4
dodici	count 12 12 1
domani	ago -172800 0 -1
e diel	weekday 0
e hënë	weekday 1
eanáir	month 1
ebrill	month 4
echdoe	ago 86400 259200 2
ekaina	month 6
eleven	count 11 11 1
elleve	count 11 11 1
enkele	count 2 44 1
fa any	ago 0 63115200
fa dia	ago 0 172800
fa mes	ago 0 5270400
fa min	ago 0 120
fevral	month 2
fredag	weekday 5
friday	weekday 5
gister	ago 0 172800 1
giugno	month 6
h lalu	ago 0 172800
hace a	ago 0 63115200
hace d	ago 0 172800
hace h	ago 0 7200
hace m	ago 0 5270400
hace s	ago 0 2
heddiw	ago 0 86400 0
holnap	ago -172800 0 -1
hr ago	ago 0 7200
hydref	month 10
há ano	ago 0 63115200
há dia	ago 0 172800
há min	ago 0 120
há mês	ago 0 5270400
há seg	ago 0 2
há sem	ago 0 1209600
i fjor	ago 0 63115200
ijumaa	weekday 5
ionawr	month 1
iraila	month 9
januar	month 1
január	month 1
janúar	month 1
jednou	count 1 1 1
jedním	count 1 1 1
jueves	weekday 4
jumaat	weekday 5
július	month 7
június	month 6
jūlijs	month 7
jūnijs	month 6
khamis	weekday 4
korrik	month 7
května	month 5
liepos	month 7
linggo	weekday 0
lipnja	month 6
luglio	month 7
lunedì	weekday 1
lutego	month 2
lördag	weekday 6
lørdag	weekday 6
lúnasa	month 8
maggio	month 5
mandag	weekday 1
martes	weekday 2
martie	month 3
mawrth	month 3
mañana	ago -172800 0 -1
min fa	ago 0 120
minggu	weekday 0
mo ago	ago 0 5270400
monday	weekday 1
montag	weekday 1
morgen	ago -172800 0 -1
måndag	weekday 1
nedeľa	weekday 0
neděle	weekday 0
noyabr	month 11
nëntor	month 11
oktoba	month 10
onsdag	weekday 3
ora fa	ago 0 7200
ožujka	month 3
p eest	ago 0 172800
piatok	weekday 5
piektd	weekday 5 short
piątek	weekday 5
poucas	count 2 44 1
poucos	count 2 44 1
pred d	ago 0 172800
pred h	ago 0 7200
pred r	ago 0 63115200
pred s	ago 0 2
péntek	weekday 5
před h	ago 0 7200
před r	ago 0 63115200
před s	ago 0 2
quarta	weekday 3 short
quatre	count 4 4 1
quatro	count 4 4 1
quinta	weekday 4 short
sabado	weekday 6
sabato	weekday 6
samedi	weekday 6
sausio	month 1
sec fa	ago 0 2
selasa	weekday 2
shkurt	month 2
sieben	count 7 7 1
siedem	count 7 7 1
sobota	weekday 6
sondag	weekday 0
spalio	month 10
srpnja	month 7
streda	weekday 3
středa	weekday 3
subota	weekday 6
sunday	weekday 0
szerda	weekday 3
sábado	weekday 6
söndag	weekday 0
søndag	weekday 0
t eest	ago 0 7200
tegnap	ago 0 172800 1
temmuz	month 7
thứ ba	weekday 2
thứ tư	weekday 3
tisdag	weekday 2
twaalf	count 12 12 1
twelve	count 12 12 1
tänään	ago 0 86400 0
undici	count 11 11 1
utorak	weekday 2
utorok	weekday 2
vandag	ago 0 86400 0
venres	weekday 5
vineri	weekday 5
vrydag	weekday 5
včeraj	ago 0 172800 1
wk ago	ago 0 1209600
wtorek	weekday 2
yanvar	month 1
yr ago	ago 0 63115200
zajtra	ago -172800 0 -1
zondag	weekday 0
června	month 6
šodien	ago 0 86400 0
μερικά	count 2 44 1
восемь	count 8 8 1
девять	count 9 9 1
десять	count 10 10 1
кілька	count 2 44 1
четыре	count 4 4 1
a few	count 2 44 1
abril	month 4
aoine	weekday 5 short
aprel	month 4
april	month 4
apríl	month 4
avril	month 4
bazar	weekday 0
besok	ago -172800 0 -1
bihar	ago -172800 0 -1
bugün	ago 0 86400 0
bukas	ago -172800 0 -1
chwef	month 2
cinco	count 5 5 1
d'abr	month 4
d'oct	month 10
danas	ago 0 86400 0
danes	ago 0 86400 0
dfómh	month 10
dieci	count 10 10 1
dokuz	count 9 9 1
douze	count 12 12 1
dubna	month 4
dünən	ago 0 172800 1
eight	count 8 8 1
eilen	ago 0 172800 1
einem	count 1 1 1
einen	count 1 1 1
einer	count 1 1 1
enero	month 1
eylül	month 9
feabh	month 2
gorff	month 7
gusht	month 8
hai h	ago 0 7200
hai s	ago 0 2
heute	ago 0 86400 0
homme	ago -172800 0 -1
hulyo	month 7
hunyo	month 6
hétfő	weekday 1
i dag	ago 0 86400 0
i går	ago 0 172800 1
inniu	ago 0 86400 0
isnin	weekday 1
iulie	month 7
iunie	month 6
janar	month 1
jedną	count 1 1 1
jeudi	weekday 4
julai	month 7
julho	month 7
julie	month 7
julij	month 7
julio	month 7
jumat	weekday 5
junho	month 6
junie	month 6
junij	month 6
junio	month 6
jutri	ago -172800 0 -1
jutro	ago -172800 0 -1
juuli	month 7
juuni	month 6
jučer	ago 0 172800 1
kamis	weekday 4
kasım	month 11
kesho	ago -172800 0 -1
kilka	count 2 44 1
ledna	month 1
lipca	month 7
lundi	weekday 1
lunes	weekday 1
maart	month 3
machi	month 3
maijs	month 5
marca	month 3
march	month 3
mardi	weekday 2
marec	month 3
maret	month 3
marso	month 3
marts	month 3
marzo	month 3
março	month 3
marți	weekday 2
mayıs	month 5
meith	month 6
mfómh	month 9
máirt	weekday 2 short
május	month 5
márta	month 3
mâine	ago -172800 0 -1
märts	month 3
negen	count 9 9 1
nesër	ago -172800 0 -1
niedz	weekday 0 short
nisan	month 4
nogle	count 2 44 1
nueve	count 9 9 1
några	count 2 44 1
ontem	ago 0 172800 1
osiem	count 8 8 1
parīt	ago -259200 -86400 -2
pazar	weekday 0
petak	weekday 5
petek	weekday 5
pirmd	weekday 1 short
pochi	count 2 44 1
poryt	ago -259200 -86400 -2
prill	month 4
pátek	weekday 5
reede	weekday 5
rujna	month 9
rytoj	ago -172800 0 -1
sabah	ago -172800 0 -1
sabtu	weekday 6
sechs	count 6 6 1
sekiz	count 8 8 1
senin	weekday 1
sestd	weekday 6 short
sette	count 7 7 1
seven	count 7 7 1
sexta	weekday 5 short
siete	count 7 7 1
sreda	weekday 3
srpna	month 8
sutra	ago -172800 0 -1
svētd	weekday 0 short
szept	month 9
sześć	count 6 6 1
terça	weekday 2 short
tetor	month 10
three	count 3 3 1
today	ago 0 86400 0
torek	weekday 2
trešd	weekday 3 short
trois	count 3 3 1
urria	month 10
vakar	ago 0 172800 1
veebr	month 2
včera	ago 0 172800 1
xoves	weekday 4
xullo	month 7
yarın	ago -172800 0 -1
yfory	ago -172800 0 -1
zeven	count 7 7 1
zwölf	count 12 12 1
zítra	ago -172800 0 -1
ágúst	month 8
í dag	ago 0 86400 0
í gær	ago 0 172800 1
února	month 2
úterý	weekday 2
října	month 10
środa	weekday 3
şimdi	ago 0 120
şubat	month 2
şənbə	weekday 6
шесть	count 6 6 1
щойно	ago 0 120
acht	count 8 8 1
ahad	weekday 0
ahir	ago 0 172800 1
altı	count 6 6 1
août	month 8
atzo	ago 0 172800 1
avui	ago 0 86400 0
awst	month 8
ayer	ago 0 172800 1
beal	month 5
cinq	count 5 5 1
cuma	weekday 5
céad	weekday 3 short
cümə	weekday 5
d'ag	month 8
ddoe	ago 0 172800 1
demà	ago -172800 0 -1
dets	month 12
deux	count 2 2 1
diez	count 10 10 1
dnes	ago 0 86400 0
doce	count 12 12 1
dois	count 2 2 1
domh	weekday 0 short
doze	count 12 12 1
drei	count 3 3 1
drie	count 3 3 1
dwie	count 2 2 1
déar	weekday 4 short
dört	count 4 4 1
eile	ago 0 172800 1
eine	count 1 1 1
ekim	month 10
elva	count 11 11 1
esok	ago -172800 0 -1
etzi	ago -259200 -86400 -2
fa h	ago 0 7200
fa s	ago 0 2
febr	month 2
fire	count 4 4 1
five	count 5 5 1
four	count 4 4 1
fyra	count 4 4 1
févr	month 2
fünf	count 5 5 1
g fa	ago 0 172800
gaur	ago 0 86400 0
gush	month 8
gwen	weekday 5 short
h fa	ago 0 7200
hier	ago 0 172800 1
hoje	ago 0 86400 0
hoxe	ago 0 86400 0
huit	count 8 8 1
há h	ago 0 7200
ieri	ago 0 172800 1
inné	ago 0 172800 1
iyul	month 7
iyun	month 6
iúil	month 7
jaan	month 1
jana	ago 0 172800 1
janv	month 1
juil	month 7
juin	month 6
juli	month 7
july	month 7
june	month 6
juni	month 6
juzi	ago 86400 259200 2
júla	month 7
júlí	month 7
júna	month 6
júní	month 6
kedd	weekday 2
korr	month 7
kovo	month 3
lani	ago 0 63115200
llun	weekday 1 short
luan	weekday 1 short
luni	weekday 1
luns	weekday 1
lusa	ago -259200 -86400 -2
maio	month 5
maja	month 5
mars	month 3
mart	month 3
mayo	month 5
mañá	ago -172800 0 -1
medi	month 9
mája	month 5
márc	month 3
märz	month 3
môre	ago -172800 0 -1
neuf	count 9 9 1
neun	count 9 9 1
nine	count 9 9 1
noen	count 2 44 1
noll	month 12
nove	count 9 9 1
nyss	ago 0 120
ocak	month 1
ocho	count 8 8 1
oggi	ago 0 86400 0
ogos	month 8
oito	count 8 8 1
once	count 11 11 1
onte	ago 0 172800 1
onze	count 11 11 1
otrd	weekday 2 short
otte	count 8 8 1
otto	count 8 8 1
pięć	count 5 5 1
rabu	weekday 3
rhag	month 12
salı	weekday 2
samh	month 11
sath	weekday 6 short
seis	count 6 6 1
seks	count 6 6 1
sept	month 9	count 7 7 1
sete	count 7 7 1
some	count 2 44 1
tach	month 11
tien	count 10 10 1
tirs	weekday 2 short
tolv	count 12 12 1
tors	weekday 4 short
tres	count 3 3 1
trzy	count 3 3 1
três	count 3 3 1
twee	count 2 2 1
täna	ago 0 86400 0
unas	count 2 44 1
unos	count 2 44 1
velj	month 2
vier	count 4 4 1
vijf	count 5 5 1
vjet	ago 0 63115200
xuño	month 6
yedi	count 7 7 1
zehn	count 10 10 1
zwei	count 2 2 1
září	month 9
åtta	count 8 8 1
λίγα	count 2 44 1
один	count 1 1 1
одну	count 1 1 1
пять	count 5 5 1
семь	count 7 7 1
الآن	ago 0 120
たった今	ago 0 120
abe	month 12
abr	month 4
abu	month 8
ago	month 8
agu	month 8
ahd	weekday 0 short
aib	month 4
api	month 4
apr	month 4
ara	month 12
aug	month 8
avg	month 8
avq	month 8
avr	month 4
aza	month 11
azi	ago 0 86400 0
ağu	month 8
beş	count 5 5 1
bir	count 1 1 1
biy	weekday 5 short
cmt	weekday 6 short
cum	weekday 5 short
cze	month 6
czw	weekday 4 short
dec	month 12
dek	month 12
des	month 12
dez	month 12	count 10 10 1
dhj	month 12
dic	month 12
die	weekday 0 short
dim	weekday 0 short
dis	month 12
dix	count 10 10 1
dje	ago 0 172800 1
dom	weekday 0 short
dos	count 2 2 1
due	count 2 2 1
dum	weekday 0 short
déc	month 12
dün	ago 0 172800 1
ean	month 1
ebr	month 4
een	count 1 1 1
ein	count 1 1 1
eka	month 6
eki	month 10
elf	count 11 11 1
ene	month 1
enj	weekday 4 short
ett	count 1 1 1
eyl	month 9
feb	month 2
fem	count 5 5 1
fev	month 2
few	count 2 44 1
fim	weekday 4 short
fre	weekday 5 short
fri	weekday 5 short
fös	weekday 5 short
gen	month 1
gio	weekday 4 short
giu	month 6
gru	month 12
haz	month 6
hoy	ago 0 86400 0
hul	month 7
hun	month 6
huw	weekday 4 short
hyd	month 10
hën	weekday 1 short
ian	month 1
iau	weekday 4 short
iaz	ago 0 63115200
iki	count 2 2 1
ion	month 1
ira	month 9
isn	weekday 1 short
iul	month 7
iun	month 6
iyl	month 7
iyn	month 6
jan	month 1
jeu	weekday 4 short
joi	weekday 4
jue	weekday 4 short
jul	month 7
jum	weekday 5 short
jun	month 6
júl	month 7
jún	month 6
jūl	month 7
jūn	month 6
kam	weekday 4 short
kas	month 11
kha	weekday 4 short
kol	month 8
kwi	month 4
lau	weekday 6 short
leo	ago 0 86400 0
lin	weekday 0 short
lip	month 7	month 6
lis	month 11	month 10
lug	month 7
lun	weekday 1 short
lut	month 2
lör	weekday 6 short
lør	weekday 6 short
lún	month 8
mac	month 3
mag	month 5
mai	month 5
maj	month 5
man	weekday 1 short
mar	month 3	weekday 2 short
maw	month 3	weekday 2 short
may	month 5
maí	month 5
meh	month 6
mei	month 5
mer	weekday 3 short
mie	weekday 3 short
min	weekday 0 short
miy	weekday 3 short
mié	weekday 3 short
mið	weekday 3 short
mon	weekday 1 short
mrt	month 3
máj	month 5
mán	weekday 1 short
mån	weekday 1 short
mér	weekday 3 short
mër	weekday 3 short
ned	weekday 0 short
nio	count 9 9 1
nis	month 4
nob	month 11
nov	month 11
noy	month 11
nën	month 11
nóv	month 11
oca	month 1
oct	month 10
ogo	month 8
okt	month 10
one	count 1 1 1
ons	weekday 3 short
ots	month 2
ott	month 10
out	month 10
ožu	month 3
paz	weekday 0 short
paź	month 10
peb	month 2
per	weekday 4 short
pet	weekday 5 short
pon	weekday 1 short
pre	weekday 5 short
pri	month 4
pro	month 12
pzt	weekday 1 short
pár	count 2 44 1
qer	month 6
qua	weekday 3 short
qui	weekday 4 short
rab	weekday 3 short
ruj	month 9
rīt	ago -172800 0 -1
sab	weekday 6 short
sad	weekday 6 short
sal	weekday 2 short
sam	weekday 6 short
sat	weekday 6 short
seg	weekday 1 short
sei	count 6 6 1
sel	weekday 2 short
sen	month 9	weekday 1 short
sep	month 9
set	month 9
sex	weekday 5 short	count 6 6 1
shk	month 2
sht	weekday 6 short	month 9
sie	month 8
sij	month 1
six	count 6 6 1
sju	count 7 7 1
sob	weekday 6 short
sot	ago 0 86400 0
sre	weekday 3 short
sri	weekday 3 short
srp	month 7
stu	month 11
sty	month 1
sub	weekday 6 short
sul	weekday 0 short
sun	weekday 0 short
svi	month 5
syv	count 7 7 1
sze	weekday 3 short
szo	weekday 6 short
sáb	weekday 6 short
sâm	weekday 6 short
sön	weekday 0 short
søn	weekday 0 short
tem	month 7
ten	count 10 10 1
ter	weekday 2 short
tet	month 10
thu	weekday 4 short
tio	count 10 10 1
tir	weekday 2 short
tis	weekday 2 short
tor	weekday 4 short	weekday 2 short
tra	month 4
tre	count 3 3 1
tue	weekday 2 short
två	count 2 2 1
two	count 2 2 1
uma	count 1 1 1
un'	count 1 1 1
una	count 1 1 1
une	count 1 1 1
uno	count 1 1 1
urr	month 10
urt	month 1
uto	weekday 2 short
uzt	month 7
ven	weekday 5 short
vie	weekday 5 short
vin	weekday 5 short
wed	weekday 3 short
wrz	month 9
xan	month 1
xov	weekday 4 short
xul	month 7
yan	month 1
zes	count 6 6 1
ágú	month 8
ápr	month 4
çar	weekday 3 short
þri	weekday 2 short
čet	weekday 4 short
şub	month 2
два	count 2 2 1
две	count 2 2 1
три	count 3 3 1
al	weekday 1 short
an	weekday 2 short	count 1 1 1
ar	weekday 2 short
az	weekday 3 short
be	weekday 1 short
ca	weekday 4 short
cn	weekday 0 short
cs	weekday 4 short
dc	weekday 3 short
dg	weekday 0 short
di	weekday 2 short
dj	weekday 4 short
dl	weekday 1 short
do	weekday 4 short
ds	weekday 6 short
dt	weekday 2 short
dv	weekday 5 short
en	count 1 1 1
et	count 1 1 1
fr	weekday 5 short
få	count 2 44 1
ig	weekday 0 short
ke	weekday 3 short
kt	weekday 4 short
la	weekday 6 short
lr	weekday 6 short
ma	weekday 1 short	ago 0 86400 0
mi	weekday 3 short
mo	weekday 1 short
ne	weekday 0 short
ni	count 9 9 1
og	weekday 4 short
on	count 10 10 1
or	weekday 5 short
pe	weekday 5 short
pi	weekday 5 short
pn	weekday 5 short
po	weekday 1 short
pr	weekday 1 short
pt	weekday 5 short
pá	weekday 5 short
sa	weekday 6 short
sk	weekday 0 short
so	weekday 0 short	weekday 6 short
st	weekday 3 short
su	weekday 0 short
ti	weekday 2 short	count 10 10 1
to	weekday 4 short	count 2 2 1
tr	weekday 3 short
um	count 1 1 1
un	count 1 1 1
ut	weekday 2 short
vr	weekday 5 short
wo	weekday 3 short
wt	weekday 2 short
za	weekday 6 short
zo	weekday 0 short
ça	weekday 2 short
út	weekday 2 short
üç	count 3 3 1
čt	weekday 4 short
śr	weekday 3 short
št	weekday 4 short	weekday 6 short
刚刚	ago 0 120
剛剛	ago 0 120
방금	ago 0 120
a	count 1 1 1
b	weekday 0 short
c	weekday 5 short
e	weekday 1 short
h	weekday 1 short
k	weekday 2 short	weekday 3 short
l	weekday 6 short
n	weekday 4 short
p	weekday 5 short	weekday 0 short
r	weekday 5 short
t	weekday 2 short
v	weekday 0 short
ç	weekday 3 short
ş	weekday 6 short`,
    units: `(na) linggo ang nakalipas	604800 ago
(na) araw ang nakalipas	86400 ago
segundo ang nakalipas	1 ago
uair an chloig ó shin	3600 ago
linggo ang nakalipas	604800 ago
minuto ang nakalipas	60 ago
másodperccel ezelőtt	1 ago
buwan ang nakalipas	2635200 ago
o flynyddoedd yn ôl	31557600 ago
araw ang nakalipas	86400 ago
oras ang nakalipas	3600 ago
taon ang nakalipas	31557600 ago
min ang nakalipas	60 ago
seachtaine ó shin	604800 ago
seg ang nakalipas	1 ago
sheachtain ó shin	604800 ago
hónappal ezelőtt	2635200 ago
kuukauden päästä	2635200 ahead
kuukautta sitten	2635200 ago
minggu yang lalu	604800 ago
minuuttia sitten	60 ago
seachtain ó shin	604800 ago
seconden geleden	1 ago
bulan yang lalu	2635200 ago
detik yang lalu	1 ago
kuukausi sitten	2635200 ago
maanden geleden	2635200 ago
menit yang lalu	60 ago
minuten geleden	60 ago
minuutin päästä	60 ahead
minuutti sitten	60 ago
másodperc múlva	1 ahead
perccel ezelőtt	60 ago
seconde geleden	1 ago
sekonda më parë	1 ago
sekondes gelede	1 ago
sekondë më parë	1 ago
sekunnin päästä	1 ahead
sekuntia sitten	1 ago
shoicind ó shin	1 ago
tahun yang lalu	31557600 ago
bhliain ó shin	31557600 ago
ddiwrnod yn ôl	86400 ago
dəqiqə ərzində	60 ahead
hari yang lalu	86400 ago
hilabete barru	2635200 ahead
héttel ezelőtt	604800 ago
minuta më parë	60 ago
minutter siden	60 ago for	60 ago
minutë më parë	60 ago
minuut geleden	60 ago
nappal ezelőtt	86400 ago
nóiméad ó shin	60 ago
saniyə ərzində	1 ahead
sekonde gelede	1 ago
sekunder sedan	1 ago för	1 ago
sekunder siden	1 ago for	1 ago
sekundi pärast	1 ahead
sekunti sitten	1 ago
soicind ó shin	1 ago
uair an chloig	3600 ahead i gceann
viikkoa sitten	604800 ago
órával ezelőtt	3600 ago
bliain ó shin	31557600 ago
bliana ó shin	31557600 ago
dagen geleden	86400 ago
diwrnod yn ôl	86400 ago
flynedd yn ôl	31557600 ago
huaire ó shin	3600 ago
həftə ərzində	604800 ahead
jam yang lalu	3600 ago
klukkustundir	3600 ahead eftir
klukkustundum	3600 ago fyrir
maand geleden	2635200 ago
maande gelede	2635200 ago
miesiące temu	2635200 ago
miesięcy temu	2635200 ago
minute gelede	60 ago
minuter sedan	60 ago för	60 ago
minuti pärast	60 ahead
minuut gelede	60 ago
månader sedan	2635200 ago för	2635200 ago
måneder siden	2635200 ago for	2635200 ago
nädala pärast	604800 ahead
o flynyddoedd	31557600 ahead ymhen
päivän päästä	86400 ahead
päivää sitten	86400 ago
segundo barru	1 ahead
tunnin päästä	3600 ahead
tuntia sitten	3600 ago
tygodnie temu	604800 ago
viikko sitten	604800 ago
viikon päästä	604800 ahead
vuoden päästä	31557600 ahead
vuotta sitten	31557600 ago
weken geleden	604800 ago
wythnos yn ôl	604800 ago
évvel ezelőtt	31557600 ago
aasta pärast	31557600 ahead
dakika sonra	60 ahead
de săptămâni	604800 ago acum	604800 ago	604800 ahead peste
ditë më parë	86400 ago
eiliad yn ôl	1 ago
godziny temu	3600 ago
godzinę temu	3600 ago
jaar geleden	31557600 ago
javë më parë	604800 ago
maand gelede	2635200 ago
miesiąc temu	2635200 ago
minutt siden	60 ago for	60 ago
minutu barru	60 ahead
muaj më parë	2635200 ago
päeva pärast	86400 ahead
päivä sitten	86400 ago
saat ərzində	3600 ahead
saniye sonra	1 ahead
sekund sedan	1 ago för	1 ago
sekund siden	1 ago for	1 ago
sekundi eest	1 ago
sekundy temu	1 ago
sekundę temu	1 ago
settimana fa	604800 ago
settimane fa	604800 ago
shcht ó shin	604800 ago
shoic ó shin	1 ago
timmar sedan	3600 ago för	3600 ago
tunni pärast	3600 ahead
tunti sitten	3600 ago
tydzień temu	604800 ago
tygodni temu	604800 ago
veckor sedan	604800 ago för	604800 ago
vjet më parë	31557600 ago
vuosi sitten	31557600 ago
week geleden	604800 ago
dag geleden	86400 ago
dagar sedan	86400 ago för	86400 ago
dakika önce	60 ago
dgn geleden	86400 ago
dəqiqə öncə	60 ago
funud yn ôl	60 ago
godzin temu	3600 ago
gün ərzində	86400 ahead
hafta sonra	604800 ahead
hónap múlva	2635200 ahead
jaar gelede	31557600 ago
klukkustund	3600 ago fyrir	3600 ahead eftir
min geleden	60 ago
min më parë	60 ago
minggu lalu	604800 ago
minut sedan	60 ago för	60 ago
minut siden	60 ago for	60 ago
minutes ago	60 ago
minuti eest	60 ago
minuty temu	60 ago
minutę temu	60 ago
munud yn ôl	60 ago
månad sedan	2635200 ago för	2635200 ago
måned siden	2635200 ago for	2635200 ago
nädala eest	604800 ago
nóim ó shin	60 ago
orë më parë	3600 ago
saniye önce	1 ago
saniyə öncə	1 ago
scht ó shin	604800 ago
sec geleden	1 ago
seconds ago	1 ago
sek më parë	1 ago
sekund temu	1 ago
soic ó shin	1 ago
tháng trước	2635200 ago
timer siden	3600 ago for	3600 ago
timme sedan	3600 ago för	3600 ago
uair ó shin	3600 ago
uur geleden	3600 ago
vecka sedan	604800 ago för	604800 ago
vit më parë	31557600 ago
week gelede	604800 ago
weke gelede	604800 ago
aasta eest	31557600 ago
aste barru	604800 ahead
ay ərzində	2635200 ahead
bhl ó shin	31557600 ago
bulan lalu	2635200 ago
dae gelede	86400 ago
dag gelede	86400 ago
dage siden	86400 ago for	86400 ago
de secunde	1 ago acum	1 ago	1 ahead peste
dzień temu	86400 ago
døgn siden	86400 ago for	86400 ago
egun barru	86400 ahead
giây trước	1 ago
hafta önce	604800 ago
həftə öncə	604800 ago
il ərzində	31557600 ahead
kuu pärast	2635200 ahead
mhí ó shin	2635200 ago
min gelede	60 ago
min pärast	60 ahead
min päästä	60 ahead
min sitten	60 ago
minit lalu	60 ago
minut temu	60 ago
minute ago	60 ago
months ago	2635200 ago
ngày trước	86400 ago
näd pärast	604800 ahead
ordu barru	3600 ahead
perc múlva	60 ahead
phút trước	60 ago
päeva eest	86400 ago
saat sonra	3600 ahead
seachtaine	604800 ahead i gceann
second ago	1 ago
secondi fa	1 ago
secondo fa	1 ago
sek pärast	1 ahead
sheachtain	604800 ahead i gceann
tahun lalu	31557600 ago
time siden	3600 ago for	3600 ago
tunni eest	3600 ago
tuần trước	604800 ago
uger siden	604800 ago for	604800 ago
uker siden	604800 ago for	604800 ago
urte barru	31557600 ahead
uur gelede	3600 ago
zilizopita	1 ago sekunde	60 ago dakika	3600 ago saa	86400 ago siku	604800 ago wiki
(na) araw	86400 ahead sa
(na) oras	3600 ahead sa
awr yn ôl	3600 ago
bl ó shin	31557600 ago
dag sedan	86400 ago för	86400 ago
dag siden	86400 ago for	86400 ago
de minute	60 ago acum	60 ago	60 ahead peste
eil yn ôl	1 ago
fis yn ôl	2635200 ago
giorni fa	86400 ago
giorno fa	86400 ago
giờ trước	3600 ago
godz temu	3600 ago
gün sonra	86400 ahead
hari lalu	86400 ago
hours ago	3600 ago
hét múlva	604800 ahead
iliyopita	1 ago sekunde	60 ago dakika	3600 ago saa	86400 ago siku	604800 ago wiki	2635200 ago miezi	31557600 ago miaka
kk päästä	2635200 ahead
kk sitten	2635200 ago
kuukautta	2635200 bare
lata temu	31557600 ago
lá ó shin	86400 ago
md gelede	2635200 ago
mdr siden	2635200 ago
mies temu	2635200 ago
min siden	60 ago	60 ago for
minuti fa	60 ago
minuto fa	60 ago
minuuttia	60 bare
mis yn ôl	2635200 ago
month ago	2635200 ago
mun yn ôl	60 ago
mí ó shin	2635200 ago
nap múlva	86400 ahead
năm trước	31557600 ago
pv päästä	86400 ahead
pv sitten	86400 ago
saat lalu	1 ago
saat önce	3600 ago
saat öncə	3600 ago
seachtain	604800 ahead i gceann
sek siden	1 ago	1 ago for
sekondash	1 ahead pas
sekundama	1 ago pred
sekundami	1 ago před	1 ago pred
sekundžių	1 ahead po	1 ago prieš
settimana	604800 ahead tra	604800 bare
settimane	604800 ahead tra	604800 bare
săptămâni	604800 ago acum	604800 ahead peste
săptămână	604800 ago acum	604800 ahead peste
tháng nữa	2635200 ahead sau
tim sedan	3600 ago för	3600 ago
tydz temu	604800 ago
uge siden	604800 ago for	604800 ago
uke siden	604800 ago for	604800 ago
vk päästä	604800 ahead
vk sitten	604800 ago
weeks ago	604800 ago
years ago	31557600 ago
yıl sonra	31557600 ahead
óra múlva	3600 ahead
a pärast	31557600 ahead
ay sonra	2635200 ahead
bl yn ôl	31557600 ago
bln lalu	2635200 ago
days ago	86400 ago
dk sonra	60 ahead
dni temu	86400 ago
dtk lalu	1 ago
giây nữa	1 ahead sau
gün önce	86400 ago
gün öncə	86400 ago
hf sonra	604800 ahead
hilabete	2635200 ago duela
hodinami	3600 ago před	3600 ago pred
hour ago	3600 ago
j gelede	31557600 ago
jam lalu	3600 ago
kuu eest	2635200 ago
kuukausi	2635200 bare
lat temu	31557600 ago
md siden	2635200 ago	2635200 ago for
mesecema	2635200 ago pred
mesiacmi	2635200 ago pred
mesiacom	2635200 ago pred
mesiacov	2635200 ahead o
mgg lalu	604800 ago
mgu lalu	604800 ago
miesiące	2635200 ahead za	2635200 bare
miesięcy	2635200 ahead za	2635200 bare
min eest	60 ago
min lalu	60 ago
min temu	60 ago
mins ago	60 ago
minutama	60 ago pred
minutami	60 ago před	60 ago pred
minutash	60 ahead pas
minutter	60 ahead om	60 bare
minuutti	60 bare
minútami	60 ago pred
mnt lalu	60 ago
mēnešiem	2635200 ago pirms	2635200 ahead pēc
mėnesius	2635200 ago prieš
ngày nữa	86400 ahead sau
näd eest	604800 ago
p pärast	86400 ahead
phút nữa	60 ahead sau
rok temu	31557600 ago
s gelede	1 ago
s päästä	1 ahead
s sitten	1 ago
sa sonra	3600 ahead
savaites	604800 ago prieš
savaitės	604800 ahead po
savaičių	604800 ahead po	604800 ago prieš
seconden	1 ahead over	1 bare
secondes	1 ago il y a	1 ahead dans	1 bare
secs ago	1 ago
segundos	1 ago hace	1 ahead dentro de	1 bare	1 ago há	1 ahead em	1 ago hai	1 ahead en
sek eest	1 ago
sek temu	1 ago
sekondes	1 ahead oor
sekunden	1 ago vor	1 ahead in	1 bare
sekunder	1 ahead om	1 bare
sekundes	1 ago pirms	1 ahead pēc	1 ago prieš
sekundou	1 ago před	1 ago pred
sekundēm	1 ago pirms	1 ahead pēc
sekundės	1 ahead po
sekuntia	1 bare
sekúndum	1 ago fyrir
sekúndur	1 ahead eftir
semaines	604800 ago il y a	604800 ahead dans	604800 bare
setmanes	604800 ago fa	604800 ahead d'aquí a
shoicind	1 ahead i gceann
sn sonra	1 ahead
t pärast	3600 ahead
t päästä	3600 ahead
t sitten	3600 ago
thn lalu	31557600 ago
tuần nữa	604800 ahead sau
tyg temu	604800 ago
tygodnie	604800 ahead za	604800 bare
týždňami	604800 ago pred
u gelede	3600 ago
uliopita	2635200 ago mwezi	31557600 ago mwaka
v päästä	31557600 ahead
v sitten	31557600 ago
valandas	3600 ago prieš
valandos	3600 ahead po
w gelede	604800 ago
week ago	604800 ago
ws yn ôl	604800 ago
year ago	31557600 ago
yıl önce	31557600 ago
år sedan	31557600 ago för	31557600 ago
år siden	31557600 ago for	31557600 ago
év múlva	31557600 ahead
anni fa	31557600 ago
anno fa	31557600 ago
ay önce	2635200 ago
ay öncə	2635200 ago
bhliain	31557600 ahead i gceann
blynedd	31557600 ahead ymhen
d sedan	86400 ago för	86400 ago
d siden	86400 ago for	86400 ago
day ago	86400 ago
de luni	2635200 ago acum	2635200 ago	2635200 ahead peste
de zile	86400 ago acum	86400 ago	86400 ahead peste
diwrnod	86400 ahead ymhen
dk önce	60 ago
dnevoma	86400 ago pred
flynedd	31557600 ahead ymhen
giờ nữa	3600 ahead sau
godzina	3600 bare
godziny	3600 ahead za	3600 bare
godzinę	3600 ahead za
hf önce	604800 ago
hodinou	3600 ago před	3600 ago pred
hrs ago	3600 ago
il öncə	31557600 ago
maanden	2635200 ahead over	2635200 bare
mese fa	2635200 ago
mesecem	2635200 ago pred
mesecev	2635200 ahead čez
mesi fa	2635200 ago
mesiace	2635200 ahead o
miesiąc	2635200 ahead za	2635200 bare
min ago	60 ago
min sen	60 ago för	60 ago
minuten	60 ago vor	60 ahead in	60 bare	60 ahead over
minuter	60 ahead om	60 bare
minutes	60 ahead in	60 bare	60 ago il y a	60 ahead dans	60 ago prieš
minutos	60 ago hace	60 ahead dentro de	60 bare	60 ago há	60 ahead em	60 ago hai	60 ahead en
minutou	60 ago před
minutės	60 ahead po
minučių	60 ahead po	60 ago prieš
minútou	60 ago pred
minūtes	60 ago pirms	60 ahead pēc
minūtēm	60 ago pirms	60 ahead pēc
mjeseca	2635200 ago prije	2635200 ahead za
mjeseci	2635200 ago prije	2635200 ahead za
mlynedd	31557600 ahead ymhen
mon ago	2635200 ago
monaten	2635200 ago vor	2635200 ahead in
mos ago	2635200 ago
mánuðum	2635200 ago fyrir
mån sen	2635200 ago för	2635200 ago
månader	2635200 ahead om	2635200 bare
måneder	2635200 ahead om	2635200 bare
mínútum	60 ago fyrir
mínútur	60 ahead eftir
mėnesio	2635200 ahead po
mėnesių	2635200 ahead po	2635200 ago prieš
měsícem	2635200 ago před
nedēļas	604800 ago pirms	604800 ahead pēc
nedēļām	604800 ago pirms	604800 ahead pēc
nóiméad	60 ahead i gceann
năm nữa	31557600 ahead sau
sa önce	3600 ago
savaitę	604800 ago prieš
sec ago	1 ago
seconde	1 ago il y a	1 ahead dans	1 bare	1 ahead over
secondi	1 ahead tra	1 bare
secondo	1 ahead tra	1 bare
seconds	1 ahead in	1 bare
secunde	1 ago acum	1 ahead peste
secundă	1 ago acum	1 ahead peste
segundo	1 ago hace	1 ahead dentro de	1 bare	1 ago há	1 ahead em	1 ago hai	1 ahead en	1 ago duela	1 ahead sa
sekonde	1 ahead pas	1 ahead oor
sekunda	1 bare
sekunde	1 ago vor	1 ahead in	1 bare	1 ahead čez	1 ago prije	1 ahead za
sekundi	1 ahead čez	1 ago prije	1 ahead za
sekundo	1 ago pred	1 ahead čez
sekundu	1 ahead za	1 ahead o	1 ago prije
sekundy	1 ahead za	1 bare	1 ahead o
sekundę	1 ahead za	1 ago prieš
sekunti	1 bare
sekúndu	1 ago fyrir	1 ahead eftir
semaine	604800 ago il y a	604800 ahead dans	604800 bare
semanas	604800 ago hace	604800 ahead dentro de	604800 bare	604800 ago há	604800 ahead em	604800 ago hai	604800 ahead en
setmana	604800 ago fa	604800 ahead d'aquí a
sett fa	604800 ago
sn önce	1 ago
soicind	1 ahead i gceann
std ago	3600 ago
stundas	3600 ago pirms	3600 ahead pēc
stunden	3600 ago vor	3600 ahead in	3600 bare
stundām	3600 ago pirms	3600 ahead pēc
t siden	3600 ago for	3600 ago
tednoma	604800 ago pred
tjedana	604800 ago prije	604800 ahead za
tydzień	604800 ahead za	604800 bare
tygodni	604800 ahead za	604800 bare
týždňom	604800 ago pred
týždňov	604800 ahead o
u siden	604800 ago for	604800 ago
v sedan	604800 ago för	604800 ago
valandą	3600 ago prieš
valandų	3600 ahead po	3600 ago prieš
viikkoa	604800 bare
vjetësh	31557600 ahead pas
wks ago	604800 ago
wythnos	604800 ahead ymhen
yrs ago	31557600 ago
a eest	31557600 ago
bliain	31557600 ahead i gceann
bliana	31557600 ahead i gceann
dakika	60 bare
de ani	31557600 ago acum	31557600 ago	31557600 ahead peste
de ore	3600 ago acum	3600 ago	3600 ahead peste
dienas	86400 ago pirms	86400 ahead pēc	86400 ago prieš
dienos	86400 ahead po
dienām	86400 ago pirms	86400 ahead pēc
ditësh	86400 ahead pas
dnevom	86400 ago pred
eiliad	1 ahead ymhen
gadiem	31557600 ago pirms	31557600 ahead pēc
giorni	86400 ahead tra	86400 bare
giorno	86400 ahead tra	86400 bare
godina	31557600 ago prije	31557600 ahead za
godine	31557600 ago prije	31557600 ahead za
godinu	31557600 ago prije	31557600 ahead za
godzin	3600 ahead za	3600 bare
h lalu	86400 ago
heures	3600 ago il y a	3600 ahead dans	3600 bare
hodina	3600 bare
hodinu	3600 ahead za	3600 ahead o
hodiny	3600 ahead za	3600 bare	3600 ahead o
hr ago	3600 ago
huaire	3600 ahead i gceann
jahren	31557600 ago vor	31557600 ahead in
javësh	604800 ahead pas
letoma	31557600 ago pred
linggo	604800 ahead sa
maande	2635200 ahead oor
meseca	2635200 ahead čez
mesece	2635200 ahead čez
meseci	2635200 ago pred
mesiac	2635200 ahead o
min fa	60 ago
minggu	604800 ahead dalam
minuta	60 bare	60 ago prije	60 ahead za
minute	60 ahead in	60 bare	60 ago vor	60 ago il y a	60 ahead dans	60 ahead čez	60 ago prije	60 ahead za	60 ago acum	60 ahead peste	60 ahead pas	60 ahead oor
minuti	60 ahead tra	60 bare	60 ahead čez
minuto	60 ago hace	60 ahead dentro de	60 bare	60 ahead tra	60 ago há	60 ahead em	60 ago pred	60 ahead čez	60 ago hai	60 ahead en	60 ahead sa
minuts	60 ago fa	60 ahead d'aquí a
minutt	60 ahead om
minutu	60 ahead za	60 ago prije	60 ago duela
minuty	60 ahead za	60 bare
minutę	60 ahead za	60 ago prieš
minuut	60 ahead over	60 bare	60 ahead oor
minútu	60 ahead o
minúty	60 ahead o
mjesec	2635200 ago prije	2635200 ahead za
mo ago	2635200 ago
monate	2635200 bare
months	2635200 ahead in	2635200 bare
muajsh	2635200 ahead pas
mánuði	2635200 ago fyrir	2635200 ahead eftir
mínútu	60 ago fyrir	60 ahead eftir
mēneša	2635200 ago pirms	2635200 ahead pēc
mėnesį	2635200 ago prieš
měsíce	2635200 ahead za	2635200 bare
měsíci	2635200 ago před
měsíců	2635200 ahead za	2635200 bare
ora fa	3600 ago
ore fa	3600 ago
p eest	86400 ago
päivää	86400 bare
saniye	1 bare
sec fa	1 ago
second	1 ahead in	1 bare
segons	1 ago fa	1 ahead d'aquí a
sekund	1 ahead om	1 bare	1 ahead za	1 ahead čez
sekúnd	1 ahead o
semana	604800 ago hace	604800 ahead dentro de	604800 bare	604800 ago há	604800 ahead em	604800 ago hai	604800 ahead en
stunde	3600 ago vor	3600 ahead in	3600 bare
t eest	3600 ago
tednom	604800 ago pred
tednov	604800 ahead čez
timmar	3600 ahead om	3600 bare
tjedan	604800 ago prije	604800 ahead za
tjedna	604800 ago prije	604800 ahead za
tuntia	3600 bare
týdnem	604800 ago před
týždeň	604800 ahead o
týždne	604800 ahead o
veckor	604800 ahead om	604800 bare
viikko	604800 bare
vuotta	31557600 bare
wk ago	604800 ago
wochen	604800 ago vor	604800 ahead in	604800 bare
yr ago	31557600 ago
år sen	31557600 ago för	31557600 ago
bulan	2635200 ahead dalam
buwan	2635200 ahead sa
d ago	86400 ago
dagar	86400 ahead om
dagen	86400 ahead over	86400 bare
detik	1 ahead dalam
dieną	86400 ago prieš
dienų	86400 ahead po	86400 ago prieš
dneva	86400 ahead čez
dnevi	86400 ago pred
dzień	86400 ahead za	86400 bare
dögum	86400 ago fyrir
dňami	86400 ago pred
gg fa	86400 ago
h ago	3600 ago
hafta	604800 bare
heure	3600 ago il y a	3600 ahead dans	3600 bare
hodin	3600 ahead za	3600 bare
hodín	3600 ahead o
horas	3600 ago hace	3600 ahead dentro de	3600 bare	3600 ago há	3600 ahead em	3600 ago hai	3600 ahead en
hores	3600 ago fa	3600 ahead d'aquí a
hours	3600 ahead in	3600 bare
jahre	31557600 bare
jours	86400 ago il y a	86400 ahead dans	86400 bare
letom	31557600 ago pred
m ago	60 ago
maand	2635200 ahead over	2635200 bare	2635200 ahead oor
menit	60 ahead dalam
mesec	2635200 ahead čez
meses	2635200 ago hace	2635200 ahead dentro de	2635200 bare	2635200 ago há	2635200 ahead em	2635200 ago hai	2635200 ahead en
mesos	2635200 ago fa	2635200 ahead d'aquí a
metus	31557600 ago prieš
minit	60 ahead dalam
minut	60 ahead om	60 bare	60 ahead za	60 ahead čez	60 ago acum	60 ahead peste	60 ago fa	60 ahead d'aquí a
minút	60 ahead o
monat	2635200 ago vor	2635200 ahead in	2635200 bare
month	2635200 ahead in	2635200 bare
muaji	2635200 ahead pas
munud	60 ahead ymhen
mánuð	2635200 ahead eftir
månad	2635200 ahead om	2635200 bare
måned	2635200 ahead om	2635200 bare
míosa	2635200 ahead i gceann
měsíc	2635200 ahead za	2635200 bare
napja	86400 ago
orësh	3600 ahead pas
päivä	86400 bare
rokem	31557600 ago před
rokmi	31557600 ago pred
rokom	31557600 ago pred
rokov	31557600 ahead o
s ago	1 ago
s sen	1 ago för	1 ago
segon	1 ago fa	1 ahead d'aquí a
shcht	604800 ahead i gceann
shoic	1 ahead i gceann
tagen	86400 ago vor	86400 ahead in
tahun	31557600 ahead dalam
teden	604800 ahead čez
tedna	604800 ahead čez
tedne	604800 ahead čez
tedni	604800 ago pred
timer	3600 ahead om	3600 bare
timme	3600 ahead om	3600 bare
tunti	3600 bare
týden	604800 ahead za	604800 bare
týdny	604800 ago před	604800 ahead za	604800 bare
týdnů	604800 ahead za	604800 bare
urama	3600 ago pred
urami	3600 ago pred
vecka	604800 ahead om	604800 bare
vikum	604800 ago fyrir
vikur	604800 ahead eftir
vuosi	31557600 bare
w ago	604800 ago
weeks	604800 ahead in	604800 bare
weken	604800 ahead over	604800 bare
woche	604800 ago vor	604800 ahead in	604800 bare
y ago	31557600 ago
years	31557600 ahead in	31557600 bare
anni	31557600 ahead tra	31557600 bare
anno	31557600 ahead tra	31557600 bare
anos	31557600 ago há	31557600 ahead em	31557600 bare	31557600 ago hai	31557600 ahead en
anys	31557600 ago fa	31557600 ahead d'aquí a
araw	86400 ahead sa
aste	604800 ago duela
años	31557600 ago hace	31557600 ahead dentro de	31557600 bare
daga	86400 ahead eftir
dage	86400 ahead om	86400 bare
dana	86400 ago prije	86400 ahead za
days	86400 ahead in	86400 bare
degi	86400 ago fyrir
dias	86400 ago há	86400 ahead em	86400 bare
dies	86400 ago fa	86400 ahead d'aquí a
dite	86400 ahead pas
dnem	86400 ago před
dygn	86400 bare
días	86400 ago hace	86400 ahead dentro de	86400 bare	86400 ago hai	86400 ahead en
døgn	86400 ahead om
dňom	86400 ago pred
egun	86400 ago duela
g fa	86400 ago
gada	31557600 ago pirms	31557600 ahead pēc
godz	3600 ahead za
h fa	3600 ago
hari	86400 ahead dalam	86400 ahead dlm
hora	3600 ago hace	3600 ahead dentro de	3600 bare	3600 ago há	3600 ahead em	3600 ago fa	3600 ahead d'aquí a	3600 ago hai	3600 ahead en
hour	3600 ahead in	3600 bare
jaar	31557600 ahead over	31557600 bare	31557600 ahead oor
jahr	31557600 ago vor	31557600 ahead in	31557600 bare
jave	604800 ahead pas
jour	86400 ago il y a	86400 ahead dans	86400 bare
klst	3600 ago fyrir	3600 ahead eftir
lata	31557600 ahead za	31557600 bare
leta	31557600 ahead čez
leti	31557600 ahead čez	31557600 ago pred
leto	31557600 ahead čez
lety	31557600 ago před
luni	2635200 ago acum	2635200 ahead peste
lună	2635200 ago acum	2635200 ahead peste
mese	2635200 ahead tra	2635200 bare
mesi	2635200 ahead tra	2635200 bare
metų	31557600 ahead po	31557600 ago prieš
mies	2635200 ahead za
mins	60 bare
mois	2635200 ago il y a	2635200 ahead dans	2635200 bare
nóim	60 ahead i gceann
oras	3600 ahead sa
ordu	3600 ago duela
roky	31557600 ahead za	31557600 bare	31557600 ahead o
saat	3600 bare	1 ahead dalam	1 ahead dlm
sata	3600 ago prije	3600 ahead za
sati	3600 ago prije	3600 ahead za
scht	604800 ahead i gceann
secs	1 bare
setm	604800 ago fa	604800 ahead d'aquí a
sett	604800 ahead tra
soic	1 ahead i gceann
săpt	604800 ago acum	604800 ahead peste
tage	86400 bare
taon	31557600 ahead sa
time	3600 ahead om	3600 bare
tydz	604800 ahead za
uair	3600 ahead i gceann
uger	604800 ahead om	604800 bare
uker	604800 ahead om
urte	31557600 ago duela
viku	604800 ago fyrir	604800 ahead eftir
viti	31557600 ahead pas
week	604800 ahead in	604800 bare	604800 ahead over	604800 ahead oor
weke	604800 ahead oor
year	31557600 ahead in	31557600 bare
zile	86400 ago acum	86400 ahead peste
árum	31557600 ago fyrir
ani	31557600 ago acum	31557600 ahead peste
ano	31557600 ago há	31557600 ahead em	31557600 bare	31557600 ago hai	31557600 ahead en
ans	31557600 ago il y a	31557600 ahead dans	31557600 bare
any	31557600 ago fa	31557600 ahead d'aquí a
awr	3600 ahead ymhen
año	31557600 ago hace	31557600 ahead dentro de	31557600 bare
bhl	31557600 ahead i gceann
bln	2635200 ahead dlm
dae	86400 ahead oor
dag	86400 ahead over	86400 bare	86400 ahead om	86400 ahead eftir	86400 ahead oor
dan	86400 ahead čez	86400 ago prije	86400 ahead za
day	86400 ahead in	86400 bare
den	86400 ahead za	86400 bare
deň	86400 ahead o
dgn	86400 ahead over
dia	86400 ago há	86400 ahead em	86400 bare	86400 ago fa	86400 ahead d'aquí a
dni	86400 ahead za	86400 bare	86400 ahead o	86400 ahead čez
dny	86400 ago před	86400 ahead za	86400 bare
dní	86400 ahead za	86400 ahead o
dnů	86400 bare
dtk	1 ahead dlm
día	86400 ago hace	86400 ahead dentro de	86400 bare	86400 ago hai	86400 ahead en
eil	1 ahead ymhen
fun	60 ahead ymhen
gün	86400 bare
hrs	3600 bare
jam	3600 ahead dalam	3600 ahead dlm
lat	31557600 ahead za	31557600 bare
let	31557600 ahead za	31557600 bare	31557600 ahead čez
mdr	2635200 ahead om
mes	2635200 ago hace	2635200 ahead dentro de	2635200 bare	2635200 ago pred	2635200 ahead o	2635200 ahead čez	2635200 ago fa	2635200 ahead d'aquí a	2635200 ago hai	2635200 ahead en
mgg	604800 ahead dlm
mgu	604800 ahead dlm
mhí	2635200 ahead i gceann
min	60 ahead in	60 ago vor	60 ago il y a	60 ahead dans	60 ago hace	60 ahead dentro de	60 ahead tra	60 ago há	60 ahead em	60 ahead over	60 ahead om	60 ahead za	60 ago před	60 ago pred	60 ahead o	60 ahead čez	60 ago prije	60 ago acum	60 ahead peste	60 ago pirms	60 ahead pēc	60 ago prieš	60 ahead po	60 ago fa	60 ahead d'aquí a	60 ago hai	60 ahead en	60 ahead pas	60 ahead oor	60 ahead dlm	60 ahead sa	60 bare
mis	2635200 ahead ymhen
mnt	60 ahead dlm
mon	2635200 bare
mos	2635200 bare
mun	60 ahead ymhen
mán	2635200 ago fyrir	2635200 ahead eftir
mån	2635200 ahead om
mês	2635200 ago há	2635200 ahead em	2635200 bare
mín	60 ago fyrir	60 ahead eftir
mēn	2635200 ago pirms	2635200 ahead pēc
mėn	2635200 ago prieš	2635200 ahead po
měs	2635200 ago před	2635200 ahead za
ned	604800 ago pirms	604800 ahead pēc
ora	3600 ahead tra	3600 bare
ore	3600 ahead tra	3600 bare	3600 ago acum	3600 ahead peste	3600 ahead pas
oră	3600 ago acum	3600 ahead peste
rok	31557600 ahead za	31557600 bare	31557600 ahead o
sat	3600 ago prije	3600 ahead za
sav	604800 ago prieš	604800 ahead po
sec	1 ahead in	1 ahead tra	1 ahead over	1 ago acum	1 ahead peste	1 bare
seg	1 ago há	1 ahead em	1 ahead sa
sek	1 ago vor	1 ahead in	1 ahead om	1 ago fyrir	1 ahead eftir	1 ahead za	1 ago pirms	1 ahead pēc	1 ago prieš	1 ahead po	1 ahead pas
sem	604800 ago il y a	604800 ahead dans	604800 ago hace	604800 ahead dentro de	604800 ago há	604800 ahead em	604800 ago hai	604800 ahead en
std	3600 ago vor	3600 ahead in	3600 bare
tag	86400 ago vor	86400 ahead in	86400 bare
ted	604800 ago pred	604800 ahead čez
thn	31557600 ahead dlm	31557600 ahead dalam
tim	3600 ahead om
tyg	604800 ahead za
týd	604800 ago před	604800 ahead za
týž	604800 ago pred	604800 ahead o
uge	604800 ahead om	604800 bare
uke	604800 ahead om
ure	3600 ahead čez
uri	3600 ahead čez
uro	3600 ago pred	3600 ahead čez
uur	3600 ahead over	3600 bare	3600 ahead oor
val	3600 ago prieš	3600 ahead po
wks	604800 bare
yrs	31557600 bare
yıl	31557600 bare
ári	31557600 ago fyrir
an	31557600 ago il y a	31557600 ahead dans	31557600 bare	31557600 ago acum	31557600 ahead peste
ay	2635200 bare
bl	31557600 ahead i gceann
gg	86400 ahead tra
hr	3600 ahead in	3600 bare
lá	86400 ahead i gceann
md	2635200 ahead om	2635200 ahead oor
mj	2635200 ago prije	2635200 ahead za
mo	2635200 ahead in	2635200 bare
mí	2635200 ahead i gceann
st	3600 ago pirms	3600 ahead pēc
tj	604800 ago prije	604800 ahead za
ur	3600 ahead čez
wk	604800 ahead in	604800 bare
ws	604800 ahead ymhen
yr	31557600 ahead in	31557600 bare
zi	86400 ago acum	86400 ahead peste
ár	31557600 ahead eftir
år	31557600 ahead om	31557600 bare
a	31557600 ago il y a	31557600 ahead dans	31557600 ago hace	31557600 ahead dentro de
d	86400 ago hace	86400 ahead dentro de	86400 ahead om	86400 ago pred	86400 ahead o	86400 ago pirms	86400 ahead pēc	86400 ago prieš	86400 ahead po	86400 bare
g	86400 ahead tra	31557600 ago prije	31557600 ahead za	31557600 ago pirms	31557600 ahead pēc
h	3600 ago il y a	3600 ahead dans	3600 ago hace	3600 ahead dentro de	3600 ahead tra	3600 ago há	3600 ahead em	3600 ago před	3600 ahead za	3600 ago pred	3600 ahead o	3600 ago prije	3600 ago acum	3600 ahead peste	3600 ago fa	3600 ahead d'aquí a	3600 ago hai	3600 ahead en	86400 ahead dalam	3600 bare
j	86400 ago il y a	86400 ahead dans	31557600 ahead oor
l	31557600 ago před	31557600 ahead za
m	2635200 ago il y a	2635200 ahead dans	2635200 ago hace	2635200 ahead dentro de	31557600 ago prieš	31557600 ahead po	60 bare
r	31557600 ago před	31557600 ahead za	31557600 ago pred	31557600 ahead o
s	1 ago il y a	1 ahead dans	1 ago hace	1 ahead dentro de	1 ago před	1 ahead za	1 ago pred	1 ahead o	1 ahead čez	1 ago prije	1 ago fa	1 ahead d'aquí a	1 ago hai	1 ahead en	1 ahead oor	1 bare
t	3600 ahead om
u	604800 ahead om	3600 ahead oor
v	604800 ahead om
w	604800 ahead oor	604800 bare
y	31557600 bare`,
  },
  cyrillic: {
    words: `предходната седмица	ago 0 1209600
на прошлой неделе	ago 0 1209600
в прошлом месяце	ago 0 5270400
минатата седмица	ago 0 1209600
на мінулым тыдні	ago 0 1209600
у мінулым месяцы	ago 0 5270400
миналата година	ago 0 63115200
минулого місяця	ago 0 5270400
предходен месец	ago 0 5270400
в прошлом году	ago 0 63115200
минатиот месец	ago 0 5270400
минулого тижня	ago 0 1209600
прошлог месеца	ago 0 5270400
минулого року	ago 0 63115200
преди седмица	ago 0 1209600
преди секунда	ago 0 2
прошле године	ago 0 63115200
прошле недеље	ago 0 1209600
секунду назад	ago 0 2
a moment ago	ago 0 120
przed chwilą	ago 0 120
былтырғы жыл	ago 0 63115200
гадзіну таму	ago 0 7200
минуту назад	ago 0 120
неделю назад	ago 0 1209600
пред седмица	ago 0 1209600
пред секунда	ago 0 2
преди година	ago 0 63115200
преди минута	ago 0 120
секунд бұрын	ago 0 2
секунду таму	ago 0 2
секунду тому	ago 0 2
тиждень тому	ago 0 1209600
тыдзень таму	ago 0 1209600
хвилину тому	ago 0 120
хвіліну таму	ago 0 120
a couple of	count 2 44 1
agora mesmo	ago 0 120
ahora mismo	ago 0 120
eben gerade	ago 0 120
gerade eben	ago 0 120
moments ago	ago 0 120
proprio ora	ago 0 120
à l'instant	ago 0 120
воскресенье	weekday 0
годину тому	ago 0 7200
кастрычніка	month 10
месяц назад	ago 0 5270400
минут бұрын	ago 0 120
місяць тому	ago 0 5270400
паслязаўтра	ago -259200 -86400 -2
понедельник	weekday 1
послезавтра	ago -259200 -86400 -2
пре секунде	ago 0 2
пред година	ago 0 63115200
пред минута	ago 0 120
преди месец	ago 0 5270400
післязавтра	ago -259200 -86400 -2
сағат бұрын	ago 0 7200
akkurat nå	ago 0 120
unos pocos	count 2 44 1
апта бұрын	ago 0 1209600
день назад	ago 0 172800
дзень таму	ago 0 172800
месяц таму	ago 0 5270400
панядзелак	weekday 1
понеделник	weekday 1
пре године	ago 0 63115200
пре месеца	ago 0 5270400
пре минута	ago 0 120
пре недеље	ago 0 1209600
пред месец	ago 0 5270400
преди седм	ago 0 1209600
прекосутра	ago -259200 -86400 -2
только что	ago 0 120
өткен апта	ago 0 1209600
juuri nyt	ago 0 120
právě teď	ago 0 120
алдыңгүні	ago 86400 259200 2
бүрсігүні	ago -259200 -86400 -2
вдругиден	ago -259200 -86400 -2
гадз таму	ago 0 7200
год назад	ago 0 63115200
день тому	ago 0 172800
желтоқсан	month 12
жыл бұрын	ago 0 63115200
красавіка	month 4
күн бұрын	ago 0 172800
листопада	month 11
лістапада	month 11
мес назад	ago 0 5270400
мин бұрын	ago 0 120
мин назад	ago 0 120
нед назад	ago 0 1209600
несколько	count 2 44 1
пазаўчора	ago 86400 259200 2
позавчера	ago 86400 259200 2
позавчора	ago 86400 259200 2
понедељак	weekday 1
понеділок	weekday 1
преди ден	ago 0 172800
преди мин	ago 0 120
преди сек	ago 0 2
преди час	ago 0 7200
сағ бұрын	ago 0 7200
сек бұрын	ago 0 2
сек назад	ago 0 2
септембар	month 9
септември	month 9
час назад	ago 0 7200
четвъртък	weekday 4
dziesięć	count 10 10 1
dziewięć	count 9 9 1
een paar	count 2 44 1
ein paar	count 2 44 1
just now	ago 0 120
mehreren	count 2 44 1
několika	count 2 44 1
quelques	count 2 44 1
ай бұрын	ago 0 5270400
ап бұрын	ago 0 1209600
бейсенбі	weekday 4
вівторок	weekday 2
год таму	ago 0 63115200
год тому	ago 0 7200
декември	month 12
децембар	month 12
дн назад	ago 0 172800
дүйсенбі	weekday 1
жексенбі	weekday 0
мес таму	ago 0 5270400
міс тому	ago 0 5270400
новембар	month 11
октомври	month 10
онзи ден	ago 86400 259200 2
пʼятниця	weekday 5
пре дана	ago 0 172800
пре сата	ago 0 7200
пред год	ago 0 63115200
пред ден	ago 0 172800
пред мин	ago 0 120
пред сек	ago 0 2
пред час	ago 0 7200
прекјуче	ago 86400 259200 2
рік тому	ago 0 63115200
сакавіка	month 3
сейсенбі	weekday 2
сентября	month 9
студзеня	month 1
сьогодні	ago 0 86400 0
сәрсенбі	weekday 3
тиж тому	ago 0 1209600
тыд таму	ago 0 1209600
февруари	month 2
четвртак	weekday 4
четврток	weekday 4
қыркүйек	month 9
өткен ай	ago 0 5270400
algumas	count 2 44 1
algunas	count 2 44 1
algunos	count 2 44 1
az önce	ago 0 120
einigen	count 2 44 1
just nu	ago 0 120
lige nu	ago 0 120
muutama	count 2 44 1
qualche	count 2 44 1
quattro	count 4 4 1
several	count 2 44 1
wenigen	count 2 44 1
zojuist	ago 0 120
августа	month 8
аўторак	weekday 2
березня	month 3
верасня	month 9
вересня	month 9
вторник	weekday 2
г назад	ago 0 63115200
декабря	month 12
дн тому	ago 0 172800
ж бұрын	ago 0 63115200
завчера	ago 86400 259200 2
задутре	ago -259200 -86400 -2
ноември	month 11
нядзеля	weekday 0
октобар	month 10
октября	month 10
пре год	ago 0 63115200
пре мес	ago 0 5270400
пре мин	ago 0 120
пре нед	ago 0 1209600
пре сек	ago 0 2
преди г	ago 0 63115200
преди м	ago 0 5270400
преди ч	ago 0 7200
пятница	weekday 5
пятніца	weekday 5
сегодня	ago 0 86400 0
суббота	weekday 6
фебруар	month 2
февраля	month 2
хв таму	ago 0 120
хв тому	ago 0 120
ч назад	ago 0 7200
четверг	weekday 4
чэрвеня	month 6
јануари	month 1
alcune	count 2 44 1
alcuni	count 2 44 1
alguns	count 2 44 1
birkaç	count 2 44 1
cinque	count 5 5 1
cuatro	count 4 4 1
cztery	count 4 4 1
dodici	count 12 12 1
eleven	count 11 11 1
elleve	count 11 11 1
enkele	count 2 44 1
jednou	count 1 1 1
jedním	count 1 1 1
poucas	count 2 44 1
poucos	count 2 44 1
quatre	count 4 4 1
quatro	count 4 4 1
sieben	count 7 7 1
siedem	count 7 7 1
twaalf	count 12 12 1
twelve	count 12 12 1
undici	count 11 11 1
μερικά	count 2 44 1
август	month 8
апреля	month 4
восемь	count 8 8 1
г таму	ago 0 63115200
грудня	month 12
девять	count 9 9 1
десять	count 10 10 1
жніўня	month 8
жовтня	month 10
завтра	ago -172800 0 -1
заўтра	ago -172800 0 -1
квітня	month 4
кілька	count 2 44 1
летась	ago 0 63115200
лютага	month 2
лютого	month 2
ліпеня	month 7
маусым	month 6
наурыз	month 3
недела	weekday 0
неделя	weekday 0
недеља	weekday 0
неділя	weekday 0
ноября	month 11
р тому	ago 0 63115200
с таму	ago 0 2
с тому	ago 0 2
сабота	weekday 6
серада	weekday 3
середа	weekday 3
серпня	month 8
снежня	month 12
субота	weekday 6
събота	weekday 6
травня	month 5
уторак	weekday 2
чацвер	weekday 4
червня	month 6
четвер	weekday 4
четыре	count 4 4 1
января	month 1
януари	month 1
јануар	month 1
қараша	month 11
қаңтар	month 1
a few	count 2 44 1
cinco	count 5 5 1
dieci	count 10 10 1
dokuz	count 9 9 1
douze	count 12 12 1
eight	count 8 8 1
einem	count 1 1 1
einen	count 1 1 1
einer	count 1 1 1
jedną	count 1 1 1
kilka	count 2 44 1
negen	count 9 9 1
nogle	count 2 44 1
nueve	count 9 9 1
några	count 2 44 1
osiem	count 8 8 1
pochi	count 2 44 1
sechs	count 6 6 1
sekiz	count 8 8 1
sette	count 7 7 1
seven	count 7 7 1
siete	count 7 7 1
sześć	count 6 6 1
three	count 3 3 1
trois	count 3 3 1
zeven	count 7 7 1
zwölf	count 12 12 1
şimdi	ago 0 120
април	month 4
ақпан	month 2
бүгін	ago 0 86400 0
вчера	ago 0 172800 1
данас	ago 0 86400 0
денес	ago 0 86400 0
ертең	ago -172800 0 -1
липня	month 7
мамыр	month 5
марта	month 3
петак	weekday 5
петок	weekday 5
петък	weekday 5
пре д	ago 0 172800
пре ч	ago 0 7200
сенбі	weekday 6
среда	weekday 3
сряда	weekday 3
сутра	ago -172800 0 -1
сёння	ago 0 86400 0
січня	month 1
сәуір	month 4
тамыз	month 8
учора	ago 0 172800 1
шесть	count 6 6 1
шілде	month 7
щойно	ago 0 120
қазан	month 10
acht	count 8 8 1
altı	count 6 6 1
cinq	count 5 5 1
deux	count 2 2 1
diez	count 10 10 1
doce	count 12 12 1
dois	count 2 2 1
doze	count 12 12 1
drei	count 3 3 1
drie	count 3 3 1
dwie	count 2 2 1
dört	count 4 4 1
eine	count 1 1 1
elva	count 11 11 1
fire	count 4 4 1
five	count 5 5 1
four	count 4 4 1
fyra	count 4 4 1
fünf	count 5 5 1
huit	count 8 8 1
neuf	count 9 9 1
neun	count 9 9 1
nine	count 9 9 1
noen	count 2 44 1
nove	count 9 9 1
nyss	ago 0 120
ocho	count 8 8 1
oito	count 8 8 1
once	count 11 11 1
onze	count 11 11 1
otte	count 8 8 1
otto	count 8 8 1
pięć	count 5 5 1
seis	count 6 6 1
seks	count 6 6 1
sept	count 7 7 1
sete	count 7 7 1
some	count 2 44 1
tien	count 10 10 1
tolv	count 12 12 1
tres	count 3 3 1
trzy	count 3 3 1
três	count 3 3 1
twee	count 2 2 1
unas	count 2 44 1
unos	count 2 44 1
vier	count 4 4 1
vijf	count 5 5 1
yedi	count 7 7 1
zehn	count 10 10 1
zwei	count 2 2 1
åtta	count 8 8 1
λίγα	count 2 44 1
груд	month 12
днес	ago 0 86400 0
жовт	month 10
жұма	weekday 5
июля	month 7
июня	month 6
квіт	month 4
кеше	ago 0 172800 1
лани	ago 0 63115200
лист	month 11
март	month 3
нояб	month 11
один	count 1 1 1
одну	count 1 1 1
пять	count 5 5 1
семь	count 7 7 1
сент	month 9
серп	month 8
трав	month 5
утре	ago -172800 0 -1
февр	month 2
черв	month 6
јули	month 7
јуни	month 6
јуче	ago 0 172800 1
الآن	ago 0 120
たった今	ago 0 120
beş	count 5 5 1
bir	count 1 1 1
dez	count 10 10 1
dix	count 10 10 1
dos	count 2 2 1
due	count 2 2 1
een	count 1 1 1
ein	count 1 1 1
elf	count 11 11 1
ett	count 1 1 1
fem	count 5 5 1
few	count 2 44 1
iki	count 2 2 1
nio	count 9 9 1
one	count 1 1 1
pár	count 2 44 1
sei	count 6 6 1
sex	count 6 6 1
six	count 6 6 1
sju	count 7 7 1
syv	count 7 7 1
ten	count 10 10 1
tio	count 10 10 1
tre	count 3 3 1
två	count 2 2 1
two	count 2 2 1
uma	count 1 1 1
un'	count 1 1 1
una	count 1 1 1
une	count 1 1 1
uno	count 1 1 1
zes	count 6 6 1
авг	month 8
апр	month 4
ақп	month 2
бер	month 3
вер	month 9
вто	weekday 2 short
два	count 2 2 1
две	count 2 2 1
дек	month 12
дец	month 12
жел	month 12
жні	month 8
июл	month 7
июн	month 6
кас	month 10
кра	month 4
лип	month 7
лют	month 2
ліп	month 7
ліс	month 11
май	month 5
мам	month 5
мар	month 3
мау	month 6
мая	month 5
мај	month 5
нау	month 3
нед	weekday 0 short
нов	month 11
ное	month 11
окт	month 10
пет	weekday 5 short
пон	weekday 1 short
саб	weekday 6 short
сак	month 3
сеп	month 9
сне	month 12
сре	weekday 3 short
сту	month 1
суб	weekday 6 short
січ	month 1
сәу	month 4
там	month 8
три	count 3 3 1
уто	weekday 2 short
феб	month 2
фев	month 2
чет	weekday 4 short
чэр	month 6
шіл	month 7
юли	month 7
юни	month 6
янв	month 1
јан	month 1
јул	month 7
јун	month 6
қаз	month 10
қар	month 11
қаң	month 1
қыр	month 9
an	count 1 1 1
en	count 1 1 1
et	count 1 1 1
få	count 2 44 1
ni	count 9 9 1
on	count 10 10 1
ti	count 10 10 1
to	count 2 2 1
um	count 1 1 1
un	count 1 1 1
üç	count 3 3 1
аў	weekday 2 short
бс	weekday 4 short
вс	weekday 0 short
вт	weekday 2 short
дс	weekday 1 short
жм	weekday 5 short
жс	weekday 0 short
нд	weekday 0 short
пн	weekday 1 short
пт	weekday 5 short
сб	weekday 6 short
ср	weekday 3 short
сс	weekday 2 short
чт	weekday 4 short
чц	weekday 4 short
刚刚	ago 0 120
剛剛	ago 0 120
방금	ago 0 120
a	count 1 1 1`,
    units: `секундтан кейін	1 ahead
минуттан кейін	60 ahead
сағаттан кейін	3600 ahead
аптадан кейін	604800 ahead
месяцев назад	2635200 ago
секунду назад	1 ago
секунды назад	1 ago
гадзіну таму	3600 ago
гадзіны таму	3600 ago
жылдан кейін	31557600 ahead
күннен кейін	86400 ahead
месяца назад	2635200 ago
месяцаў таму	2635200 ago
минуту назад	60 ago
минуты назад	60 ago
місяців тому	2635200 ago
недели назад	604800 ago
недель назад	604800 ago
неделю назад	604800 ago
секунд бұрын	1 ago
секунд назад	1 ago
секунди тому	1 ago
секунду таму	1 ago
секунду тому	1 ago
секунды таму	1 ago
тиждень тому	604800 ago
тыдзень таму	604800 ago
хвилини тому	60 ago
хвилину тому	60 ago
хвіліну таму	60 ago
хвіліны таму	60 ago
айдан кейін	2635200 ahead
гадзін таму	3600 ago
години тому	3600 ago
годину тому	3600 ago
месяц назад	2635200 ago
месяцы таму	2635200 ago
минут бұрын	60 ago
минут назад	60 ago
місяць тому	2635200 ago
місяці тому	2635200 ago
сағат бұрын	3600 ago
секунд таму	1 ago
секунд тому	1 ago
тижнів тому	604800 ago
тыдняў таму	604800 ago
хвилин тому	60 ago
хвілін таму	60 ago
часов назад	3600 ago
апта бұрын	604800 ago
гадоў таму	31557600 ago
года назад	31557600 ago
годин тому	3600 ago
день назад	86400 ago
дзень таму	86400 ago
дней назад	86400 ago
месяц таму	2635200 ago
років тому	31557600 ago
тижні тому	604800 ago
тыдні таму	604800 ago
часа назад	3600 ago
гадз таму	3600 ago
гады таму	31557600 ago
год назад	31557600 ago
день тому	86400 ago
дзён таму	86400 ago
дня назад	86400 ago
днів тому	86400 ago
жыл бұрын	31557600 ago
күн бұрын	86400 ago
лет назад	31557600 ago
мес назад	2635200 ago
мин бұрын	60 ago
мин кейін	60 ahead
мин назад	60 ago
нед назад	604800 ago
роки тому	31557600 ago
сағ бұрын	3600 ago
сағ кейін	3600 ahead
сек бұрын	1 ago
сек кейін	1 ahead
сек назад	1 ago
час назад	3600 ago
ай бұрын	2635200 ago
ап бұрын	604800 ago
ап кейін	604800 ahead
год таму	31557600 ago
год тому	3600 ago
дн назад	86400 ago
дні таму	86400 ago
дні тому	86400 ago
мес таму	2635200 ago
міс тому	2635200 ago
рік тому	31557600 ago
тиж тому	604800 ago
тыд таму	604800 ago
г назад	31557600 ago
гадзіну	3600 ahead праз
гадзіны	3600 ahead праз
дн тому	86400 ago
ж бұрын	31557600 ago
ж кейін	31557600 ahead
л назад	31557600 ago
месяцаў	2635200 ahead праз
месяцев	2635200 ahead через	2635200 bare
місяців	2635200 ahead через	2635200 bare
седмица	604800 ago преди	604800 ahead след	604800 ago пред	604800 ahead за
седмици	604800 ago преди	604800 ahead след	604800 ago пред	604800 ahead за
секунда	1 bare	1 ago преди	1 ahead след	1 ago пред	1 ahead за
секунде	1 ago пре	1 ahead за
секунди	1 ahead через	1 bare	1 ago преди	1 ahead след	1 ago пред	1 ahead за	1 ago пре
секунду	1 ahead через	1 ahead праз	1 ahead за
секунды	1 ahead через	1 bare	1 ahead праз
тиждень	604800 ahead через	604800 bare
тыдзень	604800 ahead праз
хв таму	60 ago
хв тому	60 ago
хвилина	60 bare
хвилини	60 ahead через	60 bare
хвилину	60 ahead через
хвіліну	60 ahead праз
хвіліны	60 ahead праз
ч назад	3600 ago
г таму	31557600 ago
гадзін	3600 ahead праз
година	3600 bare	31557600 ago преди	31557600 ahead след	31557600 ago пред	31557600 ahead за	31557600 ago пре
године	31557600 ago пре	31557600 ahead за
години	3600 ahead через	3600 bare	31557600 ago преди	31557600 ahead след	31557600 ago пред	31557600 ahead за
годину	3600 ahead через	31557600 ahead за
месеца	2635200 ago преди	2635200 ahead след	2635200 ago пре	2635200 ahead за
месеци	2635200 ago пред	2635200 ahead за	2635200 ago пре
месяца	2635200 ahead через	2635200 bare
месяцы	2635200 ahead праз
минута	60 bare	60 ago преди	60 ahead след	60 ago пред	60 ahead за	60 ago пре
минути	60 ago преди	60 ahead след	60 ago пред	60 ahead за
минуту	60 ahead через
минуты	60 ahead через	60 bare
місяць	2635200 ahead через	2635200 bare
місяці	2635200 ahead через	2635200 bare
недели	604800 ahead через	604800 bare
недель	604800 ahead через	604800 bare
неделю	604800 ahead через
неделя	604800 bare
недеља	604800 ago пре	604800 ahead за
недеље	604800 ago пре	604800 ahead за
недељу	604800 ahead за
р тому	31557600 ago
с таму	1 ago
с тому	1 ago
секунд	1 ahead через	1 bare	1 ahead праз
тижнів	604800 ahead через	604800 bare
тыдняў	604800 ahead праз
хвилин	60 ahead через	60 bare
хвілін	60 ahead праз
гадоў	31557600 ahead праз
годин	3600 ahead через	3600 bare
дзень	86400 ahead праз
месец	2635200 ago преди	2635200 ahead след	2635200 ago пред	2635200 ahead за
месяц	2635200 ahead через	2635200 bare	2635200 ahead праз
минут	60 ahead через	60 bare	60 ahead за
років	31557600 ahead через	31557600 bare
тижні	604800 ahead через	604800 bare
тыдні	604800 ahead праз
часов	3600 ahead через	3600 bare
гадз	3600 ahead праз
гады	31557600 ahead праз
года	31557600 ahead через	31557600 bare
дана	86400 ago пре	86400 ahead за
дена	86400 ago пред	86400 ahead за
день	86400 ahead через	86400 bare
дзён	86400 ahead праз
дней	86400 ahead через	86400 bare
днів	86400 ahead через	86400 bare
роки	31557600 ahead через	31557600 bare
сата	3600 ago пре	3600 ahead за
сати	3600 ago пре	3600 ahead за
седм	604800 ago преди	604800 ahead след
часа	3600 ahead через	3600 bare	3600 ago преди	3600 ahead след	3600 ago пред	3600 ahead за
год	31557600 ahead через	31557600 bare	3600 ahead через	31557600 ahead праз	31557600 ago пред	31557600 ahead за	31557600 ago пре
дан	86400 ahead за
ден	86400 ago преди	86400 ahead след	86400 ago пред	86400 ahead за
дни	86400 ago преди	86400 ahead след
дня	86400 ahead через	86400 bare
дні	86400 ahead через	86400 bare	86400 ahead праз
лет	31557600 ahead через	31557600 bare
мес	2635200 ahead через	2635200 ahead праз	2635200 ago пре	2635200 ahead за
мин	60 ahead через	60 ago преди	60 ahead след	60 ago пред	60 ahead за	60 ago пре
міс	2635200 ahead через
нед	604800 ahead через	604800 ago пре	604800 ahead за
рік	31557600 ahead через	31557600 bare
сат	3600 ahead за
сек	1 ahead через	1 ago преди	1 ahead след	1 ago пред	1 ahead за	1 ago пре
тиж	604800 ahead через
тыд	604800 ahead праз
час	3600 ahead через	3600 bare	3600 ago преди	3600 ahead след	3600 ago пред	3600 ahead за
дн	86400 ahead через
хв	60 ahead через	60 ahead праз
г	31557600 ahead через	31557600 ahead праз	31557600 ago преди	31557600 ahead след
д	86400 ago пре	86400 ahead за
л	31557600 ahead через
м	2635200 ago преди	2635200 ahead след
р	31557600 ahead через
с	1 ahead через	1 ahead праз
ч	3600 ahead через	3600 ago преди	3600 ahead след	3600 ago пре	3600 ahead за`,
  },
  other: {
    words: `πριν από δευτερόλεπτο	ago 0 2
προηγούμενη εβδομάδα	ago 0 1209600
προηγούμενος μήνας	ago 0 5270400
நிமிடத்திற்கு முன்	ago 0 120
πριν από εβδομάδα	ago 0 1209600
վաղը չէ մյուս օրը	ago -259200 -86400 -2
לפני יום אחד ( )	ago 0 172800
நேற்று முன்தினம்	ago 86400 259200 2
மாதத்துக்கு முன்	ago 0 5270400
வாரத்திற்கு முன்	ago 0 1209600
قبل ثانية واحدة	ago 0 2
قبل دقيقة واحدة	ago 0 120
விநாடிக்கு முன்	ago 0 2
πριν από ημέρα	ago 0 172800
πριν από λεπτό	ago 0 120
לפני שתי שניות	ago 1 3
آنے والا پرسوں	ago -259200 -86400 -2
الأسبوع الماضي	ago 0 1209600
قبل أسبوع واحد	ago 0 1209600
قبل ساعة واحدة	ago 0 7200
ஆண்டிற்கு முன்	ago 0 63115200
สัปดาห์ที่แล้ว	ago 0 1209600
πριν από έτος	ago 0 63115200
πριν από δευτ	ago 0 2
πριν από μήνα	ago 0 5270400
նախանցյալ օրը	ago 86400 259200 2
վայրկյան առաջ	ago 0 2
לפני חודש ( )	ago 0 5270400
לפני שבוע ( )	ago 0 1209600
السنة الماضية	ago 0 63115200
قبل سنة واحدة	ago 0 63115200
நாளுக்கு முன்	ago 0 172800
மணிநேரம் முன்	ago 0 7200
გასულ კვირაში	ago 0 1209600
a moment ago	ago 0 120
przed chwilą	ago 0 120
πριν από εβδ	ago 0 1209600
πριν από λεπ	ago 0 120
πριν από ώρα	ago 0 7200
նախորդ շաբաթ	ago 0 1209600
לפני דקה ( )	ago 0 120
לפני דק׳ ( )	ago 0 120
לפני שב׳ ( )	ago 0 1209600
לפני שנה ( )	ago 0 63115200
לפני שנ׳ ( )	ago 0 2
לפני שעה ( )	ago 0 7200
לפני שע׳ ( )	ago 0 7200
לפני שתי שנ׳	ago 1 3
الشهر الماضي	ago 0 5270400
قبل شهر واحد	ago 0 5270400
قبل يوم واحد	ago 0 172800
पिछला सप्ताह	ago 0 1209600
நாளை மறுநாள்	ago -259200 -86400 -2
เดือนที่แล้ว	ago 0 5270400
a couple of	count 2 44 1
agora mesmo	ago 0 120
ahora mismo	ago 0 120
eben gerade	ago 0 120
gerade eben	ago 0 120
moments ago	ago 0 120
proprio ora	ago 0 120
à l'instant	ago 0 120
πριν από ημ	ago 0 172800
σεπτεμβρίου	month 9
φεβρουαρίου	month 2
նախորդ ամիս	ago 0 5270400
նախորդ տարի	ago 0 63115200
לפני שנתיים	ago 31557600 94672800
قبل أسبوعين	ago 604800 1814400
قبل ثانيتين	ago 1 3
قبل دقيقتين	ago 60 180
هفتهٔ گذشته	ago 0 1209600
گزشتہ پرسوں	ago 86400 259200 2
सप्ताह पहले	ago 0 1209600
ফেব্রুয়ারি	month 2
বৃহস্পতিবার	weekday 4
সেকেন্ড আগে	ago 0 2
கடந்த ஆண்டு	ago 0 63115200
கடந்த மாதம்	ago 0 5270400
கடந்த வாரம்	ago 0 1209600
วันพฤหัสบดี	weekday 4
เมื่อวานซืน	ago 86400 259200 2
akkurat nå	ago 0 120
unos pocos	count 2 44 1
δεκεμβρίου	month 12
ιανουαρίου	month 1
πριν από ώ	ago 0 7200
только что	ago 0 120
դեկտեմբերի	month 12
երկուշաբթի	weekday 1
հոկտեմբերի	month 10
շաբաթ առաջ	ago 0 1209600
չորեքշաբթի	weekday 3
սեպտեմբերի	month 9
החודש שעבר	ago 0 5270400
השבוע שעבר	ago 0 1209600
השנה שעברה	ago 0 63115200
לפני שנייה	ago 0 2
سیکنڈ پہلے	ago 0 2
قبل ساعتين	ago 3600 10800
مہینہ پہلے	ago 0 5270400
گزشتہ ہفتے	ago 0 1209600
گھنٹہ پہلے	ago 0 7200
पिछला वर्ष	ago 0 63115200
सेकंड पहले	ago 0 2
আগামী পরশু	ago -259200 -86400 -2
বছর পূর্বে	ago 0 63115200
সপ্তাহ আগে	ago 0 1209600
সেপ্টেম্বর	month 9
செப்டம்பர்	month 9
กุมภาพันธ์	month 2
ชม ที่แล้ว	ago 0 7200
วันอาทิตย์	weekday 0
გასულ თვეს	ago 0 5270400
გასულ წელს	ago 0 63115200
კვირის წინ	ago 0 1209600
საათის წინ	ago 0 7200
სექტემბერი	month 9
juuri nyt	ago 0 120
právě teď	ago 0 120
αυγούστου	month 8
νοεμβρίου	month 11
οκτωβρίου	month 10
παρασκευή	weekday 5
несколько	count 2 44 1
ամիս առաջ	ago 0 5270400
երեքշաբթի	weekday 2
հինգշաբթի	weekday 4
նոյեմբերի	month 11
տարի առաջ	ago 0 63115200
րոպե առաջ	ago 0 120
יום חמישי	weekday 4
יום ראשון	weekday 0
יום רביעי	weekday 3
יום שלישי	weekday 2
ثانیه پیش	ago 0 2
دقیقه پیش	ago 0 120
سال گذشته	ago 0 63115200
قبل سنتين	ago 31557600 94672800
قبل شهرين	ago 2635200 7905600
قبل يومين	ago 86400 259200
ماه گذشته	ago 0 5270400
گزشتہ سال	ago 0 63115200
گزشتہ ماہ	ago 0 5270400
ہفتہ پہلے	ago 0 1209600
घंटे पहले	ago 0 7200
पिछला माह	ago 0 5270400
मिनट पहले	ago 0 120
वर्ष पहले	ago 0 63115200
গত সপ্তাহ	ago 0 1209600
ঘণ্টা আগে	ago 0 7200
জানুয়ারি	month 1
মিনিট আগে	ago 0 120
நிமி முன்	ago 0 120
ปีที่แล้ว	ago 0 63115200
พฤศจิกายน	month 11
วันจันทร์	weekday 1
วันอังคาร	weekday 2
დეკემბერი	month 12
თებერვალი	month 2
ოთხშაბათი	weekday 3
ოქტომბერი	month 10
პარასკევი	weekday 5
სამშაბათი	weekday 2
წამის წინ	ago 0 2
წუთის წინ	ago 0 120
ხუთშაბათი	weekday 4
dziesięć	count 10 10 1
dziewięć	count 9 9 1
een paar	count 2 44 1
ein paar	count 2 44 1
just now	ago 0 120
mehreren	count 2 44 1
několika	count 2 44 1
quelques	count 2 44 1
απριλίου	month 4
μεθαύριο	ago -259200 -86400 -2
ժամ առաջ	ago 0 7200
հունվարի	month 1
շաբ առաջ	ago 0 1209600
վրկ առաջ	ago 0 2
փետրվարի	month 2
օգոստոսի	month 8
באוקטובר	month 10
יום שישי	weekday 5
לפני שנה	ago 0 63115200
آئندہ کل	ago -172800 0 -1
الأربعاء	weekday 3
الثلاثاء	weekday 2
بعد الغد	ago -259200 -86400 -2
ساعت پیش	ago 0 7200
سال پہلے	ago 0 63115200
منٹ پہلے	ago 0 120
هفته پیش	ago 0 1209600
چهارشنبه	weekday 3
گزشتہ کل	ago 0 172800 1
घं॰ पहले	ago 0 7200
दिन पहले	ago 0 172800
माह पहले	ago 0 5270400
मि॰ पहले	ago 0 120
शुक्रवार	weekday 5
से॰ पहले	ago 0 2
আগামীকাল	ago -172800 0 -1
ডিসেম্বর	month 12
বৃহস্পতি	weekday 4 short
মঙ্গলবার	weekday 2
শুক্রবার	weekday 5
அக்டோபர்	month 10
செவ்வாய்	weekday 2
டிசம்பர்	month 12
பிப்ரவரி	month 2
மாத முன்	ago 0 5270400
வார முன்	ago 0 1209600
พรุ่งนี้	ago -172800 0 -1
มะรืนนี้	ago -259200 -86400 -2
มิถุนายน	month 6
วันศุกร์	weekday 5
วันเสาร์	weekday 6
เมื่อวาน	ago 0 172800 1
გუშინწინ	ago 86400 259200 2
დღის წინ	ago 0 172800
თვის წინ	ago 0 5270400
ნოემბერი	month 11
ორშაბათი	weekday 1
წლის წინ	ago 0 63115200
algumas	count 2 44 1
algunas	count 2 44 1
algunos	count 2 44 1
az önce	ago 0 120
einigen	count 2 44 1
just nu	ago 0 120
lige nu	ago 0 120
muutama	count 2 44 1
qualche	count 2 44 1
quattro	count 4 4 1
several	count 2 44 1
wenigen	count 2 44 1
zojuist	ago 0 120
δευτέρα	weekday 1
ιουλίου	month 7
ιουνίου	month 6
κυριακή	weekday 0
μαρτίου	month 3
προχθές	ago 86400 259200 2
σάββατο	weekday 6
τετάρτη	weekday 3
հուլիսի	month 7
հունիսի	month 6
օր առաջ	ago 0 172800
אוקטובר	month 10
באוגוסט	month 8
בנובמבר	month 11
בספטמבר	month 9
בפברואר	month 2
יום שבת	weekday 6
יום שני	weekday 1
מחרתיים	ago -259200 -86400 -2
أول أمس	ago 86400 259200 2
الاثنين	weekday 1
دن پہلے	ago 0 172800
روز پیش	ago 0 172800
سال پیش	ago 0 63115200
سه‌شنبه	weekday 2
سپتامبر	month 9
ماه پیش	ago 0 5270400
ماہ قبل	ago 0 5270400
پس‌فردا	ago -259200 -86400 -2
پنجشنبه	weekday 4
अक्टूबर	month 10
गुरुवार	weekday 4
मंगलवार	weekday 2
অক্টোবর	month 10
গত পরশু	ago 86400 259200 2
দিন আগে	ago 0 172800
নভেম্বর	month 11
মাস আগে	ago 0 5270400
திங்கள்	weekday 1
நவம்பர்	month 11
வி முன்	ago 0 2
வியாழன்	weekday 4
กรกฎาคม	month 7
กันยายน	month 9
ธันวาคม	month 12
พฤษภาคม	month 5
สิงหาคม	month 8
อาทิตย์	weekday 0 short
აგვისტო	month 8
იანვარი	month 1
alcune	count 2 44 1
alcuni	count 2 44 1
alguns	count 2 44 1
birkaç	count 2 44 1
cinque	count 5 5 1
cuatro	count 4 4 1
cztery	count 4 4 1
dodici	count 12 12 1
eleven	count 11 11 1
elleve	count 11 11 1
enkele	count 2 44 1
jednou	count 1 1 1
jedním	count 1 1 1
poucas	count 2 44 1
poucos	count 2 44 1
quatre	count 4 4 1
quatro	count 4 4 1
sieben	count 7 7 1
siedem	count 7 7 1
twaalf	count 12 12 1
twelve	count 12 12 1
undici	count 11 11 1
μερικά	count 2 44 1
πέμπτη	weekday 4
σήμερα	ago 0 86400 0
восемь	count 8 8 1
девять	count 9 9 1
десять	count 10 10 1
кілька	count 2 44 1
четыре	count 4 4 1
ապրիլի	month 4
ժ առաջ	ago 0 7200
կիրակի	weekday 0
մայիսի	month 5
ուրբաթ	weekday 5
տ առաջ	ago 0 63115200
ր առաջ	ago 0 120
אוגוסט	month 8
באפריל	month 4
בדצמבר	month 12
בינואר	month 1
יום א׳	weekday 0 short
יום ב׳	weekday 1 short
יום ג׳	weekday 2 short
יום ד׳	weekday 3 short
יום ה׳	weekday 4 short
יום ו׳	weekday 5 short
נובמבר	month 11
ספטמבר	month 9
פברואר	month 2
أكتوبر	month 10
الجمعة	weekday 5
الخميس	weekday 4
اکتوبر	month 10
جمعرات	weekday 4
جولائی	month 7
دسامبر	month 12
دوشنبه	weekday 1
ديسمبر	month 12
سبتمبر	month 9
فبراير	month 2
نوامبر	month 11
نوفمبر	month 11
پریروز	ago 86400 259200 2
ژانویه	month 1
یکشنبه	weekday 0
अक्टू॰	month 10
अप्रैल	month 4
दिसंबर	month 12
फ़रवरी	month 2
बुधवार	weekday 3
रविवार	weekday 0
शनिवार	weekday 6
सितंबर	month 9
सोमवार	weekday 1
এপ্রিল	month 4
গত বছর	ago 0 63115200
গত মাস	ago 0 5270400
বুধবার	weekday 3
রবিবার	weekday 0
শনিবার	weekday 6
সোমবার	weekday 1
ஆகஸ்ட்	month 8
ஏப்ரல்	month 4
ஞாயிறு	weekday 0
நேற்று	ago 0 172800 1
ம முன்	ago 0 7200
மார்ச்	month 3
வெள்ளி	weekday 5
จันทร์	weekday 1 short
ตุลาคม	month 10
มกราคม	month 1
มีนาคม	month 3
วันนี้	ago 0 86400 0
วันพุธ	weekday 3
อังคาร	weekday 2 short
เมษายน	month 4
აპრილი	month 4
ივლისი	month 7
ივნისი	month 6
კვ წინ	ago 0 1209600
სთ წინ	ago 0 7200
შაბათი	weekday 6
წთ წინ	ago 0 120
წმ წინ	ago 0 2
a few	count 2 44 1
cinco	count 5 5 1
dieci	count 10 10 1
dokuz	count 9 9 1
douze	count 12 12 1
eight	count 8 8 1
einem	count 1 1 1
einen	count 1 1 1
einer	count 1 1 1
jedną	count 1 1 1
kilka	count 2 44 1
negen	count 9 9 1
nogle	count 2 44 1
nueve	count 9 9 1
några	count 2 44 1
osiem	count 8 8 1
pochi	count 2 44 1
sechs	count 6 6 1
sekiz	count 8 8 1
sette	count 7 7 1
seven	count 7 7 1
siete	count 7 7 1
sześć	count 6 6 1
three	count 3 3 1
trois	count 3 3 1
zeven	count 7 7 1
zwölf	count 12 12 1
şimdi	ago 0 120
αύριο	ago -172800 0 -1
μαΐου	month 5
πέρσι	ago 0 63115200
τρίτη	weekday 2
шесть	count 6 6 1
щойно	ago 0 120
այսօր	ago 0 86400 0
մարտի	month 3
շաբաթ	weekday 6
אפריל	month 4
אתמול	ago 0 172800 1
באוג׳	month 8
באוק׳	month 10
באפר׳	month 4
בדצמ׳	month 12
ביולי	month 7
ביוני	month 6
בינו׳	month 1
בנוב׳	month 11
בספט׳	month 9
בפבר׳	month 2
דצמבר	month 12
ינואר	month 1
שלשום	ago 86400 259200 2
آوریل	month 4
أبريل	month 4
أغسطس	month 8
اتوار	weekday 0
الأحد	weekday 0
السبت	weekday 6
اليوم	ago 0 86400 0
امروز	ago 0 86400 0
اپریل	month 4
اکتبر	month 10
جنوری	month 1
دسمبر	month 12
دیروز	ago 0 172800 1
ستمبر	month 9
فروری	month 2
فوریه	month 2
نومبر	month 11
يناير	month 1
يوليو	month 7
يونيو	month 6
ژوئیه	month 7
अगस्त	month 8
जनवरी	month 1
जुलाई	month 7
नवंबर	month 11
परसों	ago 86400 259200 2	ago -259200 -86400 -2
मार्च	month 3
शुक्र	weekday 5 short
অক্টো	month 10
আগস্ট	month 8
এপ্রি	month 4
গতকাল	ago 0 172800 1
জুলাই	month 7
মঙ্গল	weekday 2 short
মার্চ	month 3
শুক্র	weekday 5 short
இன்று	ago 0 86400 0
ஜனவரி	month 1
புதன்	weekday 3
พฤหัส	weekday 4 short
ศุกร์	weekday 5 short
เสาร์	weekday 6 short
გუშინ	ago 0 172800 1
კვირა	weekday 0
მაისი	month 5
მარტი	month 3
acht	count 8 8 1
altı	count 6 6 1
cinq	count 5 5 1
deux	count 2 2 1
diez	count 10 10 1
doce	count 12 12 1
dois	count 2 2 1
doze	count 12 12 1
drei	count 3 3 1
drie	count 3 3 1
dwie	count 2 2 1
dört	count 4 4 1
eine	count 1 1 1
elva	count 11 11 1
fire	count 4 4 1
five	count 5 5 1
four	count 4 4 1
fyra	count 4 4 1
fünf	count 5 5 1
huit	count 8 8 1
neuf	count 9 9 1
neun	count 9 9 1
nine	count 9 9 1
noen	count 2 44 1
nove	count 9 9 1
nyss	ago 0 120
ocho	count 8 8 1
oito	count 8 8 1
once	count 11 11 1
onze	count 11 11 1
otte	count 8 8 1
otto	count 8 8 1
pięć	count 5 5 1
seis	count 6 6 1
seks	count 6 6 1
sept	count 7 7 1
sete	count 7 7 1
some	count 2 44 1
tien	count 10 10 1
tolv	count 12 12 1
tres	count 3 3 1
trzy	count 3 3 1
três	count 3 3 1
twee	count 2 2 1
unas	count 2 44 1
unos	count 2 44 1
vier	count 4 4 1
vijf	count 5 5 1
yedi	count 7 7 1
zehn	count 10 10 1
zwei	count 2 2 1
åtta	count 8 8 1
ιουλ	month 7
ιουν	month 6
λίγα	count 2 44 1
χθες	ago 0 172800 1
один	count 1 1 1
одну	count 1 1 1
пять	count 5 5 1
семь	count 7 7 1
երեկ	ago 0 172800 1
վաղը	ago -172800 0 -1
אוג׳	month 8
אוק׳	month 10
אפר׳	month 4
במאי	month 5
במרץ	month 3
דצמ׳	month 12
היום	ago 0 86400 0
יולי	month 7
יוני	month 6
ינו׳	month 1
נוב׳	month 11
ספט׳	month 9
פבר׳	month 2
الآن	ago 0 120
اگست	month 8
جمعه	weekday 5
جمعہ	weekday 5
شنبه	weekday 6
غدًا	ago -172800 0 -1
فردا	ago -172800 0 -1
مارس	month 3
مارچ	month 3
مايو	month 5
منگل	weekday 2
ژوئن	month 6
ہفتہ	weekday 6
गुरु	weekday 4 short
जुल॰	month 7
दिस॰	month 12
फ़र॰	month 2
मंगल	weekday 2 short
सित॰	month 9
জানু	month 1
ডিসে	month 12
செப்	month 9
செவ்	weekday 2 short
ஜூன்	month 6
ஜூலை	month 7
ஞாயி	weekday 0 short
திங்	weekday 1 short
நாளை	ago -172800 0 -1
பிப்	month 2
மார்	month 3
வியா	weekday 4 short
வெள்	weekday 5 short
დღეს	ago 0 86400 0
ხვალ	ago -172800 0 -1
たった今	ago 0 120
개월 전	ago 0 5270400
시간 전	ago 0 7200
beş	count 5 5 1
bir	count 1 1 1
dez	count 10 10 1
dix	count 10 10 1
dos	count 2 2 1
due	count 2 2 1
een	count 1 1 1
ein	count 1 1 1
elf	count 11 11 1
ett	count 1 1 1
fem	count 5 5 1
few	count 2 44 1
iki	count 2 2 1
nio	count 9 9 1
one	count 1 1 1
pár	count 2 44 1
sei	count 6 6 1
sex	count 6 6 1
six	count 6 6 1
sju	count 7 7 1
syv	count 7 7 1
ten	count 10 10 1
tio	count 10 10 1
tre	count 3 3 1
två	count 2 2 1
two	count 2 2 1
uma	count 1 1 1
un'	count 1 1 1
una	count 1 1 1
une	count 1 1 1
uno	count 1 1 1
zes	count 6 6 1
απρ	month 4
αυγ	month 8
δεκ	month 12
δευ	weekday 1 short
ιαν	month 1
κυρ	weekday 0 short
μαΐ	month 5
μαρ	month 3
νοε	month 11
οκτ	month 10
πέμ	weekday 4 short
παρ	weekday 5 short
σάβ	weekday 6 short
σεπ	month 9
τετ	weekday 3 short
τρί	weekday 2 short
φεβ	month 2
два	count 2 2 1
две	count 2 2 1
три	count 3 3 1
ապր	month 4
դեկ	month 12
երկ	weekday 1 short
երք	weekday 2 short
կիր	weekday 0 short
հլս	month 7
հնգ	weekday 4 short
հնս	month 6
հնվ	month 1
հոկ	month 10
մյս	month 5
մրտ	month 3
նոյ	month 11
շբթ	weekday 6 short
ուր	weekday 5 short
չրք	weekday 3 short
սեպ	month 9
փտվ	month 2
օգս	month 8
מאי	month 5
מחר	ago -172800 0 -1
מרץ	month 3
שבת	weekday 6 short
أمس	ago 0 172800 1
اوت	month 8
بدھ	weekday 3
جون	month 6
مئی	month 5
پیر	weekday 1
अग॰	month 8
जन॰	month 1
जून	month 6
नव॰	month 11
बुध	weekday 3 short
रवि	weekday 0 short
शनि	weekday 6 short
सोम	weekday 1 short
জুন	month 6
জুল	month 7
নভে	month 11
ফেব	month 2
বুধ	weekday 3 short
রবি	weekday 0 short
শনি	weekday 6 short
সেপ	month 9
সোম	weekday 1 short
அக்	month 10
ஏப்	month 4
சனி	weekday 6
டிச	month 12
புத	weekday 3 short
พุธ	weekday 3 short
มิย	month 6
มีค	month 3
เมย	month 4
აგვ	month 8
აპრ	month 4
დეკ	month 12
ზეგ	ago -259200 -86400 -2
თებ	month 2
იან	month 1
ივლ	month 7
ივნ	month 6
კვი	weekday 0 short
მაი	month 5
მარ	month 3
ნოე	month 11
ოთხ	weekday 3 short
ორშ	weekday 1 short
ოქტ	month 10
პარ	weekday 5 short
სამ	weekday 2 short
სექ	month 9
შაბ	weekday 6 short
ხუთ	weekday 4 short
一昨日	ago 86400 259200 2
上个月	ago 0 5270400
上個月	ago 0 5270400
土曜日	weekday 6
日曜日	weekday 0
明後日	ago -259200 -86400 -2
星期一	weekday 1
星期三	weekday 3
星期二	weekday 2
星期五	weekday 5
星期六	weekday 6
星期四	weekday 4
星期日	weekday 0
月曜日	weekday 1
木曜日	weekday 4
水曜日	weekday 3
火曜日	weekday 2
金曜日	weekday 5
그저께	ago 86400 259200 2
금요일	weekday 5
년 전	ago 0 63115200
목요일	weekday 4
분 전	ago 0 120
수요일	weekday 3
월요일	weekday 1
일 전	ago 0 172800
일요일	weekday 0
주 전	ago 0 1209600
지난달	ago 0 5270400
지난주	ago 0 1209600
초 전	ago 0 2
토요일	weekday 6
화요일	weekday 2
an	count 1 1 1
en	count 1 1 1
et	count 1 1 1
få	count 2 44 1
ni	count 9 9 1
on	count 10 10 1
ti	count 10 10 1
to	count 2 2 1
um	count 1 1 1
un	count 1 1 1
üç	count 3 3 1
آج	ago 0 86400 0
مه	month 5
आज	ago 0 86400 0
कल	ago 0 172800 1	ago -172800 0 -1
मई	month 5
আগ	month 8
আজ	ago 0 86400 0
মে	month 5
ஆக	month 8
ஜன	month 1
நவ	month 11
மே	month 5
กค	month 7
กพ	month 2
กย	month 9
ตค	month 10
ธค	month 12
พค	month 5
พย	month 11
มค	month 1
สค	month 8
上周	ago 0 1209600
上週	ago 0 1209600
今天	ago 0 86400 0
今日	ago 0 86400 0
先月	ago 0 5270400
先週	ago 0 1209600
刚刚	ago 0 120
前天	ago 86400 259200 2
剛剛	ago 0 120
去年	ago 0 63115200
后天	ago -259200 -86400 -2
周一	weekday 1 short
周三	weekday 3 short
周二	weekday 2 short
周五	weekday 5 short
周六	weekday 6 short
周四	weekday 4 short
周日	weekday 0 short
後天	ago -259200 -86400 -2
明天	ago -172800 0 -1
明日	ago -172800 0 -1
昨天	ago 0 172800 1
昨年	ago 0 63115200
昨日	ago 0 172800 1
週一	weekday 1 short
週三	weekday 3 short
週二	weekday 2 short
週五	weekday 5 short
週六	weekday 6 short
週四	weekday 4 short
週日	weekday 0 short
내일	ago -172800 0 -1
모레	ago -259200 -86400 -2
방금	ago 0 120
어제	ago 0 172800 1
오늘	ago 0 86400 0
작년	ago 0 63115200
a	count 1 1 1
土	weekday 6 short
日	weekday 0 short
月	weekday 1 short
木	weekday 4 short
水	weekday 3 short
火	weekday 2 short
金	weekday 5 short
금	weekday 5 short
목	weekday 4 short
수	weekday 3 short
월	weekday 1 short
일	weekday 0 short
토	weekday 6 short
화	weekday 2 short`,
    units: `நிமிடங்களுக்கு முன்	60 ago
நிமிடத்திற்கு முன்	60 ago
விநாடிகளுக்கு முன்	1 ago
ஆண்டுகளுக்கு முன்	31557600 ago
மாதங்களுக்கு முன்	2635200 ago
வாரங்களுக்கு முன்	604800 ago
நாட்களுக்கு முன்	86400 ago
மாதத்துக்கு முன்	2635200 ago
வாரத்திற்கு முன்	604800 ago
ชั่วโมงที่ผ่านมา	3600 ago
สัปดาห์ที่ผ่านมา	604800 ago
விநாடிக்கு முன்	1 ago
วินาทีที่ผ่านมา	1 ago
সেকেন্ড পূর্বে	1 ago
ஆண்டிற்கு முன்	31557600 ago
สัปดาห์ที่แล้ว	604800 ago
เดือนที่ผ่านมา	2635200 ago
վայրկյան առաջ	1 ago
நாளுக்கு முன்	86400 ago
மணிநேரம் முன்	3600 ago
นาทีที่ผ่านมา	60 ago
วินาทีที่แล้ว	1 ago
δευτερόλεπτα	1 ago πριν από	1 ahead σε
δευτερόλεπτο	1 ago πριν από	1 ahead σε
நிமிடங்களில்	60 ahead
மணிநேரத்தில்	3600 ahead
วันที่ผ่านมา	86400 ago
เดือนที่แล้ว	2635200 ago
सप्ताह पहले	604800 ago
দিনের মধ্যে	86400 ahead
সেকেন্ড আগে	1 ago
நிமிடத்தில்	60 ahead
விநாடிகளில்	1 ahead
นาทีที่แล้ว	60 ago
շաբաթ առաջ	604800 ago
վայրկյանից	1 ahead
سیکنڈ پہلے	1 ago
مہینہ پہلے	2635200 ago
مہینے پہلے	2635200 ago
گھنٹہ پہلے	3600 ago
گھنٹے پہلے	3600 ago
सप्ताह में	604800 ahead
सेकंड पहले	1 ago
বছর পূর্বে	31557600 ago
সপ্তাহ আগে	604800 ago
ஆண்டுகளில்	31557600 ahead
மாதங்களில்	2635200 ahead
வாரங்களில்	604800 ahead
விநாடியில்	1 ahead
ชม ที่แล้ว	3600 ago
วันที่แล้ว	86400 ago
კვირის წინ	604800 ago
საათის წინ	3600 ago
εβδομάδες	604800 ago πριν από	604800 ahead σε
ամիս առաջ	2635200 ago
տարի առաջ	31557600 ago
րոպե առաջ	60 ago
ثانیه بعد	1 ahead
ثانیه پیش	1 ago
دقیقه بعد	60 ahead
دقیقه پیش	60 ago
دنوں پہلے	86400 ago
سیکنڈ میں	1 ahead
مہینہ میں	2635200 ahead
مہینے میں	2635200 ahead
گھنٹے میں	3600 ahead
ہفتہ پہلے	604800 ago
ہفتے پہلے	604800 ago
घंटे पहले	3600 ago
मिनट पहले	60 ago
वर्ष पहले	31557600 ago
सेकंड में	1 ahead
ঘণ্টা আগে	3600 ago
মিনিট আগে	60 ago
நாட்களில்	86400 ahead
நிமி முன்	60 ago
மாதத்தில்	2635200 ahead
வாரத்தில்	604800 ahead
ปีที่แล้ว	31557600 ago
წამის წინ	1 ago
წელიწადში	31557600 ahead
წუთის წინ	60 ago
εβδομάδα	604800 ago πριν από	604800 ahead σε
ժամ առաջ	3600 ago
շաբ առաջ	604800 ago
վրկ առաջ	1 ago
دنوں میں	86400 ahead
روز دیگر	86400 ahead
ساعت بعد	3600 ahead
ساعت پیش	3600 ago
سال پہلے	31557600 ago
منٹ پہلے	60 ago
هفته بعد	604800 ahead
هفته پیش	604800 ago
ہفتہ میں	604800 ahead
ہفتے میں	604800 ahead
घंटे में	3600 ahead
घं॰ पहले	3600 ago
दिन पहले	86400 ago
माह पहले	2635200 ago
मिनट में	60 ahead
मि॰ पहले	60 ago
वर्ष में	31557600 ahead
से॰ पहले	1 ago
সেকেন্ডে	1 ahead
மாத முன்	2635200 ago
வார முன்	604800 ago
დღის წინ	86400 ago
თვის წინ	2635200 ago
წლის წინ	31557600 ago
շաբաթից	604800 ahead
օր առաջ	86400 ago
أسبوعين	604800 ahead خلال
أسبوعًا	604800 ago قبل	604800 ahead خلال
دن پہلے	86400 ago
روز پیش	86400 ago
سال بعد	31557600 ahead
سال میں	31557600 ahead
سال پیش	31557600 ago
ماه بعد	2635200 ahead
ماه پیش	2635200 ago
ماہ قبل	2635200 ago
ماہ میں	2635200 ahead
منٹ میں	60 ahead
घं॰ में	3600 ahead
दिन में	86400 ahead
माह में	2635200 ahead
मि॰ में	60 ahead
से॰ में	1 ahead
ঘণ্টায়	3600 ahead
দিন আগে	86400 ago
মাস আগে	2635200 ago
সপ্তাহে	604800 ahead
ஆண்டில்	31557600 ahead
வி முன்	1 ago
ชั่วโมง	3600 ahead ในอีก
สัปดาห์	604800 ahead ในอีก	604800 ahead ใน
კვირაში	604800 ahead
ημέρες	86400 ago πριν από	86400 ahead σε
ժ առաջ	3600 ago
շաբ-ից	604800 ahead
վրկ-ից	1 ahead
տ առաջ	31557600 ago
տարուց	31557600 ahead
ր առաջ	60 ago
րոպեից	60 ahead
חודשים	2635200 ago לפני	2635200 ahead בעוד
שבועות	604800 ago לפני	604800 ahead בעוד
أسابيع	604800 ago قبل	604800 ahead خلال
دن میں	86400 ahead
মিনিটে	60 ahead
நாளில்	86400 ahead
ம முன்	3600 ago
วินาที	1 ahead ในอีก	1 ahead ใน
კვ წინ	604800 ago
საათში	3600 ahead
სთ წინ	3600 ago
წთ წინ	60 ago
წმ წინ	1 ago
ημέρα	86400 ago πριν από	86400 ahead σε
λεπτά	60 ago πριν από	60 ahead σε
λεπτό	60 ago πριν από	60 ahead σε
μήνες	2635200 ago πριν από	2635200 ahead σε
ամսից	2635200 ahead
ժամից	3600 ahead
שניות	1 ago לפני	1 ahead בעוד
أسبوع	604800 ago قبل	604800 ahead خلال
ثانية	1 ago قبل	1 ahead خلال
ثوانٍ	1 ahead خلال	1 ago قبل
ثوانِ	1 ago قبل
دقائق	60 ago قبل	60 ahead خلال
دقيقة	60 ago قبل	60 ahead خلال
ساعات	3600 ago قبل	3600 ahead خلال
سنوات	31557600 ago قبل	31557600 ahead خلال
شهرًا	2635200 ago قبل	2635200 ahead خلال
يومًا	86400 ago قبل	86400 ahead خلال
เดือน	2635200 ahead ในอีก	2635200 ahead ใน
დღეში	86400 ahead
თვეში	2635200 ahead
წამში	1 ahead
წელში	31557600 ahead
წუთში	60 ahead
έτος	31557600 ago πριν από	31557600 ahead σε
δευτ	1 ago πριν από	1 ahead σε
μήνα	2635200 ago πριν από	2635200 ahead σε
ώρες	3600 ago πριν από	3600 ahead σε
ժ-ից	3600 ahead
ր-ից	60 ahead
օրից	86400 ahead
דקות	60 ago לפני	60 ahead בעוד
ימים	86400 ago לפני	86400 ahead בעוד
שנים	31557600 ago לפני	31557600 ahead בעוד
שעות	3600 ago לפני	3600 ahead בעוד
أشهر	2635200 ago قبل	2635200 ahead خلال	2635200 ago خلال
أيام	86400 ago قبل	86400 ahead خلال
ساعة	3600 ago قبل	3600 ahead خلال
বছরে	31557600 ahead
মাসে	2635200 ahead
நிமி	60 ahead
นาที	60 ahead ในอีก	60 ahead ใน
개월 전	2635200 ago
개월 후	2635200 ahead
시간 전	3600 ago
시간 후	3600 ahead
έτη	31557600 ago πριν από	31557600 ahead σε
εβδ	604800 ago πριν από	604800 ahead σε
λεπ	60 ago πριν από	60 ahead σε
ώρα	3600 ago πριν από	3600 ahead σε
דק׳	60 ago לפני	60 ahead בעוד
שב׳	604800 ago לפני	604800 ahead בעוד
שנ׳	1 ahead בעוד	1 ago לפני
שע׳	3600 ago לפני	3600 ahead בעוד
سنة	31557600 ago قبل	31557600 ahead خلال
شهر	2635200 ago قبل	2635200 ahead خلال
يوم	86400 ago قبل	86400 ahead خلال
மாத	2635200 ahead
வார	604800 ahead
วัน	86400 ahead ในอีก	86400 ahead ใน
か月前	2635200 ago
か月後	2635200 ahead
个月前	2635200 ago
个月后	2635200 ahead
個月前	2635200 ago
個月後	2635200 ahead
分鐘前	60 ago
分鐘後	60 ahead
分钟前	60 ago
分钟后	60 ahead
小时前	3600 ago
小时后	3600 ahead
小時前	3600 ago
小時後	3600 ahead
時間前	3600 ago
時間後	3600 ahead
秒钟前	1 ago
秒钟后	1 ahead
週間前	604800 ago
週間後	604800 ahead
년 전	31557600 ago
년 후	31557600 ahead
분 전	60 ago
분 후	60 ahead
일 전	86400 ago
일 후	86400 ahead
주 전	604800 ago
주 후	604800 ahead
초 전	1 ago
초 후	1 ahead
ημ	86400 ago πριν από	86400 ahead σε
ชม	3600 ahead ใน
ปี	31557600 ahead ในอีก	31557600 ahead ใน
か月	2635200 bare
个月	2635200 bare
分前	60 ago
分後	60 ahead
分钟	60 bare
周前	604800 ago
周后	604800 ahead
天前	86400 ago
天后	86400 ahead
天後	86400 ahead
小时	3600 bare
年前	31557600 ago
年后	31557600 ahead
年後	31557600 ahead
日前	86400 ago
日後	86400 ahead
時間	3600 bare
秒前	1 ago
秒后	1 ahead
秒後	1 ahead
秒钟	1 bare
週前	604800 ago
週後	604800 ahead
週間	604800 bare
개월	2635200 bare
시간	3600 bare
)	1 ahead בעוד שנייה (	60 ago לפני דקה (	60 ahead בעוד דקה (	3600 ago לפני שעה (	3600 ahead בעוד שעה (	3600 ago לפני שעתיים (	3600 ahead בעוד שעתיים (	86400 ago לפני יום אחד (	86400 ahead בעוד יום (	86400 ago לפני יומיים (	86400 ahead בעוד יומיים (	604800 ago לפני שבוע (	604800 ahead בעוד שבוע (	604800 ago לפני שבועיים (	604800 ahead בעוד שבועיים (	2635200 ago לפני חודש (	2635200 ahead בעוד חודש (	2635200 ago לפני חודשיים (	2635200 ahead בעוד חודשיים (	1 ago לפני שנ׳ (	1 ahead בעוד שנ׳ (	60 ago לפני דק׳ (	60 ahead בעוד דק׳ (	3600 ago לפני שע׳ (	86400 ahead בעוד יום אחד (	604800 ago לפני שב׳ (	604800 ahead בעוד שב׳ (	31557600 ago לפני שנה (	31557600 ago לפני שנתיים (	31557600 ahead בעוד שנתיים (
ώ	3600 ago πριν από	3600 ahead σε
分	60 bare
周	604800 bare
天	86400 bare
年	31557600 bare
日	86400 bare
秒	1 bare
년	31557600 bare
분	60 bare
일	86400 bare
주	604800 bare
초	1 bare`,
  },
} as const;
