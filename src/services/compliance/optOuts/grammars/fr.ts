import type { Grammar } from '../grammar.ts'

export const fr: Grammar = {
  contact: `
    appeler appelez appelle_plus appelles m_appelle m_appeliez appeliez appelle rappeler rappelez rappelle rappelles rappeliez telephoner telephonez
    telephone_plus telephones telephoniez contacter contactez contacte contactiez deranger derangez derange derangiez embeter embetez embete
    embetiez importuner importunez harceler harcelez joindre joigniez sonner sonnez solliciter sollicitez sollicitiez demarcher demarchez
    recontacter recontactez recommencez recommencer appellent_plus composer_ce`,
  contacted: `
    etre_appele* etre_contacte* etre_derange* etre_demarche* etre_sollicite* etre_rappele* etre_importune* etre_harcele* etre_embete* etre_joint*`,
  calls: `
    appel appels coup_de_fil coups_de_fil coup_de_telephone coups_de_telephone demarchage telemarketing contact contacts sollicitation* harcelement`,
  no: 'ne n pas aucun aucune ni rien sans personne',
  more: 'plus jamais encore nouveau nouvel nouveaux a_l_avenir desormais dorenavant autre autres aucun_autre prochain*',
  never: 'plus_jamais jamais_plus jamais plus_du_tout plus_aucun plus_aucune',
  stop: `
    arretez arrete arreter arretiez arretent cessez cesse cesser cessiez cessent stop stoppez stopper finissez_avec finissent evitez abstenez
    abstenir renoncez prennent_fin mettez_fin arretes s_arretent s_arrete`,
  enough: 'assez plus_d plus_de plus_aucun plus_aucune aucun_autre fini ras_le_bol stop_aux marre zero ca_suffit_avec halte',
  forbid: `
    interdis interdisons defends m_oppose nous_opposons refuse refusons pas_le_droit interdit_de n_autorise n_autorisons pas_autorise*
    formellement_interdit`,
  withdraw: 'retire revoque annule retirons revoquons retirer revoquer reprends',
  consent: 'consentement accord autorisation permission autorise autorisons consens d_accord accepte permis permets',
  remove: `
    supprimez supprime supprimer supprimiez retirez retire retirer retiriez enlevez enleve enlever enleviez effacez efface effacer effaciez rayez
    raye rayer rayiez otez oter ote sortez sors sortir sortiez virez vire effacement suppression oubliez oublie bloquez bloque desinscri* radiez
    radier eliminez eliminer retrait biffez disparaitre`,
  erase: `
    supprimez supprime supprimer supprimiez retirez retire retirer retiriez enlevez enleve enlever enleviez effacez efface effacer effaciez rayez
    raye rayer otez oter ote effacement suppression oubliez oublie bloquez bloque eliminez eliminer retrait biffez virez`,
  dial: 'composez composer compose utilisez utiliser faites_ce',
  want: 'veux voulons souhaite souhaitons accepte acceptons recevoir desire',
  list: 'liste* fichier* base bases systeme* repertoire* registre* listing* annuaire contacts dossier* carnet',
  mine: 'moi nous me mon mes notre nos ce_numero m je_veux_sortir',
  number: `
    mon_numero ce_numero notre_numero mon_telephone mes_donnees nos_donnees mes_coordonnees nos_coordonnees mes_informations mes_infos mon_nom
    mon_contact ma_fiche notre_nom ma_ligne de_mes_donnees`,
  noCallList: `
    bloctel a_ne_pas_appeler liste_rouge liste_noire ne_pas_appeler ne_plus_appeler ne_pas_deranger ne_pas_contacter liste_d_opposition
    a_ne_plus_appeler ne_veulent_pas_etre`,
  put: 'mettez mets inscrivez inscris ajoutez ajoute placez notez marquez enregistrez mettre inscrire ajouter',
  last: 'derniere_fois dernier_appel',
  hear: 'entendre nouvelles savoir avoir_affaire',
  fromYou: 'de_vous de_toi de_votre parler_de_vous a_vous de_chez_vous',
  whole: `
    laissez_moi_tranquille laissez_nous_tranquille* laisse_moi_tranquille laissez_moi_en_paix laissez_nous_en_paix fichez_moi_la_paix
    foutez_moi_la_paix fichez_nous_la_paix foutez_nous_la_paix laisse_nous_tranquille* fous_moi_la_paix fiche_moi_la_paix laisse_moi_en_paix
    laissez_moi_donc_tranquille soit_+_derni*`,
  ask: 'svp plait veux voulons souhaite souhaitons merci demande prie prefere aimerais voudrais',
  tail: 'ici svp merci s il vous te plait chez nous appele* contacte* derange* demarche*',
  doing: '',
  again: 'encore une_fois_de_plus a_nouveau rappelez rappeler rappellent',
  when: 'si la_prochaine',
  threat: 'plainte avocat police porte_plainte signale* tribunal justice saisis cnil denonce poursui* dgccrf',
  other: `
    elle mari femme soeur frere chef patron patronne fils fille voisin voisine ami amie client clients quelqu collegue banque personne_ne_m
    on_ne_me_rappelle je_n_appelle jamais_je j_ai_arrete arrive_plus n_arrive ils je_ne_rappelle ils_ne entretien je_n_ai_plus_appele m_avez m_as
    m_ont il_a il_dit il_veut il_m il_ne_veut il_voulait il_demande il_nous il_vous`,
  them: `
    l_appeler les_appeler les_joindre le_joindre la_joindre lui_telephoner les_contacter madame monsieur docteur les_rappeler le_rappeler service`,
  told: `
    pourquoi question* rater manquer n_oubliez_pas oubliez_pas n_arretez_pas n_arrete_pas ne_derange_pas derange_pas ca_ne_me_derange quand_est
    est_ce_qu_il a_t_il vous_pouvez_rappeler pouvez_rappeler liste_d_attente inquietez ne_vous_en_faites merci_pour_votre_appel quittez vouliez_m
    recu dis_pas enregistr* pas_dit criait hier hesitez`,
  limit: `
    avant apres pendant matin matins soir soirs midi lundi* mardi* mercredi* jeudi* vendredi* samedi* dimanche* bureau travail aujourd demain
    maintenant week jusqu portable standard sauf entends capte au_travail collegue`,
  things: 'mail mails commande article facture rendez abonnement contrat forfait pas_encore participants invites attente colis newsletter',
  instead: 'plutot mais',
}
