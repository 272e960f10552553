import type { Language } from '../rules.ts'

export const de: Language = {
  joined: `
    nicht mehr | nicht wieder | nicht nochmal | nicht noch einmal | nicht noch mal | niemals wieder | nie wieder | nie mehr | niemals mehr | net mehr | nimmer mehr | nicht weiter | kein weiteres mal | kein einziges mal mehr | nie nie wieder = niemehr
    keine weiteren | keinerlei | keine mehr | nie wieder einen | keine solchen | keine neuen | keinen weiteren | keine dieser = keine
    meine nummer | diese nummer | die nummer | unsere nummer | meine telefonnummer | unsere telefonnummer | diese telefonnummer | meine rufnummer | unsere rufnummer | meine handynummer | diesen anschluss | mein anschluss | meinen anschluss | meine mobilnummer | meinen kontakt | diese rufnummer | dieser nummer | meiner nummer | die telefonnummer = meinenummer
    meine daten | unsere daten | meine kontaktdaten | meine personlichen daten | meine personenbezogenen daten | meine telefonnummer und daten | meinen namen | alle daten | meinen datensatz | meiner daten | meinen eintrag = meinedaten
    in ruhe | in frieden = inruhe
    fur werbung | zu werbezwecken | zu werbung = werbung`,
  groups: {
    call: 'ruf rufe rufen ruft kontaktier kontaktiere kontaktieren kontaktiert telefonier telefoniere telefonieren belastig belastige belastigen belastigt nerv nerve nerven nervt stor store storen stort behellig belaestigen meld melde melden meldet klingel klingeln klingelt wahl wahle wahlen',
    called: 'angerufen kontaktiert belastigt gestort genervt angeklingelt kontaktiert angesprochen antelefoniert',
    calling:
      'anzurufen anrufen kontaktieren zu kontaktieren belastigen zu belastigen anruft anrufst anzuklingeln melden zu stoeren storen nerven stort nervt kontaktiert belastigt kontaktierst',
    you: 'sie du ihr man ihre euch ihnen',
    me: 'mich uns hier meinenummer bei mir da unter',
    calls:
      'anrufe anruf anrufen telefonate telefonanrufe werbeanrufe telefonwerbung werbung belastigungen kontakt kontakte kontaktaufnahme kontaktaufnahmen kontaktversuche kontaktversuch telefonanruf werbeanruf telefonterror ruckrufe gesprache verkaufsanrufe',
    list: 'liste listen kartei datenbank verteiler datei system anrufliste telefonliste kundenliste kontaktliste werbeliste kundendatei datenbanken verzeichnis adressliste datenbestand kundendatenbank bestand anrufverteiler kontakte telefonverzeichnis adressdatenbank adressverteiler crm unterlagen register karteien',
    drop: 'streich streiche streichen streicht nimm nehm nehme nehmen nehmt losch losche loschen loscht entfern entferne entfernen entfernt raus schmeiss schmeissen tragen trag tragt werfen wirf gestrichen geloscht entfernt genommen austragen',
    det: 'ihrer eurer der dieser deiner allen ihren euren den diesen ihrem eurem dem diesem jeder saemtlichen samtlichen',
    people:
      'mutter vater bruder schwester oma opa enkel enkelin onkel tante cousin cousine schwager schwagerin nachbar nachbarin kollege kollegin freund freundin chef chefin',
    never: 'niemehr nimmer nie niemals',
  },
  refusals: `
    [dass|wenn|ob] @call ~4 niemehr|nimmer|nie|niemals ~4 an|hier|mich|uns|bei =
    @call ~3 niemehr|nimmer =hier|an|mich|uns|bei|unter|bitte|und|danke|ich|mir
    @call ~2 mich|uns|hier|meinenummer|mir ~2 nicht =an|hier|bei|mit|und|ich|danke|zu|auf|unter
    @never ~3 anrufen|anzurufen|kontaktieren|belastigen|melden|storen|anrufe
    [warum|wieso|weshalb] niemehr ~4 anruf*|anzuruf*|kontaktier*|belastig*|zurueckruf*
    niemehr|nimmer|nie|niemals|nicht ~3 @called ~2 werden|worden|werde
    keine|kein|keinen|keiner ~2 @calls mehr|niemehr|zu|bekommen|erhalten|wunsch*|und|danke|bitte|unter|hier
    keine|keinen|kein werbeanrufe|telefonwerbung|werbeanruf|telefonanrufe|kontaktaufnahme|kontaktaufnahmen
    keine|kein anrufe|anruf|kontakt =bitte|danke|und|ich|mehr|unter
    keine weitere* @calls
    will|mochte|wunsche|wollen|mochten|wunschen|brauche|verbitte|verbiete|untersage|verzichte|akzeptiere|erlaube|dulde|wollte ~3 keine|kein|keinen|weitere|jegliche|solche|jede|diese|alle|ihre ~2 @calls ~3 =
    will|mochte|wunsche|wollen|mochten ~3 nichts mehr ~2 von ~2 horen|wissen
    will|mochte|wollen|mochten ~3 niemehr|nimmer|nie ~5 angerufen|kontaktiert|belastigt|gestort|horen|anrufen|anruft|anrufst|kontaktieren|telefon*|sprechen
    will|mochte|wollen|mochten|wunsche|hatte ~4 nicht ~3 angerufen|kontaktiert|belastigt|gestort ~1 =
    will|mochte|wollen|mochten|wunsche|bitte|darum|will|lieber|ware|fande ~5 dass|wenn ~3 niemehr|nicht|nie|nimmer|niemals|aufhoren|keine ~4 anruf*|ruft|kontaktier*|belastig*|melde*|rufen ~1 =
    bitte|gebeten|gesagt|aufgefordert|fordere|ersuche|wunsche|wunschen ~7 niemehr|nicht|nie|nimmer ~3 anzurufen|kontaktieren|anrufen|belastigen|melden =
    durfen|durft|darf|darfst|sollen|sollt|soll|sollst|brauchen|brauchst|braucht|mussen ~3 niemehr|nimmer|nie|niemals ~3 anruf*|kontaktier*|melden|belastig*|anzuruf*
    durfen|durft|darf|darfst|sollen|sollt|sollst ~3 mich|uns|hier|meinenummer ~2 nicht ~2 anruf*|kontaktier*|belastig*
    kein|keine|keinen|null interesse ~5 niemehr
    will|mochte|wollen|mochten ~3 inruhe ~1 gelassen`,
  demands: `
    hor|hore|horen|hort|aufhoren|aufzuhoren ~4 anzurufen|anrufen|anruferei|anrufe|anrufen|belastigen|nerven|kontaktieren|anrufst|telefonterror
    horen|hor|hort ~1 auf ~3 anzurufen|zu|mit|damit !reden|schreien|singen|sprechen|lugen ~3 anruf*|belastig*|nerven|kontaktier*|anzurufen|telefon*
    unterlass* ~4 @calls|anruf*|anzurufen
    verbitte|verbiete|untersage|verbieten|untersagen ~6 anruf*|anzurufen|kontakt*|werb*|mich|nutzung
    nichts mehr ~2 von ~2 horen|hor
    von ihnen|euch|dir nichts mehr|niemehr ~1 hor*|wiss*
    @drop ~2 mich|uns|meinenummer|meinedaten|das|die ~4 aus|von|raus ~3 @list
    @drop ~2 mich|uns raus|heraus|da|aus !dem|der|den
    mich|uns|meinenummer|meinedaten ~3 aus|von ~3 @list ~2 streich*|losch*|nehm*|entfern*|raus*|austrag*|gestrich*|geloscht|entfernt|zu|genommen|herausnehm*|rausnehm*|gestrichen
    aus|von @det? @list ~1 streich*|losch*|nehm*|entfern*|raus*|gestrichen|geloscht|entfernt|genommen|austragen|rausgenommen|gestrichen
    will|mochte|wollen|mochten|muss ~3 aus|von|raus ~3 @list
    raus aus @det? @list
    losch|losche|loschen|loscht|streich|streichen|entfern|entfernen|vergiss|vergessen|sperr|sperren|sperrt|blockier|blockieren|wirf|vernichten|entferne|streiche|vergesst|tilgen|schmeiss ~3 meinenummer|meinedaten =bitte|aus|sofort|und|umgehend|danke|raus|bei|komplett|endgultig|wieder|dauerhaft|ich|jetzt|in|von
    meinenummer|meinedaten ~3 losch*|geloscht|gestrichen|streich*|entfern*|entfernt|vergess*|sperr*|gesperrt|blockier*|austrag*|zu
    loschung ~1 meinedaten|meinenummer|aller
    setz|setze|setzen|setzt|trag|trage|tragen|nehm|nehmen|nimm|pack|packen ~5 sperrliste|robinsonliste|robinson|sperrdatei|blacklist|blockliste|werbesperre|ausschlussliste
    auf|in ~2 sperrliste|robinsonliste|robinson|sperrdatei|blacklist|blockliste ~2 =
    steh|stehe|stehen|bin|sind ~4 robinsonliste|sperrliste
    widerspreche|widersprechen|widerspruch ~7 werb*|anruf*|kontakt*|daten*|nutzung|verarbeitung|meinedaten|speicherung|telefon*|verwendung
    widerrufe|widerruf|widerrufen|ziehe|entziehe|nehme ~4 einwilligung|zustimmung|erlaubnis|einverstandnis|werbeeinwilligung ~2 =
    einwilligung|zustimmung|erlaubnis ~3 widerruf*|entzogen|zuruckgezogen|zuruck
    nicht|niemehr|nie|niemals|keine ~2 einverstanden|eingewilligt|zugestimmt|einwilligung|erlaubnis|zustimmung ~4 anruf*|angerufen|kontaktier*|kontaktiert|werb*|telefon*
    mit ~2 anrufen|werbeanrufen|telefonwerbung|kontakt ~2 nicht|niemehr einverstanden
    lass|lasse|lassen|lasst|lassts ~3 inruhe
    inruhe gelassen|lassen ~1 werden
    verschon|verschone|verschonen|verschont ~3 mit|kunftig|von|mich|uns
    wenn|falls|sollten|sollte|rufen|ruf ~2 sie|du|ihr|noch|mich|hier|mal ~4 nochmal|einmal|wieder|noch|erneut ~1 anruf*|an|melden|anrufst ~5 anzeige|anzeigen|anwalt|polizei|verklage|bundesnetzagentur|beschwerde|zeige|verbraucherzentrale|rechtsanwalt|melde
    letzte|letztes|letzter mal|anruf ~4 anruf*|angerufen|war|gewesen|von
    anrufe|anrufen|anruferei|telefonterror ~3 unterlass*|aufhor*|einstell*|unterbleib*|sein|schluss|verzicht*
    schluss|stopp|stoppen|beenden|beendet|stellen|einstellen|einstellung|sparen|spart|stoppt ~5 @calls|anrufe* ~1 =ein|bitte|sofort|jetzt|und|an|mehr|bei|auf|ihnen
    finger weg ~2 meinenummer`,
  before: `
    nicht|nie|niemals|keineswegs ~1 sagen|gesagt|behaupten|behauptet|gemeint|meinen|heissen|verlangt ~4
    sage|sag|meine|meinte|behaupte|heisst|bedeutet|verlange|sagte ~2 nicht|nie|gar ~5
    nicht|nie dass ~5
    er|sie|frau|mann|chef|mutter|vater|tochter|sohn|nachbar|nachbarin|kollege|kollegin|freund|freundin|bruder|schwester|kunde|kunden|jemand|leute|mama|papa|oma|opa|kumpel|kundin|andere|anwalt|arzt|tante|onkel|chefin|partner|mitbewohner sagt|sagte|meinte|hat|ruft|rief|schrie|wollte|will|mochte|bat|schreibt|schrieb|sagen|haben|meint ~5
    sagt|sagte|hat|meinte|rief|bat ~2 er|frau|mann|chef|mutter|vater|tochter|sohn|nachbar|kollege|freund|bruder|schwester|kunde|jemand ~5
    wenn|falls|ob|warum|wieso|weshalb|bevor|sobald|seit ~3
    warum|wieso|weshalb|hast|haben|habt|hatte ~2
    @people
    er|niemand|keiner|leute|freunde|kinder|tochter|sohn|bank|firma|kunden
    soll|sollen ich|wir ~2
    lied|film|song|buch|heisst|titel|schild ~2
    nicht|nie|niemals|bitte|kannst|konnt|konnen nicht|nie|noch|doch|bloss nicht?`,
  after: `
    vor|bevor|bis|nach|nachdem|wahrend|wenn|falls|sobald|solange|heute|morgen|jetzt|gerade|ausser|ohne|zwischen|um|ab|gegen|morgens|abends|nachts|mittags|vormittags|nachmittags|sonntags|samstags|wochenends|feiertags|erst
    so|zu fruh|spat|oft|haufig|lange|bald|spaet|viel
    am|im|in|zur|beim|auf der|wochenende|sonntag*|samstag*|montag*|dienstag*|mittwoch*|donnerstag*|freitag*|abend|morgen|vormittag|nachmittag|urlaub|buro|arbeit|moment|augenblick|essen|mittag*|ferien|meeting|auto
    diese|diesen|nachste|nachsten|kommende woche|monat|tag*|tage
    per mail|email|post|sms|whatsapp|e|brief
    an|von ~1 meinem arbeitsplatz|arbeit|handy
    wegen jeder|jedem
    jeden|jede|taglich|standig|dauernd|stundlich
    mit unterdruckter|verdeckter|unbekannter
    aus|von ~2 warteliste|gasteliste|teilnehmerliste|bestellung|gruppe|chat|warteschlange|formular|buchung|reservierung|vertrag|rechnung|konto|newsletter|einkaufsliste|anzeige|profil|website
    zur|der|fur aufzeichnung|aufnahme|gesprachsaufzeichnung
    er|sie sagte|meinte|sagt
    aufgezeichnet|aufnehmen|aufgenommen`,
  times:
    'jetzt heute morgen fruh spat gerade wochenende abends morgens nachts sonntags feiertags umsonst vergeblich moment mittags vormittags verpasst vergessen',
  turns: 'aber sondern trotzdem also und jedoch',
}
