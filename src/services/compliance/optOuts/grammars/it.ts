import type { Grammar } from '../grammar.ts'

export const it: Grammar = {
  contact: `
    chiami richiami telefoni contatti ricontatti disturbi chiamate richiamate telefonate contattate ricontattate disturbate chiamare richiamare
    telefonare contattare ricontattare disturbare chiamarmi richiamarmi telefonarmi contattarmi ricontattarmi disturbarmi chiamarci richiamarci
    telefonarci contattarci ricontattarci disturbarci chiama disturba contatta telefona richiama chiamatemi richiamatemi telefonatemi contattatemi
    ricontattatemi disturbatemi chiamateci richiamateci telefonateci contattateci ricontattateci disturbateci chiamiate richiamiate telefoniate
    contattiate ricontattiate disturbiate chiamino richiamino telefonino contattino ricontattino disturbino chiamaste richiamaste telefonaste
    contattaste ricontattaste disturbaste chiamasse richiamasse telefonasse contattasse ricontattasse disturbasse chiamassero telefonassero
    contattassero disturbassero chiamerete richiamerete telefonerete contatterete disturberete richiamera importun* molest* assill* ritelefon*
    sollecit* chiamarlo_qui chiamando telefonando chiamandomi contattandomi infastid* tormentarmi tormentate tormentare chiamma chiammate chiamateme
    chiamamme scocci scocciate scocciarmi scocciare scocciarci scocciatemi squilli squillare squillate farvi_vivi farti_vivo fatevi_+_vivi
    fatevi_+_sentire si_faccia_+_vivo si_faccia_+_sentire si_faccia_+_viva farti_+_sentire farvi_+_sentire farsi_+_sentire farsi_+_vivo farti_+_vivo
    farti_+_viva si_facciano_+_sentire si_facciano_+_vivi cercarmi cercarci cercate cercatemi cerchi cerchiate cercare rompere rompete rompermi rompa
    rompi rompiate romperci sentirvi risentirvi sentirti seccate seccare seccarmi secchi stressate stressare stressarmi insistere insistete insista
    dare_fastidio darmi_fastidio date_fastidio mi_dia_fastidio dia_fastidio stalkerizzate perseguitate perseguitarmi bombardarmi bombardate bombardare
    prospettare riprovare riprovate riprovi riprovarci fare_telefonate farmi_telefonate fatemi_telefonate faccia_telefonate`,
  contacted: `
    essere_+_chiamat* essere_+_richiamat* essere_+_contattat* essere_+_ricontattat* essere_+_disturbat* essere_+_importunat* essere_+_molestat*
    essere_+_infastidit* essere_+_cercat* essere_+_tormentat* essere_+_assillat* essere_+_sollecitat* venire_+_chiamat* venire_+_contattat*
    venire_+_disturbat* venire_+_richiamat* esser_chiamat* esser_contattat* esser_disturbat* venga_+_disturbat* venga_+_chiamat* venga_+_contattat*
    sia_+_chiamat* sia_+_contattat* sia_+_disturbat* si_chiami mi_si_chiami mi_si_disturbi`,
  calls: `
    stalking persecuzione assillo chiamata telefonata chiamate telefonate contatto_telefonico contatto_commerciale contatto_da contatto_futuro
    qualsiasi_contatto ogni_contatto qualunque_contatto ogni_ulteriore contatti_telefonici contatti_commerciali telemarketing squillo squilli
    telefonatine pubblicita_telefonica pubblicita_al_telefono pubblicita_telefoniche telefonatina chiamatine telefonacce offerte_telefoniche
    offerte_al_telefono proposte_telefoniche vendite_telefoniche scocciature molestie sollecitazioni comunicazioni_telefoniche
    comunicazioni_commerciali comunicazione_commerciale marketing_telefonico rotture seccature tormento promozioni_telefoniche
    promozioni_al_telefono`,
  no: `
    non nessuna nessun nessuno niente nulla nun bisogno_di bisogno_che evitate_di eviti_di evitare_di evitando_di evitiate evitaste evita_di
    astenetevi astenervi astenersi si_astenga nemmeno neanche neppure`,
  more: `
    piu mai un_altra_volta un_altra_chiamata un_altra_telefonata in_futuro d_ora_in da_oggi_in di_nuovo altre_chiamate altre_telefonate altra_chiamata
    altra_telefonata altri_contatti ulteriori ulteriore nuovamente nuove_chiamate nuove_telefonate in_avvenire per_sempre da_ora_in da_adesso_in
    definitivamente cchiu assolutamente_piu per_il_futuro in_eterno un_domani altre_volte nuova_chiamata`,
  never: 'niente_telefonate niente_chiamate niente_pubblicita piu_mai mai inutile inutilmente nun_+_piu',
  stop: `
    fine_delle fine_alle deve_finire devono_finire finire_qui finiamola smettiamola piantiamola facciamola_finita fatela_finita la_faccia_finita
    farla_finita smetta smettetela smettete smettila smetti smetterla smettere smettano smetteste smettesse smettiate finitela la_finite la_finisca
    la_finisci finirla finisca finiscano finiscila piantatela pianti pianta piantala piantarla piantare la_piantate piantate cessi cessate cessare
    cessino cessazione fermate fermatevi si_fermi_con astenga astenersi astenetevi astenervi basta termini_di terminino interrompete interrompa
    interrompere disattivi disattivate disattivare sospendete sospenda sospendere ferni fernitela fine_a bloccate_le blocchi_le bloccare_le mollatemi
    mollami ponete_fine porre_fine stop evitate_queste evitate_le_vostre evitatemi risparmiatemi risparmiateci risparmiami mi_risparmi mi_risparmiate
    risparmiarmi`,
  enough: `
    basta niente_piu nessun_altra nessuna_altra non_piu stop stuf* zero_chiamate zero_telefonate mai_piu nessuna_chiamata nessun_ulteriore stanco_di
    stanca_di stanchi_di stanco_delle stanca_delle stanchi_delle non_ne_posso ne_ho_abbastanza abbastanza_di abbastanza_delle ne_ho_fin fin_sopra
    rotto_le rotto_con m_avete_rotto avete_rotto stancato_con risparmiatemi risparmiateci mi_risparmi mi_risparmiate scordatevi piena_di pieno_di
    piene_di chiuso_con finito_con finite_le finita_con`,
  forbid: `
    vieto vietiamo proibisco proibiamo diffido diffidiamo mi_oppongo ci_opponiamo rifiuto_di rifiuto_qualsiasi rifiuto_ogni rifiuto_qualunque
    rifiuto_le_vostre rifiuto_che rifiuto_tutte rifiutiamo_di rifiutiamo_qualsiasi rifiutiamo_ogni non_autorizzo non_permetto non_vi_permettete
    non_vi_permetto non_si_permetta non_ti_permettere non_vi_azzardate non_si_azzardi non_azzardatevi non_provate non_provi non_provateci
    non_avete_il_diritto non_ha_il_diritto non_siete_autorizzat* non_e_autorizzat* non_consento non_acconsento non_tollero non_vi_autorizzo
    non_la_autorizzo non_avete_diritto non_avete_nessun_diritto opposizione_alle opposizione_a_ricevere opporre opporci opponiamo oppormi
    non_accetto_piu non_accetto_di non_vi_consento intimo intimiamo guai_a guai_se e_vietato vietato`,
  withdraw: 'revoco revochiamo ritiro ritiriamo annullo revocare ritirare revoca revochi annullare',
  consent: `
    consenso permesso autorizzazione autorizzo autorizzato autorizzati acconsento permetto acconsentito consenta d_accordo_a d_accordo_che
    autorizzata`,
  remove: `
    cancelli cancella cancellare cancellarmi cancellarci cancellami cancellaci cancellat* cancellazione tolga togliete togli togliere toglietemi
    toglimi togliate toglieteci togliermi toglierci tolgano tolto tolta rimuova rimuovete rimuovi rimuovere rimuovetemi rimuovermi rimozione rimosso
    rimossa elimini eliminate elimina eliminare eliminarmi eliminami eliminatemi eliminateci eliminazione eliminato eliminata depenni depennate
    depennatemi depennare depennarmi depennami depennato depennata levi levate levatemi levami levare levarmi levatevi dimentichi dimenticate
    dimenticatevi dimenticatelo blocchi bloccate blocca scordate scordatevi escludete escluda escludere escludetemi escluso esclusa uscire uscirne
    sparire escludermi disiscriv* disiscritt* espungete espunga radiate sbarazzatevi sfilatemi sganciatemi cavatemi cavate toglierlo buttate buttatemi
    mi_leva me_le_leva leva`,
  erase: `
    cancelli cancella cancellare cancellat* cancellazione cancellaste tolga togliete togli togliere rimuova rimuovete rimuovi rimuovere rimozione
    elimini elimina eliminare eliminazione eliminat* depenni depennate depennare dimentichi dimenticate dimenticatevi dimenticatelo dimenticatevelo
    dimentica dimenticati dimenticare blocchi bloccate blocca bloccare scordate scordatevi scordatevelo scordati scordi levate levi leva levare
    perdete perda perdi buttate buttare butti strappate disattivate distruggete distrugga lo_cancelli lo_cancellate lo_tolga lo_togliete lo_elimini
    lo_eliminate lo_dimentichi lo_dimenticate lo_perda vengano_cancellati venga_cancellato sia_cancellato siano_cancellati oblio escludete`,
  dial: `
    componete comporre componga usate usare fate_questo faccia_questo fare_piu fare_mai fate_piu fate_mai faccia_piu utilizzate utilizzare utilizzi
    usi componi utilizziate fare_questo rifate digitate digitare`,
  want: 'voglio vogliamo desidero desideriamo accetto accettiamo ricevere gradisco vorrei vorremmo intendo intendiamo gradiamo tollero sopporto',
  list: `
    lista liste elenco elenchi archivio archivi banca_dati banche_dati database sistema sistemi registro registri rubrica schedario contatti base_dati
    basi_dati anagrafica listino schedari computer cosi nominativi chiamate telefonate crm terminale campagna campagne memoria data_base mailing_list
    marketing`,
  mine: `
    mi ci mio miei nostro nostri toglietemi toglimi toglieteci togliermi cancellatemi cancellateci cancellarmi cancellami rimuovetemi rimuovermi
    eliminatemi eliminarmi eliminami depennatemi depennarmi questo_numero cancellato cancellata levatemi levami rimosso rimossa toglierci fatemi
    voglio_uscire escludetemi farmi tolto tolta farsi_togliere mia cancellarci vorrei_uscire fammi eliminato eliminata depennato depennata escluso
    esclusa me disiscriv*`,
  number: `
    mio_numero questo_numero nostro_numero mio_telefono mio_cellulare miei_dati nostri_dati mio_nome mio_nominativo miei_recapiti mio_recapito
    mio_contatto questa_utenza nostro_nominativo mio_fisso mia_utenza mio_cell mia_linea miei_contatti dati_personali_miei sto_numero che_esisto
    mia_esistenza mie_informazioni numero_mio numero_di_casa nostri_recapiti mia_scheda_dai mia_anagrafica`,
  noCallList: `
    registro_delle_opposizioni opposizioni da_non_chiamare non_chiamare lista_nera da_non_contattare da_non_disturbare non_contattare di_esclusione
    non_vogliono_essere non_voglio_essere non_voglio_piu_essere non_vuole_essere non_vuole_piu non_vogliono_piu non_richiamare non_ricontattare
    da_non_richiamare da_non_ricontattare non_chiamarmi non_desidera non_desidero non_disturbare mai_chiamare non_vogliono_ricevere
    non_vogliono_chiamate blacklist black_list di_non_chiamare di_non_richiamare non_gradisce non_piu_chiamare`,
  put: `
    metta mettete metti mettetemi mettermi mettimi inserisca inserite inseritemi inserire iscrivetemi iscriva iscrivete segni segnate segnatemi
    segnatevi si_segni aggiunga aggiungete aggiungetemi registrate registra registri scriva scrivete scrivi annoti annotate annotatevi segnare
    segnalate indichi nota appunti appuntatevi prenda_nota prendete_nota si_appunti`,
  last: `
    ultima_volta_che_mi ultima_volta_che_chiam* ultima_volta_che_telefon* ultima_volta_che_ci ultima_volta_che_vi ultima_volta_che_rispondo
    ultima_chiamata_che ultima_telefonata_che ultima_volta_che_la ultima_volta_che_richiam* ultima_volta_che_alzo`,
  hear: 'sentire sentirvi sapere notizie avere_a_che sentirla sentirti parlare parlarci parlarvi saperne',
  fromYou: `
    vostre_notizie vostra_voce da_voi di_voi da_lei da_te sentirvi dalla_vostra con_voi sentirti sentirla della_vostra nessuno_di_voi dei_vostri
    dai_vostri da_parte_vostra`,
  whole: `
    piu_avere_a_che_fare_con_voi piu_niente_a_che_fare_con_voi voglio_piu_saperne_di voglio_piu_parlare_con_voi con_voi_+_non_ci_voglio_parlare
    lasciatemi_in_pace lasciateci_in_pace mi_lasci_in_pace lasciami_in_pace ci_lasci_in_pace mi_lasciate_in_pace ci_lasciate_in_pace lasciarmi_in_pace
    lasciarci_in_pace lasciatemi_stare mi_lasci_stare lasciateci_stare lasciami_stare lasciatemi_perdere mi_lasciate_stare lasciatemi_tranquill*
    lasciateci_tranquill* mi_lasci_tranquill* lasciateci_vivere lasciatemi_vivere lasciatemi_respirare lasciatemi_campare sia_+_ultima_volta
    sia_+_ultima_chiamata sia_+_ultima_telefonata sia_stata_l_ultima sia_la_vostra_ultima e_l_ultima_chiamata_che_mi non_voglio_sentirvi_piu
    non_vi_voglio_piu_sentire non_vi_voglio_sentire_piu non_voglio_piu_sentirvi non_vogliamo_piu_sentirvi non_vi_voglio_piu_al
    non_voglio_piu_sentire_nessuno_di_voi non_lo_usate_piu non_lo_usate_mai_piu non_lo_usi_piu non_lo_usi_mai_piu sparite_dal_mio sparisca_dal_mio
    sparite_dalla_mia sparisci_dal_mio toglietevi_dai_piedi fuori_dalle_scatole esercito_il_diritto_di_oppo* diritto_di_opposizione_al
    diritto_all_oblio mi_oppongo_al_trattamento mio_diritto_di_opposizione mio_diritto_alla_cancellazione oppormi_al_trattamento cancellatemi_da_tutto
    eliminatemi_da_tutto cancellatemi_dappertutto mi_cancelli_da_tutto toglietemi_da_tutto dimenticatemi dimenticatevi_di_me scordatevi_di_me
    si_scordi_di_me dimenticatevi_che_esisto toglietevelo_dalla_testa mi_disiscriva disiscrivetemi disiscrivermi_da`,
  ask: `
    avviso avverto dico ripeto scelta diffido non_c_e_bisogno non_serve non_occorre non_e_necessario quindi percio dunque pertanto favore prego voglio
    vogliamo desidero chiedo preferirei preferisco vorrei cortesia piacere pregherei inutile gradirei chiederei pregarvi pregarla chiedervi chiederle
    vorremmo chiediamo preghiamo pretendo esigo intimo cortesemente gentilmente gentile desidererei ordino dovete deve devi consiglio raccomando
    invito potete_evitare grazie`,
  tail: `
    qui grazie prego per favore cortesia a casa contattat* chiamat* disturbat* mi raccomando proprio affatto assolutamente arrivederci intesi chiaro
    capito piacere buongiorno buonasera d accordo ok`,
  doing: 'mi_fate ricevo mi_fa fate rispondo alzo_la vi_sento vi_rispondo la_sento disturbi disturbate chiama',
  again: `
    ancora di_nuovo richiami richiamate continuate continua continui continuano la_prossima alla_prossima un_altra altra_chiamata altra_telefonata
    insistete insiste un_ennesima ennesima una_sola_volta nuovamente riprovate solo_una`,
  when: 'se qualora la_prossima alla_prossima la_volta_che appena',
  threat: `
    denunci* avvocat* polizia querel* garante carabinieri reclamo tribunale segnal* legali causa agcom esposto vie_legali adiro autorita codacons
    giudice procura stalking`,
  other: `
    servizio_clienti il_tecnico il_corriere l_idraulico l_agenzia il_venditore l_elettricista figlio figlia vicino vicina amico amica fratello sorella
    nipote suocera suocero cognato cognata zia zio cugino cugina nonna nonno marito_ha marito_mi marito_non marito_vi marito_vuole marito_dice
    marito_che marito_gli marito_le marito_dorme marito_si marito_lavora marito_lo marito_aveva moglie_ha moglie_mi moglie_non moglie_vi moglie_vuole
    moglie_dice moglie_che moglie_gli moglie_le moglie_dorme moglie_si moglie_lavora moglie_la moglie_aveva mio_capo mio_ex mia_ex mio_padre mia_madre
    mia_mamma mio_papa i_miei_genitori miei_genitori clienti un_cliente una_cliente quel_cliente qualcuno mio_collega mia_collega un_collega
    una_collega la_gente la_banca mia_banca alla_banca il_gestore al_gestore mio_gestore il_medico mio_medico l_inps il_comune la_scuola
    nessuno_mi_chiama nessuno_mi_ha nessuno_mi_richiama nessuno_ti smesso_di lui loro chiamero non_riesco hanno_piu hanno_smesso colloquio
    mi_chiama_piu_nessuno avete_piu chiama_piu_nessuno hanno_mai_smesso ha_mai_smesso anni_fa mesi_fa tempo_fa l_anno_scorso anno_scorso una_volta_mi
    una_volta_chiam* un_tempo ai_tempi all_epoca in_passato mi_avevano mi_aveva mi_hanno_promesso mi_avevate gli_ho_detto le_ho_detto_che gli_avevo
    ho_chiesto_al ho_chiesto_alla ho_chiesto_a_mi* ho_detto_al_mio ho_detto_alla_mia ho_detto_a_mi* avevo_chiesto_al avevo_chiesto_alla avevo_detto_a
    gli_altri_call un_altro_operatore altri_call quelli_del quelli_della quelli_dell un_mio un_signore una_signora_che`,
  them: `
    chiamare_papa chiamare_mamma chiamare_nonna chiamare_il_cane chiamarlo chiamarli chiamarla contattarli contattarlo chi_contattare richiamarlo
    richiamarla contattarla servizio disturbarlo disturbarla chiamarle chiamarvi richiamarvi disturbarvi contattarvi mi_chiami_signor*
    mi_chiami_dottor* mi_chiami_avvocato mi_chiami_professor* mi_chiami_ragioniere mi_chiami_maestro mi_chiami_zio mi_chiami_tesoro mi_chiami_cara
    chiamarmi_signor* chiamarmi_dottor* chiamarmi_avvocato chiamarmi_professor* chiamarmi_ragioniere chiamarmi_maestro chiamarmi_zio chiamarmi_tesoro
    chiamarmi_cara chiamatemi_signor* chiamatemi_dottor* chiamatemi_avvocato chiamatemi_professor* chiamatemi_ragioniere chiamatemi_maestro
    chiamatemi_zio chiamatemi_tesoro chiamatemi_cara mi_chiamate_signor* mi_chiamate_dottor* mi_chiamate_avvocato mi_chiamate_professor*
    mi_chiamate_ragioniere mi_chiamate_maestro mi_chiamate_zio mi_chiamate_tesoro mi_chiamate_cara mi_chiama_signor* mi_chiama_dottor*
    mi_chiama_avvocato mi_chiama_professor* mi_chiama_ragioniere mi_chiama_maestro mi_chiama_zio mi_chiama_tesoro mi_chiama_cara chiamami_signor*
    chiamami_dottor* chiamami_avvocato chiamami_professor* chiamami_ragioniere chiamami_maestro chiamami_zio chiamami_tesoro chiamami_cara la_chiami
    che_la_chiami che_lo_chiami lo_chiami li_chiami li_chiamate lo_chiamate la_chiamate lo_disturbi l_ambulanza i_pompieri i_vigili il_dottore_non
    la_polizia_per il_118 il_medico mio_marito_chiami chiami_mio chiami_mia chiamate_mio chiamate_mia mi_chiamo`,
  told: `
    mi_hanno_detto si_puo_non se_ci_si se_ci_iscri* ora_giusta momento_giusto momento_sbagliato riceve_piu ricevono_piu non_+_dicendo non_+_chiedendo
    chiamate_perse chiamata_persa chiamatemi_sul chiamatemi_al chiamatemi_in chiamatemi_qui chiamatemi_invece chiami_sul chiami_me chiamate_sul
    mi_chiami_al perche_non_mi_av* perche_non_mi_ha perche_non_mi_chiam* perche_non_mi_richiam* perche_non_chiam* perche_non_richiam*
    perche_non_vi_fate perche_non_ci_chiam* perche_non_mi_telefon* perche_non_mi_contatt* perche_nessuno come_mai ha_detto una_domanda le_domande
    altre_domande mi_domando la_domanda perdere_la perdere_una perdere_le perdermi dimentichi_di dimenticare_di dimenticate_di dimenticatevi_di_chiam*
    dimenticatevi_di_richiam* si_dimentichi non_smettete non_smetta non_smettere non_smetti smetta_mai non_voglio_che_smett* non_mi_disturba
    non_ci_disturba non_disturba non_mi_disturbi_mai non_disturbate_per non_disturbate_affatto non_disturbate_mai non_mi_disturbate_affatto
    non_mi_disturbate_mai non_mi_disturbate_per mi_disturba_affatto disturba_mai che_mi_disturb* nessun_disturbo quando_le quando_ho puo_richiamare
    potete_richiamare puo_richiamarmi potete_richiamarmi mi_puo_chiamare puo_chiamarmi puo_chiamare_quando potete_chiamare_quando lista_d_attesa
    lista_di_attesa lista_dei_partecipanti lista_degli_invitati preoccupi riattacchi piu_ricevuto mai_ricevuto non_ho_ricevuto non_ricevo_piu
    ho_ricevuto_la non_dico non_sto_dicendo non_ho_detto non_ho_mai_detto non_ho_mai_chiesto non_ho_chiesto mai_detto mai_chiesto non_intendo_dire
    non_intendevo non_volevo_dire non_e_che non_voglio_dire non_significa non_sto_chiedendo non_vi_sto_chiedendo non_le_sto_chiedendo mica_detto
    gridava urlava viene_registrat* venga_registrat* essere_registrat* e_registrat* sia_registrat* esiti esitate esitare succede_se se_mi_tolgo
    se_mi_cancello se_uno se_dico se_chiedo se_vi_dico se_le_dico se_non_voglio se_volessi se_voglio chiedo_solo_per per_curiosita come_si_sa
    e_vero_che mi_chiedevo_se devo_iscrivermi posso_iscrivermi mi_iscrivo come_funziona pensavo credevo temevo ho_paura paura_che peccato_che
    spero_che_non_smett* non_mi_dica sono_ancora_nella sono_ancora_in mi_avete_tolto ero_tolto mi_ero_tolto mi_ero_iscritto mi_ha_piu_chiamato
    mai_chiamato mai_richiamato mai_avuto mai_stato mai_visto mai_sentito piu_da_quando piu_da_mesi piu_da_anni piu_da_tempo chiama_piu_da
    da_quando_sta mi_chiama_piu_nessuno chiama_piu_nessuno mi_chiama_mai mi_chiama_piu_da non_funziona funziona_per_niente non_serve_a serve_a_niente
    niente_di_nuovo nulla_di_nuovo grazie_della grazie_per_la grazie_per_aver grazie_di_aver potuto_chiamare piu_credito non_ho_piu_il
    non_posso_chiamare non_posso_telefonare fare_chiamate effettuare_chiamate non_posso_ricevere avviso_di_chiamata deviazione
    trasferimento_di_chiamata segreteria richiami_quando richiami_domani richiami_stasera richiami_pure richiami_tra richiami_fra richiami_se_ci
    richiami_nel richiami_alle richiami_dalle richiami_in_un richiami_la_settimana richiami_un_altro richiami_sempre richiami_subito richiamate_quando
    richiamate_domani richiamate_stasera richiamate_pure richiamate_tra richiamate_fra richiamate_se_ci richiamate_nel richiamate_alle
    richiamate_dalle richiamate_in_un richiamate_la_settimana richiamate_un_altro richiamate_sempre richiamate_subito richiamatemi_quando
    richiamatemi_domani richiamatemi_stasera richiamatemi_pure richiamatemi_tra richiamatemi_fra richiamatemi_se_ci richiamatemi_nel richiamatemi_alle
    richiamatemi_dalle richiamatemi_in_un richiamatemi_la_settimana richiamatemi_un_altro richiamatemi_sempre richiamatemi_subito mi_chiami_quando
    mi_chiami_domani mi_chiami_stasera mi_chiami_pure mi_chiami_tra mi_chiami_fra mi_chiami_se_ci mi_chiami_nel mi_chiami_alle mi_chiami_dalle
    mi_chiami_in_un mi_chiami_la_settimana mi_chiami_un_altro mi_chiami_sempre mi_chiami_subito mi_chiamate_quando mi_chiamate_domani
    mi_chiamate_stasera mi_chiamate_pure mi_chiamate_tra mi_chiamate_fra mi_chiamate_se_ci mi_chiamate_nel mi_chiamate_alle mi_chiamate_dalle
    mi_chiamate_in_un mi_chiamate_la_settimana mi_chiamate_un_altro mi_chiamate_sempre mi_chiamate_subito chiamatemi_quando chiamatemi_domani
    chiamatemi_stasera chiamatemi_pure chiamatemi_tra chiamatemi_fra chiamatemi_se_ci chiamatemi_nel chiamatemi_alle chiamatemi_dalle
    chiamatemi_la_settimana chiamatemi_un_altro chiamatemi_sempre chiamatemi_subito mi_telefoni_quando mi_telefoni_domani mi_telefoni_stasera
    mi_telefoni_pure mi_telefoni_tra mi_telefoni_fra mi_telefoni_se_ci mi_telefoni_nel mi_telefoni_alle mi_telefoni_dalle mi_telefoni_in_un
    mi_telefoni_la_settimana mi_telefoni_un_altro mi_telefoni_sempre mi_telefoni_subito chiami_quando chiami_domani chiami_stasera chiami_pure
    chiami_tra chiami_fra chiami_se_ci chiami_nel chiami_alle chiami_dalle chiami_in_un chiami_la_settimana chiami_un_altro chiami_sempre
    chiami_subito chiamate_quando chiamate_domani chiamate_stasera chiamate_pure chiamate_tra chiamate_fra chiamate_se_ci chiamate_nel chiamate_alle
    chiamate_dalle chiamate_in_un chiamate_la_settimana chiamate_un_altro chiamate_sempre chiamate_subito vecchio_numero il_vecchio quello_vecchio
    vecchio_indirizzo il_precedente la_vecchia cambiato_numero ho_cambiato metta_questo segni_questo_nuovo e_lasci e_lasciate e_tenga e_tenete
    lasci_il sostituisca il_nuovo_numero quando_vuole quando_volete anzi_mi_fa d_accordo_sul d_accordo_con nessun_problema per_oggi oggi_basta
    basta_che basta_una basta_chiamare_il basta_telefonare_al una_curiosita un_dubbio sulla_lista_nozze lista_della_spesa mia_lista lista_nozze
    lista_di_nozze lista_fornitori pace_un_attimo pace_un_secondo pace_un_minuto pace_un_momento pace_cinque pace_due pace_dieci pace_che_sono
    stare_un_attimo stare_un_secondo stare_un_momento stare_il_cane stare_il_gatto lascia_stare_tuo lascia_stare_tua tuo_fratello tuo_sorella
    tuo_padre tuo_madre tuo_cugino tuo_nonna tuo_nonno tua_fratello tua_sorella tua_padre tua_madre tua_cugino tua_nonna tua_nonno il_cane il_gatto
    i_compiti in_pace_tuo in_pace_tua no_no_non_mi_tolga non_mi_tolga non_toglietemi non_mi_cancelli non_cancellatemi non_mi_elimini non_cancelli
    non_togliete ultima_volta_che_mi_ha ultima_volta_che_mi_av* ultima_volta_che_ci_av* dall_ultima_volta dopo_l_ultima ultima_volta_che_vi_ho
    ultima_volta_che_la_ho`,
  limit: `
    prima_di prima_delle prima_che prima_dell prima_del le_prime dopo_le dopo_il dopo_cena dopo_pranzo dopo_la dopo_l dopo_mezzanotte durante mentre
    quando_sono quando_lavoro quando_dormo di_mattina la_mattina di_sera la_sera stasera stamattina questa_sera di_notte la_notte del_mattino
    di_pomeriggio il_pomeriggio nel_pomeriggio oggi_pomeriggio a_pranzo ora_di_pranzo a_cena ora_di_cena ora_dei_pasti all_ora lunedi martedi
    mercoledi giovedi venerdi sabato domenica ufficio al_lavoro sul_lavoro di_lavoro lavoro_mi in_negozio in_orario orario_di orari_di negli_orari
    a_quest_ora a_queste_ore a_quell_ora cosi_presto cosi_tardi tanto_presto piu_tardi piu_presto piu_spesso piu_forte piu_piano troppo_spesso
    per_oggi non_oggi oggi_non oggi_no solo_oggi oggi_sono non_domani domani_non domani_sono domani_mattina chiami_domani richiami_domani
    adesso_non_posso adesso_no adesso_sto adesso_sono non_adesso chiami_adesso chiamate_adesso adesso_che ora_no ora_sto ora_non_posso ora_sono
    in_questo_momento per_il_momento per_ora al_momento fino_a fino_al fino_alla fino_alle finche fin_quando fintanto centralino cellulare_no
    fine_settimana weekend questa_settimana questo_mese in_settimana in_vacanza le_vacanze le_ferie in_ferie in_riunione sto_guidando in_macchina
    entro sul_fisso sul_cellulare_no sul_cellulare_del sul_numero_di sull_altro al_fisso sulla_linea sul_telefono_del a_scuola in_ospedale
    per_questo_motivo_mi per_questo_mandi chiami_per_questo chiamate_per_questo per_queste_cose per_cosi_poco per_ogni tutti_i_giorni_basta_una
    solo_se a_meno tranne salvo con_il_numero_privato numero_nascosto con_numero quando_c_e natale pasqua ad_agosto in_agosto d_estate a_settembre
    sento_bene la_linea non_prende`,
  things: `
    email mail ordine articolo fattura appuntamento abbonamento contratto tariffa ancora_dalla attesa partecipanti invitati pacco newsletter carrello
    consegna opzione segreteria preventivo prenotazione bolletta sms messaggi whatsapp indirizzo spesa prodotto domiciliazione candidatura
    lavastoviglie assicurazione dubbio`,
  instead: `
    meglio bensi piuttosto chiamatemi_sul chiamatemi_al chiamatemi_a chiamatemi_dopo chiami_me chiami_il chiami_sul chiami_al chiamate_il chiamate_sul
    chiamate_al mi_chiami_sul mi_chiami_al mi_chiami_dopo usi_l sto_guidando sono_in_riunione chiamo_io richiamo_io la_richiamo vi_richiamo la_chiamo
    vi_chiamo sono_alla_guida invece_si dopo_si chiamate_dopo chiami_dopo mi_chiami_solo dammi_del mi_dia_del sono_un_ragazzo passo_io ci_sentiamo`,
  aside: `
    dicevo_al dicevo_a dicevo_alla parlavo_col parlavo_con parlavo_al parlavo_alla stavo_parlando sono_al_telefono scusi_mi_dica scusi_mi_diceva
    scusi_dica scusi_continui scusi_signorina scusi_eh no_scusi scusi_non_era scusi_era scusi_il_cane scusi_i_bambini scusi_mio non_dicevo_a_lei
    non_a_lei non_lei_scusi non_era_con_lei non_era_per_lei non_parlavo_con_lei era_per_il era_per_mio era_il_cane non_vedi_che tesoro amore_mio
    la_mamma_e`,
  register: 'registro_delle_opposizioni registro_opposizioni registro_pubblico rpo',
  that: 'che se',
}
