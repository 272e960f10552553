import type { Exceptions } from '../../grammar.ts'

export const nl: Exceptions = {
  other: `
    zij collega_wil mensen_zeggen ik_heb_gestopt ik_ben_gestopt hen na_het_gesprek dat_bedrijf een_bedrijf ander_bedrijf niemand_belt niemand_heeft belt_niemand
    als_iemand ex mijn_ex toen_heb_ik toen_zei_ik oplichters ze_me ze_mij ze_haar ze_hem buren schoonmoeder schoonvader zwager kleinzoon kleindochter ik_ze
    ik_zal man_wil man_heeft man_belt man_zei man_zegt man_had man_mag man_moet man_vindt man_zou man_roept vrouw_wil vrouw_heeft vrouw_belt vrouw_zei
    vrouw_zegt vrouw_had vrouw_mag vrouw_moet vrouw_vindt vrouw_zou vrouw_roept zoon_wil zoon_heeft zoon_belt zoon_zei zoon_zegt zoon_had zoon_mag zoon_moet
    zoon_vindt zoon_zou zoon_roept dochter_wil dochter_heeft dochter_belt dochter_zei dochter_zegt dochter_had dochter_mag dochter_moet dochter_vindt
    dochter_zou dochter_roept broer_wil broer_heeft broer_belt broer_zei broer_zegt broer_had broer_mag broer_moet broer_vindt broer_zou broer_roept zus_wil
    zus_heeft zus_belt zus_zei zus_zegt zus_had zus_mag zus_moet zus_vindt zus_zou zus_roept buurman_wil buurman_heeft buurman_belt buurman_zei buurman_zegt
    buurman_had buurman_mag buurman_moet buurman_vindt buurman_zou buurman_roept buurvrouw_wil buurvrouw_heeft buurvrouw_belt buurvrouw_zei buurvrouw_zegt
    buurvrouw_had buurvrouw_mag buurvrouw_moet buurvrouw_vindt buurvrouw_zou buurvrouw_roept vriend_wil vriend_heeft vriend_belt vriend_zei vriend_zegt
    vriend_had vriend_mag vriend_moet vriend_vindt vriend_zou vriend_roept vriendin_wil vriendin_heeft vriendin_belt vriendin_zei vriendin_zegt vriendin_had
    vriendin_mag vriendin_moet vriendin_vindt vriendin_zou vriendin_roept tegen_mijn tegen_de_bank de_bank_heeft de_bank_gezegd mijn_bank bank_belt moeder_zei
    moeder_belt vader_zei vader_belt oma_heeft opa_heeft mijn_klant* een_klant_wil klanten_bellen kinderen_bellen monteur tandarts huisarts gemeente
    mijn_werkgever gezegd_dat_ze gezegd_+_dat_ze zei_dat_ze ze_hebben ze_zeiden ze_zouden ze_zei ze_wil ze_riep hij_riep mijn_baas baas_wil baas_belt baas_zei
    baas_heeft andere_verkoper tegen_een_andere andere_firma andere_club collega_heeft collega_zei collega_belt riep roept schreeuw* brulde gilde snauwde
    antwoordde vertelde smeekte fluisterde vroeg_ze vroeg_hij vroeg_mij eiste huurder bewoner eigenaar voorganger heeft_mijn_man heeft_mijn_vrouw
    heeft_mijn_zoon heeft_mijn_dochter zegt_altijd die_zegt die_zei klanten een_klant klant_die klant_zei de_klant iemand_zei iemand_schreef iemand_heeft
    iemand_belt iemand_wil iemand_vroeg iemand_zegt schreef bank_zei bank_wil bank_niet bank_om bedrijf_zei ze_wilde ze_wou ze_belt ze_bellen ze_vroeg man_vroeg
    vrouw_vroeg man_wilde vrouw_wilde zoon_wilde dochter_wilde buurman_wilde buurvrouw_wilde hij_wil hij_heeft hij_zei ze_heeft zij_wil zij_zei tegen_zijn
    tegen_haar tegen_hem tegen_mijn_broer tegen_mijn_zus tegen_mijn_moeder tegen_mijn_baas heb_ik_hem heb_ik_haar ik_heb_hem ik_heb_haar gezworen we_klanten
    bedrijf_nooit ik_neem_nooit ik_neem_niet ik_bel_dat ik_bel_ze ik_bel_hem neem_ik_nooit hij_zegt hij_vroeg hij_had hij_belt hij_mag hij_moet hij_zou
    hij_slaapt hij_is tegen_die_lui tegen_die_mensen tegen_de de_klant_wil dat_bedrijf_wil een_bedrijf_wil`,
  them: `
    hem haar receptie meneer_de mevrouw_de naar_meneer naar_mevrouw dat_bedrijf loodgieter dokter apotheek mijn_man mijn_vrouw mijn_dochter mijn_zoon ambulance
    brandweer politie_bel loodgieters taxi dokter_bellen hem_meer hem_nooit hem_niet_meer haar_niet_meer haar_nooit mevrouw_noem meneer_noem de_klant de_klanten`,
  told: `
    ik_kan_ze ik_kan_hem ik_kan_haar ik_kan_jullie telefoon_gaat_niet wanneer missen vergeet_niet stop_niet niet_stoppen hou_niet_op stoort_me_niet
    stoort_mij_niet stoort_het stoort_niet geen_bezwaar zei_hij wachtlijst hoeft_niet_terug mag_weer_bellen mag_gerust kunt_weer zeg_niet bedoel_niet aarzel
    vragen_meer een_vraag geen_zorgen zorgen_maken heb_+_ontvangen hebben_+_ontvangen telefoontje_gekregen telefoontje_gehad heb_+_gekregen nog_nooit_zo
    nog_nooit_gebeld nog_nooit_door ben_nog_nooit ben_nooit werd_nooit hebben_me_nooit hebben_mij_nooit hebben_ons_nooit heeft_me_nooit heeft_mij_nooit
    heeft_ons_nooit ik_heb_niet_gezegd heb_nooit_gezegd niet_beweren wil_niet_zeggen beweer_niet niet_erg vroeger_wilde vroeger_wou vroeger_wilden
    vorig_jaar_wilde wilde_ik_niet wilde_ik_nooit wilde_ik_geen krijg_ik_dan wat_gebeurt wat_als word_ik_dan zouden_mij zouden_me zouden_ons zou_mij_terugbellen
    zou_me_terugbellen zou_mij_bellen zou_me_bellen meer_iets_gehoord niets_gehoord niks_gehoord nooit_ongelegen nooit_te_laat kan_ik_niet_meer op_de_hoogte
    hou_contact houd_contact contact_houden werkt_hier_niet heeft_zich hebben_zich heb_me_er heb_mij_er heeft_mij_+_verwijderd haal_mij_+_niet haal_me_+_niet
    verwijder_mij_niet verwijder_me_niet schrap_mij_niet niet_verwijderen laatste_keer_+_belde_was laatste_keer_+_belde_had vorige_keer_+_belde hoor_u_niet
    versta_u_niet zit_te_bellen aan_de_telefoon_sorry van_de_baas roept zeker_niet_stoppen vind_het_leuk vind_het_prima sinds_die niet_nodig_om_+_terug bent_u
    belt_u_nu belt_u_ook belt_u_eigenlijk belt_u_dan bellen_jullie_ook heeft_u_mij hebt_u_mij niet_zo_dat niet_bang niet_waar_dat klopt_niet_dat niet_denken
    denk_niet_dat betekent_niet nooit_vervelend nooit_erg vind_het_nooit kan_u_niet kan_je_niet kan_jullie_niet niet_meer_verstaan vergeet_+_niet ooit_zou
    zou_ik_ooit als_ik_ooit stel_dat mocht_ik bellen_is_prima bellen_is_goed bellen_mag bel_mij_gewoon bel_me_liever gewoon_bellen is_nooit_gekomen
    teruggebeld_over beloofd_dat toen_ik_daar maar_bel_me_gewoon maar_bel_mij_gewoon zelf_weer weer_af ik_kan_niet_meer_bellen vergeet_mij_niet me_vergeet
    niet_ophangen niet_meteen_ophangen gisteren_niet gisteren_heeft gisteren_zou waarom_belt_niemand waarom_belt_u_+_niet waarom_+_nooit waarom_+_geen
    zou_nooit_zeggen jammer niet_dat_ik_niet moet_ik_iets moet_ik_dan vanzelf vroeger_iemand mama_belt papa_belt krijg_geen_contact heb_geen_contact
    contact_met_mijn contact_meer_met_mijn man_wil_van man_wil_zich man_heeft_gevraagd man_heeft_zich man_heeft_ooit vrouw_wil_van vrouw_wil_zich
    vrouw_heeft_gevraagd vrouw_heeft_zich vrouw_heeft_ooit zoon_wil_van zoon_wil_zich zoon_heeft_gevraagd zoon_heeft_zich zoon_heeft_ooit dochter_wil_van
    dochter_wil_zich dochter_heeft_gevraagd dochter_heeft_zich dochter_heeft_ooit broer_wil_van broer_wil_zich broer_heeft_gevraagd broer_heeft_zich
    broer_heeft_ooit zus_wil_van zus_wil_zich zus_heeft_gevraagd zus_heeft_zich zus_heeft_ooit buurman_wil_van buurman_wil_zich buurman_heeft_gevraagd
    buurman_heeft_zich buurman_heeft_ooit buurvrouw_wil_van buurvrouw_wil_zich buurvrouw_heeft_gevraagd buurvrouw_heeft_zich buurvrouw_heeft_ooit vriend_wil_van
    vriend_wil_zich vriend_heeft_gevraagd vriend_heeft_zich vriend_heeft_ooit vriendin_wil_van vriendin_wil_zich vriendin_heeft_gevraagd vriendin_heeft_zich
    vriendin_heeft_ooit collega_wil_van collega_wil_zich collega_heeft_gevraagd collega_heeft_zich collega_heeft_ooit vader_wil_van vader_wil_zich
    vader_heeft_gevraagd vader_heeft_zich vader_heeft_ooit moeder_wil_van moeder_wil_zich moeder_heeft_gevraagd moeder_heeft_zich moeder_heeft_ooit
    maar_dat_hoeft maar_dat_is_niet haar_nummer_uit zei_niet_dat niet_vergeten niet_te_vergeten staat_mijn wordt_mijn worden_mijn_gegevens weet_niet_of
    weet_nog_niet klopt_dat ik_mag ik_durf ik_zal_u ik_zal_jullie ik_zal_niet ik_moet_niet ik_ga_u we_mogen wij_mogen misschien_wil ben_aan_het_bellen
    was_aan_het_bellen is_aan_het_bellen gerust_nog belt_u_gerust wil_ik_ook_niet_meer_bellen ik_wil_niet_meer_bellen wil_ik_niet_meer_bellen krijg_nooit
    als_mijn_moeder als_mijn_vader als_iemand_niet is_er_een_lijst is_er_een_register er_een_lijst_voor er_een_register_voor ik_dacht_dat telefoon_stopt
    als_ik_niet_meer_gebeld als_ik_niet_gebeld als_ik_niet_wilde als_ik_dat_niet als_ik_geen als_we_niet als_wij_niet als_je_zegt als_ik_zeg als_iemand
    wat_gebeurde wat_is_er waar_kan waar_je_je waar_ik_me waar_meld hoe_kan hoe_meld hoe_kom wie_heeft wie_zegt waarom_zijn waarom_bent waarom_belt waarom_heb
    kan_ik_me_later kan_ik_me_nog kan_ik_mij kan_ik_ooit kan_ik_me_ook is_dit_waar is_dit_de ben_ik_nu ben_ik_al sta_ik_nog sta_ik_op sta_ik_nu hebben_jullie_me
    hebben_jullie_mij heeft_u_me hebt_u_me in_geen_enkel_register in_geen_enkele ik_sta_niet ik_zeg_niet ik_zeg_ook_niet ik_bedoel_niet ik_vraag_niet
    ik_vroeg_niet heb_niet_gevraagd nooit_gevraagd_om nooit_gezegd heb_niemand_gevraagd niet_dat_u_moet niet_dat_jullie_moeten niet_dat_jullie_stoppen
    niet_dat_u_stopt wil_niet_dat_jullie_stop* wil_niet_dat_u_stop* geen_bezwaar_tegen_dat geen_bezwaar_dat geen_bezwaar_als er_geen_bezwaar geen_enkel_bezwaar
    niks_tegen niets_op_tegen stoort_helemaal stoort_u_niet u_stoort geen_last_van vind_het_niet_erg hang_niet_op vergeet_u_niet nooit_teruggebeld
    nooit_meer_gehoord lang_geleden gisteren_belde er_veel_aan die_van_jullie de_app nooit_nee nee_zeggen op_school school_niet apotheek bel_mijn_collega
    bel_mijn_man bel_mijn_vrouw bel_gewoon_nog bel_gewoon_weer bel_gewoon_morgen bel_gewoon_als bel_gewoon_terug bel_gewoon_naar ze_zich zus_dat waarom_belde
    waarom_hebben waarom_heeft waarom_hebt waarom_ben waarom_mag waarom_kan ons_gezegd is_gezegd mijn_man_weet bel_dan_niet dan_niet_bel alarmnummer
    geen_twee_keer een_keer_is doet_niemand het_is_fijn fijn_dat keer_is_genoeg jaren_geleden stond_jaren bedankt_voor_het_bellen bedankt_voor_uw_telefoontje
    bedankt_voor_je_telefoontje bel_niet_graag nooit_gehad nog_nooit als_ik_van_mening van_mening_veranderd als_ik_het_vroeg als_ik_erom iemand_van_dit
    niet_schrijven ik_zei_niet_dat ik_zei_niet_stop hoe_komt_het heeft_niemand_ons heeft_niemand_mij heeft_niemand_me al_lang_niets lang_niets_meer
    maanden_niets weken_niets hebben_niets_meer heb_niets_meer heb_geen_telefoontje heb_geen_oproep nog_geen_telefoontje* nog_geen_oproep* hebben_nog_geen
    geen_telefoontje_+_gehad geen_oproep_+_gekregen welk_nummer eigen_nummer niemand_had niemand_heeft_me niet_boos ben_nooit_gebeld heeft_nooit_gebeld
    hebben_nooit_gebeld nooit_gebeld_over u_niet_weer_stor* u_niet_storen u_niet_lastig jullie_niet_storen reserveringen_meer ik_bel_om heb_ik_niet_meer_gebeld
    heb_niet_meer_gebeld laatste_keer_dat_u_belde laatste_keer_dat_jullie_belden van_gedachten_veranderd geen_klachten is_veranderd nooit_zeggen maar_bel_me_wel
    maar_bel_mij_wel maar_bel_wel maar_bel_me_gerust maar_bel_gerust vallen_steeds valt_steeds vallen_weg elk_uur belden_ze ze_belden problemen_met last_gehad
    bel_ik ik_bel_niet ik_bel_nooit ik_bel_u ik_bel_jullie om_te_bevestigen telefoon_niet_meer niet_meer_dan`,
  limit: `
    tijdens s_avonds s_ochtends weekend maandag* dinsdag* woensdag* donderdag* vrijdag* zaterdag* zondag* morgen mobiel receptie mailen goedkoper voor_+_uur
    voor_zeven voor_acht voor_negen voor_tien voor_elf voor_twaalf voor_tienen voor_negenen voor_achten voor_het_eten voor_de_middag voor_half na_+_uur na_zes
    na_zeven na_acht na_negen na_vijven na_zessen na_zevenen na_achten na_negenen na_tienen na_het_eten na_de_middag na_werktijd na_de_vakantie in_de_ochtend
    in_de_avond in_de_middag savonds smorgens s_middags s_morgens s_nachts nachts vanavond vanmiddag vanochtend straks te_vroeg te_laat zo_vroeg zo_laat
    vandaag_niet niet_vandaag vandaag_even vandaag_maar vandaag_geen meer_vandaag bellen_vandaag vandaag_liever vandaag_hoeft niet_nu me_nu_niet mij_nu_niet
    ik_nu_niet maar_nu_niet nu_even nu_eventjes nu_bellen nu_slecht mijn_werk het_werk m_n_werk als_ik_werk op_kantoor naar_kantoor tot_en_met tot_na tot_+_uur
    tot_ik tot_eind tot_het_einde tot_volgende tot_januari tot_september deze_week_niet deze_week_geen deze_week_hoeft deze_maand_niet deze_maand_hoeft
    meer_deze_week bellen_deze_week dit_jaar_niet even_niet onder_het_eten etenstijd om_deze_tijd op_dit_tijdstip vaste_lijn mijn_gsm_nummer andere_nummer
    ander_nummer_maar aan_de_deur met_een_computer zolang een_tijdje tot_februari tot_maart tot_april tot_mei tot_juni tot_juli tot_augustus tot_oktober
    tot_november tot_december tot_kerst tot_pasen tot_de_zomer tot_dan tot_die_tijd tot_maandag voorlopig komende een_paar_weken een_paar_dagen twee_weken
    dit_weekend vakantie op_school ziekenhuis zakelijk_nummer zakelijke_nummer vaste_nummer vaste_telefoon terwijl als_ik_slaap over_de_levering
    over_de_bestelling over_de_reparatie over_de_afspraak is_er_al al_gedaan al_geregeld is_geregeld meer_dan_een vaker_dan verborgen_nummer anoniem_nummer
    van_andere van_een_ander andere_bedrijven later nu_komt als_alles tenzij behalve wacht in_de_wacht brievenbus zo_vaak tijdens_het_eten met_eten
    onder_werktijd op_mijn_werk op_het_werk op_dat_nummer op_het_oude s_zondags s_zaterdags s_maandags in_het_weekend na_tien na_twintig anoniem onbekende
    in_gesprek voor_niks_anders elke_vijf nu_niet_bellen bel_nu_niet nu_niet_praten kan_nu_niet mijn_kantoor het_kantoor nog_niet bel_vandaag niet_meer_vandaag
    is_al_gedaan is_al_geregeld is_al_opgelost bel_mijn_collega een_collega mijn_collega nog_geen_contact neem_nog_geen vijf_minuten tien_minuten`,
  things: `
    mail mails bestelling product factuur afspraak abonnement contract nog_niet deelnemerslijst gastenlijst wachtlijst pakket nieuwsbrief oude_adres oud_adres
    oude_nummer oud_nummer oude_vaste adreswijziging artikel bestelling* krant cursus lamp griepprik reservering mailinglijst boodschappenlijst* lijst_voor
    haar_nummer zijn_nummer hun_nummer een_vraag de_vraag mijn_vraag nog_een_vraag kaart klassenlijst creditcard bankkaart pincode pin wachtwoord`,
  instead: `
    liever beter maar_op maar_naar dan_kan dan_mag daarna volgende_week volgende_maand morgen_wel straks_wel pak_mijn in_plaats dan_weer in_januari maar_mailen
    gewoon_mailen overmorgen pas_op pas_na pas_vanaf pas_woensdag ik_kom ik_loop alleen_voor alleen_als alleen_u alleen_jij`,
  aside: `
    ik_heb_het_tegen dat_was_tegen niet_tegen_u was_tegen_mijn nee_u_niet u_niet_mevrouw u_niet_meneer u_niet_hoor sorry_ga sorry_zei sorry_wat even_met_rust
    effe_met_rust maar_bij_u maar_nu_mag maar_nu_wel maar_nu_vind maar_ik_vind aan_de_telefoon_schat mam_is mama_is papa_is maar_dat_hoeft maar_nu
    maar_inmiddels maar_tegenwoordig maar_dat_is_niet maar_jullie_zijn maar_u_bent maar_bij_jullie`,
  person: `
    mijn_moeder mijn_mama mijn_vader mijn_papa mijn_broer mijn_zus mijn_zoon mijn_dochter mijn_man mijn_vrouw mijn_vriend mijn_vriendin mijn_baas mijn_chef
    mijn_buurman mijn_buurvrouw mijn_collega mijn_oma mijn_opa mijn_oom mijn_tante mijn_neef mijn_nicht mijn_schoonmoeder mijn_schoonvader mijn_zwager
    mijn_schoonzus mijn_kleinzoon mijn_kleindochter mijn_ex mijn_huisbaas mijn_arts mijn_dokter mijn_advocaat de_dokter de_huisarts de_baas de_buurman
    de_buurvrouw de_klant een_klant een_vriend een_vriendin een_meneer een_mevrouw een_dame een_man de_mensen mensen de_bank de_politie iemand de_school
    de_leraar zijn_ex haar_ex zijn_moeder haar_moeder zijn_vader haar_vader zijn_baas haar_baas zijn_vrouw haar_man zuster verpleegster`,
  says: `
    zei zegt zeggen zeiden gezegd vroeg vraagt vroegen gevraagd riep schreeuwde schreef geschreven vertelde verteld zwoer gezworen beloofde beloofd beweerde
    eiste wilde staat_in staat_op is_ingeschreven`,
  harmless: `
    vanaf_vandaag met_ingang_van_vandaag vanaf_nu vanaf_heden uw_baas je_baas jullie_baas uw_collega uw_collega_s je_collega je_collega_s jullie_collega
    jullie_collega_s uw_chef andere_nummers een_ander_nummer mijn_man_en_ik mijn_vrouw_en_ik niet_per_telefoon niet_per_post niet_per_mail vandaag_niet_en
    niet_vandaag_en niet_nu_en nu_niet_en niet_later ook_later_niet dag_en_nacht nacht_en_dag mijn_mobiel_met_rust mijn_gsm_met_rust mijn_telefoon_met_rust`,
  narrows: `
    voor na bij in op tijdens terwijl wanneer als tot tenzij behalve zo om met van over omdat of maar alleen vandaag morgen nu nog straks meneer mevrouw dokter
    de het een dat te vroeg laat vaak en tussen naar aan door onder zolang voordat terug`,
  needless: 'hoeft_me_niet hoeft_mij_niet hoeft_niet niet_nodig hoef_je_niet hoeven_niet hoeft_ons_niet',
}
