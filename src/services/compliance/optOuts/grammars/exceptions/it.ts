import type { Exceptions } from '../../grammar.ts'

export const it: Exceptions = {
  other: `
    servizio_clienti il_tecnico il_corriere l_idraulico l_agenzia il_venditore l_elettricista suocera suocero cognato cognata marito_ha marito_mi marito_non
    marito_vi marito_vuole marito_dice marito_che marito_gli marito_le marito_dorme marito_si marito_lavora marito_lo marito_aveva moglie_ha moglie_mi
    moglie_non moglie_vi moglie_vuole moglie_dice moglie_che moglie_gli moglie_le moglie_dorme moglie_si moglie_lavora moglie_la moglie_aveva mio_capo mio_ex
    mia_ex mio_padre mia_mamma mio_papa i_miei_genitori miei_genitori clienti un_cliente una_cliente quel_cliente mio_collega mia_collega un_collega una_collega
    la_gente la_banca mia_banca alla_banca il_gestore al_gestore mio_gestore il_medico mio_medico l_inps il_comune la_scuola nessuno_mi_ha nessuno_mi_richiama
    nessuno_ti smesso_di lui loro chiamero non_riesco hanno_piu hanno_smesso colloquio mi_chiama_piu_nessuno hanno_mai_smesso ha_mai_smesso anni_fa mesi_fa
    tempo_fa l_anno_scorso anno_scorso una_volta_mi una_volta_chiam* un_tempo ai_tempi all_epoca in_passato mi_avevano mi_aveva mi_hanno_promesso mi_avevate
    gli_ho_detto le_ho_detto_che gli_avevo ho_chiesto_al ho_chiesto_alla ho_chiesto_a_mi* ho_detto_al_mio ho_detto_alla_mia ho_detto_a_mi* avevo_chiesto_al
    avevo_chiesto_alla avevo_detto_a gli_altri_call un_altro_operatore altri_call quelli_del quelli_della quelli_dell un_mio un_signore una_signora_che
    ha_giurato lui_ha lui_non lui_dice lui_vuole lei_ha_detto lei_ha_chiesto lei_gli gli_ha_detto le_ha_detto alla_sua_ex al_suo_ex a_mio_figlio_di
    a_mia_figlia_di a_mio_fratello i_clienti non_chiamare_i rispondo_mai non_rispondo ditta_non_la non_la_richiamo non_li_chiamo non_vi_chiamo non_li_richiamo
    la_richiamo_piu mio_zio suo_zio lo_zio mio_figlio suo_figlio figlio_ha figlio_mi_ha figlio_non figlio_vuole il_figlio qualcuno_mi_ha qualcuno_ha se_qualcuno
    a_quelli_del a_quelli_della a_quelli_dell e_in_pensione lei_non mia_madre_mi mia_madre_non_vuole_che_io mia_madre_ha mia_madre_dice figlia vicino vicina
    amico amica fratello sorella nipote cugino cugina`,
  them: `
    chiamare_papa chiamare_mamma chiamare_nonna chiamare_il_cane chiamarlo chiamarli chiamarla contattarli contattarlo chi_contattare richiamarlo richiamarla
    contattarla servizio disturbarlo disturbarla chiamarle chiamarvi richiamarvi disturbarvi contattarvi mi_chiami_signor* mi_chiami_dottor* mi_chiami_avvocato
    mi_chiami_professor* mi_chiami_ragioniere mi_chiami_maestro mi_chiami_zio mi_chiami_tesoro mi_chiami_cara chiamarmi_signor* chiamarmi_dottor*
    chiamarmi_avvocato chiamarmi_professor* chiamarmi_ragioniere chiamarmi_maestro chiamarmi_zio chiamarmi_tesoro chiamarmi_cara chiamatemi_signor*
    chiamatemi_dottor* chiamatemi_avvocato chiamatemi_professor* chiamatemi_ragioniere chiamatemi_maestro chiamatemi_zio chiamatemi_tesoro chiamatemi_cara
    mi_chiamate_signor* mi_chiamate_dottor* mi_chiamate_avvocato mi_chiamate_professor* mi_chiamate_ragioniere mi_chiamate_maestro mi_chiamate_zio
    mi_chiamate_tesoro mi_chiamate_cara mi_chiama_signor* mi_chiama_dottor* mi_chiama_avvocato mi_chiama_professor* mi_chiama_ragioniere mi_chiama_maestro
    mi_chiama_zio mi_chiama_tesoro mi_chiama_cara chiamami_signor* chiamami_dottor* chiamami_avvocato chiamami_professor* chiamami_ragioniere chiamami_maestro
    chiamami_zio chiamami_tesoro chiamami_cara la_chiami che_la_chiami che_lo_chiami lo_chiami li_chiami li_chiamate lo_chiamate lo_disturbi l_ambulanza
    i_pompieri i_vigili il_dottore_non la_polizia_per il_118 il_medico mio_marito_chiami chiami_mio chiami_mia chiamate_mio chiamate_mia mi_chiamo ambulanza
    pompieri carabinieri_per dottore dottoressa signora_mi avvocato_chiami taxi chiamarla_mamma di_non_chiamarlo di_non_chiamarla non_chiamarlo non_chiamarla
    lo_chiami_piu chiamarlo_mai_piu suo_padre che_la_chiamate lo_si_puo la_sua_linea il_cliente al_cliente i_clienti`,
  told: `
    mi_hanno_detto si_puo_non se_ci_si se_ci_iscri* ora_giusta momento_giusto momento_sbagliato riceve_piu ricevono_piu non_+_dicendo non_+_chiedendo
    chiamate_perse chiamata_persa chiamatemi_sul chiamatemi_al chiamatemi_in chiamatemi_qui chiamatemi_invece chiami_sul chiami_me mi_chiami_al
    perche_non_mi_av* perche_non_mi_ha perche_non_mi_chiam* perche_non_mi_richiam* perche_non_chiam* perche_non_richiam* perche_non_vi_fate perche_non_ci_chiam*
    perche_non_mi_telefon* perche_non_mi_contatt* perche_nessuno come_mai ha_detto una_domanda le_domande altre_domande mi_domando la_domanda perdere_la
    perdere_una perdere_le perdermi dimentichi_di dimenticare_di dimenticate_di dimenticatevi_di_chiam* dimenticatevi_di_richiam* non_smetta non_smettere
    non_smetti smetta_mai non_voglio_che_smett* non_mi_disturba non_ci_disturba non_disturba non_mi_disturbi_mai non_disturbate_per non_disturbate_affatto
    non_disturbate_mai non_mi_disturbate_affatto non_mi_disturbate_mai non_mi_disturbate_per mi_disturba_affatto disturba_mai che_mi_disturb* nessun_disturbo
    quando_le quando_ho puo_richiamare potete_richiamare puo_richiamarmi potete_richiamarmi mi_puo_chiamare puo_chiamarmi puo_chiamare_quando
    potete_chiamare_quando lista_d_attesa lista_di_attesa lista_dei_partecipanti lista_degli_invitati preoccupi riattacchi piu_ricevuto mai_ricevuto
    non_ho_ricevuto non_ricevo_piu ho_ricevuto_la non_dico non_sto_dicendo non_ho_detto non_ho_mai_detto non_ho_mai_chiesto mai_detto mai_chiesto
    non_intendo_dire non_intendevo non_volevo_dire non_e_che non_voglio_dire non_significa non_sto_chiedendo non_vi_sto_chiedendo non_le_sto_chiedendo
    mica_detto gridava urlava viene_registrat* venga_registrat* essere_registrat* e_registrat* sia_registrat* esiti esitate esitare succede_se se_mi_tolgo
    se_mi_cancello se_uno se_dico se_chiedo se_vi_dico se_le_dico se_non_voglio se_volessi se_voglio chiedo_solo_per per_curiosita come_si_sa e_vero_che
    mi_chiedevo_se devo_iscrivermi posso_iscrivermi mi_iscrivo come_funziona pensavo credevo temevo ho_paura paura_che peccato_che spero_che_non_smett*
    non_mi_dica sono_ancora_nella sono_ancora_in mi_avete_tolto ero_tolto mi_ero_tolto mi_ero_iscritto mi_ha_piu_chiamato mai_chiamato mai_richiamato mai_stato
    mai_visto mai_sentito piu_da_quando piu_da_mesi piu_da_anni piu_da_tempo chiama_piu_da da_quando_sta mi_chiama_piu_nessuno mi_chiama_mai mi_chiama_piu_da
    non_funziona funziona_per_niente non_serve_a serve_a_niente niente_di_nuovo nulla_di_nuovo grazie_della grazie_per_la grazie_per_aver grazie_di_aver
    potuto_chiamare piu_credito non_ho_piu_il non_posso_chiamare non_posso_telefonare fare_chiamate effettuare_chiamate non_posso_ricevere avviso_di_chiamata
    deviazione trasferimento_di_chiamata segreteria richiami_quando richiami_domani richiami_stasera richiami_pure richiami_tra richiami_fra richiami_se_ci
    richiami_nel richiami_alle richiami_dalle richiami_in_un richiami_la_settimana richiami_un_altro richiami_sempre richiami_subito richiamate_quando
    richiamate_domani richiamate_stasera richiamate_pure richiamate_tra richiamate_fra richiamate_se_ci richiamate_nel richiamate_alle richiamate_dalle
    richiamate_in_un richiamate_la_settimana richiamate_un_altro richiamate_sempre richiamate_subito richiamatemi_quando richiamatemi_domani
    richiamatemi_stasera richiamatemi_pure richiamatemi_tra richiamatemi_fra richiamatemi_se_ci richiamatemi_nel richiamatemi_alle richiamatemi_dalle
    richiamatemi_in_un richiamatemi_la_settimana richiamatemi_un_altro richiamatemi_sempre richiamatemi_subito mi_chiami_quando mi_chiami_domani
    mi_chiami_stasera mi_chiami_pure mi_chiami_tra mi_chiami_fra mi_chiami_se_ci mi_chiami_nel mi_chiami_alle mi_chiami_dalle mi_chiami_in_un
    mi_chiami_la_settimana mi_chiami_un_altro mi_chiami_sempre mi_chiami_subito mi_chiamate_quando mi_chiamate_domani mi_chiamate_stasera mi_chiamate_pure
    mi_chiamate_tra mi_chiamate_fra mi_chiamate_se_ci mi_chiamate_nel mi_chiamate_alle mi_chiamate_dalle mi_chiamate_in_un mi_chiamate_la_settimana
    mi_chiamate_un_altro mi_chiamate_sempre mi_chiamate_subito chiamatemi_quando chiamatemi_domani chiamatemi_stasera chiamatemi_pure chiamatemi_tra
    chiamatemi_fra chiamatemi_se_ci chiamatemi_nel chiamatemi_alle chiamatemi_dalle chiamatemi_la_settimana chiamatemi_un_altro chiamatemi_sempre
    chiamatemi_subito mi_telefoni_quando mi_telefoni_domani mi_telefoni_stasera mi_telefoni_pure mi_telefoni_tra mi_telefoni_fra mi_telefoni_se_ci
    mi_telefoni_nel mi_telefoni_alle mi_telefoni_dalle mi_telefoni_in_un mi_telefoni_la_settimana mi_telefoni_un_altro mi_telefoni_sempre mi_telefoni_subito
    chiami_quando chiami_domani chiami_stasera chiami_pure chiami_tra chiami_fra chiami_se_ci chiami_nel chiami_alle chiami_dalle chiami_in_un
    chiami_la_settimana chiami_un_altro chiami_sempre chiami_subito chiamate_quando chiamate_domani chiamate_stasera chiamate_pure chiamate_tra chiamate_fra
    chiamate_se_ci chiamate_nel chiamate_alle chiamate_dalle chiamate_in_un chiamate_la_settimana chiamate_un_altro chiamate_sempre chiamate_subito
    vecchio_numero il_vecchio quello_vecchio vecchio_indirizzo il_precedente la_vecchia cambiato_numero metta_questo segni_questo_nuovo e_lasci e_lasciate
    e_tenga e_tenete lasci_il sostituisca il_nuovo_numero quando_vuole quando_volete anzi_mi_fa d_accordo_sul d_accordo_con nessun_problema per_oggi oggi_basta
    basta_che basta_una basta_chiamare_il basta_telefonare_al una_curiosita un_dubbio sulla_lista_nozze lista_della_spesa mia_lista lista_nozze lista_di_nozze
    lista_fornitori pace_un_attimo pace_un_secondo pace_un_minuto pace_un_momento pace_cinque pace_due pace_dieci pace_che_sono stare_un_attimo stare_un_secondo
    stare_un_momento stare_il_cane stare_il_gatto lascia_stare_tuo lascia_stare_tua tuo_fratello tuo_sorella tuo_padre tuo_madre tuo_cugino tuo_nonna tuo_nonno
    tua_fratello tua_sorella tua_padre tua_madre tua_cugino tua_nonna tua_nonno il_cane il_gatto i_compiti in_pace_tuo in_pace_tua no_no_non_mi_tolga
    non_mi_tolga non_toglietemi non_mi_cancelli non_cancellatemi non_mi_elimini non_cancelli non_togliete ultima_volta_che_mi_ha ultima_volta_che_mi_av*
    ultima_volta_che_ci_av* dall_ultima_volta dopo_l_ultima ultima_volta_che_vi_ho ultima_volta_che_la_ho se_non_volessi se_io_non se_non_volessimo se_qualcuno
    cosa_succede che_succede cosa_accade chi_le_ha chi_vi_ha perche_avete_smesso perche_ha_smesso perche_non_mi_avete posso_cancellarmi posso_togliermi
    potrei_cancellarmi come_faccio come_posso dove_ci_si e_qui_che dove_posso ci_si_cancella mi_avete_gia mi_avete_cancellato mi_ha_gia sono_ancora_nel
    in_nessun_registro non_sono_in non_dico_di non_dico_che non_ho_detto_di non_ho_detto_che non_mi_da_fastidio non_ho_nulla_in_contrario niente_in_contrario
    nulla_in_contrario non_riattacchi non_riattaccate non_metta_giu non_si_dimentichi non_dimenticatevi non_dimentichi nessuno_mi_ha mi_ha_mai non_mi_hanno_mai
    era_tanto e_tanto_che quanto_tempo ieri_mi ieri_hanno le_vostre_vanno l_app l_applicazione si_dice si_chiama_cosi si_chiede non_smettete_di_chiam*_mi_piace
    non_smettete_di_chiam*_per_favore direi_mai_di_no dire_di_no direi_di_no piu_chiamate_che_mai non_lo_potete non_puo_piu dispiacerebbe peccato_se
    mi_dispiace_se non_ho_chiesto_di non_ho_chiesto_che non_ho_chiesto_a non_mi_disturbate_per_niente come_si_fa_a come_si_chiama come_si_esce
    non_ci_chiama_piu_nessuno non_mi_chiama_piu_nessuno nessuno_chiama chiamate_sul_fisso chiamate_sul_cellulare chiamate_sul_lavoro alla_palestra
    ho_chiesto_alla ho_chiesto_al scusarsi mille_volte_che niente_chiamate_prima chiamate_prima telefono_non_accetta ho_cambiato_idea_mi ho_cambiato_numero
    ho_cambiato_idea_puo non_mi_piace_telefonare non_mi_piace_chiamare avevo_mai_avuto ho_mai_avuto nessuno_mi_chiama_mai nessuno_mi_chiama_piu se_un_giorno
    stanco_mai se_ve_lo_chied* ancora_chiudere non_scriva qualcuno_sappia non_ci_ha_piu non_mi_ha_piu nessuno_ci_ha non_abbiamo_piu_avuto non_ho_piu_avuto
    non_abbiamo_piu_ricevuto non_ho_piu_ricevuto non_mi_avete_piu_richiam* e_da_tanto_che da_tanto_tempo da_molto_tempo che_numero quale_numero
    mio_stesso_numero proprio_numero non_sono_arrabbiat* nessuno_mi_aveva disturbarla disturbarvi disturbarti chiamo_per non_ho_piu_chiamato non_ho_chiamato
    non_ho_richiamato non_ho_telefonato ma_chiamatemi ma_telefonatemi nessuna_lamentela non_direi_mai ma_mi_chiami qualsiasi_ora sono_in_nessuna
    sono_in_nessuna_lista problemi_con problema_con passo_in passo_io ho_chiesto_di_smettere non_le_ho_chiesto non_vi_ho_chiesto per_confermare
    ultima_volta_che_ha_chiamato ultima_volta_che_avete_chiamato settimana_che settimane_che mesi_che_nessuno giorni_che_nessuno non_mi_oppongo piu_di_due
    piu_di_tre piu_di_una`,
  limit: `
    prima_di prima_delle prima_che prima_dell prima_del le_prime dopo_le dopo_il dopo_cena dopo_pranzo dopo_la dopo_l dopo_mezzanotte durante mentre quando_sono
    quando_lavoro quando_dormo di_mattina la_mattina di_sera la_sera stasera stamattina questa_sera di_notte la_notte del_mattino di_pomeriggio il_pomeriggio
    nel_pomeriggio oggi_pomeriggio a_pranzo ora_di_pranzo a_cena ora_di_cena ora_dei_pasti all_ora lunedi martedi mercoledi giovedi venerdi sabato domenica
    al_lavoro sul_lavoro di_lavoro lavoro_mi in_negozio in_orario orario_di orari_di negli_orari a_quest_ora a_queste_ore a_quell_ora cosi_presto cosi_tardi
    tanto_presto piu_tardi piu_presto piu_spesso piu_forte piu_piano troppo_spesso per_oggi non_oggi oggi_non oggi_no solo_oggi oggi_sono non_domani domani_non
    domani_sono domani_mattina chiami_domani richiami_domani adesso_non_posso adesso_no adesso_sto adesso_sono non_adesso chiami_adesso chiamate_adesso
    adesso_che ora_no ora_sto ora_non_posso ora_sono in_questo_momento per_il_momento per_ora al_momento fino_a fino_al fino_alla fino_alle finche fin_quando
    fintanto centralino cellulare_no fine_settimana weekend questa_settimana questo_mese in_settimana in_vacanza le_vacanze le_ferie in_ferie in_riunione
    sto_guidando in_macchina entro sul_fisso sul_cellulare_no sul_cellulare_del sul_numero_di sull_altro al_fisso sulla_linea sul_telefono_del a_scuola
    in_ospedale per_questo_motivo_mi per_questo_mandi chiami_per_questo chiamate_per_questo per_cosi_poco per_ogni tutti_i_giorni_basta_una solo_se a_meno
    tranne salvo con_il_numero_privato numero_nascosto con_numero quando_c_e natale pasqua ad_agosto in_agosto d_estate a_settembre sento_bene non_prende
    da_altre da_altri di_altre di_altri altre_aziende altre_ditte altre_societa piu_avanti piu_in_la se_tutto se_va_tutto se_non_ci_sono se_non_cambia in_attesa
    all_ora_di ora_dei sconosciut* anonim* cassetta in_cassetta prima_dei fino_a_lunedi da_mezzogiorno nelle_ore in_orari per_adesso adesso_perche solo_sul
    solo_al_cellulare in_ufficio all_ufficio mio_ufficio l_ufficio d_ufficio la_linea_e ancora_l ancora_il cinque_minuti dieci_minuti`,
  things: `
    email mail ordine articolo fattura appuntamento abbonamento contratto tariffa ancora_dalla attesa partecipanti invitati pacco newsletter carrello consegna
    opzione segreteria preventivo prenotazione bolletta sms messaggi whatsapp indirizzo spesa prodotto domiciliazione candidatura lavastoviglie assicurazione
    dubbio carta lista_della_classe pin password`,
  instead: `
    meglio bensi piuttosto chiamatemi_sul chiamatemi_al chiamatemi_a chiamatemi_dopo chiami_me chiami_il chiami_sul chiami_al chiamate_il chiamate_al
    mi_chiami_sul mi_chiami_al mi_chiami_dopo usi_l sto_guidando sono_in_riunione chiamo_io richiamo_io la_richiamo vi_richiamo la_chiamo vi_chiamo
    sono_alla_guida invece_si dopo_si chiamate_dopo chiami_dopo mi_chiami_solo dammi_del mi_dia_del sono_un_ragazzo passo_io ci_sentiamo chiamate_sul_fisso
    chiamate_sul_cell* semmai solo_dopo solo_da vengo_io solo_per solo_se solo_lei solo_voi`,
  aside: `
    dicevo_al dicevo_a dicevo_alla parlavo_col parlavo_con parlavo_al parlavo_alla stavo_parlando sono_al_telefono scusi_mi_dica scusi_mi_diceva scusi_dica
    scusi_continui scusi_signorina scusi_eh no_scusi scusi_non_era scusi_era scusi_il_cane scusi_i_bambini scusi_mio non_dicevo_a_lei non_a_lei non_lei_scusi
    non_era_con_lei non_era_per_lei non_parlavo_con_lei era_per_il era_per_mio era_il_cane non_vedi_che tesoro amore_mio la_mamma_e`,
  person: `
    mia_madre mia_mamma mio_padre mio_papa mio_fratello mia_sorella mio_figlio mia_figlia mio_marito mia_moglie mio_ragazzo mia_ragazza mio_capo mia_capa
    mio_vicino mia_vicina mio_amico mia_amica un_amico un_amica mio_collega mia_collega mia_nonna mio_nonno mio_zio mia_zia mio_cugino mia_cugina mio_nipote
    mia_nipote mia_suocera mio_suocero mio_cognato mia_cognata mio_ex mia_ex padrone_di_casa mio_medico mio_avvocato il_medico il_dottore la_dottoressa il_capo
    il_vicino la_vicina il_cliente la_cliente un_cliente una_cliente un_signore una_signora un_tizio la_gente la_banca la_polizia qualcuno la_prof il_prof
    la_maestra sua_ex suo_ex sua_madre suo_padre suo_capo sua_moglie suo_marito sua_sorella suo_fratello lei_ha infermiera infermiere`,
  says: `
    dice diceva dicono chiesto chiede chiedeva gridato urlato giurato promesso scritto risposto raccontato ordinato preteso voleva ha_detto hanno_detto
    aveva_detto detto_a ha_urlato e_iscritt* e_nel e_nella`,
  harmless: `
    da_oggi da_oggi_in_poi a_partire_da_oggi da_adesso d_ora il_suo_capo al_suo_capo suo_collega sua_collega al_suo_collega alla_sua_collega vostro_capo
    suoi_colleghi ai_suoi_colleghi vostri_colleghi il_vostro_capo altri_numeri un_altro_numero mio_marito_e_io io_e_mio_marito mia_moglie_e_io io_e_mia_moglie
    ne_per_telefono ne_per_posta ne_oggi ne_domani ne_adesso ne_ora ne_dopo ne_in_seguito giorno_e_notte notte_e_giorno`,
  narrows: `
    prima dopo in durante mentre quando finche fino se salvo tranne cosi per con da dal dalla di del della su sul sulla perche come o ma solo oggi domani adesso
    ora ancora signore signora dottore il lo la i gli le un una che a al alla presto tardi spesso e tra fra alle ai`,
  needless: 'non_serve non_c_e_bisogno non_occorre non_e_necessario non_e_il_caso',
}
