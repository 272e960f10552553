import type { Grammar } from '../grammar.ts'

export const fr: Grammar = {
  contact: `
    appeler appelez appelles appelant m_appelle m_appeliez appeliez appelle appellerez appelleras rappeler rappelez rappelle rappelles rappeliez
    rappellerez rappelant joindre joigniez joint harceler harcelez harceles harceliez harcele_plus harcelle sonner sonnez telephoner contacter
    recontacter deranger embeter importuner solliciter demarcher relancer ennuyer emmerder enquiquiner tracasser achaler prospecter telephonez
    contactez recontactez derangez embetez importunez sollicitez demarchez relancez ennuyez emmerdez enquiquinez tracassez achalez prospectez
    telephoniez contactiez recontactiez derangiez embetiez importuniez sollicitiez demarchiez relanciez ennuyiez emmerdiez enquiquiniez tracassiez
    achaliez prospectiez contacte derange embete importune sollicite demarche recontacte relance telephones contactes deranges embetes telephone_plus
    telephone_jamais me_telephone nous_telephone recommencez recommencer appellent_plus appellent_jamais composer_ce telephonerez contacterez
    telephonant contactant derangeant casser_les cassez_les casse_les souler soulez saouler saoulez insister insistez sonnent passer_de_coup*
    passez_de_coup* donner_de_coup*`,
  contacted: `
    etre_+_appele* etre_+_contacte* etre_+_rappele* etre_+_derange* etre_+_demarche* etre_+_sollicite* etre_+_importune* etre_+_harcele*
    etre_+_embete* etre_+_recontacte* etre_+_relance* etre_+_ennuye* etre_+_joint* soi*_+_appele* soi*_+_contacte* soi*_+_rappele* soi*_+_derange*
    soi*_+_demarche* soi*_+_sollicite* soi*_+_importune* soi*_+_harcele* soi*_+_embete* soi*_+_recontacte* soi*_+_relance* soi*_+_ennuye*
    soi*_+_joint* soyons_+_appele* soyons_+_derange* soyons_+_contacte* faire_demarche* faire_harceler`,
  calls: `
    appel appels coup_de_fil coups_de_fil coup_de_telephone coups_de_telephone coup_de_bigo coups_de_bigo demarchage demarchages telemarketing
    telephone_rose prospection tout_contact aucun_contact de_contact contact_de contact_telephonique contacts_telephoniques contact_commercial
    prise_de_contact sollicitation* harcelement demarcheur* publicite_par relances_tel* publicites_tel* publicite_tel* pub_au_telephone
    pubs_au_telephone`,
  no: 'ne n pas aucun aucune ni rien sans personne inutile peine_de evitez evite eviter abstenez abstenir sert_a_rien',
  more: `
    plus jamais pus a_nouveau de_nouveau nouvel_appel nouveaux_appels a_l_avenir desormais dorenavant d_autre d_autres aucun_autre un_jour ni_demain
    un_autre_jour definitivement une_fois_pour_toutes encore_une_fois une_fois_de_plus pour_toujours a_tout_jamais encore_appeler
    a_partir_de_maintenant une_autre_fois`,
  never: `
    pas_de_demarchage pas_de_prospection pas_de_telemarketing inutile plus_jamais jamais plus_du_tout plus_aucun plus_aucune pus_jamais pus_pantoute
    plus_un_seul plus_la_moindre veu*_plus_qu* veu*_plus_etre veu*_plus_recevoir veu*_plus_entendre veu*_plus_avoir veu*_plus_d_appel*
    veu*_plus_de_vos veu*_plus_vous voul*_plus_qu* voul*_plus_etre voul*_plus_recevoir voul*_plus_entendre voul*_plus_avoir voul*_plus_d_appel*
    voul*_plus_de_vos voul*_plus_vous voudr*_plus_qu* voudr*_plus_etre voudr*_plus_recevoir voudr*_plus_entendre voudr*_plus_avoir
    voudr*_plus_d_appel* voudr*_plus_de_vos voudr*_plus_vous souhait*_plus_qu* souhait*_plus_etre souhait*_plus_recevoir souhait*_plus_entendre
    souhait*_plus_avoir souhait*_plus_d_appel* souhait*_plus_de_vos souhait*_plus_vous desir*_plus_qu* desir*_plus_etre desir*_plus_recevoir
    desir*_plus_entendre desir*_plus_avoir desir*_plus_d_appel* desir*_plus_de_vos desir*_plus_vous de_plus_m de_plus_me de_plus_nous de_plus_jamais
    de_plus_appeler de_plus_rappeler de_plus_etre de_plus_telephoner de_plus_recevoir de_plus_contacter de_plus_deranger de_plus_recontacter
    de_plus_solliciter de_plus_t a_plus_nous a_plus_m a_plus_me a_plus_appeler a_plus_rappeler a_plus_recevoir faut_plus faudrait_plus devez_plus
    dois_plus faudra_plus doit_plus m_appelez_plus m_appelez_pus m_appelles_plus me_rappelez_plus me_rappelles_plus nous_appelez_plus
    me_telephonez_plus nous_telephonez_plus vous_appelez_plus vous_rappelez_plus nous_rappelez_plus me_contactez_plus me_derangez_plus
    nous_derangez_plus me_recontactez_plus nous_contactez_plus vous_telephonez_plus qu_on_m_appelle_plus qu_on_me_rappelle_plus qu_on_me_contacte_plus
    qu_on_nous_appelle_plus qu_on_me_derange_plus qu_on_nous_derange_plus et_m_appelle_plus et_me_rappelle_plus et_rappelez_plus et_appelez_plus
    et_telephonez_plus alors_m_appelle_plus m_embetez_plus nous_embetez_plus m_ennuyez_plus me_harcelez_plus me_sollicitez_plus
    que_vous_m_appeliez_plus moi_plus moi_pus moi_jamais plus_appele* plus_contacte* plus_rappele* plus_derange* plus_demarche* plus_sollicite*
    plus_importune* plus_harcele* plus_embete* plus_recontacte* plus_relance* plus_ennuye* plus_joint* plus_d_appel* plus_de_coup* plus_de_demarchage
    plus_de_prospection plus_de_contact plus_de_telephone plus_de_sollicitation* plus_personne_ne_m plus_personne_m n_essayez_plus n_essaie_plus
    essayez_plus cherchez_plus`,
  stop: `
    fin_des fin_de_vos finissons_en que_ca_cesse que_ca_s_arrete doivent_cesser doit_cesser ca_cesse arretez arrete arreter arretiez arretent cessez
    cesse cesser cessiez cessent stop stoppez stopper stoppe finissez_avec finissent renoncez prennent_fin mettez_fin mettre_fin arretes s_arretent
    s_arrete s_arreter arret_des arret_de_tout* arret_de_vos arret_definitif arret_immediat en_finir_avec lachez_moi lachez_nous lache_moi foutez_moi
    fichez_moi laissez_nous_avec laissez_moi_avec laissez_tomber fin_aux`,
  enough: `
    ma_claque mon_voyage soupe_de tanne_de tannee_de tannes_de fatigue_de fatiguee_de lasse_de ras_le assez fini finis stop_aux marre zero_appel
    zero_coup zero_demarchage ca_suffit suffit halte termine terminee terminees epargnez passez_vous plein_le_dos ras_la_casquette plein_le_cul
    j_en_peux_plus en_peux_plus n_en_peux_plus gardez_pour_vous lachez_moi lachez_nous lache_moi foutez_moi fichez_moi foutez_nous fichez_nous basta
    dispensez_moi`,
  forbid: `
    mon_refus notre_refus refus_d_etre refus_de_tout interdis interdisons defends_de vous_defends m_oppose nous_opposons refuse_que refuse_qu refuse_d
    refuse_de_recevoir refuse_vos refuse_tout refuse_toute refuse_ces refuse_les_appels refusons_d refusons_que refusons_tout refusons_les
    refusons_vos refuse_le_demarchage refuse_categoriquement pas_le_droit aucun_droit_de interdit_de n_autorise n_autorisons n_ai_pas_autorise
    n_avons_pas_autorise ai_pas_autorise ai_jamais_autorise n_ai_jamais_autorise pas_autorise_a pas_autorises_a plus_autorise* autorise_pas
    autorise_plus formellement_interdit droit_d_opposition m_opposer opposition_au opposition_a_tout* opposition_aux hors_de_question plus_question
    pas_question_que pas_question_de souhaite_m_opposer veux_m_opposer vous_somme exige_l_arret mets_en_demeure`,
  withdraw: 'retire revoque annule retirons revoquons retirer revoquer reprends revocation retrait',
  consent: `
    consentement accord autorisation permission autorise autorisons consens consenti d_accord_pour d_accord_que accepte_d accepte_qu
    accepte_de_recevoir permets consentir`,
  remove: `
    supprimez supprime supprimer supprimiez retirez retire retirer retiriez enlevez enleve enlever enleviez effacez efface effacer effaciez rayez raye
    rayer rayiez rayee rayes otez oter ote otiez sortez sors sortir sortiez virez vire virer viriez effacement suppression oubliez oublie bloquez
    bloque bloquer desinscri* radiez radier radie eliminez eliminer elimine retrait biffez biffer disparaitre degagez degage barrez barrer barre jetez
    exclure excluez desabonn* desenregistr* jarte jartez jarter jarretez retires enleves supprimes effaces ejectez dereferenc* delistez nettoyez`,
  erase: `
    supprimez supprime supprimer supprimiez retirez retire retirer retiriez enlevez enleve enlever enleviez effacez efface effacer effaciez rayez raye
    rayer rayiez otez oter ote effacement suppression oubliez oublie oublier bloquez bloque bloquer eliminez eliminer elimine retrait biffez biffer
    virez vire virer barrez barrer perdez perds perdre jetez jette jeter desinscri* detruisez detruire purgez bannissez bannir blacklist* desactivez
    sortez degagez desenregistr* l_oubliez l_effacez l_enlevez le_supprimez le_perdez le_rayez le_retirez disparaisse disparaitre jarter jartez
    liste_noire effaces enleves supprimes oublies`,
  dial: `
    composez composer compose composerez utilisez utiliser utilise faites_ce faites_plus faites_jamais faire_ce faire_plus faire_mon exploitez
    exploiter servez servir`,
  want: 'veux voulons souhaite souhaitons accepte acceptons recevoir desire desirons tolere tolererai supporte',
  list: `
    liste* fichier* base bases systeme* repertoire* registre* listing* annuaire contacts dossier* carnet truc machin ordinateur* logiciel* archives
    donnees campagne* appels demarchage prospects tablettes appareil* crm memoire telephones programme`,
  mine: `
    etre_retire* etre_raye* etre_supprime* etre_enleve* etre_efface* etre_desinscri* etre_radie* etre_sorti* etre_ote* moi nous me mon mes notre nos
    ce_numero m je_veux_sortir ma`,
  number: `
    mon_numero ce_numero notre_numero mon_telephone mes_donnees nos_donnees mes_coordonnees nos_coordonnees mes_informations mes_infos mon_nom
    mon_contact ma_fiche notre_nom ma_ligne de_mes_donnees toutes_mes_donnees mon_06 mon_num mon_fixe mon_existence mon_adresse_telephonique
    que_j_existe toute_trace mon_natel mon_gsm mon_cellulaire notre_ligne`,
  noCallList: `
    bloctel a_ne_pas_appeler liste_rouge liste_noire ne_pas_appeler ne_plus_appeler ne_pas_deranger ne_pas_contacter liste_d_opposition
    a_ne_plus_appeler ne_veulent_pas_etre ne_veulent_plus a_ne_plus_contacter a_ne_plus_deranger ne_plus_contacter ne_pas_rappeler ne_plus_rappeler
    ne_plus_me_contacter liste_d_exclusion lnnte liste_des_exclus do_not_call robinson a_ne_jamais_appeler ne_jamais_rappeler ne_plus_solliciter
    ne_plus_demarcher refus_de_demarchage opposition_telephonique liste_de_ceux_qui je_ne_veux_pas_etre je_veux_pas_etre je_ne_souhaite_pas_etre
    je_ne_souhaite_plus_etre je_ne_veux_plus_etre je_veux_plus_etre`,
  put: `
    mettez mets inscrivez inscris ajoutez ajoute placez notez note marquez marque enregistrez mettre inscrire ajouter noter marquer indiquez ecrivez
    signalez precisez`,
  last: `
    derniere_fois_que_vous derniere_fois_que_tu derniere_fois_que_je_vous derniere_fois_que_je_decroche derniere_fois_qu_on_m
    derniere_fois_que_j_entends derniere_fois_qu_on_me derniere_fois_que_je_reponds dernier_appel_que_je dernier_appel_que_vous
    derniere_fois_que_votre dernier_coup_de_fil_que`,
  hear: 'entendre nouvelles savoir avoir_affaire entende entends avoir_a_faire',
  fromYou: 'de_vous de_toi de_votre parler_de_vous a_vous de_chez_vous a_votre avec_vous parler_de_votre de_vos',
  whole: `
    laissez_moi_tranquille laissez_nous_tranquille* laisse_moi_tranquille laissez_moi_en_paix laissez_nous_en_paix fichez_moi_la_paix
    foutez_moi_la_paix fichez_nous_la_paix foutez_nous_la_paix laisse_nous_tranquille* fous_moi_la_paix fiche_moi_la_paix laisse_moi_en_paix
    fous_nous_la_paix laissez_moi_donc_tranquille laissez_moi_donc_en_paix laissez_moi_vivre laissez_nous_vivre lachez_moi_la lachez_moi_les
    lachez_nous_la lachez_nous_les lache_moi_la lache_moi_les soit_+_derniere_fois soit_+_dernier_appel soit_+_dernier_coup
    c_etait_votre_dernier_appel c_est_votre_dernier_appel c_etait_le_dernier_appel me_laisser_tranquille nous_laisser_tranquille* me_laisser_en_paix
    nous_laisser_en_paix me_laissiez_tranquille nous_laissiez_tranquille* vous_me_laissez_tranquille vous_nous_laissez_tranquille* me_foutre_la_paix
    me_ficher_la_paix nous_foutre_la_paix qu_on_me_laisse_tranquille qu_on_nous_laisse_tranquille* qu_on_me_foute_la_paix qu_on_me_fiche_la_paix
    qu_on_me_laisse_en_paix veux_plus_vous_entendre veux_plus_jamais_vous_entendre veux_plus_vous_avoir_au veux_plus_vous_parler
    veux_plus_parler_avec_vous mon_droit_d_opposition mon_droit_a_l_effacement mon_droit_a_l_oubli droit_a_l_effacement_de_mes
    notre_droit_d_opposition oubliez_moi oublie_moi oubliez_nous faites_moi_disparaitre oubliez_que_j_existe oubliez_mon_existence desinscrivez_moi
    desinscris_moi desabonnez_moi_de_vos me_desinscrire_de_ces me_desinscrire_de_vos etre_desinscrit*_de_vos etre_desinscrit*_de_ces
    m_effacez_de_partout supprimez_moi_de_partout`,
  ask: `
    avertissement previens dis repete choix pas_envie plus_envie aucune_envie donc svp plait veux voulons souhaite souhaitons merci demande prie
    prefere aimerais voudrais pas_la_peine aimerions exige souhaiterais priere bien_vouloir veuillez gentil gentillesse ordonne conseille inutile
    sert_a_rien pas_besoin plus_besoin evitez abstenez`,
  tail: 'ici svp merci s il vous plait te chez nous appele* contacte* derange* demarche* pas point rappele* sollicite* d_avance d_accord au_revoir',
  doing: `
    je_decroche je_vous_entends j_entends je_reponds je_recois on_m_appelle on_m_embete on_me_derange vous_m_entendez je_vous_parle je_vous_reponds
    vous_faites_ca sonne composez entends telephones`,
  again: `
    encore une_fois_de_plus a_nouveau de_nouveau rappelez rappeler rappellent continuez continue continuent recommencez la_prochaine au_prochain
    jamais de_plus un_autre une_autre persistez insistez`,
  when: 'si la_prochaine au_prochain a_la_prochaine des_que_vous',
  threat: `
    plainte avocat avocate police porte_plainte signale* tribunal justice saisis cnil denonce poursui* dgccrf gendarme* attaque_en huissier juridique*
    juge proces que_choisir commissariat repression consommateurs procureur`,
  other: `
    avez_cesse service_client le_service le_livreur le_technicien le_garage l_agence le_vendeur le_plombier elle fils fille soeur frere voisin voisine
    ami amie copain copine collegue neveu niece oncle tante cousin cousine grand_mere grand_pere mon_chef mon_patron ma_patronne ma_chef ma_belle
    mon_beau mon_gendre mon_ex mon_garage mon_assureur mari_a mari_m mari_ne mari_n mari_lui mari_veut mari_vous mari_leur mari_dit mari_il mari_qui
    mari_est mari_refuse mari_avait mari_voulait femme_a femme_m femme_ne femme_n femme_lui femme_veut femme_vous femme_leur femme_dit femme_elle
    femme_qui femme_est femme_refuse femme_avait femme_voulait mere_m mere_ne mere_n mere_lui mere_veut mere_leur mere_dit mere_elle mere_qui
    mere_refuse mere_avait mere_voulait pere_a pere_m pere_ne pere_n pere_lui pere_veut pere_leur pere_dit pere_il pere_qui pere_refuse pere_avait
    pere_voulait clients quelqu ma_banque la_banque une_cliente un_client le_medecin mon_medecin la_mairie mon_operateur l_operateur ma_mutuelle
    mon_employeur l_ecole mon_dentiste on_ne_me_rappelle je_n_appelle jamais_je_n j_ai_arrete a_arrete ont_arrete avez_arrete avions_arrete
    arrive_plus n_arrive ils je_ne_rappelle entretien je_n_ai_plus_appele m_avez_dit m_avez_demande m_avez_promis m_aviez_dit m_aviez_promis m_as
    m_ont il_a il_dit il_veut il_m il_ne_veut il_voulait il_demande il_nous_a qu_il_vous il_vous_a il_leur leur_a_dit leur_ai_dit lui_ai_dit lui_a_dit
    leur_ai_demande lui_ai_demande ai_demande_a_mon ai_demande_a_ma ai_demande_a_l ai_dit_a_mon ai_dit_a_ma ai_dit_aux on_m_avait_dit j_avais_demande
    j_avais_dit j_avais_fait a_demande_de a_jamais_cesse ont_jamais_cesse a_pas_arrete n_a_jamais a_cesse_de a_fini_par les_gens les_voisins
    mes_parents mes_enfants mon_bailleur mon_proprietaire mon_fournisseur une_copine un_copain un_ami une_amie un_autre_operateur l_autre_operateur
    a_l_epoque dans_le_temps l_an_dernier l_annee_derniere il_y_a_+_ans vous_aviez_promis m_avait_dit lui_avait_dit leur_avait_dit m_avait_demande
    personne_ne_m_appelle_jamais et_personne_ne personne_ne_veut personne_ne_me_rappelle maintenant_personne depuis_personne jamais_personne`,
  them: `
    appeler_papa appeler_maman appelle_papa appelle_maman l_appeler l_appelez les_appeler les_appelez les_joindre le_joindre la_joindre lui_telephoner
    leur_telephoner les_contacter appelez_pas_madame m_appeler_madame appelle_pas_madame appelez_pas_monsieur m_appeler_monsieur appelle_pas_monsieur
    appelez_pas_docteur m_appeler_docteur appelle_pas_docteur appelez_pas_maitre m_appeler_maitre appelle_pas_maitre les_rappeler le_rappeler
    la_rappeler lui_telephonez service le_contacter la_contacter que_je_l_appelle que_je_la_rappelle que_je_le_rappelle que_je_vous_rappelle
    les_pompiers le_samu l_ambulance un_medecin la_police_pour le_plombier appelez_plus_mon_pere appeler_mon_pere joindre_mon_pere
    appelez_plus_ma_mere appeler_ma_mere joindre_ma_mere appelez_plus_mon_mari appeler_mon_mari joindre_mon_mari appelez_plus_ma_femme
    appeler_ma_femme joindre_ma_femme appelez_mon appelez_ma appelez_pas_mon appelez_pas_ma par_mon_nom par_mon_prenom mon_prenom m_appelle_pas
    m_appelle_plus_comme`,
  told: `
    on_m_a_dit bonne_heure mauvais_moment bon_moment vous_ne_m_appelez_jamais vous_m_appelez_jamais m_appelle_jamais vous_ne_rappelez_jamais
    ne_rappelle_jamais en_train_de_vous_dire en_train_de_dire en_train_de_vous_demander demande_pas_d recoit_plus recoivent_plus appels_manques
    en_absence pourquoi_vous_ne pourquoi_est_ce pourquoi_on_ne pourquoi_personne pourquoi_tu pourquoi_ne pourquoi_je_ne pourquoi_vous_n pourquoi_ils
    pourquoi_il pourquoi_elle pourquoi_vous_+_plus pourquoi_+_pas une_question la_question ma_question des_questions autre_question rater manquer
    louper n_oubliez_pas oubliez_pas oublie_pas n_oublie_pas n_oubliez_surtout oublie_de oubliez_de oublier_de n_arretez_pas n_arrete_pas
    n_arretez_jamais n_arretez_surtout arretez_pas arretez_surtout_pas n_arretent_pas n_arretait ne_derange_pas derange_pas ca_ne_me_derange
    me_derange_pas me_derange_jamais me_derangez_jamais ne_me_derangez_jamais vous_ne_me_derangez vous_ne_derangez vous_derangez_pas
    vous_me_derangez_pas derangez_pas_du_tout me_gene_pas me_derangera_pas ne_vous_derangez_pas ne_vous_genez derangez_jamais pas_que_vous_me_derang*
    quand_est quand_c_est est_ce_qu_il est_ce_qu_ils est_ce_que_je est_ce_qu_on a_t_il vous_pouvez_rappeler pouvez_rappeler pouvez_me_rappeler
    pouvez_m_appeler pouvez_toujours vous_pouvez_m_en_proposer peux_vous_rappeler peux_vous_appeler je_dois dois_je liste_d_attente inquietez
    ne_vous_en_faites merci_pour_votre_appel merci_d_avoir quittez vouliez_m plus_recu pas_recu jamais_recu n_ai_recu rien_recu je_recois_plus
    ne_recois_plus dis_pas disais_pas dit_pas dites_pas pretends_pas demande_pas_de demande_pas_que voulais_pas_dire veux_pas_dire pas_dit pas_demande
    pas_dire est_enregistre* etre_enregistre* criait hesitez hesite hesiter pas_parce_que c_est_pas_que ce_n_est_pas_que jamais_eu jamais_dit
    jamais_demande jamais_voulu jamais_ete jamais_vu jamais_pense jamais_su jamais_rappele jamais_appele jamais_parle jamais_refuse jamais_souhaite
    sait_jamais que_jamais si_jamais au_cas_ou si_je_dis si_je_vous_dis si_je_demande si_je_veux si_je_refuse si_je_ne_veux si_on_veut si_quelqu
    si_je_me si_je_m se_passe_quoi ce_qui_se_passe que_se_passe par_curiosite plus_personne_ne_m_a personne_ne_m_a personne_m_a plus_depuis depuis_que
    depuis_qu jamais_depuis croyais croyait pensais_que pensait_que avais_peur peur_que crains j_espere_que_vous_allez dommage_que si_vous_en_avez
    si_vous_avez si_y_a si_il_y si_les_tarifs si_le_prix si_les_prix si_c_est_moins si_ca_baisse m_oppose_pas appelez_moi_quand appelez_moi_si
    appelez_moi_dans appelez_moi_demain appelez_moi_ce appelez_moi_cet appelez_moi_cette appelez_moi_a appelez_moi_au appelez_moi_sur
    appelez_moi_plutot appelez_moi_d appelez_moi_des appelez_moi_en appelez_moi_avant appelez_moi_apres appelez_moi_vers appelez_moi_le appelez_moi_la
    appelez_moi_pour appelez_moi_juste appelez_moi_directement appelez_moi_seulement appelez_moi_uniquement appelez_moi_maintenant appelez_moi_par
    appelez_moi_lundi appelez_moi_plus_tard appelez_moi_toujours rappelez_moi_quand rappelez_moi_si rappelez_moi_dans rappelez_moi_demain
    rappelez_moi_ce rappelez_moi_cet rappelez_moi_cette rappelez_moi_a rappelez_moi_au rappelez_moi_sur rappelez_moi_plutot rappelez_moi_d
    rappelez_moi_des rappelez_moi_en rappelez_moi_avant rappelez_moi_apres rappelez_moi_vers rappelez_moi_le rappelez_moi_la rappelez_moi_pour
    rappelez_moi_juste rappelez_moi_directement rappelez_moi_seulement rappelez_moi_uniquement rappelez_moi_maintenant rappelez_moi_par
    rappelez_moi_lundi rappelez_moi_plus_tard rappelez_moi_toujours contactez_moi_quand contactez_moi_si contactez_moi_dans contactez_moi_demain
    contactez_moi_par contactez_moi_des contactez_moi_en contactez_moi_au contactez_moi_a contactez_moi_plutot rappelez_plus_tard rappelle_plus_tard
    rappeler_plus_tard appelez_plus_tard quand_vous_voulez quand_vous_voudrez autant_que_vous pas_de_souci pas_de_probleme pas_de_soucis aucun_souci
    aucun_probleme d_accord_sur d_accord_avec au_contraire j_ai_pas_le_droit n_ai_pas_le_droit avoir_le_droit est_ce_legal marche_pas fonctionne_pas
    sert_a_quoi c_est_quoi soit_enregistre mon_forfait d_appels_dans plus_de_batterie plus_de_credit plus_de_reseau plus_de_temps plus_le_temps
    plus_le_numero n_ai_plus_le j_ai_plus_le pu_recevoir pu_appeler peux_plus_appeler pouvoir_appeler peux_pas_appeler passer_d_appel*
    emettre_d_appel* je_pourrai l_ancien l_ancienne mon_ancien mon_ancienne ancien_numero ancienne_adresse notre_ancien* numero_a_change
    change_de_numero le_nouveau_numero notez_le_nouveau mettez_le_nouveau gardez_le gardez_l gardez_celui et_gardez pu_vous_appeler remplacez
    remplacer conservez corrigez laissez_le_portable mettez_celui un_doute arret*_l_abonnement arret*_mon_abonnement arret*_mon_contrat
    arret*_le_contrat arret*_le_prelevement arret*_les_prelevements arret*_la_livraison arret*_l_option arret*_le_service arret*_mon_dossier
    arret*_de_crier arret*_ton tranquille_deux_minutes tranquille_deux_secondes paix_deux_minutes paix_deux_secondes tranquille_cinq_minutes
    tranquille_une_minute tranquille_un tranquille_trente tranquille_maintenant_je deux_minutes deux_secondes cinq_minutes une_seconde un_instant
    une_petite_minute ta_soeur ton_frere ton_pere ta_mere le_chien le_chat la_petite le_petit les_enfants ton_pain tes_devoirs maman_est papa_est
    sur_ma_commande ma_liste ta_liste liste_de_mariage liste_de_course* liste_des_course* liste_de_diffusion ne_me_retirez me_retirez_pas
    ne_me_supprimez ne_m_enlevez m_enlevez_pas me_supprimez_pas pas_me_retirer ne_me_desinscri* ne_m_oubliez m_oubliez_pas arretez_de_m_appeler_au
    arretez_de_m_appeler_pendant arretez_de_m_appeler_le_soir arretez_de_m_appeler_le_matin arretez_de_m_appeler_avant arretez_de_m_appeler_par_mon
    arrete_de_m_appeler_maman je_suis_plus_sur je_ne_suis_plus_sur suis_je_encore suis_encore_sur suis_toujours_sur toujours_sur_la comment_on_sait
    comment_savoir comment_je_sais comment_je_fais_si comment_je_fais_pour comment_ca_se_passe c_est_possible_que la_derniere_fois_que_vous_m_avez
    la_derniere_fois_que_vous_avez la_derniere_fois_vous la_derniere_fois_on derniere_fois_que_je_vous_ai lors_de_votre depuis_votre
    apres_votre_dernier ca_ne_me_dit rien_de_nouveau quoi_de_neuf j_ai_fini on_a_fini avez_fini`,
  limit: `
    avant apres pendant durant lorsque le_matin le_midi le_soir ce_matin ce_midi ce_soir entre_midi du_soir du_matin en_soiree la_journee en_journee
    la_nuit la_sieste les_matins lundi* mardi* mercredi* jeudi* vendredi* samedi* dimanche* au_bureau au_travail au_boulot du_bureau mon_travail
    sur_mon_lieu la_boutique au_magasin a_l_usine au_cabinet pas_aujourd plus_aujourd appelez_aujourd hui_ne hui_je_suis pas_demain rappelez_demain
    appelez_demain demain_matin demain_apres demain_soir demain_je demain_y demain_plutot pas_maintenant la_maintenant maintenant_je_suis
    maintenant_je_peux maintenant_rappelez maintenant_je_n week weekend jusqu d_ici tant_que tant_qu standard sauf excepte seulement_si pas_sur_le
    pas_sur_mon pas_sur_l plus_sur_le plus_sur_mon plus_sur_l sur_le_fixe sur_mon_fixe l_autre_numero autre_numero mon_autre l_autre_ligne n_entends
    vous_entends_plus vous_entends_pas t_entends_plus entends_rien entends_mal l_entends capte reseau batterie plus_tard_dans plus_tot plus_souvent
    plus_vite plus_fort plus_lentement moi_plus_tard appelez_plus_tard rappelez_plus_tard rappeler_plus plus_de_bonne a_cette_heure a_ces_heures
    si_tot si_tard aussi_tot aussi_tard trop_tard trop_tot cette_semaine la_semaine en_semaine ce_mois le_mois_prochain cette_annee les_vacances
    en_vacances mes_vacances cet_ete en_reunion en_cours en_rendez au_volant en_voiture a_table les_heures_de heures_de_travail heures_de_bureau
    midi_et de_midi des_heures pour_ca pour_cela pour_rien pour_si_peu pour_cette_histoire pour_le_moment pour_l_instant dans_l_immediat
    tout_de_suite_je un_dimanche_matin pas_encore les_jours_feries deux_fois_par trop_souvent tous_les_quatre en_numero_masque en_masque numero_cache
    numero_masque en_anglais avec_un_robot_mais les_week ramadan noel quand_je quand_il quand_j quand_mon le_temps_que`,
  things: `
    deuxieme troisieme seconde_adresse autre_adresse nouvelle_adresse mail mails courriel courriels email emails commande article facture rendez
    abonnement contrat forfait pas_encore participants invites attente colis newsletter infolettre panier livraison reservation option produit
    ligne_de courrier prelevement adresse_mail sms texto textos whatsapp candidature annonce doute`,
  instead: `
    plutot mais appelez_sur appelez_le appelez_mon appelez_au appelez_ma appelez_directement appelez_a appelez_moi_sur appelez_moi_au appelez_moi_a
    appelez_moi_plutot appelez_moi_juste c_est_moi_qui je_vous_rappelle je_vous_rappellerai je_rappellerai je_rappelle je_vous_appelle
    je_vous_appellerai je_vous_recontacte* je_suis_au_volant je_suis_en_reunion je_conduis je_suis_en_rendez on_vous_rappellera je_passerai
    je_reviens_vers en_revanche par_contre je_vous_ferai appelez_apres rappelez_apres appelez_entre j_y_serai j_ai_deja_recu quand_c_est_pret
    c_est_bon_j pour_le_moment pour_l_instant`,
  aside: `
    c_est_madame c_est_monsieur c_est_mademoiselle je_parlais_a je_parlais_au je_parle_au je_parle_a_ma je_parle_a_mon je_parle_a_mes pardon
    je_suis_au_telephone je_telephone tu_vois_bien non_pas_vous pas_a_vous mon_cheri ma_cherie cheri cherie mon_coeur ma_puce mon_grand mon_lapin
    mon_bebe doudou c_est_le_chien c_est_mon_fils c_est_ma_fille c_est_le_petit excusez_moi_continuez pas_pour_vous je_disais_ca_a excusez_le
    excusez_la pas_vous_monsieur pas_vous_madame`,
  register: 'bloctel lnnte liste_robinson robinson liste_rouge',
  that: 'que qu si',
}
