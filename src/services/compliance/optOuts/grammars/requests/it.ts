import type { Requests } from '../../grammar.ts'

export const it: Requests = {
  contact: `
    chiami richiami telefoni contatti ricontatti disturbi chiamate richiamate telefonate contattate ricontattate disturbate chiamare richiamare telefonare
    contattare ricontattare disturbare chiamarmi richiamarmi telefonarmi contattarmi ricontattarmi disturbarmi chiamarci richiamarci telefonarci contattarci
    ricontattarci disturbarci chiama disturba contatta telefona richiama chiamatemi richiamatemi telefonatemi contattatemi ricontattatemi disturbatemi
    chiamateci richiamateci telefonateci contattateci ricontattateci disturbateci chiamiate richiamiate telefoniate contattiate ricontattiate disturbiate
    chiamino richiamino telefonino contattino ricontattino disturbino chiamaste richiamaste telefonaste contattaste ricontattaste disturbaste chiamasse
    richiamasse telefonasse contattasse ricontattasse disturbasse chiamassero telefonassero contattassero disturbassero chiamerete richiamerete telefonerete
    contatterete disturberete richiamera importun* molest* assill* ritelefon* sollecit* chiamarlo_qui chiamando telefonando chiamandomi contattandomi infastid*
    tormentarmi tormentate tormentare chiamma chiammate chiamateme chiamamme scocci scocciate scocciarmi scocciare scocciarci scocciatemi squilli squillare
    squillate farvi_vivi farti_vivo fatevi_+_vivi fatevi_+_sentire si_faccia_+_vivo si_faccia_+_sentire si_faccia_+_viva farti_+_sentire farvi_+_sentire
    farsi_+_sentire farsi_+_vivo farti_+_vivo farti_+_viva si_facciano_+_sentire si_facciano_+_vivi cercarmi cercarci cercate cercatemi cerchi cerchiate cercare
    rompere rompete rompermi rompa rompi rompiate romperci sentirvi risentirvi sentirti seccate seccare seccarmi secchi stressate stressare stressarmi insistere
    insistete insista dare_fastidio darmi_fastidio date_fastidio mi_dia_fastidio dia_fastidio stalkerizzate perseguitate perseguitarmi bombardarmi bombardate
    bombardare prospettare riprovare riprovate riprovi riprovarci fare_telefonate farmi_telefonate fatemi_telefonate faccia_telefonate chiama_mai chiama_piu
    telefonate_a squillarmi far_squillare fate_squillare faccia_squillare suonare_il_telefono fare_questo_numero rifate_questo rifaccia_questo comporre_questo
    componete_questo componga_questo lo_componga insistiate insisteste tempestare tempestate tempestarmi mettervi_in_contatto mettersi_in_contatto
    mettetevi_in_contatto si_metta_in_contatto contatto_con_me contatto_con_noi comunicare_con_me comunicate_con_me riprovare_a_chiam* farmi_chiamare
    farsi_risentire fatevi_risentire si_faccia_risentire rifarvi_vivi rifatevi_vivi si_rifaccia stressarci chiamarla_piu disturbo tartassare tartassate
    tartassarmi fatelo lo_faccia lo_facciate farlo rifatelo lo_rifaccia fatelo_piu questa_linea seccatemi rompetemi mi_disturbi chiamare_in_negozio vendermi
    venderci perseguitarci perseguitare sollecitate provateci provarci riprovateci`,
  contacted: `
    essere_+_chiamat* essere_+_richiamat* essere_+_contattat* essere_+_ricontattat* essere_+_disturbat* essere_+_importunat* essere_+_molestat*
    essere_+_infastidit* essere_+_cercat* essere_+_tormentat* essere_+_assillat* essere_+_sollecitat* venire_+_chiamat* venire_+_contattat* venire_+_disturbat*
    venire_+_richiamat* esser_chiamat* esser_contattat* esser_disturbat* venga_+_disturbat* venga_+_chiamat* venga_+_contattat* sia_+_chiamat* sia_+_contattat*
    sia_+_disturbat* si_chiami mi_si_chiami mi_si_disturbi essere_chiamat* essere_richiamat* essere_contattat* essere_ricontattat* essere_disturbat*
    essere_piu_chiamat* essere_piu_disturbat* essere_piu_contattat* essere_piu_importunat* venire_chiamat* mi_si_telefoni mi_si_contatti si_telefoni si_contatti
    ricevere_chiamate ricevere_telefonate ricevere_vostre ricevere_le_vostre ricevere_altre`,
  calls: `
    stalking persecuzione assillo chiamata telefonata chiamate telefonate contatto_telefonico contatto_commerciale contatto_da contatto_futuro
    qualsiasi_contatto ogni_contatto qualunque_contatto ogni_ulteriore contatti_telefonici contatti_commerciali telemarketing squillo squilli telefonatine
    pubblicita_telefonica pubblicita_al_telefono pubblicita_telefoniche telefonatina chiamatine telefonacce offerte_telefoniche offerte_al_telefono
    proposte_telefoniche vendite_telefoniche scocciature molestie sollecitazioni comunicazioni_telefoniche comunicazioni_commerciali comunicazione_commerciale
    marketing_telefonico rotture seccature tormento promozioni_telefoniche promozioni_al_telefono chiamate_commerciali chiamate_pubblicitarie
    chiamate_promozionali telefonate_commerciali telefonate_pubblicitarie comunicazione_telefonica contatti pubblicita_via_telefono spam telefonico_commerciale
    squilletto chiamata_promozionale chiamata_commerciale chiamata_pubblicitaria telefonata_promozionale rompimento rompimenti tormenti disturbo_telefonico
    televendite teleselling vendita_telefonica promozioni_via_telefono alcun_contatto nessun_contatto contatto_con_voi comunicazioni comunicazione
    corrispondenza sollecitazione pubblicita_per_telefono tentativi_di_contatto tentativo_di_contatto marketing_diretto campagne_telefoniche bombardamento`,
  no: `
    non nessuna nessun nessuno niente nulla nun bisogno_di bisogno_che evitate_di eviti_di evitare_di evitando_di evitiate evitaste evita_di astenetevi
    astenervi astenersi si_astenga nemmeno neanche neppure preferirei_non vorrei_non`,
  more: `
    piu mai un_altra_volta un_altra_chiamata un_altra_telefonata in_futuro d_ora_in da_oggi_in di_nuovo altre_chiamate altre_telefonate altra_chiamata
    altra_telefonata altri_contatti ulteriori ulteriore nuovamente nuove_chiamate nuove_telefonate in_avvenire per_sempre da_ora_in da_adesso_in definitivamente
    cchiu assolutamente_piu per_il_futuro in_eterno un_domani altre_volte nuova_chiamata oltre ulteriormente d_ora_in_poi da_qui_in_avanti da_questo_momento
    in_seguito in_nessun_caso per_nessun_motivo per_nessuna_ragione in_alcun_modo una_volta_per_tutte una_buona_volta ancora_una_volta`,
  never: `
    niente_telefonate niente_chiamate niente_pubblicita piu_mai mai inutile inutilmente nun_+_piu mai_piu mai_e_poi_mai giammai non_ce_ne_deve in_nessun_caso
    per_nessun_motivo per_nessuna_ragione in_alcun_caso non_si_disturbi nemmeno_a neanche_a che_nessuno`,
  stop: `
    fine_delle fine_alle deve_finire devono_finire finire_qui finiamola smettiamola piantiamola facciamola_finita fatela_finita la_faccia_finita farla_finita
    smetta smettetela smettete smettila smetti smetterla smettere smettano smetteste smettesse smettiate finitela la_finite la_finisca la_finisci finirla
    finisca finiscano finiscila piantatela pianti pianta piantala piantarla piantare la_piantate piantate cessi cessate cessare cessino cessazione fermate
    fermatevi si_fermi_con astenga astenersi astenetevi astenervi basta termini_di terminino interrompete interrompa interrompere disattivi disattivate
    disattivare sospendete sospenda sospendere ferni fernitela fine_a bloccate_le blocchi_le bloccare_le mollatemi mollami ponete_fine porre_fine stop
    evitate_queste evitate_le_vostre evitatemi risparmiatemi risparmiateci risparmiami mi_risparmi mi_risparmiate risparmiarmi la_pianti la_pianta la_smetta
    la_smetti la_smettete la_smettiate smettetela_con smetterete piantatela_con piantatela_di dateci_un_taglio dacci_un_taglio ci_dia_un_taglio
    datevi_una_regolata la_finiamo finite_di finisca_di finiscano_di cessate_ogni cessare_ogni cessi_ogni sospendere_le non_smettete_di_chiam finirla_con
    la_volete_smettere volete_smetterla vuole_smetterla fermate_le stoppate stoppare stop_alle stop_con interrompere_le porre_termine mettete_fine metta_fine
    smetta_di smettere_di smettere_di_fare_il_mio risparmiarsi risparmiatevi si_risparmi smettono finirete interruzione la_fine fine_immediata la_cessazione`,
  stopThat: `
    smettetela la_smetta smettila la_smetti la_smettete finitela la_finisca finiscila piantatela la_pianti piantala basta_cosi adesso_basta ora_basta mo_basta
    dateci_un_taglio dacci_un_taglio ci_dia_un_taglio e_ora_di_finirla deve_finire e_basta ma_basta mai_piu`,
  repeated: `
    seconda_volta terza_volta quarta_volta quinta_volta sesta_volta decima_volta ennesima_volta ultima_volta_che_ve ultima_volta_che_vi sono_tre_volte
    sono_due_volte mille_volte cento_volte quante_volte vi_ho_gia le_ho_gia ti_ho_gia ve_l_ho_gia gliel_ho_gia te_l_ho_gia vi_ho_detto le_ho_detto vi_ho_chiesto
    le_ho_chiesto vi_avevo_chiesto vi_avevo_detto le_avevo_chiesto le_avevo_detto piu_volte tante_volte ve_l_hanno gliel_hanno vi_e_stato_detto le_e_stato_detto
    vi_e_gia_stato chiesto_due_volte chiesto_tre_volte detto_due_volte detto_tre_volte vi_abbiamo_chiesto vi_abbiamo_detto le_abbiamo_chiesto`,
  enough: `
    basta niente_piu nessun_altra nessuna_altra non_piu stop stuf* zero_chiamate zero_telefonate mai_piu nessuna_chiamata nessun_ulteriore stanco_di stanca_di
    stanchi_di stanco_delle stanca_delle stanchi_delle non_ne_posso ne_ho_abbastanza abbastanza_di abbastanza_delle ne_ho_fin fin_sopra rotto_le rotto_con
    m_avete_rotto avete_rotto stancato_con risparmiatemi risparmiateci mi_risparmi mi_risparmiate scordatevi piena_di pieno_di piene_di chiuso_con finito_con
    finite_le finita_con mi_avete_stufato mi_avete_stancato mi_avete_rotto ci_avete_rotto ne_ho_piene ne_ho_le_tasche non_ne_possiamo sono_stufo_di
    sono_stufa_di sono_stanco_di sono_stanca_di non_sopporto_piu non_reggo_piu e_ora_di_finirla niente_altre nessuna_ulteriore ne_abbiamo_abbastanza basta_con
    basta_cosi_con finiamola_con fine_delle capelli_di capelli_delle capelli_dalle sopra_i_capelli niente_pubblicita scocciato stufato rotto_le_scatole seccato
    zero`,
  forbid: `
    vieto vietiamo proibisco proibiamo diffido diffidiamo mi_oppongo ci_opponiamo rifiuto_di rifiuto_qualsiasi rifiuto_ogni rifiuto_qualunque rifiuto_le_vostre
    rifiuto_che rifiuto_tutte rifiutiamo_di rifiutiamo_qualsiasi rifiutiamo_ogni non_autorizzo non_permetto non_vi_permettete non_vi_permetto non_si_permetta
    non_ti_permettere non_vi_azzardate non_si_azzardi non_azzardatevi non_provate non_provi non_provateci non_avete_il_diritto non_ha_il_diritto
    non_siete_autorizzat* non_e_autorizzat* non_consento non_acconsento non_tollero non_vi_autorizzo non_la_autorizzo non_avete_diritto non_avete_nessun_diritto
    opposizione_alle opposizione_a_ricevere opporre opporci opponiamo oppormi non_accetto_piu non_accetto_di non_vi_consento intimo intimiamo guai_a guai_se
    e_vietato vietato indesiderat* non_gradit* non_richiest* non_desiderat* non_sollecitat* non_autorizzat* mai_autorizzato mai_dato_il_consenso mai_dato_il_mio
    mai_dato_nessun mai_acconsentito non_vi_ho_autorizzat* non_vi_ho_mai non_ho_dato non_ho_mai_dato senza_il_mio_consenso senza_il_mio_permesso senza_consenso
    senza_autorizzazione non_avete_il_permesso non_avete_il_consenso non_avete_il_mio non_ha_il_permesso non_ha_il_mio non_potete_chiamarmi
    non_potete_contattarmi non_potete_telefonarmi non_mi_potete_chiamare non_dovete_chiamarmi non_dovete_chiamare non_dovreste_chiamarmi mi_oppongo_a
    mi_oppongo_al diritto_di_opposizione diritto_di_oppormi diritto_all_oblio diritto_di_cancellazione vi_vieto le_vieto ti_vieto vi_proibisco
    non_intendo_ricevere non_accetto non_ammetto non_e_gradit* non_sono_gradit* non_e_desiderat* non_sono_desiderat* non_e_richiest* non_e_ben_accett*
    non_vi_ho_dato_il non_le_ho_dato_il non_ho_dato_il rifiutare rinuncio_a rinunciamo_a avete_il_divieto divieto_di non_gradisco non_gradiamo rifiuto_altre
    rifiuto_ulteriori rifiuto_altri declino faccio_a_meno_delle faccio_a_meno_di mia_opposizione fare_a_meno preferirei_non_avere nessuna_voglia
    nessun_desiderio non_sono_d_accordo non_siamo_d_accordo`,
  withdraw: `
    revoco revochiamo ritiro ritiriamo annullo revocare ritirare revoca revochi annullare annulli annullate revocat* ritirat* annullat* disdico disdire`,
  consent: 'consenso permesso autorizzazione autorizzo autorizzato autorizzati acconsento permetto acconsentito consenta d_accordo_a d_accordo_che autorizzata',
  remove: `
    cancelli cancella cancellare cancellarmi cancellarci cancellami cancellaci cancellat* cancellazione tolga togliete togli togliere toglietemi toglimi
    togliate toglieteci togliermi toglierci tolgano tolto tolta rimuova rimuovete rimuovi rimuovere rimuovetemi rimuovermi rimozione rimosso rimossa elimini
    eliminate elimina eliminare eliminarmi eliminami eliminatemi eliminateci eliminazione eliminato eliminata depenni depennate depennatemi depennare depennarmi
    depennami depennato depennata levi levate levatemi levami levare levarmi levatevi dimentichi dimenticate dimenticatevi dimenticatelo blocchi bloccate blocca
    scordate scordatevi escludete escluda escludere escludetemi escluso esclusa uscire uscirne sparire escludermi disiscriv* disiscritt* espungete espunga
    radiate sbarazzatevi sfilatemi sganciatemi cavatemi cavate toglierlo buttate buttatemi mi_leva me_le_leva leva tolti tolte rimossi rimosse eliminati
    depennati esclusi escluse mi_tolga mi_tolga_da ci_tolga mi_cancelli mi_elimini mi_rimuova mi_depenni mi_levi mi_escluda tirarmi_fuori tiratemi_fuori
    mi_tiri_fuori buttarmi_fuori sparire_da uscire_da uscire_dalla disdire depennateci rimuoveteci escludeteci levateci stralci* sbianchetta* estromett*
    ripulite ripulisca togliesse togliessero cancellasse cancellassero eliminasse rimuovesse depennasse levasse togliere_dall togliermi_dall cancelliate
    sparisse scompaia sparisca fuori_dai fuori_dalla fuori_dal fuori_dalle eliminiate rimuoviate fuori toglieste cancellaste eliminaste rimuoveste depennaste
    ritirate ritiri`,
  erase: `
    cancelli cancella cancellare cancellat* cancellazione cancellaste tolga togliete togli togliere rimuova rimuovete rimuovi rimuovere rimozione elimini
    elimina eliminare eliminazione eliminat* depenni depennate depennare dimentichi dimenticate dimenticatevi dimenticatelo dimenticatevelo dimentica
    dimenticati dimenticare blocchi bloccate blocca bloccare scordate scordatevi scordatevelo scordati scordi levate levi leva levare perdete perda perdi
    buttate buttare butti strappate disattivate distruggete distrugga lo_cancelli lo_cancellate lo_tolga lo_togliete lo_elimini lo_eliminate lo_dimentichi
    lo_dimenticate lo_perda vengano_cancellati venga_cancellato sia_cancellato siano_cancellati oblio escludete dimenticarsi dimenticarvi strappi bruci bruciate
    stralci stralciate escluda cestinate cestini togliere_il rimuovere_il ripulite cancelliate toglietemi toglieteci disiscrivermi disiscrivetemi rimuovetemi
    escludetemi depennatemi mi_tolga mi_cancelli mi_elimini mi_rimuova dimentichiate dimenticaste dimenticatevi_di_me eliminiate togliate rimuoviate toglieste
    eliminaste rimuoveste perdeste`,
  dial: `
    componete comporre componga usate usare fate_questo faccia_questo fare_piu fare_mai fate_piu fate_mai faccia_piu utilizzate utilizzare utilizzi usi componi
    utilizziate fare_questo rifate digitate digitare faccia fate fare rifare trattare trattiate usiate teniate tenere conserviate conservare teneste conservaste
    tenga`,
  doIt: 'lo_faccia lo_facciano lo_fate fatelo lo_rifaccia rifatelo farlo rifarlo lo_facciate fatene ne_faccia farne',
  want: `
    voglio vogliamo desidero desideriamo accetto accettiamo ricevere gradisco vorrei vorremmo intendo intendiamo gradiamo tollero sopporto bisogno gradirei
    gradirebbe ho_voglia abbiamo_bisogno interessa_ricevere le_voglio volevo volevamo desideravo`,
  list: `
    lista liste elenco elenchi archivio archivi banca_dati banche_dati database sistema sistemi registro registri rubrica schedario contatti base_dati basi_dati
    anagrafica listino schedari computer cosi nominativi chiamate telefonate crm terminale campagna campagne memoria data_base mailing_list marketing banche
    cervellone programma centralino_automatico rubriche vostre_liste lista_chiamate lista_di_chiamate lista_contatti lista_dei lista_delle fogli foglio quaderno
    coso che_usate_per_chiamare tutto_quello_che tutto_cio_che pubblicita`,
  callList: 'lista_chiamate liste_chiamate lista_di_chiamate lista_delle_chiamate lista_telefonica elenco_chiamate',
  mine: `
    mi ci mio miei nostro nostri toglietemi toglimi toglieteci togliermi cancellatemi cancellateci cancellarmi cancellami rimuovetemi rimuovermi eliminatemi
    eliminarmi eliminami depennatemi depennarmi questo_numero cancellato cancellata levatemi levami rimosso rimossa toglierci fatemi voglio_uscire escludetemi
    farmi tolto tolta farsi_togliere mia cancellarci vorrei_uscire fammi eliminato eliminata depennato depennata escluso esclusa me disiscriv* tolti rimossi
    cancellati eliminati esclusi voglio_essere vogliamo_essere vorrei_essere vorremmo_essere desidero_essere esser_tolto essere_tolto essere_tolta
    essere_cancellato essere_cancellata essere_rimosso essere_rimossa cancellarmi_da mi_tolga ci_tolga mi_cancelli tirarmi tiratemi noi nostra nostre
    mi_togliesse mi_cancellasse mi_eliminasse mi_rimuovesse mi_togliessero lasciatemi lasciami lasciarmi lasciateci lasciarci levateci questo_numero_sparisse
    posso_essere vorrei_restare voglio_restare`,
  number: `
    mio_numero questo_numero nostro_numero mio_telefono mio_cellulare miei_dati nostri_dati mio_nome mio_nominativo miei_recapiti mio_recapito mio_contatto
    questa_utenza nostro_nominativo mio_fisso mia_utenza mio_cell mia_linea miei_contatti dati_personali_miei sto_numero che_esisto mia_esistenza
    mie_informazioni numero_mio numero_di_casa nostri_recapiti mia_scheda_dai mia_anagrafica il_mio_numero miei_riferimenti questa_linea numero_di_mia
    numero_di_mio tutto_quello_che_avete tutto_cio_che_avete tutte_le_mie mio_profilo mia_posizione mio_nome_e mia_scheda mio_interno mio_account_telefonico
    mio_numero_di questo_cellulare questo_telefono questo_fisso informazioni_che_avete_su_di informazioni_su_di_me dati_su_di_me dati_che_avete_su
    informazioni_su_me numero_privato`,
  noCallList: `
    registro_delle_opposizioni opposizioni da_non_chiamare non_chiamare lista_nera da_non_contattare da_non_disturbare non_contattare di_esclusione
    non_vogliono_essere non_voglio_essere non_voglio_piu_essere non_vuole_essere non_vuole_piu non_vogliono_piu non_richiamare non_ricontattare
    da_non_richiamare da_non_ricontattare non_chiamarmi non_desidera non_desidero non_disturbare mai_chiamare non_vogliono_ricevere non_vogliono_chiamate
    blacklist black_list di_non_chiamare di_non_richiamare non_gradisce non_piu_chiamare non_chiamatemi non_chiamare_piu non_chiamare_mai non_contattare_piu
    non_contattare_mai non_vuole_chiamate non_voglio_chiamate non_voglio_telefonate non_desidero_essere non_desidero_ricevere non_desidera_essere
    non_vuole_ricevere non_voglio_ricevere non_voglio_piu non_accetto_chiamate rifiuto_le_chiamate rifiuta_le_chiamate rifiuto_ogni nessuna_chiamata
    niente_chiamate non_venga_chiamat* non_mi_chiami nessuno_mi_chiami non_mi_chiamiate non_mi_contatti non_mi_contattiate robinson lista_interna esclusione
    non_va`,
  put: `
    metta mettete metti mettetemi mettermi mettimi inserisca inserite inseritemi inserire iscrivetemi iscriva iscrivete segni segnate segnatemi segnatevi
    si_segni aggiunga aggiungete aggiungetemi registrate registra registri scriva scrivete scrivi annoti annotate annotatevi segnare segnalate indichi nota
    appunti appuntatevi prenda_nota prendete_nota si_appunti segnatevelo segnatevi_che segni_che scriva_che scrivete_che annoti_che annotate_che noti_che
    metta_una_nota mettete_una_nota mettere_una_nota faccia_presente faccia_in_modo fate_in_modo faccia_si fate_si si_assicuri assicuratevi iscrivermi inserirmi
    aggiungermi mi_metta mi_inserisca mi_iscriva mi_segni mi_aggiunga mettere registrare messo rispettate rispetti`,
  last: `
    ultima_volta_che_mi ultima_volta_che_chiam* ultima_volta_che_telefon* ultima_volta_che_ci ultima_volta_che_vi ultima_volta_che_rispondo ultima_chiamata_che
    ultima_telefonata_che ultima_volta_che_la ultima_volta_che_richiam* ultima_volta_che_alzo ultima_volta ultima_chiamata ultima_telefonata`,
  hear: `
    sentire sentirvi sapere notizie avere_a_che sentirla sentirti parlare parlarci parlarvi saperne avere_a_che_fare risentire risentirvi saperne_di_voi sentir
    sentir_parlare vedere`,
  fromYou: `
    vostre_notizie vostra_voce da_voi di_voi da_lei da_te sentirvi dalla_vostra con_voi sentirti sentirla della_vostra nessuno_di_voi dei_vostri dai_vostri
    da_parte_vostra questa_azienda di_questa_azienda questa_ditta questa_societa da_questa vostro_numero suo_numero`,
  whole: `
    piu_avere_a_che_fare_con_voi piu_niente_a_che_fare_con_voi voglio_piu_saperne_di voglio_piu_parlare_con_voi con_voi_+_non_ci_voglio_parlare
    lasciatemi_in_pace lasciateci_in_pace mi_lasci_in_pace lasciami_in_pace ci_lasci_in_pace mi_lasciate_in_pace ci_lasciate_in_pace lasciarmi_in_pace
    lasciarci_in_pace lasciatemi_stare mi_lasci_stare lasciateci_stare lasciami_stare lasciatemi_perdere mi_lasciate_stare lasciatemi_tranquill*
    lasciateci_tranquill* mi_lasci_tranquill* lasciateci_vivere lasciatemi_vivere lasciatemi_respirare lasciatemi_campare sia_+_ultima_volta
    sia_+_ultima_chiamata sia_+_ultima_telefonata sia_stata_l_ultima sia_la_vostra_ultima e_l_ultima_chiamata_che_mi non_voglio_sentirvi_piu
    non_vi_voglio_piu_sentire non_vi_voglio_sentire_piu non_voglio_piu_sentirvi non_vogliamo_piu_sentirvi non_vi_voglio_piu_al
    non_voglio_piu_sentire_nessuno_di_voi non_lo_usate_piu non_lo_usate_mai_piu non_lo_usi_piu non_lo_usi_mai_piu sparite_dal_mio sparisca_dal_mio
    sparite_dalla_mia sparisci_dal_mio toglietevi_dai_piedi fuori_dalle_scatole esercito_il_diritto_di_oppo* diritto_di_opposizione_al diritto_all_oblio
    mi_oppongo_al_trattamento mio_diritto_di_opposizione mio_diritto_alla_cancellazione oppormi_al_trattamento cancellatemi_da_tutto eliminatemi_da_tutto
    cancellatemi_dappertutto mi_cancelli_da_tutto toglietemi_da_tutto dimenticatemi dimenticatevi_di_me scordatevi_di_me si_scordi_di_me
    dimenticatevi_che_esisto toglietevelo_dalla_testa mi_disiscriva disiscrivetemi disiscrivermi_da mi_lasciaste_in_pace mi_lasciasse_in_pace lasciarmi_stare
    lasciate_in_pace_mia mi_lasciate_vivere si_dimentichi_di_me dimenticati_di_me dimentichi_il_mio dimenticate_il_mio perdete_il_mio perda_il_mio
    risparmiatevi_le_telefonate risparmiatevi_le_chiamate risparmi_la_telefonata risparmiatevi_la_telefonata sono_iscritto_al_registro sono_iscritta_al_registro
    siamo_iscritti_al_registro numero_e_iscritto_al_registro sono_nel_registro_delle_opposizioni toglietemi_di_li toglietemi_da_li toglietemi_di_torno
    mi_tolga_di_li mi_tolga_da_li mi_aspetto_che_sia_l_ultima spero_che_sia_l_ultima che_sia_l_ultima_volta deve_essere_l_ultima me_le_leva
    non_voglio_piu_alcun_contatto tiri_una_riga_sul_mio tirate_una_riga_sul_mio mettete_una_croce_sul_mio vi_ho_detto_mille_volte_di_non_chiamare
    e_voi_cancellatemi voi_cancellatemi essere_lasciat*_in_pace essere_lasciato_in_pace chiamate_proprio_non_le_voglio chiamate_non_le_voglio
    telefonate_non_le_voglio smettere_di_fare_il_mio smetta_di_fare_il_mio smettere_di_comporre_il_mio non_si_disturbi_a_rich* queste_chiamate_non_le_vogliamo
    toglietemi_e_basta disdire_le_vostre disdire_queste_chiam* nemmeno_una_in_piu neanche_una_in_piu non_voglio_che_ricapiti non_va_contattato
    non_venga_piu_composto fuori_dalle_vostre si_scordi_di_questo toglietemi_di_mezzo usatelo_piu mi_prometta_che_non_mi_chiamera distruggetelo
    sono_nel_registro_delle_opp* sono_iscritt*_al_registro iscritt*_al_registro_delle_opp* siamo_nel_registro non_deve_stare_nei non_deve_stare_nella
    non_c_entra_niente_nel che_non_si_ripeta ultima_chiamata_che_ricev* ultima_chiamata_che_accett* ultima_telefonata_che_ricev*`,
  ask: `
    avviso avverto dico ripeto scelta diffido non_c_e_bisogno non_serve non_occorre non_e_necessario quindi percio dunque pertanto favore prego voglio vogliamo
    desidero chiedo preferirei preferisco vorrei cortesia piacere pregherei inutile gradirei chiederei pregarvi pregarla chiedervi chiederle vorremmo chiediamo
    preghiamo pretendo esigo intimo cortesemente gentilmente gentile desidererei ordino dovete deve devi consiglio raccomando invito potete_evitare grazie
    sarei_grat* saremmo_grat* grato grata grati preferiremmo meglio_se gradirebbe le_chiedo vi_chiedo chiedere vorrei_che insisto supplico scongiuro ripeto_che
    ve_l_ho ve_lo gliel_ho le_ho_gia vi_ho_gia la_prego vi_prego ti_prego deve_piu dovete_piu no_non sempre_no richiesta ho_detto_di chiedo_di_non detto_di_non
    chiesto_di_non dirvi_di_non voi e_non`,
  tail: `
    qui grazie prego per favore cortesia a casa contattat* chiamat* disturbat* mi raccomando proprio affatto assolutamente arrivederci intesi chiaro capito
    piacere buongiorno buonasera d accordo ok giovane giovanotto signorina signora signore caro cara bello bella zio fra bro raga amico mio eh va_bene
    grazie_mille buona_giornata arrivederla a_questo a_questo_numero numero in_futuro mai telefono al_telefono a_casa_mia a_casa_nostra per_queste per_questo
    per_piacere che_ho_da_fare davvero sul_serio per_favore_eh assolutamente_mai qua di_qua pure anche subito immediatamente definitivamente completamente basta
    e_basta in questa_casa in_questa ne`,
  doing: `
    mi_fate ricevo mi_fa fate rispondo alzo_la vi_sento vi_rispondo la_sento disturbi disturbate chiama continuate_a continua_a continuano_a chiamate telefonate
    succede_ancora si_ripete succede_di_nuovo ricapita avete_chiamato ha_chiamato avete_telefonato`,
  again: `
    ancora di_nuovo richiami richiamate continuate continua continui continuano la_prossima alla_prossima un_altra altra_chiamata altra_telefonata insistete
    insiste un_ennesima ennesima una_sola_volta nuovamente riprovate solo_una rivedo rivediamo ogni_altra se_richiama si_ripete ricapita non_smettete
    non_la_smett*`,
  when: 'se qualora la_prossima alla_prossima la_volta_che appena se_richiama richiamatemi richiamami chiamatemi_ancora chiamatemi_un_altra',
  threat: `
    denunci* avvocat* polizia querel* garante carabinieri reclamo tribunale segnal* legali causa agcom esposto vie_legali adiro autorita codacons giudice
    procura stalking considerata_molestia considerero_molestia come_molestia questura vigili polizia_postale commissariato guardia_di_finanza provvedimenti`,
  register: 'registro_delle_opposizioni registro_opposizioni registro_pubblico rpo',
  that: 'che se',
  and: `
    ed e_mi e_ci e_la e_non e_tolga e_togli* e_cancell* e_elimin* e_rimuov* e_lasci* e_smett* e_basta e_per e_depenn* e_dimentic* e_quindi e_vi e_le e_avere
    non_mi_interessa non_ci_interessa non_sono_interessat* no_grazie non_mi_serve_niente non_siamo_interessat*`,
  filler: '',
  you: 'che',
  request: `
    puo potrebbe potete potreste puoi potresti sarebbe sareste e_possibile le_dispiacerebbe vi_dispiacerebbe ti_dispiacerebbe quante_volte
    perche_non_mi_lasciate perche_non_mi_lascia quando_la_smette quando_la_smettete quando_smettete mi_toglie mi_cancella mi_togliete mi_cancellate vorrebbe
    vorreste volete_smettere vuole_smettere mi_fa_il mi_fate_il avrebbe_la avreste_la posso_essere si_puo volete_lasciarmi vuole_lasciarmi volete_smetterla
    vuole_smetterla qualcuno_li come_faccio_a_farvi chiedere_troppo troppo_chiedere perche_non_capite perche_non_capisce perche_non_la_smett* posso_chieder*
    potrei_chieder* posso_pregar* e_se_non quando_la_smett* quando_smett* e_cosi_difficile quando_la_finite quando_la_finisce quando_la_piantate cosa_devo_fare
    che_devo_fare`,
  so: 'quindi percio dunque pertanto allora e_non_voglio e_voglio e_non_vogliamo e_per_favore stato_chiaro stata_chiara',
  leave: 'lasci lasciate lascia lasciare lasciatemi lasciami lasciarmi lasciateci lasciarci lasciaste lasciasse lascino lasciassero lasciata lasciato lasciati',
  peace: 'in_pace tranquillo tranquilla tranquilli stare perdere vivere',
  anyNumber: 'il_numero quel_numero numero questo_numero',
}
