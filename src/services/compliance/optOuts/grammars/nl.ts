import type { Grammar } from '../grammar.ts'

export const nl: Grammar = {
  contact: `
    bel bellen belt belde terugbellen opbellen telefoneren telefoneert benaderen contacteren contacteer contact_op contact_meer_op contact_opnemen
    contact_op_te_nemen lastigvallen lastig_vallen storen stoor stoort hinderen bereiken contact_met te_nemen neem_contact opnieuw_belt te_bellen
    contact_zoeken belden telefoneer opbelt opbel terugbelt terugbel benadert benader contacteert stalken lastigvalt hinder bestoken bestook
    contact_opneemt contact_met_mij contact_met_ons contact_meer_opnemen zoek_contact zoekt_contact jullie_+_aan_de_lijn u_+_aan_de_lijn
    verkopers_+_aan_de_lijn aan_de_lijn_krijgen aan_de_lijn_hebben nog_te_bellen bellen_naar naar_ons_bellen te_telefoneren val_+_lastig
    valt_+_lastig vallen_+_lastig lastig_te_vallen lastig_valt meer_aan_de_telefoon meer_aan_de_lijn`,
  contacted: `
    gebeld_w* gebeld_te_worden gebeld_zijn worden_gebeld word_gebeld wordt_gebeld benaderd_w* benaderd_te_worden benaderd_zijn worden_benaderd
    word_benaderd wordt_benaderd gestoord_w* gestoord_te_worden gestoord_zijn worden_gestoord word_gestoord wordt_gestoord lastiggevallen_w*
    lastiggevallen_te_worden lastiggevallen_zijn worden_lastiggevallen word_lastiggevallen wordt_lastiggevallen lastig_gevallen_w*
    lastig_gevallen_te_worden lastig_gevallen_zijn worden_lastig_gevallen word_lastig_gevallen wordt_lastig_gevallen gecontacteerd_w*
    gecontacteerd_te_worden gecontacteerd_zijn worden_gecontacteerd word_gecontacteerd wordt_gecontacteerd opgebeld_w* opgebeld_te_worden
    opgebeld_zijn worden_opgebeld word_opgebeld wordt_opgebeld teruggebeld_w* teruggebeld_te_worden teruggebeld_zijn worden_teruggebeld
    word_teruggebeld wordt_teruggebeld gehinderd_w* gehinderd_te_worden gehinderd_zijn worden_gehinderd word_gehinderd wordt_gehinderd
    getelefoneerd_w* getelefoneerd_te_worden getelefoneerd_zijn worden_getelefoneerd word_getelefoneerd wordt_getelefoneerd bestookt_w*
    bestookt_te_worden bestookt_zijn worden_bestookt word_bestookt wordt_bestookt gestalkt_w* gestalkt_te_worden gestalkt_zijn worden_gestalkt
    word_gestalkt wordt_gestalkt platgebeld_w* platgebeld_te_worden platgebeld_zijn worden_platgebeld word_platgebeld wordt_platgebeld wil_+_gebeld
    willen_+_gebeld wens_+_gebeld wil_+_benaderd wens_+_benaderd word_liever_+_gebeld word_liever_+_gestoord`,
  calls: `
    telefoontje* belletje* contact oproep* reclametelefoontje* verkooptelefoontje* telemarketing gebel telefonade telefoongesprek* verkoopgesprek*
    gesprekken telefoon_meer_van getelefoneer belactie* verkooppraatje* telefonische_verkoop telefonische_reclame telefonische_aanbieding*
    telefonische_acquisitie acquisitie telefoonreclame telefoonverkoop reclame_+_via_de_telefoon reclame_+_per_telefoon verkoop_+_via_de_telefoon
    aanbiedingen_+_via_de_telefoon telefonische_benadering via_de_telefoon per_telefoon`,
  no: 'niet geen nooit niets niks nimmer zonder niemand_van_jullie niemand_van_u niemand_van_uw ni nie',
  more: `
    meer weer opnieuw nog ooit in_de_toekomst voortaan in_het_vervolg langer verder verdere nogmaals enkel terug_te vanaf_nu van_nu_af_aan voorgoed
    definitief voor_altijd vanaf_vandaag ook_niet`,
  never: `
    nimmer wil_niet_dat_u wil_niet_dat_jullie wil_niet_dat_je wil_niet_dat_er wil_niet_dat_iemand willen_niet_dat_u willen_niet_dat_jullie
    wil_niet_gebeld wil_niet_benaderd wens_niet_gebeld willen_niet_gebeld mag_mij_niet mag_me_niet mag_ons_niet mogen_mij_niet mogen_me_niet
    mogen_ons_niet moet_mij_niet moet_me_niet moeten_mij_niet moeten_me_niet moogt_mij_niet niet_gebeld_wil niet_gebeld_willen nooit_meer nooit_nog
    nooit_ofte nooit_nooit wil_nooit wil_+_nooit willen_+_nooit moet_+_nooit moeten_+_nooit mag_+_nooit mogen_+_nooit hoeft_+_nooit
    mogen_helemaal_niet mag_helemaal_niet jullie_mogen_niet u_mag_niet mag_hier_niet mogen_hier_niet nimeer niemeer`,
  stop: `
    stop stoppen stopt ermee_op ophouden staak staken staakt onthoud onthoudt beeindig* laat_dat kap eindigen kappen ophoudt hou_op houd_op
    houdt_op hou_+_op houd_+_op houdt_+_op stopzetten zet_+_stop nok_af schei_uit schei_+_uit flikker_op flikker_+_op rot_op rot_+_op donder_op
    donder_+_op sodemieter_op lazer_op hoepel_op wegblijven blijf_weg blijft_weg ophoepelen kap_met kap_ermee op_met_die op_met_dat op_met_dit
    op_met_je op_met_jullie op_met_mij op_met_ons op_met_het op_met_bellen op_met_uw laat_het_bellen`,
  enough: `
    geen_verdere geen_enkel klaar_met geen_enkele nooit_meer_een basta schluss afgelopen_met het_zat ze_zat spuugzat genoeg_van is_genoeg
    meer_dan_genoeg het_beu beu klaar_ben afgelopen_hoor_met is_het_afgelopen gedaan_met buik_vol moe_van stop_met nu_genoeg is_het_genoeg
    geen_reclame geen_verkoop geen_acquisitie geen_aanbiedingen mooi_geweest bespaar_me bespaar_mij bespaar_ons afgelopen_zijn_met`,
  forbid: `
    verbied verbieden_wij weiger weigeren_wij maak_bezwaar bezwaar protesteer mag_niet mogen_niet verboden niet_gemachtigd niet_gerechtigd
    geen_recht niet_toegestaan niet_gediend_van geen_prijs_op verbieden verbiedt ongewenst verzet_tegen recht_van_verzet recht_van_bezwaar
    verzet_me mag_u_niet mogen_jullie_niet wil_het_niet_hebben niet_langer_toegestaan niet_gediend stel_het_niet_op_prijs stel_dit_niet_op_prijs
    stel_+_niet_op_prijs geen_behoefte_aan geen_zin_in geen_toestemming het_beu ben_het_zat beu_dat zat_dat wil_niet_dat_mijn afmelden_voor
    meld_me_af meld_mij_af`,
  withdraw: 'trek trekken intrekken ingetrokken herroep herroepen terugtrekken',
  consent: 'toestemming akkoord goedkeuring sta_toe ingestemd toegestemd permissie geaccepteerd toelating machtiging',
  remove: `
    haal halen haalt gehaald verwijder verwijderen verwijdert verwijderd schrap schrappen schrapt geschrapt wis wissen wist gewist streep doorhalen
    doorstrepen weg uit_te af gooi vergeet vergeten blokkeer blokkeren vernietig* uitschrijven verwijdering uithalen uit afhalen afvoeren afmelden
    meld_+_af uitgeschreven schrijf_+_uit eruit eraf weghalen delete deleten doe_+_van doe_+_uit lijst_af bellijst_af gooien gooit knikker
    uitgooien smijt niet_meer_in_jullie niet_meer_in_uw verdwijnt verdwijnen verdwijn niet_meer_op_jullie niet_meer_op_uw niet_meer_op_die`,
  erase: `
    haal halen verwijder verwijderen verwijdert verwijderd schrap schrappen wis wissen wist gewist doorhalen doorstrepen vergeet vergeten blokkeer
    blokkeren vernietig* verwijdering uitschrijven gooi gooien weggooien eruit streep_door delete deleten weghalen uitwissen uit_te_wissen
    gewist_worden verwijderd_worden`,
  dial: 'draai draaien gebruik gebruiken bel bellen',
  want: 'wil willen wens wensen accepteer hoef krijgen ontvangen wensen_wij lust zit_te_wachten',
  list: `
    lijst* bellijst* contactlijst* systeem systemen bestand* database* databank* administratie register* adresboek klantenlijst* contacten
    belbestand* belactie* telefoonlijst* computer bestanden adressenbestand* klantenbestand* belsysteem* klantensysteem* telefoonbestand* crm
    telefoonboek`,
  mine: 'mij me ons mijn onze dit_nummer het_nummer ik_wil wij_willen m_n mag_ik kom_ik onszelf mezelf wij ik_zou zou_ik zou_graag ik_wens wens_uit',
  number: `
    mijn_nummer dit_nummer ons_nummer mijn_telefoonnummer dit_telefoonnummer mijn_gegevens onze_gegevens mijn_naam mijn_contactgegevens
    mijn_persoonsgegevens mijn_telefoon mijn_data mijn_mobiele m_n_nummer m_n_gegevens mijn_gsm mijn_gsmnummer mijn_06 onze_naam ons_telefoonnummer
    al_mijn_gegevens mijn_telefoonnr mijn_profiel deze_gegevens mij_voorgoed me_voorgoed mij_definitief me_definitief`,
  noCallList: `
    bel_me_niet bel_mij_niet niet_bellen niet_gebeld zwarte_lijst blokkeerlijst blackl* niet_gebeld_willen niet_bel bel_me_niet_meer robinson*
    stoplijst uitsluitlijst geen_prijs_stel* nooit_gebeld`,
  put: `
    zet zetten plaats plaatsen noteer noteren schrijf registreer voeg opnemen meld markeer noteert opschrijven registreren vermeld vermelden
    zetten_op wil_op_de_lijst wil_graag_op_de_lijst`,
  last: 'laatste_keer laatste_telefoontje laatste_maal laatste_gesprek laatste_belletje laatste_oproep laatste_telefoon',
  hear: 'horen hoor te_maken weten spreken vernemen',
  fromYou: 'van_u van_jullie van_jou van_uw met_u met_jullie van_je van_uw_bedrijf van_die_club van_jullie_bedrijf',
  whole: `
    laat_me_met_rust laat_mij_met_rust laat_ons_met_rust laat_me_nou_met_rust laat_me_toch_met_rust laat_me_eens_met_rust laten_jullie_me_met_rust
    laat_me_alsjeblieft_met_rust laat_mij_alstublieft_met_rust wilt_u_mij_met_rust laat_me_in_vrede laat_me_+_met_rust laat_mij_+_met_rust
    laat_ons_+_met_rust laten_jullie_+_met_rust laat_u_+_met_rust dit_nummer_+_+_met_rust mij_voortaan_met_rust me_voortaan_met_rust
    laat_mij_gerust laat_ons_gerust laat_me_gerust laat_mij_+_gerust laat_me_+_gerust laat_ons_+_gerust wil_jullie_+_niet_meer_horen
    wil_jullie_nooit_meer_horen wil_u_nooit_meer_horen wil_u_niet_meer_horen mijn_vrouw_en_ik_+_niet_meer_+_gebeld
    mijn_man_en_ik_+_niet_meer_+_gebeld wil_met_rust_gelaten wil_gewoon_met_rust_gelaten willen_met_rust_gelaten voorgoed_met_rust
    laat_mijn_moeder_met_rust laat_mijn_vader_met_rust laat_mijn_ouders_met_rust laat_mijn_man_met_rust laat_dit_de_laatste_keer_zijn
    laat_het_de_laatste_keer_zijn recht_om_vergeten_te_worden recht_op_vergetelheid bezwaar_tegen_+_verwerking bezwaar_tegen_+_gebruik_van_mijn
    bezwaar_tegen_direct_marketing`,
  ask: 'alstublieft alsjeblieft wil willen wens graag verzoek gevraagd liever aub',
  tail: 'hier alstublieft alsjeblieft bedankt dank u worden op ons mij me',
  doing: 'scherm gebeld belde',
  again: `
    nog_een_keer nog_eens weer opnieuw nog nog_1 volgende_keer de_volgende_keer niet_stopt niet_stoppen niet_ophoudt niet_ophouden blijft_bellen
    blijven_bellen blijft_doorgaan`,
  when: 'als indien mocht de_volgende_keer bel_nog nog_een_keer nog_een_telefoontje blijft_u blijven_jullie belt_u_nog',
  threat: `
    aangifte politie advocaat klacht rechter meld_ik acm toezichthouder juridische aanklagen dien_ik dien_+_klacht stap_ik consumentenbond
    consuwijzer autoriteit_persoonsgegevens ombudsman rechtszaak schakel_ik meld_jullie meld_u rapporteer rapporteren`,
  other: `
    hij zij collega_wil mensen_zeggen ik_bel ik_heb_gestopt ik_ben_gestopt hen na_het_gesprek dat_bedrijf een_bedrijf ander_bedrijf niemand_belt
    niemand_heeft belt_niemand als_iemand ex mijn_ex toen_heb_ik toen_zei_ik oplichters ze_me ze_mij ze_haar ze_hem buren schoonmoeder schoonvader
    zwager kleinzoon kleindochter ik_ze ik_zal man_wil man_heeft man_belt man_zei man_zegt man_had man_mag man_moet man_vindt man_zou man_roept
    vrouw_wil vrouw_heeft vrouw_belt vrouw_zei vrouw_zegt vrouw_had vrouw_mag vrouw_moet vrouw_vindt vrouw_zou vrouw_roept zoon_wil zoon_heeft
    zoon_belt zoon_zei zoon_zegt zoon_had zoon_mag zoon_moet zoon_vindt zoon_zou zoon_roept dochter_wil dochter_heeft dochter_belt dochter_zei
    dochter_zegt dochter_had dochter_mag dochter_moet dochter_vindt dochter_zou dochter_roept broer_wil broer_heeft broer_belt broer_zei broer_zegt
    broer_had broer_mag broer_moet broer_vindt broer_zou broer_roept zus_wil zus_heeft zus_belt zus_zei zus_zegt zus_had zus_mag zus_moet zus_vindt
    zus_zou zus_roept buurman_wil buurman_heeft buurman_belt buurman_zei buurman_zegt buurman_had buurman_mag buurman_moet buurman_vindt
    buurman_zou buurman_roept buurvrouw_wil buurvrouw_heeft buurvrouw_belt buurvrouw_zei buurvrouw_zegt buurvrouw_had buurvrouw_mag buurvrouw_moet
    buurvrouw_vindt buurvrouw_zou buurvrouw_roept vriend_wil vriend_heeft vriend_belt vriend_zei vriend_zegt vriend_had vriend_mag vriend_moet
    vriend_vindt vriend_zou vriend_roept vriendin_wil vriendin_heeft vriendin_belt vriendin_zei vriendin_zegt vriendin_had vriendin_mag
    vriendin_moet vriendin_vindt vriendin_zou vriendin_roept tegen_mijn tegen_de_bank de_bank_heeft de_bank_gezegd mijn_bank bank_belt moeder_zei
    moeder_belt vader_zei vader_belt oma_heeft opa_heeft mijn_klant* een_klant_wil klanten_bellen kinderen_bellen monteur tandarts huisarts
    gemeente mijn_werkgever gezegd_dat_ze gezegd_+_dat_ze zei_dat_ze ze_hebben ze_zeiden ze_zouden ze_zei ze_wil ze_riep hij_riep mijn_baas
    baas_wil baas_belt baas_zei baas_heeft andere_verkoper tegen_een_andere andere_firma andere_club collega_heeft collega_zei collega_belt riep
    roept schreeuw* brulde gilde snauwde antwoordde vertelde smeekte fluisterde vroeg_ze vroeg_hij vroeg_mij eiste huurder bewoner eigenaar
    voorganger heeft_mijn_man heeft_mijn_vrouw heeft_mijn_zoon heeft_mijn_dochter zegt_altijd die_zegt die_zei klanten een_klant klant_die
    klant_wil klant_zei de_klant iemand_zei iemand_schreef iemand_heeft iemand_belt iemand_wil iemand_vroeg iemand_zegt schreef bank_zei bank_wil
    bank_niet bank_om bedrijf_wil bedrijf_zei ze_wilde ze_wou ze_belt ze_bellen ze_vroeg man_vroeg vrouw_vroeg man_wilde vrouw_wilde zoon_wilde
    dochter_wilde buurman_wilde buurvrouw_wilde`,
  them: `
    hem haar receptie meneer_de mevrouw_de naar_meneer naar_mevrouw dat_bedrijf loodgieter dokter apotheek mijn_man mijn_vrouw mijn_dochter
    mijn_zoon`,
  told: `
    ik_kan_ze ik_kan_hem ik_kan_haar ik_kan_jullie telefoon_gaat_niet
    wanneer missen vergeet_niet stop_niet niet_stoppen hou_niet_op stoort_me_niet stoort_mij_niet stoort_het stoort_niet geen_bezwaar zei_hij
    wachtlijst hoeft_niet_terug mag_weer_bellen mag_gerust kunt_weer bedankt_voor zeg_niet bedoel_niet aarzel vragen_meer een_vraag geen_zorgen
    zorgen_maken heb_+_ontvangen hebben_+_ontvangen telefoontje_gekregen telefoontje_gehad heb_+_gekregen nog_nooit_zo nog_nooit_gebeld
    nog_nooit_door ben_nog_nooit ben_nooit werd_nooit hebben_me_nooit hebben_mij_nooit hebben_ons_nooit heeft_me_nooit heeft_mij_nooit
    heeft_ons_nooit ik_heb_niet_gezegd heb_nooit_gezegd niet_beweren wil_niet_zeggen beweer_niet niet_erg vroeger_wilde vroeger_wou vroeger_wilden
    vorig_jaar_wilde wilde_ik_niet wilde_ik_nooit wilde_ik_geen van_gedachten krijg_ik_dan wat_gebeurt wat_als word_ik_dan zouden_mij zouden_me
    zouden_ons zou_mij_terugbellen zou_me_terugbellen zou_mij_bellen zou_me_bellen meer_iets_gehoord niets_gehoord niks_gehoord nooit_ongelegen
    nooit_te_laat kan_ik_niet_meer op_de_hoogte hou_contact houd_contact contact_houden werkt_hier_niet heeft_zich hebben_zich heb_me_er heb_mij_er
    heeft_mij_+_verwijderd haal_mij_+_niet haal_me_+_niet verwijder_mij_niet verwijder_me_niet schrap_mij_niet niet_verwijderen
    laatste_keer_+_belde_was laatste_keer_+_belde_had vorige_keer_+_belde hoor_u_niet versta_u_niet zit_te_bellen aan_de_telefoon_sorry van_de_baas
    roept zeker_niet_stoppen vind_het_leuk vind_het_prima sinds_die niet_nodig_om_+_terug bent_u belt_u_nu belt_u_ook belt_u_eigenlijk belt_u_dan
    bellen_jullie_ook heeft_u_mij hebt_u_mij niet_zo_dat niet_bang niet_waar_dat klopt_niet_dat niet_denken denk_niet_dat betekent_niet
    nooit_vervelend nooit_erg vind_het_nooit kan_u_niet kan_je_niet kan_jullie_niet niet_meer_verstaan vergeet_+_niet ooit_zou zou_ik_ooit
    als_ik_ooit stel_dat mocht_ik bellen_is_prima bellen_is_goed bellen_mag bel_mij_gewoon bel_gewoon bel_me_liever gewoon_bellen is_nooit_gekomen
    teruggebeld_over beloofd_dat toen_ik_daar van_mening maar_bel_me_gewoon maar_bel_mij_gewoon zelf_weer weer_af ik_kan_niet_meer_bellen
    vergeet_mij_niet me_vergeet niet_ophangen niet_meteen_ophangen gisteren_niet gisteren_heeft gisteren_zou waarom_belt_niemand
    waarom_belt_u_+_niet waarom_+_niet waarom_+_nooit waarom_+_geen zou_nooit_zeggen jammer niet_dat_ik_niet moet_ik_iets moet_ik_dan vanzelf
    vroeger_iemand mama_belt papa_belt krijg_geen_contact heb_geen_contact contact_met_mijn contact_meer_met_mijn man_wil_van man_wil_zich
    man_heeft_gevraagd man_heeft_zich man_heeft_ooit vrouw_wil_van vrouw_wil_zich vrouw_heeft_gevraagd vrouw_heeft_zich vrouw_heeft_ooit
    zoon_wil_van zoon_wil_zich zoon_heeft_gevraagd zoon_heeft_zich zoon_heeft_ooit dochter_wil_van dochter_wil_zich dochter_heeft_gevraagd
    dochter_heeft_zich dochter_heeft_ooit broer_wil_van broer_wil_zich broer_heeft_gevraagd broer_heeft_zich broer_heeft_ooit zus_wil_van
    zus_wil_zich zus_heeft_gevraagd zus_heeft_zich zus_heeft_ooit buurman_wil_van buurman_wil_zich buurman_heeft_gevraagd buurman_heeft_zich
    buurman_heeft_ooit buurvrouw_wil_van buurvrouw_wil_zich buurvrouw_heeft_gevraagd buurvrouw_heeft_zich buurvrouw_heeft_ooit vriend_wil_van
    vriend_wil_zich vriend_heeft_gevraagd vriend_heeft_zich vriend_heeft_ooit vriendin_wil_van vriendin_wil_zich vriendin_heeft_gevraagd
    vriendin_heeft_zich vriendin_heeft_ooit collega_wil_van collega_wil_zich collega_heeft_gevraagd collega_heeft_zich collega_heeft_ooit
    vader_wil_van vader_wil_zich vader_heeft_gevraagd vader_heeft_zich vader_heeft_ooit moeder_wil_van moeder_wil_zich moeder_heeft_gevraagd
    moeder_heeft_zich moeder_heeft_ooit maar_dat_hoeft maar_dat_is_niet haar_nummer_uit zei_niet_dat ik_zei_niet niet_vergeten niet_te_vergeten
    staat_mijn wordt_mijn worden_mijn_gegevens weet_niet_of weet_nog_niet klopt_dat ik_mag ik_durf ik_zal_u ik_zal_jullie ik_zal_niet ik_moet_niet
    ik_ga_u we_mogen wij_mogen misschien_wil ben_aan_het_bellen was_aan_het_bellen is_aan_het_bellen gerust_nog belt_u_gerust
    wil_ik_ook_niet_meer_bellen ik_wil_niet_meer_bellen wil_ik_niet_meer_bellen krijg_nooit als_mijn_moeder als_mijn_vader als_iemand_niet
    is_er_een_lijst is_er_een_register er_een_lijst_voor er_een_register_voor ik_dacht_dat telefoon_stopt`,
  limit: `
    tijdens s_avonds s_ochtends weekend maandag* dinsdag* woensdag* donderdag* vrijdag* zaterdag* zondag* morgen mobiel receptie mailen collega
    goedkoper voor_+_uur voor_zeven voor_acht voor_negen voor_tien voor_elf voor_twaalf voor_tienen voor_negenen voor_achten voor_het_eten
    voor_de_middag voor_half na_+_uur na_zes na_zeven na_acht na_negen na_vijven na_zessen na_zevenen na_achten na_negenen na_tienen na_het_eten
    na_de_middag na_werktijd na_de_vakantie in_de_ochtend in_de_avond in_de_middag savonds smorgens s_middags s_morgens s_nachts nachts vanavond
    vanmiddag vanochtend straks te_vroeg te_laat zo_vroeg zo_laat vandaag_niet niet_vandaag vandaag_even vandaag_maar vandaag_geen meer_vandaag
    bellen_vandaag vandaag_liever vandaag_hoeft niet_nu me_nu_niet mij_nu_niet ik_nu_niet maar_nu_niet nu_even nu_eventjes nu_bellen nu_slecht
    mijn_werk het_werk m_n_werk als_ik_werk op_kantoor naar_kantoor tot_en_met tot_na tot_+_uur tot_ik tot_eind tot_het_einde tot_volgende
    tot_januari tot_september deze_week_niet deze_week_geen deze_week_hoeft deze_maand_niet deze_maand_hoeft meer_deze_week bellen_deze_week
    dit_jaar_niet even_niet onder_het_eten etenstijd om_deze_tijd op_dit_tijdstip vaste_lijn mijn_gsm_nummer andere_nummer ander_nummer_maar
    aan_de_deur met_een_computer zolang een_tijdje kantoor tot_februari tot_maart tot_april tot_mei tot_juni tot_juli tot_augustus tot_oktober
    tot_november tot_december tot_kerst tot_pasen tot_de_zomer tot_dan tot_die_tijd tot_maandag voorlopig komende een_paar_weken een_paar_dagen
    twee_weken dit_weekend vakantie op_school ziekenhuis privenummer zakelijk_nummer zakelijke_nummer vaste_nummer vaste_telefoon terwijl
    als_ik_slaap over_de_levering over_de_bestelling over_de_reparatie over_de_afspraak over_mijn is_er_al is_al al_gedaan al_geregeld is_geregeld
    meer_dan_een vaker_dan verborgen_nummer anoniem_nummer`,
  things: `
    mail mails bestelling product factuur afspraak abonnement contract nog_niet deelnemerslijst gastenlijst wachtlijst pakket nieuwsbrief
    oude_adres oud_adres oude_nummer oud_nummer oude_vaste adreswijziging artikel bestelling* krant cursus vraag lamp griepprik reservering
    mailinglijst boodschappenlijst* lijst_voor haar_nummer zijn_nummer hun_nummer`,
  instead: `
    liever beter maar_op maar_naar dan_kan dan_mag daarna volgende_week volgende_maand morgen_wel straks_wel pak_mijn in_plaats dan_weer in_januari
    maar_mailen gewoon_mailen morgen overmorgen`,
  aside: `
    ik_heb_het_tegen dat_was_tegen niet_tegen_u was_tegen_mijn nee_u_niet u_niet_mevrouw u_niet_meneer u_niet_hoor sorry_ga sorry_zei sorry_wat
    even_met_rust effe_met_rust maar_bij_u maar_nu_mag maar_nu_wel maar_nu_vind maar_ik_vind aan_de_telefoon_schat mam_is mama_is papa_is
    maar_dat_hoeft maar_nu maar_inmiddels maar_tegenwoordig maar_dat_is_niet maar_jullie_zijn maar_u_bent maar_bij_jullie`,
  register: 'bel_me_niet_register bel_me_niet_lijst bel_me_niet_meer_lijst bel_me_niet_meer robinsonlijst',
  that: 'dat of als',
}
