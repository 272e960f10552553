import type { Language } from '../rules.ts'

export const nl: Language = {
  joined: `
    niet meer | nooit meer | niet opnieuw | nooit weer | niet nog een keer | niet nog eens | nooit ofte nimmer | niet langer | nooit nog | niet weer | geen tweede keer = nooitmeer
    geen verdere | geen enkele | geen andere | geen nieuwe | geen zulke = geen
    mijn nummer | dit nummer | ons nummer | mijn telefoonnummer | dit telefoonnummer | mijn mobiele nummer | deze lijn | het nummer | mijn telefoon | deze telefoon | ons telefoonnummer = mijnnummer
    mijn gegevens | mijn data | mijn persoonsgegevens | onze gegevens | mijn contactgegevens | mijn naam | mijn persoonlijke gegevens | al mijn gegevens = mijngegevens
    met rust = metrust
    bel me niet register | bel mij niet register | niet bellen lijst | bel niet register | niet bellen register | bel me niet lijst | bel me nietregister = belmenietregister`,
  groups: {
    call: 'bel belt bellen bellt contacteer contacteren benader benaderen benadert stoor storen stoort telefoneer telefoneren lastigvallen opbellen opbelt nabellen belde terugbellen terugbelt belletje contacteert neem val vallen opneemt',
    called: 'gebeld opgebeld benaderd gecontacteerd gestoord lastiggevallen teruggebeld nagebeld getelefoneerd',
    calls:
      'telefoontjes telefoontje oproepen gesprekken belletjes belletje contact reclame telemarketing verkoopgesprekken verkooptelefoontjes telefonische reclametelefoontjes oproep telefoongesprekken spam gebel',
    me: 'me mij ons hier mijnnummer hierheen',
    list: 'lijst lijsten bestand bestanden systeem database databank belbestand bellijst klantenbestand register adressenbestand belijst klantenlijst contactlijst telefoonlijst contacten adreslijst databestand mailinglijst crm administratie',
    drop: 'haal haalt halen schrap schrappen verwijder verwijderen verwijdert wis wissen gooi gooien streep strepen neem nemen haalde uitschrijven schrijf schrijven',
    det: 'je jullie uw de die dat deze het al elke alle',
    soft: 'alsjeblieft alstublieft aub astublieft graag dan ook nu gewoon maar eens toch even zomaar',
  },
  refusals: `
    [als|waarom|of] bel|belt|bellen|contacteer|contacteren|benader|benaderen|telefoneer|stoor|bellt ~3 nooitmeer|nooit =terug|op|naartoe|heen|alstublieft|alsjeblieft|en|bedankt|aub|ik|hoor|naar|dank
    [als|waarom|of] bel|belt|bellen|contacteer|contacteren|benader|benaderen|bellt @me ~1 @soft? niet =op|alstublieft|alsjeblieft|terug|aub|en|ik|bedankt|hoor|dank
    val|vallen|valt @me @soft? @soft? nooitmeer|niet|nooit ~1 lastig
    neem|neemt|nemen @soft? @soft? nooitmeer|nooit|geen @soft? contact ~3 op|met
    [kan|kunnen|kon] nooitmeer|nooit|niet @soft? @soft? !stoppen ~2 bellen|opbellen|benaderen|contacteren|lastigvallen|terugbellen|storen|opbelt|belt ~1 =@me|alstublieft|en|naar|alsjeblieft|op|aub|zijn|worden|want|ik
    wil|wilt|willen|wens|wensen|zou|hoef|hoeven|mag|wenst ~3 nooitmeer|nooit ~4 gebeld|opgebeld|benaderd|gecontacteerd|gestoord|lastiggevallen|bellen|bellt|belt|horen|spreken
    wil|willen|wens|wensen|zou ~3 niet ~3 @called ~1 worden =
    nooitmeer|nooit|niet ~3 @called ~1 worden|word|te =worden|en|door|ik
    wil|willen|wens|wensen|hoef|hoeven ~2 nooitmeer|niets|niks|nooit ~4 van ~3 horen
    niets|niks meer ~2 van ~2 horen
    wil|willen|wens|wensen|hoef|hoeven|accepteer|ontvang|krijg|zit ~3 geen ~2 @calls|telefoon* ~2 =meer|van|en|ontvangen|krijgen|hebben|alstublieft|bedankt
    geen ~1 @calls|telefoontjes meer|graag|alstublieft|alsjeblieft|aub|ontvangen|van|en|bedankt|hier
    mag|mogen|moet|moeten|hoeft|hoeven|hoef ~3 me|mij|ons|hier|mijnnummer ~2 nooitmeer|niet|nooit ~2 bel*|contacteren|benader*|gebeld|opbel*
    mag|mogen|moet|moeten|hoeft|hoeven ~2 nooitmeer|nooit ~3 bel*|contacteren|benader*|terugbel*
    nummer nooitmeer bellen|gebruiken|draaien
    gebruik|draai|bel|toets mijnnummer|nummer ~1 nooitmeer|nooit
    wil|willen|wens|wensen|zou|liever|graag|fijn|liefst|hoop|wou|waardeer|prettig|stel|stellen ~5 dat|als|niet|stopt|jullie|je ~3 nooitmeer|niet|nooit|stopt|stoppen|ophoudt|ophouden|geen ~3 bel*|contacteer*|benader*|opbel*|gebel =
    wil|willen ~3 metrust gelaten`,
  demands: `
    stop|stopt|stoppen|hou|houd|houdt|houden|ophouden ~1 op? ~2 met ~2 bellen|opbellen|@call|telefoontjes|gebel|contacteren|lastigvallen|benaderen|contact
    stop|stopt|stoppen|hou|houd|houdt|houden ~1 op? ~2 met ~3 bellen|lastigvallen|contacteren|benaderen|telefoneren|te
    stop|staak ~1 die|dat|deze|het|dit|alle ~1 telefoontjes|gebel|oproepen|belletjes|reclame
    @drop ~1 me|mij|ons|mijnnummer|mijngegevens|dit|die|dat ~3 van|uit|vanaf ~2 @list
    @drop ~1 me|mij|ons ~1 eraf|uit|weg|eruit
    me|mij|ons|mijnnummer|mijngegevens ~3 van|uit ~2 @list ~2 halen|verwijder*|schrappen|haalt|wissen|gooien|gehaald|te|geschrapt|nemen
    van|uit @det? @list ~1 gehaald|verwijderd|geschrapt|halen|verwijderen|af|schrappen|gewist
    wil|willen|moet ~2 van|uit|af @det? @list ~1 =af
    verwijder|verwijderen|wis|wissen|schrap|vergeet|blokkeer|blokkeren|gooi|delete|verwijdert|schrappen|verlies|wist ~2 mijnnummer|mijngegevens =alstublieft|uit|en|nu|onmiddellijk|weg|alsjeblieft|direct|aub|meteen|bij|van|ik|dan|permanent|definitief
    mijnnummer|mijngegevens ~3 verwijder*|wissen|gewist|schrappen|geblokkeerd|blokkeren|vergeten|weg|verwijderd
    zet|zetten|plaats|plaatsen|schrijf|registreer ~3 op|in|bij ~2 belmenietregister|zwarte|blokkeerlijst|blacklist|nietbellenlijst
    sta|staan|ben|ingeschreven ~4 belmenietregister
    maak|maken|teken|tekenen|heb|wil|doe ~2 bezwaar ~6 bel*|marketing|verwerk*|gebruik|telefon*|reclame|mijngegevens|contact*|benader*|gebeld
    bezwaar ~2 tegen ~4 verwerk*|marketing|telefon*|gebruik|bel*|reclame|contact
    recht ~2 bezwaar|vergetelheid|vergeten
    trek|trekken|intrekken|herroep|herroepen|trok ~3 toestemming ~1 =in|hierbij|voor|om|terug|en|voor
    toestemming ~4 ingetrokken|intrekken|in|herroepen
    geen|nooit|niet|nooitmeer ~1 toestemming ~4 bel*|gebeld|contact*|benader*|telefon*|te
    laat|laten ~2 metrust
    schrijf|schrijven|meld|melden ~2 me|mij|ons ~3 uit|af =van|uit|bij|alstublieft|en|voor|aub
    afmelden|uitschrijven ~3 telefon*|bel*|@list
    als|wanneer ~2 je|jullie|u|ik ~3 nog|weer|opnieuw ~3 bel*|gebeld ~5 politie|advocaat|klacht|aangifte|autoriteit|acm|aanklagen|rechter|aan
    bel|belt me|mij|ons|hier nog ~4 politie|advocaat|klacht|aangifte|acm
    laatste keer ~4 bel*|gebeld|belt|contact*|lastig*
    gevraagd|gezegd|vraag|verzoek|vragen ~5 nooitmeer|niet|nooit|stoppen|stop ~4 bel*|benader*|contact*|opbel*
    genoeg ~2 telefoontjes|gebel`,
  before: `
    zeg|zei|bedoel|bedoelde|betekent|beweer|gezegd|zeggen ~1 niet|nooit|geen dat? ~6
    niet|nooit ~1 gezegd|zeggen|bedoeld|gevraagd|zeg ~4
    hij|zij|ze|man|vrouw|baas|moeder|vader|dochter|zoon|buurman|buurvrouw|collega|vriend|vriendin|broer|zus|klant|klanten|iemand|mensen|mama|papa|oma|opa|ander|anderen|advocaat|dokter|chef|tante|oom|buren zei|zegt|riep|vroeg|heeft|wil|wilde|schreeuwde|roept|schreef|vertelde|vraagt|zeiden|zeggen ~5
    zei|zegt|heeft|riep ~1 hij|zij|ze|man|vrouw|baas|moeder|vader|dochter|zoon|buurman ~5
    als|of|waarom|wanneer|hoezo|voordat|zodra|sinds ~3
    heb|hebben|hebt|had ~1 je|jullie|u ~3
    hij|niemand|mensen|kinderen|dochter|zoon|vrienden|bank|klanten
    zal|moet|zullen ik|we ~2
    liedje|film|boek|nummer|song|heet|titel ~2
    kan|kun|kunnen|kon ~2 niet
    niet|nooit
    kan|kun|kunnen|kon ~2 niet|nooit
    zeg|zei|bedoel|beweer ~1 niet|nooit dat ~3 me|mij|u|je|ons`,
  after: `
    voor|voordat|tot|na|nadat|tijdens|terwijl|als|wanneer|zodra|zolang|vandaag|morgen|nu|vanavond|vanmiddag|vanochtend|tenzij|zonder|tussen|om|rond|overdag|behalve
    zo|te vroeg|laat|vaak|veel|lang|snel
    op|in|tijdens|onder het|de|mijn|werk|zondag*|zaterdag*|maandag*|dinsdag*|woensdag*|donderdag*|vrijdag*|vakantie|weekend*|avond|ochtend|middag|kantoor|moment|school
    s avonds|ochtends|nachts|morgens|middags
    deze|dit|volgende|komende|die week|maand|weekend|dagen|dag
    per|via e|mail|email|post|sms|whatsapp|brief
    met een|anoniem|onbekend
    elke|iedere|steeds|dagelijks|constant
    uit|van ~2 wachtlijst|gastenlijst|groep|chat|wachtrij|formulier|boeking|reservering|bestelling|factuur|account|nieuwsbrief|contract|boodschappenlijst|advertentie|website|profiel
    opnemen|opgenomen|opname*
    zei|zegt hij|ze|zij`,
  times: 'nu vandaag morgen vroeg laat avonds ochtends nachts middags zondag zondags weekend vanavond moment gemist vergeten',
  turns: 'maar echter dus en',
}
