import type { Exceptions } from '../../grammar.ts'

export const fr: Exceptions = {
  other: `
    avez_cesse service_client le_service le_livreur le_technicien le_garage l_agence le_vendeur le_plombier mon_chef mon_patron ma_patronne ma_chef ma_belle
    mon_beau mon_gendre mon_ex mon_garage mon_assureur mari_a mari_m mari_ne mari_n mari_lui mari_veut mari_vous mari_leur mari_dit mari_il mari_qui mari_est
    mari_refuse mari_avait mari_voulait femme_a femme_m femme_ne femme_n femme_lui femme_veut femme_vous femme_leur femme_dit femme_elle femme_qui femme_est
    femme_refuse femme_avait femme_voulait mere_m mere_ne mere_n mere_lui mere_veut mere_leur mere_dit mere_elle mere_qui mere_refuse mere_avait mere_voulait
    pere_a pere_m pere_ne pere_n pere_lui pere_veut pere_leur pere_dit pere_il pere_qui pere_refuse pere_avait pere_voulait clients ma_banque la_banque
    une_cliente un_client le_medecin mon_medecin la_mairie mon_operateur l_operateur ma_mutuelle mon_employeur l_ecole mon_dentiste on_ne_me_rappelle
    je_n_appelle jamais_je_n j_ai_arrete a_arrete ont_arrete avez_arrete avions_arrete arrive_plus n_arrive ils je_ne_rappelle entretien je_n_ai_plus_appele
    m_avez_dit m_avez_demande m_avez_promis m_aviez_dit m_aviez_promis m_as m_ont il_a il_dit il_veut il_m il_ne_veut il_voulait il_demande il_nous_a qu_il_vous
    il_vous_a il_leur leur_a_dit leur_ai_dit lui_ai_dit lui_a_dit leur_ai_demande lui_ai_demande ai_demande_a_mon ai_demande_a_ma ai_demande_a_l ai_dit_a_mon
    ai_dit_a_ma ai_dit_aux on_m_avait_dit j_avais_demande j_avais_dit j_avais_fait a_demande_de a_jamais_cesse ont_jamais_cesse a_pas_arrete n_a_jamais
    a_cesse_de a_fini_par les_gens les_voisins mes_parents mes_enfants mon_bailleur mon_proprietaire mon_fournisseur une_copine un_copain un_ami une_amie
    un_autre_operateur l_autre_operateur a_l_epoque dans_le_temps l_an_dernier l_annee_derniere il_y_a_+_ans vous_aviez_promis m_avait_dit lui_avait_dit
    leur_avait_dit m_avait_demande personne_ne_m_appelle_jamais et_personne_ne personne_ne_veut personne_ne_me_rappelle maintenant_personne depuis_personne
    jamais_personne ils_ont elle_a elle_ne elle_veut elle_ne_veut il_jure s_est_jure il_s_est il_dort il_lui son_ex a_son_ex a_son_pere a_sa_mere leur_a
    leur_ont lui_a appeler_les_clients les_clients rappellerai jamais_cette je_ne_rappellerai je_n_appellerai j_appelle_plus d_autres_clients je_ne_reponds
    je_reponds_jamais quelqu_un_a quelqu_un_qui quelqu_un_dit si_quelqu quelqu_un_d quelqu_un_m_a mon_frere ton_frere son_frere le_frere a_ceux_de a_ceux_du
    demande_a_la_salle a_la_salle j_ai_demande_a_la elle_est est_a_la_retraite elle fils fille soeur frere voisin voisine ami amie copain copine neveu niece
    oncle tante cousin cousine il_est_en il_est_au il_est_a il_est_parti il_est_mort il_est_absent il_est_occupe il_est_sorti il_est_malade il_est_pas il_est_la
    il_est_deja il_est_toujours mon_collegue ma_collegue un_collegue une_collegue des_collegues mes_collegues le_collegue`,
  them: `
    appeler_papa appeler_maman appelle_papa appelle_maman l_appeler l_appelez les_appeler les_appelez les_joindre le_joindre la_joindre lui_telephoner
    leur_telephoner les_contacter appelez_pas_madame m_appeler_madame appelle_pas_madame appelez_pas_monsieur m_appeler_monsieur appelle_pas_monsieur
    appelez_pas_docteur m_appeler_docteur appelle_pas_docteur appelez_pas_maitre m_appeler_maitre appelle_pas_maitre les_rappeler le_rappeler la_rappeler
    lui_telephonez service le_contacter la_contacter que_je_l_appelle que_je_la_rappelle que_je_le_rappelle que_je_vous_rappelle les_pompiers le_samu
    l_ambulance un_medecin la_police_pour le_plombier appelez_plus_mon_pere appeler_mon_pere joindre_mon_pere appelez_plus_ma_mere appeler_ma_mere
    joindre_ma_mere appelez_plus_mon_mari appeler_mon_mari joindre_mon_mari appelez_plus_ma_femme appeler_ma_femme joindre_ma_femme appelez_mon appelez_ma
    appelez_pas_mon appelez_pas_ma par_mon_nom par_mon_prenom mon_prenom m_appelle_pas m_appelle_plus_comme ambulance pompiers taxi docteur_appelez medecin_de
    samu qu_on_l_appelle qu_on_les l_appelle de_l_appeler qu_on_lui lui_telephone m_appelez_pas_ma m_appelez_pas_mon m_appelle_pas_ma m_appelle_pas_mon
    mon_petit_nom pere_noel appelez_pas_mademoiselle appelle_pas_cheri chez_mon chez_ma_soeur le_client la_cliente les_clients`,
  told: `
    on_m_a_dit bonne_heure mauvais_moment bon_moment vous_ne_m_appelez_jamais vous_m_appelez_jamais m_appelle_jamais vous_ne_rappelez_jamais ne_rappelle_jamais
    en_train_de_vous_dire en_train_de_dire en_train_de_vous_demander demande_pas_d recoit_plus recoivent_plus appels_manques en_absence pourquoi_est_ce
    pourquoi_on_ne pourquoi_personne pourquoi_tu pourquoi_ne pourquoi_je_ne pourquoi_vous_n pourquoi_ils pourquoi_il pourquoi_elle pourquoi_vous_+_plus
    une_question la_question ma_question des_questions autre_question rater manquer louper n_oubliez_pas oubliez_pas oublie_pas n_oublie_pas n_oubliez_surtout
    oublie_de oubliez_de oublier_de n_arretez_pas n_arrete_pas n_arretez_jamais n_arretez_surtout arretez_pas arretez_surtout_pas n_arretent_pas n_arretait
    ne_derange_pas ca_ne_me_derange me_derange_pas me_derange_jamais me_derangez_jamais ne_me_derangez_jamais vous_ne_me_derangez vous_ne_derangez
    vous_derangez_pas vous_me_derangez_pas derangez_pas_du_tout me_gene_pas me_derangera_pas ne_vous_derangez_pas ne_vous_genez derangez_jamais
    pas_que_vous_me_derang* quand_est quand_c_est est_ce_qu_il est_ce_qu_ils est_ce_que_je est_ce_qu_on a_t_il vous_pouvez_rappeler pouvez_rappeler
    pouvez_me_rappeler pouvez_m_appeler pouvez_toujours vous_pouvez_m_en_proposer peux_vous_rappeler peux_vous_appeler je_dois dois_je liste_d_attente inquietez
    ne_vous_en_faites merci_pour_votre_appel merci_d_avoir quittez vouliez_m plus_recu pas_recu jamais_recu n_ai_recu rien_recu je_recois_plus ne_recois_plus
    dis_pas disais_pas dit_pas dites_pas pretends_pas demande_pas_de demande_pas_que voulais_pas_dire veux_pas_dire pas_dit pas_demande pas_dire est_enregistre*
    etre_enregistre* criait hesitez hesite hesiter pas_parce_que c_est_pas_que ce_n_est_pas_que jamais_dit jamais_voulu jamais_vu jamais_pense jamais_su
    jamais_rappele jamais_parle jamais_refuse jamais_souhaite sait_jamais que_jamais si_jamais au_cas_ou si_je_dis si_je_vous_dis si_je_demande si_je_veux
    si_je_refuse si_je_ne_veux si_on_veut si_quelqu si_je_me si_je_m se_passe_quoi ce_qui_se_passe que_se_passe par_curiosite plus_personne_ne_m_a
    personne_ne_m_a personne_m_a plus_depuis depuis_que depuis_qu jamais_depuis croyais croyait pensais_que pensait_que avais_peur peur_que crains
    j_espere_que_vous_allez dommage_que si_vous_en_avez si_vous_avez si_y_a si_il_y si_les_tarifs si_le_prix si_les_prix si_c_est_moins si_ca_baisse
    m_oppose_pas appelez_moi_quand appelez_moi_si appelez_moi_dans appelez_moi_demain appelez_moi_ce appelez_moi_cet appelez_moi_cette appelez_moi_a
    appelez_moi_au appelez_moi_sur appelez_moi_plutot appelez_moi_d appelez_moi_des appelez_moi_en appelez_moi_avant appelez_moi_apres appelez_moi_vers
    appelez_moi_le appelez_moi_la appelez_moi_pour appelez_moi_juste appelez_moi_directement appelez_moi_seulement appelez_moi_uniquement appelez_moi_maintenant
    appelez_moi_par appelez_moi_lundi appelez_moi_plus_tard appelez_moi_toujours rappelez_moi_quand rappelez_moi_si rappelez_moi_dans rappelez_moi_demain
    rappelez_moi_ce rappelez_moi_cet rappelez_moi_cette rappelez_moi_a rappelez_moi_au rappelez_moi_sur rappelez_moi_plutot rappelez_moi_d rappelez_moi_des
    rappelez_moi_en rappelez_moi_avant rappelez_moi_apres rappelez_moi_vers rappelez_moi_le rappelez_moi_la rappelez_moi_pour rappelez_moi_juste
    rappelez_moi_directement rappelez_moi_seulement rappelez_moi_uniquement rappelez_moi_maintenant rappelez_moi_par rappelez_moi_lundi rappelez_moi_plus_tard
    rappelez_moi_toujours contactez_moi_quand contactez_moi_si contactez_moi_dans contactez_moi_demain contactez_moi_par contactez_moi_des contactez_moi_en
    contactez_moi_au contactez_moi_a contactez_moi_plutot rappelez_plus_tard rappelle_plus_tard rappeler_plus_tard appelez_plus_tard quand_vous_voulez
    quand_vous_voudrez autant_que_vous pas_de_souci pas_de_probleme pas_de_soucis aucun_souci aucun_probleme d_accord_sur au_contraire j_ai_pas_le_droit
    n_ai_pas_le_droit avoir_le_droit est_ce_legal marche_pas fonctionne_pas sert_a_quoi c_est_quoi soit_enregistre mon_forfait d_appels_dans plus_de_batterie
    plus_de_credit plus_de_reseau plus_de_temps plus_le_temps plus_le_numero n_ai_plus_le j_ai_plus_le pu_recevoir pu_appeler peux_plus_appeler pouvoir_appeler
    peux_pas_appeler passer_d_appel* emettre_d_appel* je_pourrai l_ancien l_ancienne mon_ancien mon_ancienne ancien_numero ancienne_adresse notre_ancien*
    numero_a_change change_de_numero le_nouveau_numero notez_le_nouveau mettez_le_nouveau gardez_le gardez_l gardez_celui et_gardez pu_vous_appeler remplacez
    remplacer conservez corrigez laissez_le_portable mettez_celui un_doute arret*_l_abonnement arret*_mon_abonnement arret*_mon_contrat arret*_le_contrat
    arret*_le_prelevement arret*_les_prelevements arret*_la_livraison arret*_l_option arret*_le_service arret*_mon_dossier arret*_de_crier arret*_ton
    tranquille_deux_minutes tranquille_deux_secondes paix_deux_minutes paix_deux_secondes tranquille_cinq_minutes tranquille_une_minute tranquille_un
    tranquille_trente tranquille_maintenant_je deux_minutes deux_secondes cinq_minutes une_seconde un_instant une_petite_minute ta_soeur ton_frere ton_pere
    ta_mere le_chien le_chat la_petite le_petit les_enfants ton_pain tes_devoirs maman_est papa_est sur_ma_commande ma_liste ta_liste liste_de_mariage
    liste_de_course* liste_des_course* liste_de_diffusion ne_me_retirez me_retirez_pas ne_me_supprimez ne_m_enlevez m_enlevez_pas me_supprimez_pas
    pas_me_retirer ne_me_desinscri* ne_m_oubliez m_oubliez_pas arretez_de_m_appeler_au arretez_de_m_appeler_pendant arretez_de_m_appeler_le_soir
    arretez_de_m_appeler_le_matin arretez_de_m_appeler_avant arretez_de_m_appeler_par_mon arrete_de_m_appeler_maman je_suis_plus_sur je_ne_suis_plus_sur
    suis_je_encore suis_encore_sur suis_toujours_sur toujours_sur_la comment_on_sait comment_savoir comment_je_sais comment_je_fais_si comment_je_fais_pour
    comment_ca_se_passe c_est_possible_que la_derniere_fois_que_vous_m_avez la_derniere_fois_que_vous_avez la_derniere_fois_vous la_derniere_fois_on
    derniere_fois_que_je_vous_ai lors_de_votre depuis_votre apres_votre_dernier ca_ne_me_dit rien_de_nouveau quoi_de_neuf j_ai_fini on_a_fini avez_fini
    si_je_ne_voulais si_je_voulais si_on_ne si_j_avais_voulu si_jamais_je qu_est_ce_qui_se_passe qui_vous_a pourquoi_vous_avez pourquoi_avez est_ce_que_j_ai
    c_est_ici c_est_la_qu est_ce_ici comment_je comment_on comment_faire comment_puis ou_est_ce_qu ou_on je_peux_me je_peux_encore puis_je_me vous_m_avez_retire
    vous_m_avez_bien vous_m_avez_enleve suis_je_toujours je_suis_toujours_sur sur_quelle_liste je_ne_dis_pas je_dis_pas j_ai_pas_dit je_n_ai_pas_dit
    je_n_ai_jamais_dit je_n_ai_pas_demande j_ai_pas_demande je_n_ai_jamais_demande je_n_ai_demande je_ne_demande_pas je_ne_vous_demande_pas aucun_inconvenient
    pas_d_inconvenient rien_contre ne_me_derangez_pas_du me_derangez_pas ne_me_derange_pas ca_me_derange_pas ne_raccrochez raccrochez_pas n_oubliez
    ne_vous_arretez on_ne_m_a_jamais ne_m_a_jamais n_avez_jamais_rappele jamais_rappele_pour jamais_repondu ca_faisait_longtemps ca_fait_longtemps
    vous_ne_m_aviez hier_on hier_quelqu m_a_deja_appele les_votres l_application pas_que_vous_arretiez pas_que_tu_arretes jamais_non dirais_jamais_non
    dirai_jamais_non jamais_demande_a_etre jamais_demande_qu jamais_demande_d_arreter demande_a_la_salle demande_a_mon demande_a_ma ai_demande_a_la
    ai_demande_au ai_demande_aux parce_que_mon_telephone telephone_ne_sonne m_avait_jamais ne_m_avait tant_que_je fait_une_semaine mais_vous_n_etes ouf
    telephone_n_accepte pourquoi_vous_ne_m_avez pourquoi_vous_ne_m_appelez pourquoi_vous_ne_rappelez pourquoi_ne_m_appel* jamais_contacte_pour pas_un_jour
    mais_l_appel n_aime_pas_appeler n_aime_pas_telephoner n_avais_jamais n_ai_jamais_eu nous_derange_pas si_un_jour lasse_jamais si_je_vous_le
    jamais_appele_pour ne_m_a_jamais_appele jamais_ete_appele jamais_ete_contacte jamais_ete_rappele on_n_a_plus_eu n_ai_plus_eu j_ai_plus_eu n_avons_plus_eu
    n_a_plus_appele n_a_plus_recu on_a_plus_recu personne_ne_nous_a personne_nous_a plus_de_nouvelles_de_vous_depuis plus_de_nouvelles_depuis
    n_ai_plus_de_nouvelles n_a_plus_de_nouvelles n_avons_plus_de_nouvelles j_ai_plus_de_nouvelles pas_eu_de_nouvelles pas_eu_d_appel* plus_eu_d_appel*
    n_ai_pas_eu on_n_a_pas_eu quel_numero propre_numero pas_fache* pas_en_colere personne_ne_m_avait vous_deranger vous_embeter vous_importuner j_appelle_pour
    n_ai_pas_rappele n_ai_plus_rappele ai_plus_appele n_ai_plus_appele n_ai_pas_appele aucune_plainte pas_a_me_plaindre mais_appelez_moi mais_rappelez_moi
    mais_telephonez_moi toute_heure a_toute_heure suis_sur_aucune_liste probleme_avec problemes_avec je_ne_vous_appelle je_n_appelle j_appelle_plus
    je_vous_appelle il_y_a_ecrit c_est_ecrit pour_confirmer semaine_que_personne semaines_que_personne mois_que_personne jours_que_personne suis_d_accord_avec
    plus_de_deux plus_de_trois`,
  limit: `
    avant apres pendant durant lorsque le_matin le_midi le_soir ce_matin ce_midi ce_soir entre_midi du_soir du_matin en_soiree la_journee en_journee la_nuit
    la_sieste les_matins lundi* mardi* mercredi* jeudi* vendredi* samedi* dimanche* au_bureau au_travail au_boulot du_bureau mon_travail sur_mon_lieu
    la_boutique au_magasin a_l_usine au_cabinet pas_aujourd plus_aujourd appelez_aujourd hui_ne hui_je_suis pas_demain rappelez_demain appelez_demain
    demain_matin demain_apres demain_soir demain_je demain_y demain_plutot pas_maintenant la_maintenant maintenant_je_suis maintenant_je_peux
    maintenant_rappelez maintenant_je_n week weekend jusqu d_ici tant_que tant_qu standard sauf excepte seulement_si pas_sur_le pas_sur_mon pas_sur_l
    plus_sur_le plus_sur_mon plus_sur_l sur_le_fixe sur_mon_fixe l_autre_numero autre_numero mon_autre l_autre_ligne n_entends vous_entends_plus
    vous_entends_pas t_entends_plus entends_rien entends_mal l_entends capte reseau batterie plus_tard_dans plus_tot plus_souvent plus_vite plus_fort
    plus_lentement moi_plus_tard appelez_plus_tard rappelez_plus_tard rappeler_plus plus_de_bonne a_cette_heure a_ces_heures si_tot si_tard aussi_tot aussi_tard
    trop_tard trop_tot cette_semaine en_semaine ce_mois le_mois_prochain cette_annee les_vacances en_vacances mes_vacances cet_ete en_reunion en_cours en_rendez
    au_volant en_voiture a_table les_heures_de heures_de_travail heures_de_bureau midi_et de_midi des_heures pour_cela pour_rien pour_si_peu pour_cette_histoire
    pour_le_moment pour_l_instant dans_l_immediat tout_de_suite_je un_dimanche_matin pas_encore les_jours_feries deux_fois_par trop_souvent tous_les_quatre
    en_numero_masque en_masque numero_cache numero_masque en_anglais avec_un_robot_mais les_week ramadan noel quand_je quand_il quand_j quand_mon le_temps_que
    d_autres_societes d_autres_entreprises d_autre des_autres autres_societes plus_tard_peut si_tout si_rien sauf_si a_moins en_attente a_l_heure l_heure_du
    le_repas du_repas pendant_le inconnu* masques boite_aux_lettres boite_aux avant_neuf apres_vingt sonne_occupe trop_matin en_pleine_nuit a_tout_bout
    pour_ca_seulement la_semaine_prochaine la_semaine_suivante la_semaine_d la_semaine_qui la_semaine_et la_semaine_mais encore_le d_autres_gens si_ca_vous
    si_ca_ne si_ca_va si_ca_marche si_ca_me cinq_minutes dix_minutes`,
  things: `
    deuxieme seconde_adresse autre_adresse nouvelle_adresse mail mails courriel courriels email emails commande article facture rendez abonnement contrat
    forfait pas_encore participants invites attente colis newsletter infolettre panier livraison reservation option produit courrier prelevement adresse_mail
    sms texto textos whatsapp candidature annonce doute troisieme_article ligne_de_commande ligne_de_la_facture carte liste_de_la_classe mot_de_passe mon_code`,
  instead: `
    plutot appelez_sur appelez_le appelez_mon appelez_au appelez_ma appelez_directement appelez_a appelez_moi_sur appelez_moi_au appelez_moi_a
    appelez_moi_plutot appelez_moi_juste c_est_moi_qui je_vous_rappelle je_vous_rappellerai je_rappellerai je_rappelle je_vous_appelle je_vous_appellerai
    je_vous_recontacte* je_suis_au_volant je_suis_en_reunion je_conduis je_suis_en_rendez on_vous_rappellera je_passerai je_reviens_vers en_revanche par_contre
    je_vous_ferai appelez_apres rappelez_apres appelez_entre j_y_serai j_ai_deja_recu quand_c_est_pret c_est_bon_j pour_le_moment pour_l_instant mais_plutot
    mais_par mais_envoyez mais_appelez mais_rappelez mais_sur mais_vous_pouvez mais_je_vous_rappel* mais_je_rappel* mais_ecrivez mais_pas_sur seulement_apres
    seulement_a_partir je_passe je_viendrai seulement_pour seulement_si seulement_vous que_vous_seul`,
  aside: `
    c_est_madame c_est_monsieur c_est_mademoiselle je_parlais_a je_parlais_au je_parle_au je_parle_a_ma je_parle_a_mon je_parle_a_mes pardon
    je_suis_au_telephone je_telephone tu_vois_bien non_pas_vous pas_a_vous mon_cheri ma_cherie cheri cherie mon_coeur ma_puce mon_grand mon_lapin mon_bebe
    doudou c_est_le_chien c_est_mon_fils c_est_ma_fille c_est_le_petit excusez_moi_continuez je_disais_ca_a excusez_le excusez_la pas_vous_monsieur
    pas_vous_madame`,
  person: `
    ma_mere ma_maman mon_pere mon_papa mon_frere ma_soeur mon_fils ma_fille mon_mari ma_femme mon_copain ma_copine mon_patron ma_patronne mon_chef ma_chef
    mon_voisin ma_voisine mon_ami mon_amie un_ami une_amie mon_collegue ma_collegue ma_grand mon_grand mon_oncle ma_tante mon_cousin ma_cousine mon_neveu
    ma_niece mon_ex mon_proprietaire ma_proprietaire mon_proprio mon_medecin mon_docteur mon_avocat le_medecin le_docteur le_patron le_voisin la_voisine
    le_client la_cliente un_client une_cliente un_monsieur une_dame les_gens la_banque la_police mon_prof ma_prof le_prof la_prof elle son_ex sa_mere son_pere
    son_patron sa_femme son_mari sa_soeur son_frere infirmiere infirmier`,
  says: `
    dit disait disent demande demandait demandent crie criait jure promis ecrit repondu raconte ordonne exige elle_voulait il_voulait est_sur est_inscrit*`,
  harmless: `
    a_partir_d_aujourd des_aujourd a_compter_d_aujourd a_partir_de_maintenant a_compter_de_maintenant votre_patron a_votre_patron votre_chef a_votre_chef
    votre_collegue vos_collegues votre_responsable votre_superieur d_autres_numeros autres_numeros un_autre_numero mon_mari_et_moi ma_femme_et_moi
    ni_par_telephone ni_par_courrier ni_par_mail ni_aujourd ni_demain ni_maintenant ni_plus_tard aujourd_hui_ni jour_et_nuit nuit_et_jour`,
  narrows: `
    avant apres au aux en dans durant pendant quand lorsque jusqu si sauf tant pour par avec de du des sur car comme ou mais seulement aujourd demain maintenant
    encore tout monsieur madame docteur le la les un une que qu chez a tot tard souvent et entre des_que sans ce cet cette d`,
  needless: 'pas_besoin pas_la_peine inutile pas_necessaire pas_utile',
}
