import type { Language } from '../rules.ts'

export const pl: Language = {
  joined: `
    nigdy wiecej | wiecej nigdy | juz wiecej | juz nigdy | nigdy juz | juz nigdy wiecej | po raz kolejny | kolejny raz | jeszcze raz | ponownie | wiecej juz | juz wiecej nigdy = wiecej
    moj numer | ten numer | mojego numeru | tego numeru | nasz numer | naszego numeru | moj telefon | moj numer telefonu | mojego numeru telefonu | ten telefon | numer telefonu | moim numerem | moj kontakt | ten adres = mojnumer
    moje dane | moich danych | moje dane osobowe | moich danych osobowych | nasze dane | naszych danych | moje imie i nazwisko | moje nazwisko | mojego nazwiska = mojedane
    w spokoju | swiety spokoj | spokoj = spokoj
    na ten | pod ten | na moj | pod moj | na nasz = naten`,
  groups: {
    call: 'dzwon dzwoncie dzwonic dzwoni dzwonil dzwonili dzwonila dzwonilibyscie zadzwon zadzwonic zadzwoni zadzwoncie kontaktowac kontaktuj kontaktujcie kontaktuje kontaktowal kontaktowali niepokoic niepokoj niepokojcie nekac nekaj nekajcie meczyc mecz meczcie telefonowac telefonuj telefonujcie przeszkadzac przeszkadzaj przeszkadzajcie wydzwaniac wydzwaniaj wydzwaniajcie nachodzic oddzwaniac oddzwaniaj zawracac zawracaj dzwonienia dzwonienie dzwonien nekania kontaktowania wydzwaniania wydzwanianie telefonowania niepokoil niepokoili dzwonicie dzwonisz dzwonia',
    calls:
      'telefonow telefony telefonu polaczen polaczenia polaczenie rozmow kontaktu reklam ofert marketingu telemarketingu dzwonienia nekania spamu polaczeniom telefonicznych',
    list: 'listy liste list bazy baz baze systemu rejestru spisu bazie liscie ewidencji kartoteki baza lista',
    drop: 'usun usuncie usunac usuna usuniecie usuniecia skresl skreslcie skreslic skresli wykresl wykreslcie wykreslic wykresli wykasuj wykasujcie wykasowac skasuj skasujcie skasowac wymaz wymazcie wymazac wypisz wypiszcie wypisac wyrzuc wyrzuccie wyrzucic zapomnij zapomnijcie zapomniec zgub zgubcie zgubic zablokuj zablokujcie zablokowac usunie wyrejestruj wyrejestrowac zdejmijcie wypiszesz',
    me: 'mnie nas mi nam tu tutaj mojnumer mojedane mna nami',
    ask: 'prosze prosilbym prosilabym prosimy prosi niech zadam zycze wolalbym wolalabym chcialbym chcialabym proszony blagam poprosze prosilem prosilam mowilem mowilam zyczymy mowie wymagam apeluje nalegam wolimy nakazuje',
  },
  refusals: `
    [ze|zebym|gdy|kiedy|dlaczego|czemu|on|ona|oni|nikt] nie @call ~3 wiecej|nigdy
    wiecej|nigdy ~3 nie ~3 @call ~1 =naten|tu|tutaj|pod|i|dziekuje|mnie|nas|do|bo|z|w|na
    [ze|zebym|gdy|kiedy|dlaczego|czemu|ktory|jesli|jak|on|ona|oni|nikt|zeby] nie dzwon|dzwoncie|dzwonic|niepokoic|niepokoj|niepokojcie|nekac|nekaj|nekajcie|kontaktowac|kontaktuj|kontaktujcie|telefonowac|telefonuj|wydzwaniac|wydzwaniaj|wydzwaniajcie|meczyc|zawracac ~1 do? ~1 @me? =wiecej|tu|tutaj|prosze|i|dziekuje|bo|naten|pod|juz|ze|nigdy|sie|na
    niech ~3 nie @call ~1 =wiecej|tu|tutaj|prosze|i|bo|naten|juz|nigdy|do
    @ask ~3 nie @call ~2 =wiecej|tu|tutaj|prosze|i|dziekuje|bo|naten|pod|juz|ze|nigdy|do|na|mojnumer
    @ask ~3 wiecej|nigdy ~2 nie @call
    @ask ~4 zebyscie|zeby|zebys|aby|abyscie|by|byscie ~4 nie ~2 @call ~2 =wiecej|nigdy|do|tu|tutaj|prosze|i|juz|naten|mnie
    wiecej nie ~2 chce ~3 telefon*|polacz*|kontakt*|was|panstwa|slyszec|dzwon*
    nie chce wiecej ~3 slyszec|telefon*|polacz*|kontakt*|rozmaw*|dzwon*|was
    zadnych|zadnego|zadnej|koniec|dosc|bez ~1 wiecej? ~1 @calls ~1 =prosze|od|z|wiecej|i|dziekuje|na|do
    wiecej zadnych|zadnego @calls|telefon*
    nie wolno|mozecie|moze|mozna|powinni*|macie|ma|prawa ~4 wiecej|nigdy|dzwon* ~3 dzwon*|kontakt*|do|mnie|nas =
    nie zycze sobie ~5
    @ask ~4 zebyscie|zeby|zebys|aby|abyscie|by|byscie ~3 przestal*|przestac|wiecej|nigdy|zaprzesta* ~4 @call`,
  demands: `
    [nie|kiedy|jak|zebym] przesta*|zaprzesta*|skoncz*|dosc|koniec|wstrzyma*|dajcie|daj|stop|darowac|daruj|darujcie ~2 z|do|tych|tym|juz|sobie|mnie|te? ~1 @call|@calls|dzwonieniem|telefonami|nekaniem|tymi ~1 =
    [nie|kiedy|jak|zebym] przesta*|zaprzesta*|skoncz* ~2 @call|nekac|mnie|nas
    nie chce|chcemy|zycze|zyczymy|zgadzam|wyrazam|potrzebuje|akceptuje|zgadzamy|toleruje|zyczylbym|chcialbym|chcialabym ~1 sobie? ~1 wiecej? ~3 zebyscie|zeby|aby|abyscie|by|ktokolwiek ~3 @call ~2 =
    nie chce|chcemy|zycze|zyczymy|potrzebuje|akceptuje|zgadzam|wyrazam|zamierzam|przyjmuje|zgadzamy|chcialbym|chcialabym ~1 sobie? ~1 wiecej? ~2 @calls|telefon|telefonow|dzwonienia ~2 =od|z|i|prosze|wiecej|w|ani|na|do
    nie chce|chcemy|zycze|zyczymy|zgadzam|wyrazam ~1 sobie? ~1 wiecej? ~2 odbierac|dostawac|otrzymywac|miec|rozmawiac|slyszec|byc|kontaktu|kontaktow ~3 telefon*|polacz*|kontakt*|niepokojon*|nekan*|was|panstwa|pani|reklam*|ofert*|zaden|zadnych|firm*|z|od
    @drop ~3 mnie|nas|mojnumer|mojedane|to|numer|dane ~2 z ~3 @list
    mnie|nas|mojnumer|mojedane ~2 @drop ~2 z|ze ~2 @list
    @drop ~2 z ~3 @list =prosze|i|natychmiast|telefonicznej|kontaktow|klientow|marketingowej|do|telemarketingowej|danych|jak|waszej|od
    @drop ~2 mojnumer|mojedane ~1 =prosze|z|i|natychmiast|od|w|na|dziekuje|jak|bo|raz
    mojnumer|mojedane ~2 @drop|usuniet*|skreslon*|wykasowan*|zapomn*
    usuniecia|usuniecie|wykreslenie|wykreslenia|wymazania|usuniecie ~2 mojnumer|mojedane|z|mnie
    nie chce|zycze|zgadzam ~2 byc|figurowac|widniec ~1 wiecej? ~1 na|w ~3 @list
    wpisz|wpiszcie|dodaj|dodajcie|wpisac|dodac|umiescic|umiesc|dopisz|wpisanie ~4 robinson*|zakazow|zastrzezonych|czarna|czarnej|zablokowanych|sprzeciwow
    jestem|moj|figuruje ~4 robinson*
    sprzeciw*|sprzeciwiam|sprzeciwu|wyrazam|skladam|zglaszam|wnosze ~2 sprzeciw*? ~5 przetwarzan*|marketing*|telefon*|dzwon*|kontakt*|mojedane|danych|wykorzyst*|polacz*
    prawo|prawa ~2 sprzeciwu|zapomnienia|usuniecia
    wycofuje|cofam|odwoluje|wycofac|cofnac|wycofujemy|odwolac ~3 zgode|zgody|zezwolenie|pozwolenie =
    wycofuje|cofam|odwoluje|wycofac|cofnac ~3 zgode|zgody|zezwolenie na|dotyczac*|i ~3 kontakt*|telefon*|dzwon*|marketing*|przetwarz*|polacz*|wykorzyst*
    nie ~2 zgadzam|wyrazam|zgody|wyrazalem|wyrazalam|zgadzamy|zgode|zgoda|pozwalam|zycze|dawalem|udzielam|mam|macie|zgadzalem|dalem ~2 na|zgody|zgode|do ~4 telefon*|dzwon*|kontakt*|marketing*|polacz*|nekan*|przetwarz*
    dajcie|daj|dajciez|da|zostaw|zostawcie|zostawic|prosze|niech ~3 mi|mnie|nam|nas|dac|zostawi* ~2 spokoj
    zostaw|zostawcie|zostawic ~1 mnie|nas ~1 spokoj
    chce miec ~1 spokoj ~3
    odczep|odczepcie|odwal|odwalcie ~1 sie|ode ~1
    jesli|jezeli|jak ~4 jeszcze|wiecej|znowu|znow ~3 dzwon*|zadzwon*|kontakt* ~5 policj*|skarg*|prawnik*|zglosz*|zglaszam|adwokat*|uodo|uokik|sad|sadu|pozw*
    ostatni raz ~4 dzwon*|zadzwon*|kontakt*|niepokoi*`,
  before: `
    nie ~1 mowie|powiedzialem|powiedzialam|twierdze|znaczy|oznacza|prosze|chodzi|mowilem|mowilam|chce|mam ~5
    on|ona|maz|zona|szef|szefowa|matka|mama|ojciec|tata|syn|corka|sasiad|sasiadka|kolega|kolezanka|przyjaciel|brat|siostra|klient|klienci|ktos|ludzie|babcia|dziadek|prawnik|lekarz|pani|ciocia|wujek|chlopak|dziewczyna mowi|mowil|mowila|powiedzial|powiedziala|prosi|prosil|prosila|krzyczal|krzyczala|krzyknal|krzyknela|napisal|napisala|chce|mi|powiedzieli|kazal|kazala|mowia|woli|prosili|zawsze ~5
    krzyknela|krzyknal|krzyczal|krzyczala|wolal|wolala ~4
    powiedzial|powiedziala|mowi|krzyczy|krzyknal ~2 on|ona|maz|zona|mama|tata|syn|corka|szef ~5
    jej|mu|im ~1 mowie|powiedzialem|powiedzialam|mowilem|kazalem|kazalam ~4
    powiedzialem|powiedzialam|mowilem|mowilam mu|jej|im ~4
    jesli|jezeli|gdy|kiedy|dlaczego|czemu|czy|zanim|skoro|odkad|jak ~3
    oni|on|ona|nikt|znajomi|dzieci|corka|syn|bank|klienci
    piosenka|film|ksiazka|tytul|nazywa ~2
    nie`,
  after: `
    przed|zanim|dopoki|po|podczas|kiedy|gdy|jesli|dzis|dzisiaj|jutro|teraz|chyba|bez|miedzy|w|o|na|od|poza|wieczorem|rano|noca|wczesnie|pozno|za|az|poki|jeszcze|przez
    tak|zbyt|za wczesnie|pozno|czesto
    oczekujacych|gosci|rezerwowej|zakupow|uczestnikow
    codziennie|ciagle|bez
    mailem|mailowo|smsem|listownie
    nagrywan*|nagran*`,
  times: 'teraz dzis dzisiaj jutro rano wieczorem wczesnie pozno noca przed po weekend weekendy weekendow niedziele pracy zapomniec zanim dopoki',
  turns: 'ale wiec jednak i lecz',
}
