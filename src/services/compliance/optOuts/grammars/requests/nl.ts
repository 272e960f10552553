import type { Requests } from '../../grammar.ts'

export const nl: Requests = {
  contact: `
    bel bellen belt belde terugbellen opbellen telefoneren telefoneert benaderen contacteren contacteer contact_op contact_meer_op contact_opnemen
    contact_op_te_nemen lastigvallen lastig_vallen storen stoor stoort hinderen bereiken contact_met te_nemen neem_contact opnieuw_belt te_bellen contact_zoeken
    belden telefoneer opbelt opbel terugbelt terugbel benadert benader contacteert stalken lastigvalt hinder bestoken bestook contact_opneemt contact_met_mij
    contact_met_ons contact_meer_opnemen zoek_contact zoekt_contact jullie_+_aan_de_lijn u_+_aan_de_lijn verkopers_+_aan_de_lijn aan_de_lijn_krijgen
    aan_de_lijn_hebben nog_te_bellen bellen_naar naar_ons_bellen te_telefoneren val_+_lastig valt_+_lastig vallen_+_lastig lastig_te_vallen lastig_valt
    meer_aan_de_telefoon meer_aan_de_lijn gebeld_heeft belletje_doen opgebeld terug_te_bellen terugbelde opbelde aanbellen contact_te_zoeken contact_zoekt
    contact_met_me contact_met_mijn contact_onderhouden te_benaderen benaderden benaderde te_contacteren contacteerde contacteerden lastiggevallen_te lastigviel
    lastigvielen te_storen stoorde storende telefoneerde aan_te_dringen dring_aan dringt_aan aandringen dit_nummer_te_bellen dit_nummer_te_draaien
    nummer_draaien draai_dit draait_dit te_hinderen telefonisch_te_bereiken terug_te_komen lastig_gevallen te_stalken stalk stalkt te_irriteren irriteren
    bombarderen bombardeert bombardeer platbellen platbelt plat_te_bellen doorbellen gaan_bellen blijven_bellen zitten_bellen staan_bellen komen_bellen
    belletjes_pleeg* rinkelen rinkelt overgaan hier_naartoe_bellen doe_het doet_het doe_dat doet_u_dat het_doen te_proberen dring dringt_u achtervolgen verkopen
    te_verkopen navragen probeer_het`,
  contacted: `
    gebeld_w* gebeld_te_worden gebeld_zijn worden_gebeld word_gebeld wordt_gebeld benaderd_w* benaderd_te_worden benaderd_zijn worden_benaderd word_benaderd
    wordt_benaderd gestoord_w* gestoord_te_worden gestoord_zijn worden_gestoord word_gestoord wordt_gestoord lastiggevallen_w* lastiggevallen_te_worden
    lastiggevallen_zijn worden_lastiggevallen word_lastiggevallen wordt_lastiggevallen lastig_gevallen_w* lastig_gevallen_te_worden lastig_gevallen_zijn
    worden_lastig_gevallen word_lastig_gevallen wordt_lastig_gevallen gecontacteerd_w* gecontacteerd_te_worden gecontacteerd_zijn worden_gecontacteerd
    word_gecontacteerd wordt_gecontacteerd opgebeld_w* opgebeld_te_worden opgebeld_zijn worden_opgebeld word_opgebeld wordt_opgebeld teruggebeld_w*
    teruggebeld_te_worden teruggebeld_zijn worden_teruggebeld word_teruggebeld wordt_teruggebeld gehinderd_w* gehinderd_te_worden gehinderd_zijn
    worden_gehinderd word_gehinderd wordt_gehinderd getelefoneerd_w* getelefoneerd_te_worden getelefoneerd_zijn worden_getelefoneerd word_getelefoneerd
    wordt_getelefoneerd bestookt_w* bestookt_te_worden bestookt_zijn worden_bestookt word_bestookt wordt_bestookt gestalkt_w* gestalkt_te_worden gestalkt_zijn
    worden_gestalkt word_gestalkt wordt_gestalkt platgebeld_w* platgebeld_te_worden platgebeld_zijn worden_platgebeld word_platgebeld wordt_platgebeld
    wil_+_gebeld willen_+_gebeld wens_+_gebeld wil_+_benaderd wens_+_benaderd word_liever_+_gebeld word_liever_+_gestoord gebeld_wil gebeld_wensen gebeld_willen
    gebeld_hoef gebeld_hoeven te_worden_gebeld te_worden_benaderd te_worden_gestoord lastiggevallen lastig_gevallen gebeld_ben telefonisch_benaderd
    telefonisch_gecontacteerd door_u_gebeld door_jullie_gebeld door_u_benaderd door_jullie_benaderd door_uw_bedrijf gecontacteerd gecontacteerd_worden
    gecontacteerd_te`,
  calls: `
    telefoontje* belletje* contact oproep* reclametelefoontje* verkooptelefoontje* telemarketing gebel telefonade telefoongesprek* verkoopgesprek* gesprekken
    telefoon_meer_van getelefoneer belactie* verkooppraatje* telefonische_verkoop telefonische_reclame telefonische_aanbieding* telefonische_acquisitie
    acquisitie telefoonreclame telefoonverkoop reclame_+_via_de_telefoon reclame_+_per_telefoon verkoop_+_via_de_telefoon aanbiedingen_+_via_de_telefoon
    telefonische_benadering via_de_telefoon per_telefoon telefonische_contacten telefonisch_contact telefonische_communicatie telemarketeers telefoonterreur
    bellen_elke bellen_iedere dat_bellen dat_gebel het_gebel dit_gebel reclame_aan_de_telefoon reclamebelletjes verkoopbelletje* verkooppraat
    commerciele_telefoontjes commerciele_gesprekken ongevraagde_telefoontjes cold_calls telefonische_verkopers telefoonmarketing telefoongerinkel belgedrag
    belactiviteiten jullie_telefoontjes uw_telefoontjes er_niet_een er_niet_een_meer communicatie reclame_per_telefoon telefoons contactpoging* belpoging*
    contactpogingen contactpoging direct_marketing telefoonacties telefoonactie telefonische`,
  no: 'niet geen nooit niets niks nimmer zonder niemand_van_jullie niemand_van_u niemand_van_uw ni nie niemand',
  more: `
    meer weer opnieuw nog ooit in_de_toekomst voortaan in_het_vervolg langer verder verdere nogmaals enkel vanaf_nu van_nu_af_aan voorgoed definitief
    voor_altijd vanaf_vandaag ook_niet verder_nog nooit_meer nog_langer vanaf_heden in_het_vervolg_niet in_vervolg voor_eens_en_altijd ooit_nog ooit_weer
    in_de_toekomst_nog wederom andermaal onder_geen_beding onder_geen_enkele absoluut_niet_meer langer_nog nimmer`,
  never: `
    nimmer wil_niet_dat_u wil_niet_dat_jullie wil_niet_dat_je wil_niet_dat_er wil_niet_dat_iemand willen_niet_dat_u willen_niet_dat_jullie wil_niet_gebeld
    wil_niet_benaderd wens_niet_gebeld willen_niet_gebeld mag_mij_niet mag_me_niet mag_ons_niet mogen_mij_niet mogen_me_niet mogen_ons_niet moet_mij_niet
    moet_me_niet moeten_mij_niet moeten_me_niet moogt_mij_niet niet_gebeld_wil niet_gebeld_willen nooit_meer nooit_nog nooit_ofte nooit_nooit wil_nooit
    wil_+_nooit willen_+_nooit moet_+_nooit moeten_+_nooit mag_+_nooit mogen_+_nooit hoeft_+_nooit mogen_helemaal_niet mag_helemaal_niet jullie_mogen_niet
    u_mag_niet mag_hier_niet mogen_hier_niet nimeer niemeer hoef_niet_meer hoeft_niet_meer hoeven_niet_meer mag_niet_meer mogen_niet_meer moet_niet_meer
    moeten_niet_meer wil_niet_meer willen_niet_meer wens_niet_meer niet_meer_te_bellen niet_meer_bellen niet_meer_bel nooit_niet heeft_geen_zin zinloos
    nutteloos onder_geen_enkel onder_geen_enkele onder_geen_beding in_geen_geval`,
  stop: `
    stop stoppen stopt ermee_op ophouden staak staken staakt onthoud onthoudt beeindig* laat_dat kap eindigen kappen ophoudt hou_op houd_op houdt_op hou_+_op
    houd_+_op houdt_+_op stopzetten zet_+_stop nok_af schei_uit schei_+_uit flikker_op flikker_+_op rot_op rot_+_op donder_op donder_+_op sodemieter_op lazer_op
    hoepel_op wegblijven blijf_weg blijft_weg ophoepelen kap_met kap_ermee op_met_die op_met_dat op_met_dit op_met_je op_met_jullie op_met_mij op_met_ons
    op_met_het op_met_bellen op_met_uw laat_het_bellen staken_met gestaakt ophoudt_met stopt_met stop_er_mee stop_ermee stopt_u stopt_ermee hou_nou_op
    hou_nou_eens_op hou_daar_mee hou_daarmee houd_daarmee houdt_u_op houdt_u_daarmee houdt_u_+_op hou_eens_op hou_maar_op hou_er_mee hou_ermee kappen_met
    kap_nou kap_er kap_eens schei_nou_uit schei_uit_met laat_dat_bellen doe_dat_niet_meer stop_nou stopt_nou ermee voorgoed_laten dat_laten te_staken
    zich_de_moeite bespaar bespaart houden_+_op jullie_stopten u_stopte je_stopte stopte_met stopten_met stopzetting het_einde stopgezet af_te_zien_van
    afzien_van zien_af een_einde_aan`,
  stopThat: `
    hou_op houd_op hou_nou_op hou_daarmee_op hou_ermee_op houd_ermee_op houdt_u_daarmee_op stop_ermee stop_daarmee kap_ermee kap_nou schei_uit schei_ermee_uit
    genoeg_nu nu_is_het_genoeg het_is_genoeg nou_is_het_genoeg het_moet_stoppen dat_moet_stoppen dit_moet_stoppen laat_dat ophouden_nu hou_daarmee nooit_meer`,
  repeated: `
    tweede_keer derde_keer vierde_keer vijfde_keer zesde_keer tiende_keer zoveelste_keer honderdste_keer laatste_keer_dat_ik tweede_maal derde_maal vierde_maal
    hoe_vaak_moet hoe_vaak_heb hoeveel_keer al_gezegd al_gevraagd u_gezegd u_gevraagd jullie_gezegd jullie_gevraagd al_drie_keer al_twee_keer al_tien_keer
    al_honderd_keer meerdere_keren al_vaker al_eens_gezegd is_jullie_al is_u_al heb_u_al heb_jullie_al heb_je_al twee_keer_+_gevraagd drie_keer_+_gevraagd
    twee_keer_+_gezegd drie_keer_+_gezegd hebben_gevraagd hebben_jullie_gevraagd hebben_u_gevraagd`,
  enough: `
    geen_verdere geen_enkel klaar_met geen_enkele nooit_meer_een basta schluss afgelopen_met het_zat ze_zat spuugzat genoeg_van is_genoeg meer_dan_genoeg
    het_beu beu klaar_ben afgelopen_hoor_met is_het_afgelopen gedaan_met buik_vol moe_van stop_met nu_genoeg is_het_genoeg geen_reclame geen_verkoop
    geen_acquisitie geen_aanbiedingen mooi_geweest bespaar_me bespaar_mij bespaar_ons afgelopen_zijn_met genoeg_met genoeg_gebeld schoon_genoeg zat_van
    ben_het_zat ben_ze_zat de_buik_vol ben_klaar_met zijn_klaar_met klaar_met_dat klaar_met_die helemaal_klaar_met geen_telefoontje_meer geen_een
    nul_telefoontjes moe_van_dat moe_van_die moe_van_jullie de_telefoontjes_zat die_telefoontjes ben_die die_telefoontjes_beu uit_met uit_met_die uit_met_dat
    basta_met over_en_uit_met afgelopen_met_dat afgelopen_met_die word_gek_van geen_telefonische kotsbeu nul`,
  forbid: `
    verbied verbieden_wij weiger weigeren_wij maak_bezwaar bezwaar protesteer mag_niet mogen_niet verboden niet_gemachtigd niet_gerechtigd geen_recht
    niet_toegestaan niet_gediend_van geen_prijs_op verbieden verbiedt ongewenst verzet_tegen recht_van_verzet recht_van_bezwaar verzet_me mag_u_niet
    mogen_jullie_niet wil_het_niet_hebben niet_langer_toegestaan niet_gediend stel_het_niet_op_prijs stel_dit_niet_op_prijs stel_+_niet_op_prijs
    geen_behoefte_aan geen_zin_in geen_toestemming het_beu ben_het_zat beu_dat zat_dat wil_niet_dat_mijn afmelden_voor meld_me_af meld_mij_af ongewenst*
    niet_gewenst* ongevraagd* niet_welkom niet_op_prijs geen_toestemming_gegeven nooit_toestemming nooit_akkoord niet_akkoord zonder_mijn_toestemming
    zonder_toestemming heeft_geen_toestemming hebt_geen_toestemming hebben_geen_toestemming weiger_elk* weiger_verdere weiger_om weiger_alle weiger_iedere
    verbied_u verbied_jullie verbied_je verbied_het maak_ik_bezwaar teken_bezwaar protest recht_om_vergeten recht_op_verwijdering recht_op_vergetelheid
    recht_op_bezwaar verzet_aan verzet_ik_me mag_u_mij_niet mogen_mij_helemaal_niet mag_mij_helemaal_niet mag_me_helemaal_niet heeft_mij_niet_te
    heeft_me_niet_te hebben_mij_niet_te hebt_mij_niet_te hebt_me_niet_te heeft_hier_niet_te wil_jullie_telefoontjes_niet sta_niet_toe staan_niet_toe
    sta_het_niet_toe zie_af_van zien_af_van aanvaard_geen aanvaarden_geen verboden_om is_u_verboden belverbod duld_geen dulden_geen tolereer_geen
    sta_erop_dat_u_mij_niet kunnen_zonder verboden_terrein liefst_+_geen geen_behoefte ik_sta_niet_toe niet_eens_met niet_akkoord_met`,
  withdraw: 'trek trekken intrekken ingetrokken herroep herroepen terugtrekken annuleer annuleren',
  consent: 'toestemming akkoord goedkeuring sta_toe ingestemd toegestemd permissie geaccepteerd toelating machtiging',
  remove: `
    haal halen haalt gehaald verwijder verwijderen verwijdert verwijderd schrap schrappen schrapt geschrapt wis wissen wist gewist streep doorhalen doorstrepen
    weg uit_te af gooi vergeet vergeten blokkeer blokkeren vernietig* uitschrijven verwijdering uithalen uit afhalen afvoeren afmelden meld_+_af uitgeschreven
    schrijf_+_uit eruit eraf weghalen delete deleten doe_+_van doe_+_uit lijst_af bellijst_af gooien gooit knikker uitgooien smijt niet_meer_in_jullie
    niet_meer_in_uw verdwijnt verdwijnen verdwijn niet_meer_op_jullie niet_meer_op_uw niet_meer_op_die haalde halen_van afgehaald er_af_halen eraf_halen
    er_uit_halen eruit_halen uitschrijft schrijf_me_uit schrijf_mij_uit schrijf_ons_uit afgemeld afmeldt mij_af me_af ons_af te_verwijderen te_wissen
    te_schrappen te_halen wegdoen weggooien weggooit wegstrepen doorstreept streept strepen schrapte verwijderd_word* geschrapt_word* gewist_word* gehaald_word*
    eruitgooien gooi_eruit gooit_eruit smijten flikker flikkeren donder donderen knikkeren mieter* pleur* vergeten_worden ontdoen blokkeert opzeggen uitgesloten
    uitsluiten uitschakelen sluit_mij_uit neem_me neem_mij neem_mijn neem_ons neem_dit buiten`,
  erase: `
    haal halen verwijder verwijderen verwijdert verwijderd schrap schrappen wis wissen wist gewist doorhalen doorstrepen vergeet vergeten blokkeer blokkeren
    vernietig* verwijdering uitschrijven gooi gooien weggooien eruit streep_door delete deleten weghalen uitwissen uit_te_wissen gewist_worden verwijderd_worden
    haal_me verwijder_het verlies kwijtraakt kwijtraken`,
  dial: 'draai draaien gebruik gebruiken bel bellen belt draait te_gebruiken verwerken te_verwerken bewaart bewaren houdt',
  doIt: 'doe_dat doe_het doet_u_dat dat_doen dat_te_doen doe_dit het_doen',
  want: 'wil willen wens wensen accepteer hoef krijgen ontvangen wensen_wij lust zit_te_wachten niet_te_hoeven telefoontjes_niet wilde wilden',
  list: `
    lijst* bellijst* contactlijst* systeem systemen bestand* database* databank* administratie register* adresboek klantenlijst* contacten belbestand* belactie*
    telefoonlijst* computer bestanden adressenbestand* klantenbestand* belsysteem* klantensysteem* telefoonbestand* crm telefoonboek computers belmachine
    beldatabase belrobot kartotheek kaartenbak dossier* verkooplijst* marketinglijst* contactenlijst relatiebestand programma campagne belcampagne registratie
    verteiler spreadsheet alles_wat_je alles_wat_u alles_wat_jullie gegevensbestand* lijst reclame`,
  callList: 'bellijst bellijsten telefoonlijst belbestand contactlijst',
  mine: `
    mij me ons mijn onze dit_nummer het_nummer ik_wil wij_willen m_n mag_ik kom_ik onszelf mezelf wij ik_zou zou_ik zou_graag ik_wens wens_uit mijzelf ons_gezin
    wil_ik willen_we we_willen ik_wil_uit ik_graag ik_eruit ik_eraf word_ik worden_wij ik_verwijderd ik_geschrapt ik_uitgeschreven kan_ik`,
  number: `
    mijn_nummer dit_nummer ons_nummer mijn_telefoonnummer dit_telefoonnummer mijn_gegevens onze_gegevens mijn_naam mijn_contactgegevens mijn_persoonsgegevens
    mijn_telefoon mijn_data mijn_mobiele m_n_nummer m_n_gegevens mijn_gsm mijn_gsmnummer mijn_06 onze_naam ons_telefoonnummer al_mijn_gegevens mijn_telefoonnr
    mijn_profiel deze_gegevens mij_voorgoed me_voorgoed mij_definitief me_definitief mijn_nr dit_nr mijn_huisnummer_en mijn_vaste_nummer mijn_vaste_lijn
    mijn_lijn deze_lijn onze_lijn het_nummer_van_mijn nummer_van_mijn_moeder mijn_moeders_nummer alles_wat_u_van alles_wat_jullie_van alles_van_mij
    alles_over_mij wat_u_over_mij wat_jullie_over_mij mijn_persoonlijke_gegevens mijn_contact mijn_telefoonnummers onze_nummers ons_mobiele mijn_record
    mijn_kaart mijn_vermelding mijn_inschrijving dat_ik_besta mijn_+_nummer ons_+_nummer mijn_privenummer deze_gsm deze_telefoon dit_toestel informatie_over_mij
    gegevens_over_mij informatie_over_me gegevens_van_mij privenummer`,
  noCallList: `
    bel_me_niet bel_mij_niet niet_bellen niet_gebeld zwarte_lijst blokkeerlijst blackl* niet_gebeld_willen niet_bel bel_me_niet_meer robinson* stoplijst
    uitsluitlijst geen_prijs_stel* nooit_gebeld nooit_bellen niet_meer_bellen niet_meer_gebeld niet_meer_benaderd niet_benaderen niet_telefonisch_benaderen
    nooit_meer_bellen nooit_benaderen geen_telefoontjes geen_telemarketing geen_verkooptelefoontjes geen_belletjes geen_contact geen_reclame niet_gebeld_wens
    niet_gestoord niet_contacteren niet_lastigvallen geen_oproepen geblokkeerd* bezwaar bel_me_nooit bel_mij_nooit do_not_call niet_benaderd niet_te_bellen
    niet_benaderd_wil bel_niet_lijst interne_bel als_niet_bellen`,
  put: `
    zet zetten plaats plaatsen noteer noteren schrijf registreer voeg opnemen meld markeer noteert opschrijven registreren vermeld vermelden zetten_op
    wil_op_de_lijst wil_graag_op_de_lijst schrijf_op schrijft_op noteert_u noteren_dat zet_erbij zet_u zet_er zet_in zet_op zet_mij zet_me zet_ons registreert
    vermeldt aantekenen aantekening notitie maak_een_notitie maak_een_aantekening vink* vastleggen leg_vast zorg_dat zorg_ervoor zorgt_u gezet neem_er_nota
    neem_nota neem_er_notitie onthoud_dat onthou_dat respecteer respecteert markeren`,
  last: `
    laatste_keer laatste_telefoontje laatste_maal laatste_gesprek laatste_belletje laatste_oproep laatste_telefoon laatste_poging laatste_contact laatste_dat_ik
    laatste_wat_ik allerlaatste_keer`,
  hear: 'horen hoor te_maken weten spreken vernemen zien praten',
  fromYou: `
    van_u van_jullie van_jou van_uw met_u met_jullie van_je van_uw_bedrijf van_die_club van_jullie_bedrijf uw_bedrijf van_dit_bedrijf van_deze_firma
    van_deze_club uw_nummer jullie_nummer`,
  whole: `
    laat_me_met_rust laat_mij_met_rust laat_ons_met_rust laat_me_nou_met_rust laat_me_toch_met_rust laat_me_eens_met_rust laten_jullie_me_met_rust
    laat_me_alsjeblieft_met_rust laat_mij_alstublieft_met_rust wilt_u_mij_met_rust laat_me_in_vrede laat_me_+_met_rust laat_mij_+_met_rust laat_ons_+_met_rust
    laten_jullie_+_met_rust laat_u_+_met_rust dit_nummer_+_+_met_rust mij_voortaan_met_rust me_voortaan_met_rust laat_mij_gerust laat_ons_gerust laat_me_gerust
    laat_mij_+_gerust laat_me_+_gerust laat_ons_+_gerust wil_jullie_+_niet_meer_horen wil_jullie_nooit_meer_horen wil_u_nooit_meer_horen wil_u_niet_meer_horen
    mijn_vrouw_en_ik_+_niet_meer_+_gebeld mijn_man_en_ik_+_niet_meer_+_gebeld wil_met_rust_gelaten wil_gewoon_met_rust_gelaten willen_met_rust_gelaten
    voorgoed_met_rust laat_mijn_moeder_met_rust laat_mijn_vader_met_rust laat_mijn_ouders_met_rust laat_mijn_man_met_rust laat_dit_de_laatste_keer_zijn
    laat_het_de_laatste_keer_zijn recht_om_vergeten_te_worden recht_op_vergetelheid bezwaar_tegen_+_verwerking bezwaar_tegen_+_gebruik_van_mijn
    bezwaar_tegen_direct_marketing laten_jullie_ons_met_rust laat_u_me_met_rust laat_u_mij_met_rust laat_u_ons_met_rust laat_je_me_met_rust
    met_rust_gelaten_worden met_rust_gelaten met_rust_laten met_rust_laat laat_ons_nou_eens_met_rust laat_ons_nou_met_rust laat_me_nou_eens_met_rust
    laat_ons_toch_met_rust laat_mijn_+_met_rust val_me_niet_meer_lastig sta_in_het_bel_me_niet sta_op_de_bel_me_niet staan_in_het_bel_me_niet
    sta_ingeschreven_in_het_bel_me_niet haal_me_eraf haal_me_eruit haal_mij_eraf haal_mij_eruit haal_ons_eraf haal_ons_eruit haal_me_daar_af haal_mij_daar_af
    haal_me_daar_uit vergeet_mij_maar vergeet_me_maar vergeet_dat_ik_besta verlies_mijn_nummer raak_mijn_nummer_kwijt bespaar_me_de_telefoontjes
    bespaar_me_die_telefoontjes bespaar_u_de_moeite_en_bel bespaar_je_de_moeite_en_bel dus_bel_maar_niet_meer telefoon_wilt_u_dat_alstublieft_voorgoed
    wil_jullie_telefoontjes_niet wil_uw_telefoontjes_niet wil_die_telefoontjes_niet wil_dat_niet_meer_hebben streep_mijn_nummer_door streep_mijn_naam_door
    niet_meer_doen_alsjeblieft lieverd_niet_meer_doen alsjeblieft_niet_meer_doen gooien_mij_er_ook_uit gooit_mij_eruit gooi_mij_eruit gooi_me_eruit
    nooit_meer_te_proberen niet_meer_te_proberen niet_meer_proberen nooit_meer_proberen recht_om_niet ik_wil_er_niet_een_meer
    alle_telefoontjes_naar_dit_nummer_te_staken soort_telefoontjes_neem_ik_niet stop_ermee wij_deze_telefoontjes_niet_willen telefoontjes_opzeggen
    niet_dat_het_nog_gebeurt wis_het_nu probeer_het_+_niet_meer laatste_telefoontje_is van_mijn_nummer_af niet_een_meer blijf_van_mijn mij_voortaan_buiten
    laat_het_+_de_laatste_keer ik_wil_eraf ik_wil_eruit van_verdere_telefoontjes schrijf_mij_uit schrijf_me_uit zodat_niemand_me_belt wil_deze_telefoontjes_niet
    ingeschreven_in_het_bel_me_niet hoort_niet_in_uw hoort_niet_in_jullie hoort_niet_op_uw om_van_de_lijst_gehaald van_de_lijst_gehaald_te
    nummer_van_de_lijst_gaat nummer_van_de_lijst_af afmelding_voor zonder_uw_telefoontjes zonder_jullie_telefoontjes laat_mijn_mobiel_met_rust
    laat_mijn_gsm_met_rust laat_mijn_telefoon_met_rust laatste_telefoontje_dat_ik_van laatste_telefoontje_van_u laatste_telefoontje_van_jullie`,
  ask: `
    alstublieft alsjeblieft wil willen wens graag verzoek gevraagd liever aub gelieve verzoeken vriendelijk wilt zoudt zou_u zou_willen zou_het liefst bij_deze
    hierbij dringend vraag_u vraag_jullie zeg_het zei_ik gezegd herhaal sommeer eis dank moet_u moet_je moeten_jullie moet_hier hoeft hoeven hoef op_prijs
    nee_bel nee_niet zeg_ik zei_niet en_bel`,
  tail: `
    hier alstublieft alsjeblieft bedankt dank u worden op ons mij me hoor meer joh man gast jongen jongeman meneer mevrouw schat lieverd vriend maat ja nee ok
    oke he duidelijk begrepen goed graag dankjewel dankuwel fijne_dag dag tot_ziens doei svp terug opnieuw meer_op meer_terug weer daarvoor daarover hiervoor
    hierover erover over_dit over_dat thuis bij_mij bij_ons aan nooit_meer echt gewoon maar_niet asjeblieft astublieft te_bellen onmiddellijk meteen definitief
    helemaal direct nou naar dit_huis huis dit eraf eruit af weg uit`,
  doing: 'scherm gebeld belde blijven_jullie blijft_u blijf_je blijven_bellen blijft_bellen bellen belt gebeurt hebt_gebeld',
  again: `
    nog_een_keer nog_eens weer opnieuw nog nog_1 volgende_keer de_volgende_keer niet_stopt niet_stoppen niet_ophoudt niet_ophouden blijft_bellen blijven_bellen
    blijft_doorgaan zie_ik_dit_nummer zie_ik_uw_nummer elk_volgend volgend_telefoontje volgende_telefoontje het_volgende_telefoontje nog_zo_n nog_zon
    nog_een_telefoontje volgende_oproep`,
  when: `
    als indien mocht de_volgende_keer bel_nog nog_een_keer nog_een_telefoontje blijft_u blijven_jullie belt_u_nog zie_ik bij_het_volgende
    het_volgende_telefoontje nog_zo_n nog_zon nog_een`,
  threat: `
    aangifte politie advocaat klacht rechter meld_ik acm toezichthouder juridische aanklagen dien_ik dien_+_klacht stap_ik consumentenbond consuwijzer
    autoriteit_persoonsgegevens ombudsman rechtszaak schakel_ik meld_jullie meld_u rapporteer rapporteren als_lastigvallen als_stalking mijn_advocaat
    geef_ik_je_aan geef_ik_u_aan klaag_ik klaag_u klaag_jullie advocaat_in politie_bel politiebureau wijkagent rechtbank aanklacht deurwaarder aangeven stappen`,
  register: 'bel_me_niet_register bel_me_niet_lijst bel_me_niet_meer_lijst bel_me_niet_meer robinsonlijst',
  that: 'dat of als om',
  and: 'en geen_interesse niet_geinteresseerd nee_bedankt nee_dank niks_nodig niets_nodig',
  filler: 'er',
  you: 'dat iemand',
  request: `
    kunt kun_je kan_u kunnen_jullie zou_u zou_je zouden_jullie wilt_u wil_je willen_jullie wil_u mag_ik_van mag_ik_u_verzoeken mag_ik_vragen hoe_vaak
    hoeveel_keer waarom_laat waarom_laten wanneer_houden wanneer_stoppen wanneer_houdt is_het_mogelijk zou_het kan_iemand kan_mijn kan_dit kan_ik_van kan_ik_uit
    kan_ik_alstublieft zijt_ge hoe_krijg_ik te_veel_gevraagd waarom_snappen waarom_snapt waarom_begrijpen waarom_begrijpt mag_ik_u mag_ik_je mag_ik_jullie
    kan_ik_u_vragen wat_dacht zoudt is_het_zo_moeilijk hoe_moeilijk_is wanneer_laat wanneer_laten hoe_lang_blijven wat_moet_ik_doen`,
  so: 'dus daarom derhalve en_ik_wil en_wij_willen en_alstublieft en_gebruik uw_collega_s_dat_ze collega_s_dat_ze duidelijk_was duidelijk_genoeg',
  leave: 'laat laten gelaten liet lieten',
  peace: 'met_rust',
  anyNumber: 'het_nummer nummer dat_nummer dit_nummer privenummer',
}
