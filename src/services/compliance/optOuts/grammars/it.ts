import type { Grammar } from '../grammar.ts'

export const it: Grammar = {
  contact: `
    chiami chiamate chiamare chiamarmi chiamarci chiamarlo_qui chiama chiamatemi chiamateci chiamino chiamiate richiami richiamate richiamare
    richiamarmi richiamarci richiamatemi richiamiate telefoni telefonate telefonare telefonarmi telefonarci telefonatemi telefoniate contatti
    contattate contattare contattarmi contattarci contattatemi contattateci contattiate ricontattare ricontattarmi ricontattarci ricontatti disturbi
    disturbate disturbare disturbarmi disturbarci disturbatemi disturbateci importun* molest* infastid* assill* tormentate tormentarmi scocci
    scocciate scocciarmi scocciare sentirvi_al_telefono squilli farvi_vivi farti_vivo cercarmi cercate cercatemi ricontattate rompere sentirvi
    risentirvi sentirti`,
  contacted: `
    essere_chiamat* essere_contattat* essere_disturbat* essere_ricontattat* essere_richiamat* essere_importunat* venire_chiamat* essere_molestat*
    venga_chiamat* venire_contattat* si_chiami esser_chiamat* essere_+_contattat* essere_+_chiamat* essere_+_disturbat* essere_+_richiamat*`,
  calls: 'chiamata telefonata chiamate telefonate contatto contatti telemarketing squillo telefonatine pubblicita_telefonica',
  no: 'non nessuna nessun nessuno ne niente nulla senza',
  more: `
    piu mai ancora nuovo un_altra_volta un_altra in_futuro d_ora_in altre altra altri ulteriori ulteriore nuovamente nuove richiami richiamate
    richiamare richiamarmi ricontattarmi ricontattare ricontatti richiamarci`,
  never: 'mai_piu piu_mai mai',
  stop: `
    smetta smettetela smettete smettila smetti smetterla smettere smettano smetteste finitela finisca finiscano finiscila piantatela pianti piantala
    cessi cessate cessare cessino fermate fermatevi evitate eviti evitare astenga astenersi astenetevi basta termini terminino interrompete
    interrompa`,
  enough: 'basta niente_piu nessun_altra nessuna_altra non_piu stop stuf* zero mai_piu nessuna_chiamata nessun_ulteriore',
  forbid: `
    vieto vietiamo proibisco proibiamo diffido diffidiamo mi_oppongo ci_opponiamo rifiuto rifiutiamo non_autorizzo non_permetto non_vi_permettete
    non_si_permetta non_ti_permettere non_avete_il_diritto non_ha_il_diritto non_siete_autorizzat* non_consento`,
  withdraw: 'revoco revochiamo ritiro ritiriamo annullo revocare ritirare',
  consent: 'consenso permesso autorizzazione autorizzo autorizzato autorizzati acconsento permetto accordo accetto acconsentito',
  remove: `
    cancelli cancellate cancella cancellare cancellatemi cancellateci cancellarmi cancellat* cancellazione tolga togliete togli togliere toglietemi
    toglieteci togliermi toglierci tolgano tolto rimuova rimuovete rimuovi rimuovere rimuovetemi rimozione elimini eliminate elimina eliminare
    eliminatemi eliminazione depenni depennate depennatemi depennare depennarmi levi levate levatemi levatevi dimentichi dimenticate dimenticatevi
    dimenticatelo blocchi bloccate blocca scordate scordatevi escludete uscire uscirne sparire escludermi cancellarci`,
  erase: `
    cancelli cancellate cancella cancellare cancellat* cancellazione tolga togliete togli togliere rimuova rimuovete rimuovi rimuovere rimozione
    elimini eliminate elimina eliminare eliminazione depenni depennate dimentichi dimenticate dimenticatevi dimenticatelo blocchi bloccate blocca
    scordate scordatevi levate`,
  dial: 'componete comporre componga usate usare fate_questo faccia_questo',
  want: 'voglio vogliamo desidero desideriamo accetto accettiamo ricevere gradisco',
  list: `
    lista liste elenco elenchi archivi archivio banca_dati banche_dati database sistema sistemi registro registri rubrica schedario contatti
    anagrafica`,
  mine: `
    mi ci mio miei nostro nostri toglietemi toglieteci togliermi cancellatemi cancellateci cancellarmi rimuovetemi eliminatemi depennatemi
    depennarmi questo_numero cancellato cancellata levatemi rimosso rimossa toglierci fatemi voglio_uscire mi_faccia`,
  number: `
    mio_numero questo_numero nostro_numero mio_telefono mio_cellulare miei_dati nostri_dati mio_nome mio_nominativo miei_recapiti mio_recapito
    mio_contatto questa_utenza nostro_nominativo`,
  noCallList: `
    registro_delle_opposizioni opposizioni da_non_chiamare non_chiamare lista_nera da_non_contattare da_non_disturbare non_contattare di_esclusione
    non_vogliono_essere`,
  put: `
    metta mettete metti mettetemi mettermi inserisca inserite inseritemi iscrivetemi iscriva iscrivete segni segnate segnatemi aggiunga aggiungete
    aggiungetemi registrate`,
  last: 'ultima_volta ultima_chiamata ultima_telefonata',
  hear: 'sentire sentirvi sapere notizie avere_a_che sentirla sentirti',
  fromYou: 'da_voi di_voi da_lei da_te sentirvi dalla_vostra con_voi sentirti sentirla',
  whole: `
    lasciatemi_in_pace lasciateci_in_pace mi_lasci_in_pace lasciami_in_pace ci_lasci_in_pace mi_lasciate_in_pace ci_lasciate_in_pace
    lasciatemi_stare mi_lasci_stare lasciateci_stare lasciami_stare lasciatemi_perdere sia_+_ultima`,
  ask: 'favore prego voglio vogliamo desidero chiedo preferirei preferisco vorrei cortesia piacere',
  tail: 'qui grazie prego per favore cortesia a casa contattat* chiamat* disturbat*',
  doing: '',
  again: 'ancora un_altra_volta di_nuovo richiami richiamate',
  when: 'se qualora la_prossima',
  threat: 'denuncio denuncia denunci* avvocat* polizia querel* garante carabinieri reclamo tribunale segnal* legali',
  other: `
    marito moglie capo figlio figlia vicino vicina amico amica fratello sorella cliente clienti qualcuno collega gente banca nessuno_mi nessuno_ti
    smesso_di lui loro chiamero non_riesco hanno_piu colloquio mi_chiama_piu_nessuno avete_piu chiama_piu_nessuno`,
  them: 'chiamarlo chiamarli chiamarla contattarli contattarlo dottore signora chi_contattare richiamarlo contattarla servizio',
  told: `
    perche come_mai ha_detto domand* perdere dimentichi_di dimenticare_di dimenticate_di non_smettete non_smetta non_smettere non_mi_disturba
    non_ci_disturba non_disturba quando_le quando_ho puo_richiamare potete_richiamare lista_d_attesa preoccupi riattacchi ricevuto non_dico gridava
    urlava registr* non_intendo ieri esiti esitate esitare`,
  limit: `
    prima dopo durante mattina mattine sera sere pranzo lunedi martedi mercoledi giovedi venerdi sabato domenica ufficio lavoro oggi domani adesso
    fino centralino cellulare_no scriva fine_settimana`,
  things: 'email mail ordine articolo fattura appuntamento abbonamento contratto tariffa ancora_dalla attesa partecipanti invitati pacco newsletter',
  instead: 'meglio bensi piuttosto',
}
