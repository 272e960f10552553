import type { Requests } from '../../grammar.ts'

export const fr: Requests = {
  contact: `
    appeler appelez appelles appelant m_appelle m_appeliez appeliez appelle appellerez appelleras rappeler rappelez rappelle rappelles rappeliez rappellerez
    rappelant joindre joigniez joint harceler harcelez harceles harceliez harcele_plus harcelle sonner sonnez telephoner contacter recontacter deranger embeter
    importuner solliciter demarcher relancer ennuyer emmerder enquiquiner tracasser achaler prospecter telephonez contactez recontactez derangez embetez
    importunez sollicitez demarchez relancez ennuyez emmerdez enquiquinez tracassez achalez prospectez telephoniez contactiez recontactiez derangiez embetiez
    importuniez sollicitiez demarchiez relanciez ennuyiez emmerdiez enquiquiniez tracassiez achaliez prospectiez contacte derange embete importune sollicite
    demarche recontacte relance telephones contactes deranges embetes telephone_plus telephone_jamais me_telephone nous_telephone recommencez recommencer
    appellent_plus appellent_jamais composer_ce telephonerez contacterez telephonant contactant derangeant casser_les cassez_les casse_les souler soulez saouler
    saoulez insister insistez sonnent passer_de_coup* passez_de_coup* donner_de_coup* appelleriez appelait appelaient m_appeler nous_appeler rappellent
    rappelleriez rappelait recontactent sonner_chez sonniez telephonez_plus telephonent telephonait contactent contactait contacteriez derangent derangeriez
    derangeait importunent sollicitent demarchent relancent insistiez passer_un_coup passez_un_coup passiez_un_coup donner_un_coup donnez_un_coup faire_sonner
    faites_sonner refaire_ce_numero faites_ce_numero composez composiez composer rappelons joignez embetent nous_appelez me_rappeliez revenir_vers revenez_vers
    reveniez_vers reprenez_contact reprendre_contact prenez_contact prendre_contact preniez_contact entrez_en_contact entrer_en_contact venir_m_embeter
    pourrir_la_vie pourrissez_la_vie tanner tannez bassiner bassinez gonfler gonflez demarchage_plus persecuter persecutez importunait recommenciez l_appelez
    rappel tel_plus refaites le_faites le_refaites rappelez_moi_pas me_vendre nous_vendre reprenez_+_contact prenez_+_contact d_essayer`,
  contacted: `
    etre_+_appele* etre_+_contacte* etre_+_rappele* etre_+_derange* etre_+_demarche* etre_+_sollicite* etre_+_importune* etre_+_harcele* etre_+_embete*
    etre_+_recontacte* etre_+_relance* etre_+_ennuye* etre_+_joint* soi*_+_appele* soi*_+_contacte* soi*_+_rappele* soi*_+_derange* soi*_+_demarche*
    soi*_+_sollicite* soi*_+_importune* soi*_+_harcele* soi*_+_embete* soi*_+_recontacte* soi*_+_relance* soi*_+_ennuye* soi*_+_joint* soyons_+_appele*
    soyons_+_derange* soyons_+_contacte* faire_demarche* faire_harceler qu_on_m_appelle qu_on_me_rappelle qu_on_m_appelait qu_on_me_contacte qu_on_me_derange
    qu_on_nous_appelle qu_on_nous_rappelle qu_on_me_telephone qu_on_me_sollicite qu_on_me_demarche me_faire_demarcher me_faire_deranger me_faire_harceler
    me_faire_appeler recevoir_vos_appels recevoir_d_appel* recevoir_des_appels`,
  calls: `
    appel appels coup_de_fil coups_de_fil coup_de_telephone coups_de_telephone coup_de_bigo coups_de_bigo demarchage demarchages telemarketing telephone_rose
    prospection tout_contact aucun_contact de_contact contact_de contact_telephonique contacts_telephoniques contact_commercial prise_de_contact sollicitation*
    harcelement demarcheur* publicite_par relances_tel* publicites_tel* publicite_tel* pub_au_telephone pubs_au_telephone communication_telephonique
    communications_telephoniques appels_commerciaux appels_publicitaires telephonage sonneries prospection_telephonique marketing_telephonique pub_telephonique
    publicite_telephonique propositions_par_telephone offres_par_telephone offres_telephoniques relance_telephonique relances harcelement_telephonique spam
    spams phoning l_appelle un_seul_appel communication communications sollicitation sollicitations correspondance publicite_par_telephone pub_par_telephone
    tentative_de_contact tentatives_de_contact tentatives_d_appel campagnes_telephoniques bombardement`,
  no: 'ne n pas aucun aucune ni rien sans personne inutile peine_de evitez evite eviter abstenez abstenir sert_a_rien',
  more: `
    plus jamais pus a_nouveau de_nouveau nouvel_appel nouveaux_appels a_l_avenir desormais dorenavant d_autre d_autres aucun_autre un_jour ni_demain
    un_autre_jour definitivement une_fois_pour_toutes encore_une_fois une_fois_de_plus pour_toujours a_tout_jamais encore_appeler a_partir_de_maintenant
    une_autre_fois davantage plus_jamais une_bonne_fois par_la_suite dans_le_futur a_jamais`,
  never: `
    pas_de_demarchage pas_de_prospection pas_de_telemarketing inutile plus_jamais jamais plus_du_tout plus_aucun plus_aucune pus_jamais pus_pantoute
    plus_un_seul plus_la_moindre veu*_plus_qu* veu*_plus_etre veu*_plus_recevoir veu*_plus_entendre veu*_plus_avoir veu*_plus_d_appel* veu*_plus_de_vos
    veu*_plus_vous voul*_plus_qu* voul*_plus_etre voul*_plus_recevoir voul*_plus_entendre voul*_plus_avoir voul*_plus_d_appel* voul*_plus_de_vos voul*_plus_vous
    voudr*_plus_qu* voudr*_plus_etre voudr*_plus_recevoir voudr*_plus_entendre voudr*_plus_avoir voudr*_plus_d_appel* voudr*_plus_de_vos voudr*_plus_vous
    souhait*_plus_qu* souhait*_plus_etre souhait*_plus_recevoir souhait*_plus_entendre souhait*_plus_avoir souhait*_plus_d_appel* souhait*_plus_de_vos
    souhait*_plus_vous desir*_plus_qu* desir*_plus_etre desir*_plus_recevoir desir*_plus_entendre desir*_plus_avoir desir*_plus_d_appel* desir*_plus_de_vos
    desir*_plus_vous de_plus_m de_plus_me de_plus_nous de_plus_jamais de_plus_appeler de_plus_rappeler de_plus_etre de_plus_telephoner de_plus_recevoir
    de_plus_contacter de_plus_deranger de_plus_recontacter de_plus_solliciter de_plus_t a_plus_nous a_plus_m a_plus_me a_plus_appeler a_plus_rappeler
    a_plus_recevoir faut_plus faudrait_plus devez_plus dois_plus faudra_plus doit_plus m_appelez_plus m_appelez_pus m_appelles_plus me_rappelez_plus
    me_rappelles_plus nous_appelez_plus me_telephonez_plus nous_telephonez_plus vous_appelez_plus vous_rappelez_plus nous_rappelez_plus me_contactez_plus
    me_derangez_plus nous_derangez_plus me_recontactez_plus nous_contactez_plus vous_telephonez_plus qu_on_m_appelle_plus qu_on_me_rappelle_plus
    qu_on_me_contacte_plus qu_on_nous_appelle_plus qu_on_me_derange_plus qu_on_nous_derange_plus et_m_appelle_plus et_me_rappelle_plus et_rappelez_plus
    et_appelez_plus et_telephonez_plus alors_m_appelle_plus m_embetez_plus nous_embetez_plus m_ennuyez_plus me_harcelez_plus me_sollicitez_plus
    que_vous_m_appeliez_plus moi_plus moi_pus moi_jamais plus_appele* plus_contacte* plus_rappele* plus_derange* plus_demarche* plus_sollicite* plus_importune*
    plus_harcele* plus_embete* plus_recontacte* plus_relance* plus_ennuye* plus_joint* plus_d_appel* plus_de_coup* plus_de_demarchage plus_de_prospection
    plus_de_contact plus_de_telephone plus_de_sollicitation* plus_personne_ne_m plus_personne_m n_essayez_plus n_essaie_plus essayez_plus cherchez_plus
    il_faut_plus faudrait_pas veux_plus_qu veux_plus_que veut_plus_qu voudrais_plus voudrais_plus_qu voulons_plus souhaite_plus souhaitons_plus desire_plus
    m_appelle_plus appelez_plus appelle_plus rappelez_plus rappelle_plus telephonez_plus telephone_plus contactez_plus derangez_plus jamais_plus plus_appeler
    plus_rappeler plus_telephoner plus_deranger plus_contacter plus_qu_on_m_appelle plus_que_vous plus_que_tu plus_etre plus_recevoir plus_la_peine_de
    plus_besoin_de plus_besoin_d plus_m_appeler plus_nous_appeler plus_me_contacter plus_me_rappeler plus_me_telephoner plus_me_deranger sous_aucun_pretexte
    sous_aucun_motif sous_aucune_condition en_aucun_cas sous_aucune_circonstance pour_aucune_raison que_personne`,
  stop: `
    fin_des fin_de_vos finissons_en que_ca_cesse que_ca_s_arrete doivent_cesser doit_cesser ca_cesse arretez arrete arreter arretiez arretent cessez cesse
    cesser cessiez cessent stop stoppez stopper stoppe finissez_avec finissent renoncez prennent_fin mettez_fin mettre_fin arretes s_arretent s_arrete s_arreter
    arret_des arret_de_tout* arret_de_vos arret_definitif arret_immediat en_finir_avec lachez_moi lachez_nous lache_moi foutez_moi fichez_moi laissez_nous_avec
    laissez_moi_avec laissez_tomber fin_aux cesserez cessera arreterez t_arretes t_arrete arretons arretera arretes_de mettez_un_terme mettre_un_terme
    mettez_y_un interrompez interrompre suspendez suspendre finissez finir_avec laissez_tomber_avec abstenez_vous_de abstenir veuillez_cesser merci_d_arreter
    merci_de_cesser priere_de_cesser epargnez_moi epargnez_nous epargne_moi faites_cesser vous_epargner epargnez_vous il_faut_arreter il_faudrait_arreter
    il_va_falloir_arreter l_arret fin_immediate la_fin absteniez abstenez`,
  stopThat: `
    ca_suffit ca_suffit_comme arretez_ca arrete_ca arretez_cela stop_maintenant maintenant_stop ca_commence_a_bien c_est_bon_maintenant y_en_a_marre
    j_en_ai_marre ras_le_bol ca_doit_cesser il_faut_que_ca_cesse il_faut_que_ca_s_arrete ca_doit_s_arreter stop basta plus_jamais`,
  repeated: `
    deuxieme_fois troisieme_fois quatrieme_fois cinquieme_fois sixieme_fois dixieme_fois enieme_fois fait_trois_fois fait_deux_fois fait_dix_fois fait_cent_fois
    fait_plusieurs_fois derniere_fois_que_je combien_de_fois deja_dit deja_demande je_vous_ai_dit je_vous_ai_demande je_t_ai_dit je_t_ai_demande vous_l_ai_dit
    plusieurs_fois cent_fois mille_fois on_vous_l_a on_vous_a_dit on_vous_a_demande demande_deux_fois demande_trois_fois dit_deux_fois dit_trois_fois
    repete_deux_fois`,
  enough: `
    ma_claque mon_voyage soupe_de tanne_de tannee_de tannes_de fatigue_de fatiguee_de lasse_de ras_le assez fini finis stop_aux marre zero_appel zero_coup
    zero_demarchage ca_suffit suffit halte termine terminee terminees epargnez passez_vous plein_le_dos ras_la_casquette plein_le_cul j_en_peux_plus
    en_peux_plus n_en_peux_plus gardez_pour_vous lachez_moi lachez_nous lache_moi foutez_moi fichez_moi foutez_nous fichez_nous basta dispensez_moi ras_le_bol
    ral_le_bol j_en_ai_marre marre_de marre_des assez_de assez_des j_en_ai_assez saoule_par plein_le_dos_de y_en_a_marre c_est_bon_les c_est_fini_les fini_les
    fini_vos termine_les_appels plus_aucun plus_aucune aucun_autre aucune_autre plus_un_seul plus_un_appel pas_un_appel pas_un_seul pas_de_publicite
    pas_de_demarchage aucune_publicite aucun_demarchage pas_de_pub ca_va_faire zero`,
  forbid: `
    mon_refus notre_refus refus_d_etre refus_de_tout interdis interdisons defends_de vous_defends m_oppose nous_opposons refuse_que refuse_qu refuse_d
    refuse_de_recevoir refuse_vos refuse_tout refuse_toute refuse_ces refuse_les_appels refusons_d refusons_que refusons_tout refusons_les refusons_vos
    refuse_le_demarchage refuse_categoriquement pas_le_droit aucun_droit_de interdit_de n_autorise n_autorisons n_ai_pas_autorise n_avons_pas_autorise
    ai_pas_autorise ai_jamais_autorise n_ai_jamais_autorise pas_autorise_a pas_autorises_a plus_autorise* autorise_pas autorise_plus formellement_interdit
    droit_d_opposition m_opposer opposition_au opposition_a_tout* opposition_aux hors_de_question plus_question pas_question_que pas_question_de
    souhaite_m_opposer veux_m_opposer vous_somme exige_l_arret mets_en_demeure indesirable* non_sollicite* pas_souhaite* pas_desire* pas_le_bienvenu
    pas_les_bienvenus pas_bienvenu* jamais_donne_mon jamais_donne_l jamais_donne_la pas_donne_mon sans_mon_accord sans_mon_autorisation sans_mon_consentement
    sans_autorisation jamais_consenti jamais_accepte_d jamais_accepte_que n_ai_pas_donne pas_mon_accord pas_mon_autorisation pas_mon_consentement
    pas_ma_permission aucune_autorisation aucun_consentement m_oppose_a m_oppose_au refuse_le refuse_la refuse_tous refuse_toutes refuse_desormais
    n_accepte_plus n_accepte_pas droit_a_l_effacement droit_a_l_oubli vous_interdis t_interdis interdis_de n_avez_pas_a n_avez_plus_a avez_pas_le_droit
    avez_pas_a avez_plus_a ne_vous_permets ne_vous_autorise refuser je_decline nous_declinons je_rejette je_renonce_a interdiction_de defense_de
    interdiction_formelle interdiction_d defense_d refuse_de mon_opposition opposition_a se_passera_de se_passer_de passerons_de passe_de passerai_de
    vous_est_interdit vous_est_desormais_interdit prefererais_n_avoir prefererais_ne_pas_avoir aucune_envie aucun_desir pas_envie_d_etre pas_envie_que_vous
    pas_envie_qu_on pas_d_accord_avec`,
  withdraw: 'retire revoque annule retirons revoquons retirer revoquer reprends revocation retrait annulez annuler retire* revoque* annule*',
  consent: `
    consentement accord autorisation permission autorise autorisons consens consenti d_accord_pour d_accord_que accepte_d accepte_qu accepte_de_recevoir permets
    consentir`,
  remove: `
    supprimez supprime supprimer supprimiez retirez retire retirer retiriez enlevez enleve enlever enleviez effacez efface effacer effaciez rayez raye rayer
    rayiez rayee rayes otez oter ote otiez sortez sors sortir sortiez virez vire virer viriez effacement suppression oubliez oublie bloquez bloque bloquer
    desinscri* radiez radier radie eliminez eliminer elimine retrait biffez biffer disparaitre degagez degage barrez barrer barre jetez exclure excluez
    desabonn* desenregistr* jarte jartez jarter jarretez retires enleves supprimes effaces ejectez dereferenc* delistez nettoyez otez_moi otes retirez_moi
    retirees supprimee sortie effacee exclu exclue exclus enlevee rayees sortez_moi sors_moi virez_moi oubliez_moi nettoie jette jeter degager sortent retirent
    suppriment effacent enlevent rayer_de barrer_de radiez_moi extraire extrayez disparaisse retiree_de hors_de en_dehors dehors hors`,
  erase: `
    supprimez supprime supprimer supprimiez retirez retire retirer retiriez enlevez enleve enlever enleviez effacez efface effacer effaciez rayez raye rayer
    rayiez otez oter ote effacement suppression oubliez oublie oublier bloquez bloque bloquer eliminez eliminer elimine retrait biffez biffer virez vire virer
    barrez barrer perdez perds perdre jetez jette jeter desinscri* detruisez detruire purgez bannissez bannir blacklist* desactivez sortez degagez desenregistr*
    l_oubliez l_effacez l_enlevez le_supprimez le_perdez le_rayez le_retirez disparaisse disparaitre jarter jartez liste_noire effaces enleves supprimes oublies
    enlevez_moi retirez_moi supprimez_moi oubliiez perdiez supprimees supprimee effacees effacee retirees`,
  dial: `
    composez composer compose composerez utilisez utiliser utilise faites_ce faites_plus faites_jamais faire_ce faire_plus faire_mon exploitez exploiter servez
    servir refaites refaire faites composiez traiter conserver gardiez garder conserviez`,
  doIt: 'le_refaites le_refais le_faites faites_ca le_refaire le_faire refaites_ca recommencez recommencer recommencez_pas n_en_faites en_faites',
  want: 'veux voulons souhaite souhaitons accepte acceptons recevoir desire desirons tolere tolererai supporte voulais voulions souhaitais souhaitions',
  list: `
    liste* fichier* base bases systeme* repertoire* registre* listing* annuaire contacts dossier* carnet truc machin ordinateur* logiciel* archives donnees
    campagne* appels demarchage prospects tablettes appareil* crm memoire telephones programme machine automate donnees_clients papiers prospection
    tout_ce_que_vous composeur publicite la_votre les_votres`,
  callList: 'liste_d_appel* liste_d_appels listes_d_appel* liste_telephonique fichier_d_appel* fichier_telephonique',
  mine: `
    etre_retire* etre_raye* etre_supprime* etre_enleve* etre_efface* etre_desinscri* etre_radie* etre_sorti* etre_ote* moi nous me mon mes notre nos ce_numero m
    je_veux_sortir ma je_veux_etre je_souhaite_etre je_voudrais_etre j_aimerais_etre nous_voulons_etre nous_souhaitons_etre je_demande_a peux_etre`,
  number: `
    mon_numero ce_numero notre_numero mon_telephone mes_donnees nos_donnees mes_coordonnees nos_coordonnees mes_informations mes_infos mon_nom mon_contact
    ma_fiche notre_nom ma_ligne de_mes_donnees toutes_mes_donnees mon_06 mon_num mon_fixe mon_existence mon_adresse_telephonique que_j_existe toute_trace
    mon_natel mon_gsm mon_cellulaire notre_ligne mon_portable mon_dossier_de cette_ligne numero_de_telephone_de tout_ce_que_vous_avez tout_ce_qui_me_concerne
    mon_numero_de toutes_mes mon_profil ce_portable ce_telephone ce_fixe ce_mobile informations_me_concernant donnees_me_concernant informations_sur_moi
    donnees_sur_moi tout_ce_que_vous_avez_sur infos_sur_moi numero_prive`,
  noCallList: `
    bloctel a_ne_pas_appeler liste_rouge liste_noire ne_pas_appeler ne_plus_appeler ne_pas_deranger ne_pas_contacter liste_d_opposition a_ne_plus_appeler
    ne_veulent_pas_etre ne_veulent_plus a_ne_plus_contacter a_ne_plus_deranger ne_plus_contacter ne_pas_rappeler ne_plus_rappeler ne_plus_me_contacter
    liste_d_exclusion lnnte liste_des_exclus do_not_call robinson a_ne_jamais_appeler ne_jamais_rappeler ne_plus_solliciter ne_plus_demarcher
    refus_de_demarchage opposition_telephonique liste_de_ceux_qui je_ne_veux_pas_etre je_veux_pas_etre je_ne_souhaite_pas_etre je_ne_souhaite_plus_etre
    je_ne_veux_plus_etre je_veux_plus_etre ne_plus_deranger ne_jamais_appeler ne_jamais_contacter jamais_appeler opposition ne_veulent_plus_etre
    ne_veux_pas_etre ne_veux_plus_etre ne_souhaite_plus_etre ne_souhaite_pas_etre ne_veut_plus_etre ne_veut_pas_etre ne_souhaitent_pas ne_souhaitent_plus
    ne_veux_pas_d_appel ne_veux_plus_d_appel ne_veux_plus_recevoir ne_souhaite_plus_recevoir ne_souhaite_pas_recevoir ne_pas_demarcher plus_demarcher
    refuse_le_demarchage refuse_tout_demarchage refuse_les_appels refuse_tout_appel pas_de_demarchage aucun_appel pas_d_appel plus_d_appel opposition_interne`,
  put: `
    mettez mets inscrivez inscris ajoutez ajoute placez notez note marquez marque enregistrez mettre inscrire ajouter noter marquer indiquez ecrivez signalez
    precisez mettez_moi mets_moi prenez_note prends_note prendre_note mentionnez inserez faites_figurer bien_noter faites_en_sorte faire_en_sorte mettiez
    respectez respecte`,
  last: `
    derniere_fois_que_vous derniere_fois_que_tu derniere_fois_que_je_vous derniere_fois_que_je_decroche derniere_fois_qu_on_m derniere_fois_que_j_entends
    derniere_fois_qu_on_me derniere_fois_que_je_reponds dernier_appel_que_je dernier_appel_que_vous derniere_fois_que_votre dernier_coup_de_fil_que
    derniere_fois dernier_appel dernier_coup`,
  hear: 'entendre nouvelles savoir avoir_affaire entende entends avoir_a_faire vous_entendre entendre_parler parler voir vous_parler',
  fromYou: `
    de_vous de_toi de_votre parler_de_vous a_vous de_chez_vous a_votre avec_vous parler_de_votre de_vos de_cette_societe de_cette_entreprise de_cette_boite
    votre_numero parler_ni`,
  whole: `
    laissez_moi_tranquille laissez_nous_tranquille* laisse_moi_tranquille laissez_moi_en_paix laissez_nous_en_paix fichez_moi_la_paix foutez_moi_la_paix
    fichez_nous_la_paix foutez_nous_la_paix laisse_nous_tranquille* fous_moi_la_paix fiche_moi_la_paix laisse_moi_en_paix fous_nous_la_paix
    laissez_moi_donc_tranquille laissez_moi_donc_en_paix laissez_moi_vivre laissez_nous_vivre lachez_moi_la lachez_moi_les lachez_nous_la lachez_nous_les
    lache_moi_la lache_moi_les soit_+_derniere_fois soit_+_dernier_appel soit_+_dernier_coup c_etait_votre_dernier_appel c_est_votre_dernier_appel
    c_etait_le_dernier_appel me_laisser_tranquille nous_laisser_tranquille* me_laisser_en_paix nous_laisser_en_paix me_laissiez_tranquille
    nous_laissiez_tranquille* vous_me_laissez_tranquille vous_nous_laissez_tranquille* me_foutre_la_paix me_ficher_la_paix nous_foutre_la_paix
    qu_on_me_laisse_tranquille qu_on_nous_laisse_tranquille* qu_on_me_foute_la_paix qu_on_me_fiche_la_paix qu_on_me_laisse_en_paix veux_plus_vous_entendre
    veux_plus_jamais_vous_entendre veux_plus_vous_avoir_au veux_plus_vous_parler veux_plus_parler_avec_vous mon_droit_d_opposition mon_droit_a_l_effacement
    mon_droit_a_l_oubli droit_a_l_effacement_de_mes notre_droit_d_opposition oubliez_moi oublie_moi oubliez_nous faites_moi_disparaitre oubliez_que_j_existe
    oubliez_mon_existence desinscrivez_moi desinscris_moi desabonnez_moi_de_vos me_desinscrire_de_ces me_desinscrire_de_vos etre_desinscrit*_de_vos
    etre_desinscrit*_de_ces m_effacez_de_partout supprimez_moi_de_partout laissez_nous_tranquilles laissez_nous_tranquille laisse_nous_tranquilles
    nous_laisser_tranquilles laissez_ma_mere_tranquille me_laissez_tranquille me_foutez_la_paix me_fichez_la_paix lachez_moi_avec lachez_nous_avec
    lachez_nous_la_grappe lachez_moi_la_grappe lachez_moi_les_baskets lache_moi_les_baskets lachez_nous_les_baskets oubliez_moi_une oubliez_nous_une
    suis_inscrit_sur_bloctel suis_inscrite_sur_bloctel suis_sur_bloctel sommes_sur_bloctel sommes_inscrits_sur_bloctel suis_inscrit_a_bloctel
    suis_inscrite_a_bloctel numero_est_sur_bloctel suis_sur_liste_rouge_et perdez_mon_numero perds_mon_numero epargnez_moi_vos epargnez_nous_vos
    arretez_d_appeler_ma_mere n_appelez_plus_ma arretez_d_appeler_chez mon_petit_plus_de_ca plus_de_ca_s_il alors_plus_de_ca vous_me_supprimez vous_m_effacez
    vous_me_retirez_aussi qu_on_ne_veut_pas_de_ces_appels ne_veut_pas_de_vos_appels veut_pas_de_ces_appels resilier_vos_appels n_essayez_plus
    ne_veux_pas_que_ca_recommence j_en_ai_pour_la_vie oubliez_ce_telephone en_dehors_de_vos_campagnes sortez_moi_de_la garder_mon_numero
    ne_vous_avisez_pas_de_me_rappeler ne_vous_avisez_pas_de_m_appeler suis_inscrit*_sur_bloctel suis_inscrit*_a_bloctel suis_sur_liste_rouge suis_en_liste_rouge
    n_a_rien_a_faire_dans n_a_rien_a_faire_sur dernier_coup_de_fil_que qu_on_la_laisse_en_paix qu_on_la_laisse_tranquille dernier_appel_que_j_accept*
    dernier_appel_que_je_recoi* dernier_appel_que_je_pren* dernier_appel_que_vous_me`,
  ask: `
    avertissement previens dis repete choix pas_envie plus_envie aucune_envie donc svp plait veux voulons souhaite souhaitons merci demande prie prefere
    aimerais voudrais pas_la_peine aimerions exige souhaiterais priere bien_vouloir veuillez gentil gentillesse ordonne conseille inutile sert_a_rien pas_besoin
    plus_besoin evitez abstenez saurais_gre serais_reconnaissant* reconnaissant* supplie vous_en_prie prierais demanderais demandons insiste souhaiterions
    voudrions voudrais_que j_aimerais aimable amabilite soyez faites je_veux je_vous_demande_de je_vous_dis je_t_ai_dit je_vous_ai_dit vous_ai_deja vous_l_ai
    mieux_que prefererais prefererions preferons faut faudrait non_ne toujours_non ni_jamais ni_appel rien_ne demande_formelle ai_dit_de et_ne`,
  tail: `
    ici svp merci s il vous plait te chez nous appele* contacte* derange* demarche* pas point rappele* sollicite* d_avance d_accord au_revoir hein quoi
    jeune_homme monsieur madame mademoiselle mec gros frere mon_grand ma_grande mon_ami mon_vieux mon_petit vous_seriez allez bonne_journee bonsoir ok okay
    compris entendu c_est_tout vraiment jamais sur_ce_numero a_ce_numero au_telephone par_telephone a_la_maison a_mon_domicile a_ce_domicile a_cette_adresse
    pour_rien_au_monde pour_ce_genre pour_vos pour_des ici_plus plus_ici aussi serieux immediatement tout_de_suite definitivement completement maintenant
    une_bonne ni`,
  doing: `
    je_decroche je_vous_entends j_entends je_reponds je_recois on_m_appelle on_m_embete on_me_derange vous_m_entendez je_vous_parle je_vous_reponds
    vous_faites_ca sonne composez entends telephones arretez_pas_d arretez_pas_de appelez telephonez n_arretez_pas se_reproduit se_repete ca_recommence
    avez_appele as_appele avez_telephone`,
  again: `
    encore une_fois_de_plus a_nouveau de_nouveau rappelez rappeler rappellent continuez continue continuent recommencez la_prochaine au_prochain jamais de_plus
    un_autre une_autre persistez insistez revois_ce revois_votre nouvel_appel tout_nouvel prochain_appel si_tu_me_rappelles appelez_encore le_refaites refaites
    se_reproduit se_repete recommence n_arretez_pas n_arretez`,
  when: 'si la_prochaine au_prochain a_la_prochaine des_que_vous rappelez_moi_encore rappelle_moi_encore appelez_moi_encore',
  threat: `
    plainte avocat avocate police porte_plainte signale* tribunal justice saisis cnil denonce poursui* dgccrf gendarme* attaque_en huissier juridique* juge
    proces que_choisir commissariat repression consommateurs procureur comme_du_harcelement j_appelle_la_police flics gendarmerie prud_hommes
    affaire_a_mon_avocat plaindrai plains_a mesures`,
  register: 'bloctel lnnte liste_robinson robinson liste_rouge',
  that: 'que qu si',
  and: 'et pas_interesse* ne_m_interesse m_interesse_pas non_merci besoin_de_rien pas_besoin_de_rien',
  filler: 'hem um er',
  you: 'que qu',
  request: `
    pouvez pourriez peux_tu pourrais_tu pouvez_vous pourriez_vous tu_peux tu_pourrais auriez_vous aurais_tu voulez_vous voudriez_vous veux_tu serait_il
    est_il_possible serait_ce seriez_vous combien_de_fois quand_allez_vous quand_est_ce_que_vous vous_me_retirez vous_me_rayez vous_m_enlevez vous_voulez_bien
    pourquoi_vous_ne_me_laissez est_ce_que_vous_pouvez est_ce_que_vous_pourriez auriez puis_je_etre peut_on pourrait_on je_peux_etre pourrais_je_etre
    c_est_possible_de c_est_possible_d vous_allez_arreter quelqu_un_chez quelqu_un_peut quelqu_un_pourrait comment_faire_pour_que trop_demander
    pourquoi_vous_ne_comprenez pourquoi_ne_comprenez puis_je_vous_demander je_peux_vous_demander pourrais_je_vous_demander puis_je_te_demander et_si_vous
    est_ce_si_difficile c_est_si_difficile jusqu_a_quand quand_est_ce_que_vous_allez aurait_on auraient_ils que_faut_il_faire que_dois_je_faire
    qu_est_ce_que_je_dois_faire`,
  so: 'donc alors c_est_pourquoi du_coup par_consequent et_je_ne_veux et_je_veux et_on_ne_veut et_s_il_vous ete_clair ete_claire assez_clair',
  leave: 'laissez laisse laisser laissiez laissent foutez fichez fous fiche foutre ficher laissait laisseriez lachez lache lacher laissee laisses',
  peace: 'tranquille tranquilles en_paix la_paix vivre les_baskets la_grappe',
  anyNumber: 'le_numero ce_numero numero',
}
