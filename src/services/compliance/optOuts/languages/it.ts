import type { Language } from '../rules.ts'

export const it: Language = {
  joined: `
    in futuro | in avvenire | d ora in poi | d ora in avanti | mai piu | piu mai | mai mai | piu = piu
    mio numero | il mio numero | questo numero | nostro numero | il nostro numero | il numero | mio telefono | questo telefono | mio cellulare | il mio cellulare | il mio numero di telefono | il mio telefono | questa linea | casa mia | questa utenza | la mia utenza | mio recapito | il mio recapito | il mio contatto = mionumero
    i miei dati | miei dati | i miei dati personali | i nostri dati | il mio nome | mio nome | mio nominativo | il mio nominativo | miei recapiti | i miei recapiti | tutti i miei dati | i dati = mieidati
    per favore | per cortesia | per piacere | perfavore | la prego | vi prego | ti prego = prego
    in pace | stare in pace = inpace
    di chiamare | di chiamarmi | di chiamarci | a chiamarmi | a chiamare | di telefonare | di telefonarmi | a telefonarmi | di contattarmi | a contattarmi | di contattarci | di disturbarmi | di disturbare | di disturbarci | a disturbarmi | di importunarmi | di richiamarmi | di richiamare | a richiamarmi | di molestarmi | di infastidirmi | di tormentarmi | di rompere | di rompermi | di cercarmi | a cercarmi | di contattare | con le chiamate | con queste chiamate | con le telefonate | con queste telefonate | di chiamarmi qui = dichiamare`,
  groups: {
    call: 'chiam* richiam* telefon* contatt* disturb* importun* molest* infastid* rompete rompa rompi ricontatt* cercate cercatemi cerchi cerchiate tormenta* scocci* seccat*',
    calls: 'chiamate chiamata telefonate telefonata contatti contatto pubblicita telemarketing telefoniche promozionali squilli messaggi',
    called:
      'chiamato chiamata contattato contattata disturbato disturbata richiamato richiamata ricontattato ricontattata chiamati contattati disturbati importunato importunata molestato',
    list: 'lista liste elenco elenchi database archivio archivi sistema sistemi rubrica registro registri schedario banca data anagrafica listino crm contatti',
    drop: 'tolga toglietemi toglimi togliete togliere togli tolgano cancella* elimina* rimuov* toglierci toglieteci levatemi levate levi levami depennat* depenni tirat* cavate escluda escludetemi mi mi estromettete',
    people:
      'figlio figlia amico amica fratello sorella madre padre mamma papa nonno nonna zio zia cugino cugina nipote vicino vicina marito moglie fidanzato fidanzata capo collega',
    det: 'dalla dalle dal dai dall dagli dalle vostra vostre vostri vostro sua sue tua tutte tutti i le questa questo gli vs',
  },
  refusals: `
    [che|se|perche|lui|lei] non mi|ci|vi @call piu ~1 =
    non chiamatemi|chiamarmi|chiamare|chiamate|chiami|richiamatemi|richiamarmi|richiamate|richiamare|telefonatemi|telefonate|telefonare|telefonarmi|contattatemi|contattarmi|contattateci|disturbatemi|disturbarmi|disturbate|disturbare|chiamateci|chiamarci|importunatemi|ricontattatemi|ricontattarmi|cercatemi|cercarmi|chiamiate|chiamino|telefoni|contattare|rompete ~1 piu
    [se|perche|che|quando] non chiamatemi|chiamarmi|telefonatemi|telefonarmi|contattatemi|contattarmi|disturbatemi|disturbarmi|chiamateci|chiamarci|contattateci|richiamatemi|richiamarmi|ricontattatemi =prego|grazie|qui|e|a|su|ancora|al|per|assolutamente
    non mi|ci chiami|chiamate|chiamino|telefoni|telefonate|contatti|contattate|disturbi|disturbate|richiami|richiamate|ricontattate =prego|grazie|qui|e|su|ancora|al|a
    mai|piu chiam*|telefon*|contatt*|richiam* ~1 =prego|grazie|qui|mionumero
    non ~2 permett* ~2 chiam*|telefon*|contatt*|richiam*
    non|vietato ~2 mi|ci @call piu
    che non mi|ci|chiam* ~2 @call|piu piu ~1
    non voglio|vogliamo|vorrei|desidero|intendo|accetto|gradisco ~1 piu ~1 essere|ricevere|sentire|avere|sentirvi|che|chiamate|telefonate|sapere ~3
    non voglio|vogliamo|vorrei|desidero|accetto|permetto|gradisco|sopporto ~1 che ~2 mi|ci|chiam* ~1 @call ~1 =piu|prego|qui|e|su|ancora|al|a|da
    non voglio|vogliamo|vorrei|desidero ~2 sentir*|sapere ~2 piu|nulla|niente|parlare ~3
    preferi*|vorrei|gradirei|chiedo|chiediamo|prego|pregherei|esigo|pretendo|diffido|desidero|voglio|insisto|intimo|raccomando|chiesto|detto|ripeto|dico|invito|apprezzerei|sarei ~4 non ~2 @call|@called|essere|ricevere ~2 piu|prego|ancora|qui|@called|chiamate|telefonate
    prego|chiedo|preferi*|gradirei|vorrei|chiesto|detto|intimo|diffido|invito ~2 di|dal|a|che non ~2 @call|@called ~1 =piu|prego|qui|grazie|e|su
    preferi*|vorrei ~1 non essere ~2 @called ~1 =
    niente|nessuna piu telefonat*|chiamat*
    nessun*|niente altra|ulteriore|ulteriori|altre ~1 chiamat*|telefonat*|contatto
    non dovete|deve|devi|potete|puo|puoi ~1 piu ~1 @call|permettervi
    non dovete|deve|devi|potete|puo ~1 @call piu`,
  demands: `
    non|nessuna voglio|vogliamo|vorrei|desidero|desideriamo|intendo|accetto|gradisco|consento|autorizzo|permetto ~2 essere ~2 @called ~1 =da|dalla|per|su|qui|e|a
    non voglio|vogliamo|vorrei|desidero|intendo|accetto|gradisco|ricevo|autorizzo|consento ~1 piu? ~1 ricevere? ~2 @calls ~1 =da|dalla|vostre|di|promozionali|pubblicitarie|commerciali|e|grazie|prego|come|telefoniche
    preferi*|vorrei|gradirei|chiedo|chiediamo|esigo|pretendo|voglio|invito|apprezzerei|intimo ~4 smett*|cess*|finisc*|piant* ~2 dichiamare|@call|telefonat*|chiamat*
    [non|ha|hanno|ho|avete|hai] smett*|smetta*|smettila|smettetela|cess*|finisc*|finit*|piantat*|piantal*|piantel*|basta|bast*|evit*|interromp*|dovete|deve|devi ~1 dichiamare|chiamarmi|telefonarmi|contattarmi|disturbarmi|chiamare|richiamarmi|telefonate|chiamate =prego|grazie|qui|e|su|ancora|continuamente|a|subito|mionumero|di
    basta|stop|piu|niente|nessuna ~1 con? ~1 @calls ~1 =prego|grazie|da|di|e|per|a|promozionali|pubblicitarie|commerciali|qui|altre
    @drop ~1 mi|ci|mionumero|mieidati ~3 dalla|dalle|dal|dai|dall|dagli|da ~2 @list
    toglietemi|toglimi|toglieteci|cancellatemi|cancellami|cancellarmi|eliminatemi|eliminarmi|rimuovetemi|rimuovermi|levatemi|depennatemi|togliermi|escludetemi|cancelli|rimuova|tolga|elimini ~1 dalla|dalle|dal|dai|dall|dagli|da ~3 @list
    mi|ci tolga|togliete|toglie|cancelli|cancellate|cancella|elimini|eliminate|rimuova|rimuovete|levi|levate|depenni ~1 dalla|dalle|dal|dai|dall|dagli|da ~3 @list
    essere cancell*|rimoss*|tolto|tolta|eliminat*|depennat* ~1 dalla|dalle|dal|dai|dall|dagli|da ~3 @list
    non voglio|desidero piu? ~1 essere|stare|comparire|figurare ~1 in|nella|nel|nelle|nei ~2 @list
    cancell*|elimin*|rimuov*|dimentic*|scord*|perd*|butta*|blocc*|toglie*|tolga|getta* ~1 mionumero|mieidati =prego|grazie|e|subito|immediatamente|dal|dalla|dai|dalle|dall|dagli|da|per|una|definitivamente|che|ora|adesso
    mionumero|mieidati ~2 va|vanno|cancell*|elimin*|rimoss*|tolt*
    metta*|mettete*|inserit*|inserisc*|iscriv*|aggiung*|segn* ~4 opposizioni|opposizione|nera
    iscritto|iscritta|iscritti|sono ~3 opposizioni
    oppongo|opponiamo|opposizione|oppormi ~6 chiamat*|telefonat*|trattament*|mieidati|dati|uso|utilizzo|marketing|contatt*|pubblicit*|telemarketing
    diritto ~2 opposizione|oblio|cancellazione|opporm*
    revoco|ritiro|revocare|ritirare|revochiamo|annullo ~2 consenso|autorizzazione|permesso =
    revoco|ritiro|revocare|ritirare|annullo ~2 consenso|autorizzazione|permesso al|alle|a|per|di|e|dei|alla ~3 contatt*|chiam*|trattament*|marketing|telefonat*|dati|uso|mieidati|utilizzo|telemarketing|pubblicit*
    non ~2 do|autorizzo|consento|acconsento|avete|ha|dato|autorizzato|presto ~2 consenso|permesso|autorizzazione|a|alle|di|il|che|dichiamare ~4 @call|@calls|=
    non vi|la|le|ti autorizzo|consento|permetto ~2 dichiamare|@call
    lasciatemi|lasciami|lasciateci|mi|ci|lasci* ~1 lasci*? ~1 inpace
    lasciatemi|lasciami|lasciateci|mi lasci* ~1 inpace
    voglio|vorrei ~2 lasci* inpace
    lasciatemi|lasciami|lasciateci ~1 stare|perdere|inpace =
    se mi|ci|continua*|vi|lei|chiam*|richiam* ~2 @call|dichiamare|ancora|piu ~5 denunci*|polizia|avvocato|querel*|garante|segnal*|carabinieri|legali|causa|reclamo|agcom
    ultima volta ~1 che ~3 chiam*|telefon*|contatt*|disturb*`,
  before: `
    non ~2 dico|detto|dire|dicendo|sto|significa|vuol|chiedo|chiesto|intendo|intendevo ~5
    non e che ~4
    lui|lei|marito|moglie|capo|madre|padre|mamma|papa|figlio|figlia|vicino|vicina|amico|amica|fratello|sorella|cliente|clienti|qualcuno|gente|collega|avvocato|nonna|nonno|medico|signore|signora|ragazza|zia|zio|compagno|fidanzata|fidanzato ha|dice|diceva|disse|gridava|urla|urlava|vuole|mi|ci|chiede|chiedeva|scrive|dicono|hanno|le|gli|grida ~5
    ha|dice|disse detto? lui|lei|marito|moglie|madre|padre|figlio|figlia ~4
    gli|le|loro ho|ha|dico|hai detto|chiesto ~4
    se|quando|perche|mentre|qualora|come ~2
    ha|hai|avete|hanno|ho|aveva ~1
    @people
    loro|lui|lei|nessuno|amici|figli|figlia|figlio|banca|clienti
    canzone|film|libro|titolo|intitola* ~2
    non|mai`,
  after: `
    prima|finche|fino|dopo|durante|mentre|quando|oggi|domani|adesso|ora|salvo|senza|tra|fra|se|ancora|stasera|stamattina|subito|stanotte|tranne
    cosi|troppo|tanto presto|tardi|spesso|tanto
    alle|a|dopo|di|la|il|al|in|nel|nei|sul|dal lavoro|sera|mattina|notte|domenica|sabato|lunedi|martedi|mercoledi|giovedi|venerdi|pranzo|cena|mezzogiorno|momento|ufficio|riunione|fine|weekend|festivi|vacanza|quest|quest*|sei|sette|otto|nove|dieci|mezzanotte|ferie|pomeriggio
    alle|dopo|entro|verso
    a quest|quell|quest*|lavoro|casa
    questa|questo|prossima settimana|mese|sera|mattina|notte|weekend
    per oggi|ora|adesso|email|mail|posta|qualche|un|una|il momento|po|settimana|giorni
    via mail|email|sms|posta|whatsapp
    ogni|tutti|continuamente giorno|i|ora|sera|cinque|settimana
    con|da numero|un ~1 anonimo|privato|sconosciuto|nascosto
    di|della|del|dalla|dal|dagli|delle|dei ~2 attesa|invitati|gruppo|prenotazione|ordine|modulo|fattura|account|newsletter|spesa|annuncio|sito|profilo|partecipanti|chat
    alla|la|ad|essere|di ~2 registrazione|registrat*
    registr*
    ha|dice detto|lui|lei
    signore|signora|signorina|amore|tesoro|dottore|cara|caro|cosi|con|bugiardo|stupido|scemo|mamma|papa`,
  times: 'adesso ora oggi domani presto tardi sera mattina domenica pranzo notte momento stasera cena',
  turns: 'ma pero quindi e allora',
}
