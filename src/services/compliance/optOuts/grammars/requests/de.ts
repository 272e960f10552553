import type { Requests } from '../../grammar.ts'

export const de: Requests = {
  contact: `
    rufen ruft ruf anrufen anzurufen anruft anrufst kontaktieren kontaktiert kontaktier kontaktierst telefonieren belastigen belastigt belastige storen stort
    nerven nervt nerv behelligen melden meldet meld klingeln klingelt wahlen wahlt anzuklingeln anwahlen anzuwahlen versuchen_sie_es ansprechen an_mich_wenden
    an_uns_wenden kontakt_aufnehmen kontakt_aufzunehmen anklingeln durchklingeln anbimmeln bombardieren rufts anrufts rufst bimmeln bimmelt telefoniert
    anschreiben anzuschreiben anlauten anzulauten lauten_sie lautet_mich lautet_uns lautet_hier heranzutreten herantreten terrorisieren terrorisiert
    drangsalieren auf_die_nerven auf_den_wecker auf_den_geist auf_den_keks auf_den_sack durchzuklingeln anzusprechen durchrufen durchzurufen durchlauten
    behelligt melds meldts stresst stressen anquatschen zulabern nervts storts klingel meldets kontaktierts belastigts nervens storens rufens meldens
    anrufen_lassen durchlautet antelefonieren angeht kontaktaufnahme zu_kontaktieren zu_belastigen zu_storen zu_nerven zu_behelligen zu_telefonieren nachhaken
    nachfassen nachfragen zu_melden bei_mir_melden bei_uns_melden bedrangen bedrangt zutexten volllabern vollquatschen durch_die_gegend_telefonieren zuzutexten
    wiederholt_anrufen probieren_sie_es_nicht belagern sich_melden sich_bei_mir_melden klingelts lautet ruft_an rufens_mi anlautet anklingelt anklingelst
    durchklingelt anbimmelt standig_anzuklingeln anruferei tun_sie_das tut_das tu_das das_tun zu_wahlen zu_versuchen noch_mal_anzurufen wagen_sie_es_nicht
    plagen drangen aufdringlich mich_zu_erreichen uns_zu_erreichen mich_erreichen haken nachzuhaken mir_am_telefon mir_+_verkaufen mir_+_zu_verkaufen
    uns_+_verkaufen probieren`,
  contacted: `
    angerufen kontaktiert belastigt gestort behelligt angeklingelt genervt angesprochen angewahlt angeschrieben angrufen angrufn angruafen angruafn angelautet
    terrorisiert beworben antelefoniert bombardiert telefonisch_kontaktiert telefonisch_belastigt telefonisch_gestort angequatscht vollgelabert bedrangt
    zugetextet gestalkt`,
  calls: `
    anruf anrufe anrufen werbeanruf* telefonat* telefonanruf* kontakt kontakte kontaktaufnahme* kontaktversuch* belastigung* telefonwerbung telefonterror
    werbung storung* telefonmarketing anrufs anrufversuch* werbetelefonat* anruferei* angerufe telefoniererei telefonspam spamanruf* verkaufsanruf* bettelanruf*
    bimmelei kaltakquise telefonakquise akquiseanruf* reklameanruf* angeruf telefonbelastigung* telefonische_werbung rufen_sie_noch_einmal rufen_sie_noch_mal
    rufen_sie_nochmal rufen_sie_mich_noch* rufen_sie_hier_noch* ruft_noch* ruf_noch* ruft_hier_noch* rufen_sie_wieder rufen_sie_weiter ruft_weiter cold_calls
    kundenfang telefonkontakt* telefonische_kontakt* telefonische_belastigung* telefonische_akquise vertreteranruf* werbung_am_telefon werbung_per_telefon
    angebote_am_telefon telefonangebot* klingelei klingelterror gebimmel telefongeklingel gerufe kommunikation korrespondenz anruferei telefonischen_werbung
    telefonischer_werbung mit_dieser_anruferei kontaktversuche* anrufversuche* kontaktaufnahmen direktwerbung direktmarketing telefonaktionen telefonaktion
    telefonkampagne*`,
  no: `
    nicht nichts kein keine keinen keinem keiner keinerlei nix net ned keinesfalls auf_keinen_fall niemand niemanden nimmer weder niemals_mehr keins garnicht
    gar_nicht niemandem`,
  more: `
    mehr wieder nochmal nochmals noch_mal noch_einmal noch_ein_mal kunftig in_zukunft zukunftig weiteren weitere weiterer weiter erneut jemals einziges_mal
    nie_wieder noch_einen von_nun_an ab_sofort ab_jetzt dauerhaft nie_mehr kuenftig fortan ab_heute fur_immer endgultig generell grundsatzlich langer kunftighin
    ferner weiterhin jemals_wieder noch_irgendwann irgendwann in_der_zukunft kein_weiteres weiteres in_aller_zukunft auf_dauer zukunft`,
  never: `
    nie niemals nimmer nimmermehr zu_keiner_zeit bringt_nichts hat_keinen_sinn zwecklos sinnlos hat_keinen_zweck unter_keinen_umstanden auf_keinen_fall
    in_keinem_fall unter_keinem_vorwand lassen_sie_niemanden`,
  stop: `
    aufhoren aufzuhoren aufhort unterlass* stopp stoppen stoppt beende* einstellen einzustellen stellen_sie stell stellt lassen_sie_das lassen_sie_diese
    lassen_sie_die sehen_sie sieh abzusehen absehen verzichten_sie spar sparen spart bleiben_sie_mir_mit enden abstellen horen_+_auf hor_+_auf hort_+_auf
    hore_+_auf horts_+_auf stoppts lassts sein_lassen bleiben_lassen bleiben_lasst lassen_sies abstellt aufgehort_wird verschonen_+_mit verschont_+_mit
    horen_sie_doch horts_auf horn_sie_+_auf hort_auf schluss_machen bleiben_zu_lassen lasst_es_+_bleiben lassen_sie_es_+_bleiben lass_es_+_bleiben abzustellen
    schluss_damit sein_zu_lassen lasst_es lassen_sie_es lasst_das zu_unterlassen aufgehort ersparen erspart erspar horens_+_auf horns_+_auf hors_+_auf
    sich_sparen unterbleiben unterbleibt aufhore einstellung unterlassung horen_sie_bitte_endlich_auf`,
  stopThat: `
    horen_sie_auf_damit horen_sie_damit_auf hor_auf_damit hor_damit_auf hort_auf_damit hort_damit_auf lassen_sie_das schluss_jetzt schluss_damit es_reicht
    jetzt_reichts jetzt_reicht_s das_reicht mir_reichts mir_reicht_s jetzt_ist_schluss das_muss_aufhoren das_hort_jetzt_auf das_muss_ein_ende
    unterlassen_sie_das unterlassen_sie_es lassen_sie_das_bitte lassen_sie_das_sein lassts_das lassen_sie_es_sein lassen_sie_es_bleiben lassen_sie_es_bitte
    lass_es_sein lass_es_bleiben lass_das_sein lasst_es_sein lasst_das_sein lass_das_jetzt muss_ein_ende ein_ende_haben nie_wieder`,
  repeated: `
    zweite_mal dritte_mal vierte_mal funfte_mal sechste_mal siebte_mal zehnte_mal xte_mal hundertste_mal zum_zweiten zum_dritten zum_vierten zum_funften
    zum_x_ten zum_zigsten zum_letzten_mal wie_oft_soll wie_oft_muss wie_oft_habe wie_oft_hab schon_gesagt schon_mehrmals schon_mehrfach schon_hundertmal
    bereits_gesagt bereits_gebeten schon_gebeten doch_gesagt ihnen_gesagt euch_gesagt sie_gebeten euch_gebeten schon_dreimal schon_zweimal zweimal_gebeten
    zweimal_hoflich dreimal_gebeten zweimal_gesagt dreimal_gesagt schon_oft bereits_mehrfach bereits_mehrmals man_hat_ihnen mehrfach_gebeten mehrmals_gebeten`,
  enough: `
    schluss genug keine_weiteren keinerlei keine_weitere jede_weitere satt es_reicht nie_wieder kein_einziger keinen_weiteren sense feierabend reichts reicht_es
    reicht_mir_jetzt nase_voll hals_voll dicke leid uberdrussig genug_von jetzt_reicht schnauze_voll die_faxen_dicke habe_es_satt hab_es_satt hab_die_nase
    ich_habs_satt hab_genug kein_bock keinen_bock_auf keine_lust_auf ich_bin_es_leid stinksauer_wegen jetzt_ist_schluss reicht_mir_mit keine_werbung
    keine_telefonwerbung bis_obenhin steht_mir_bis hangt_mir_zum_hals leid_mit null_kontakt null`,
  forbid: `
    verbitte verbiete verbieten_wir untersage untersagen_wir widerspreche widersprechen_wir weigere lehne dulde untersagt unerwunscht verbeten ihr_recht_nicht
    verbiet untersag verwehre verweigere nicht_berechtigt kein_recht nicht_erlaubt nicht_gestattet unzulassig rechtswidrig nicht_befugt lege_widerspruch
    widerspruch_ein widerspruch_gegen hausverbot nicht_einverstanden verzichte_auf kann_ich_verzichten konnen_wir_verzichten gar_nicht_anrufen_durfen verboten
    nichts_zu_suchen untersagen_lassen lege_hiermit_widerspruch unbefugt* ungebeten* verbitten_uns nicht_erwunscht nicht_willkommen nicht_gewunscht
    nicht_mehr_erwunscht unerbeten nicht_erbeten nie_zugestimmt nicht_zugestimmt nie_erlaubt nie_eingewilligt nicht_eingewilligt keine_erlaubnis
    keine_einwilligung keine_zustimmung ohne_meine_einwilligung ohne_meine_zustimmung ohne_meine_erlaubnis einwilligung_nicht zustimmung_nicht durfen_mich_nicht
    durfen_mich_gar_nicht durfen_uns_nicht durfen_hier_nicht durft_mich_nicht durft_hier_nicht durft_uns_nicht haben_mich_nicht_anzurufen
    haben_uns_nicht_anzurufen hat_mich_nicht_anzurufen haben_hier_nicht_anzurufen habt_mich_nicht_anzurufen hier_niemand_anzurufen haben_nicht_anzurufen
    haben_hier_niemanden verzichten_wir_auf verbiete_ihnen verbiete_euch verbiete_es_ihnen erlaube_ihnen_nicht haben_mich_nicht_mehr_anzurufen
    haben_hier_nicht_mehr_anzurufen anrufverbot kontaktverbot haben_mich_nie_wieder haben_mich_nicht_mehr haben_mich_nie_mehr haben_uns_nicht_mehr
    haben_hier_nicht_mehr verzichten_auf tabu am_liebsten_+_kein liebsten_+_gar_kein keinen_wert_darauf lege_keinen_wert kein_bedurfnis verzichten`,
  withdraw: `
    widerruf* entziehe zuruckziehen entzogen zuruckgezogen nehme_+_zuruck nehme_meine ziehe_+_zuruck ziehe_meine ziehe_hiermit ziehe_ich nehme_ich_+_zuruck
    ziehen_wir nehmen_wir_+_zuruck zieh_+_zuruck zieh_meine zieh_ich zuruckziehe zuruckgenommen entziehen_wir streichen stornieren widerrufen`,
  consent: `
    einwilligung* zustimmung erlaubnis einverstandnis einverstanden erlaubt erlaube zugestimmt eingewilligt gestatte genehmigt genehmigung gestattet
    werbeeinwilligung`,
  remove: `
    streich streiche streichen streicht nimm nehmen nehmt losch losche loschen loscht entfern entferne entfernen entfernt raus rausnehmen rausschmeissen
    herausnehmen austragen tragen_sie gestrichen geloscht genommen loschung vergessen_sie vergiss vergesst sperren sperr sperrt blockieren blockier tilgen
    zu_loschen zu_entfernen zu_streichen zu_nehmen schmeissen werfen vernichten entfernung rausstreichen rauszunehmen rauszustreichen herauszunehmen auszutragen
    ausgetragen rausgenommen rausgestrichen rausgeschmissen herausgenommen herausstreichen schmeiss schmeisst wirf werft trag_mich tragt_mich tragts runter
    runternehmen abmelden abgemeldet vernichtet getilgt gesperrt nehmts streichts loschts raushaben rausloschen kickt kick entfernts schmeissts austragt
    austragst verschwindet verschwinden rausnehmt herausnehmt rausnimmst rauswerft rauswerfen rausloscht streichst entfernst loschst aussortieren runtergenommen
    holen ausgeschlossen ausgenommen ausschliessen schliessen_sie_mich tuats heraus aussen_vor`,
  erase: `
    streich streiche streichen streicht losch losche loschen loscht entfern entferne entfernen entfernt gestrichen geloscht loschung vergessen_sie vergiss
    vergesst sperren sperr sperrt blockieren blockier tilgen zu_loschen vernichten entfernung schmeiss schmeisst schmeissen werfen_sie wirf werft vernichtet
    getilgt rausloschen loschts streichts vergessts zu_entfernen zu_streichen zu_tilgen verschwindet verschwinden rauswerfen also_loschen loschen_sie_ihn
    nummer_vergessen namen_runter verlieren_sie tragen_sie_mich_aus tragen_sie_mich_bitte_aus tragt_mich_aus trag_mich_aus tragen_sie_uns_aus
    tragen_sie_mich_wieder_aus austragen rausnehmen tragen_sie_mich_auch_aus nehmen_sie_mich_runter nehmen_sie_mich_raus nehmen_sie_mich_bitte_runter
    nehmen_sie_mich_bitte_raus`,
  dial: `
    wahlen wahlt wahl benutzen nutzen verwenden benutzt anwahlen anzuwahlen anrufen ruft rufen gewahlt verwendet genutzt speichern gespeichert zu_wahlen
    nummer_zu_wahlen diese_nummer_zu verarbeiten zu_nutzen zu_verwenden zu_verarbeiten behalten aufbewahren gespeichert_haben`,
  doIt: 'machen_sie_das mach_das macht_das das_nicht_mehr tun_sie_das das_machen das_tun das_zu_tun es_zu_tun tun_sie_es machen_sie_das_nicht',
  want: `
    will mochte wollen mochten wunsche wunschen brauche dulde erhalten bekommen akzeptiere verbitte brauch mag verlange wunscht wollte wollma nicht_wollen`,
  list: `
    liste listen datenbank* verteiler* kartei* datei* system* anrufliste* telefonliste* kundenliste* kontaktliste* werbeliste* kundendatei* verzeichnis*
    adressliste* bestand unterlagen register crm computer stammdaten akte akten datensatz* werbedatei adressdatenbank datenbestand rufliste wahlliste
    anrufsystem callcenter telefonverzeichnis kundenstamm adressbestand adressverteiler anrufverteiler pool anrufverzeichnis wahlautomat* wahlcomputer*
    wahlsystem* telefoncomputer* programm datenblatt kundenkartei werbeverteiler anrufcomputer* dialer telefonaktion* anrufprogramm* kampagne kampagnen
    allem_raus_was allem_was adressbuch listn dateien marketing`,
  callList: 'anrufliste anruflisten telefonliste anrufverteiler anrufdatenbank werbeliste telefonwerbeliste',
  mine: `
    mich uns meine meinen mein meiner unsere unseren unser diese_nummer die_nummer nummer namen rufnummer ich_will ich_mochte wir_wollen wir_mochten mi
    mochte_ich will_ich ich_wunsche ich_hatte_gern* wollen_wir mochten_wir datensatz handynummer telefonnummer meinem ihn_aus ihn_von unserem unserer meines
    wurd_ich ich_gern ware_ich mir kann_ich_bitte konnte_ich_bitte`,
  number: `
    meine_nummer diese_nummer unsere_nummer meine_telefonnummer unsere_telefonnummer diese_telefonnummer meine_rufnummer diese_rufnummer meine_handynummer
    diesen_anschluss meinen_anschluss meine_daten unsere_daten meine_kontaktdaten meinen_namen meiner_daten meiner_nummer meine_personenbezogenen
    meiner_personlichen meine_personlichen nutzung_meiner meine_mobilnummer meine_festnetznummer diese_handynummer diese_mobilnummer unseren_anschluss
    meinen_eintrag meinen_datensatz meine_angaben unsere_rufnummer unseren_namen meine_adressdaten meine_privatnummer meiner_rufnummer meiner_telefonnummer
    mei_nummer die_nummer_hier verarbeitung_meiner verwendung_meiner weitergabe_meiner dieser_nummer_aus unserer_nummer unserer_daten meine_privaten
    alles_was_sie_von_mir nummer_loschen nummer_bitte_loschen nummer_streichen nummer_sperren nummer_bitte_sperren nummer_entfernen nummer_bitte_streichen
    nummer_bei_ihnen daten_von_mir alle_daten alle_meine alles_uber_mich alles_was_sie alle_daten_uber meine_handy meine_kontakte unsere_kontaktdaten
    mein_eintrag meinen_kontakt unsere_telefon diese_festnetznummer name_und_meine mein_name_und name_und_nummer nummer_und_meinen nummer_von_ihrer
    nummer_aus_ihre* nummer_aus_eure* meine_mobilfunknummer meine_+_nummer unsere_+_nummer dieses_handy dieses_telefon dieser_anschluss mein_handy mein_telefon
    angaben_uber_mich informationen_uber_mich daten_uber_mich alles_von_mir angaben_von_mir privatnummer meiner_personenbezogenen meiner_kontaktdaten
    festnetzanschluss meinen_festnetz*`,
  noCallList: `
    robinsonliste robinson_liste sperrdatei blackl* blockliste werbesperre ausschlussliste nicht_anrufen_liste nicht_mehr_angerufen niemals_anrufen sperrvermerk
    anrufsperre kontaktsperre werbeverbot nicht_kontaktieren nicht_mehr_kontaktiert nicht_angerufen do_not_call dnc negativliste schwarze_liste schwarzen_liste
    sterneintrag keine_anrufe keine_werbeanrufe keine_weiteren_anrufe nicht_mehr_anrufen nie_wieder_anrufen nicht_anrufen_sollen nicht_anrufen_darf
    keine_telefonwerbung sperrlist* keinen_kontakt keinen_anruf werbewiderspruch keine_anrufe_wunsch* keine_werbung_wunsch* nicht_angerufen_werden
    nicht_kontaktiert_werden nicht_mehr_angerufen_werden nie_mehr_anrufen niemand_anrufen keine_anrufe_mehr nicht_mehr_belastigt keine_telefonate kein_kontakt
    keine_weiteren die_nicht_angerufen nicht_angerufen_werden_wollen keine_anrufe_wollen nicht_angerufen_werden_mochten keine_anrufe_mochten
    die_sie_nicht_anrufen die_ihr_nicht_anruft leute_die_sie_nicht`,
  put: `
    setz setze setzen setzt trag trage eintragen packen vermerk* notier* markier* hinterleg* schreiben_sie_mich schreiben_sie_auf schreiben_sie_sich
    schreiben_sie_rein schreiben_sie_in schreiben_sie_dass schreiben_sie_bitte schreib_dir schreibt_euch schreib_auf schreibt_auf tragen_sie tragt
    nehmen_sie_mich nehmt_mich nehmen_sie_uns eingetragen setzts gesetzt kommt_auf erfassen machen_sie_einen_vermerk machen_sie_eine_notiz mach_einen_vermerk
    schreiben_sie_da schreiben_sie_es aufnehmen speichern_sie aufschreiben setzen_sie_mich_drauf setzen_sie_mich_da_drauf respektieren akzeptieren beherzigen`,
  last: `
    letzte_mal letztes_mal letzten_mal letzter_anruf letzte_anruf ein_letztes_mal letzten_anruf letztmals zum_letzten_mal letztes_telefonat letzte_anruf_ist
    letzter_kontakt letzte_gesprach der_letzte_war letzte_kontakt`,
  hear: 'horen hor wissen hort tun zu_schaffen horn was_horen etwas_horen sprechen reden sehen',
  fromYou: `
    von_ihnen von_euch von_dir von_ihrer mit_ihnen mit_euch von_eurer von_eurem von_ihrem von_diesem_laden von_dem_verein von_eich von_enk mit_ihrer mit_eurem
    mit_ihrem von_dieser_firma von_diesem_unternehmen ihre_nummer eure_nummer`,
  whole: `
    lassen_sie_mich_mit_ihren_anrufen verschonen_sie_mich verschonen_sie_uns verschont_mich verschont_uns verschone_mich war_+_letzte_anruf
    nehmen_sie_+_nummer_+_raus nimm_+_nummer_+_raus nehmt_+_nummer_+_raus nehmen_sie_+_nummer_+_heraus nehmen_sie_+_nummer_+_system nehmen_sie_+_nummer_+_liste
    lassen_sie_mich_+_in_ruhe lassen_sie_uns_+_in_ruhe lass_mich_+_in_ruhe lasst_mich_+_in_ruhe lasst_uns_+_in_ruhe lass_uns_+_in_ruhe lassts_mi_+_in_ruh
    lassts_mich_+_in_ruh* lass_mi_+_in_ruh lassts_uns_+_in_ruh* lassen_sie_mich_+_in_frieden lasst_mich_+_in_frieden lasst_uns_+_in_frieden
    mich_+_in_ruhe_lassen uns_+_in_ruhe_lassen mich_+_in_ruhe_lasst mich_in_ruhe_zu_lassen in_ruhe_gelassen_werden mit_+_anrufen_in_ruhe meine_ruhe_vor_ihnen
    meine_ruhe_vor_euch lassen_sie_meine_mutter_+_in_ruhe lassen_sie_meine_+_in_ruhe lassen_sie_meinen_+_in_ruhe lassen_+_sie_mich_+_in_ruhe
    von_+_anrufen_abgemeldet von_+_anrufen_abmelden anrufen_abmelden telefonwerbung_abmelden nichts_mehr_verloren unterlassen_sie_das unterlassen_sie_es
    unterlassen_sie_dies unterlassen_sie_solche horen_sie_damit_+_auf horen_sie_+_damit_auf horen_sie_+_damit_+_auf horen_sie_auf_damit horen_sie_endlich_auf
    nachsten_mal_+_anwalt nachsten_mal_+_polizei nachsten_mal_+_anzeige nachsten_mal_+_bundesnetzagentur nachsten_mal_melde_ich_sie nachsten_mal_zeige_ich
    nachsten_mal_+_gericht nachstes_mal_+_anwalt nachstes_mal_+_polizei nachstes_mal_+_anzeige nachstes_mal_zeige_ich nachstes_mal_melde_ich_sie
    wenn_das_nicht_+_aufhort wenn_sie_nicht_+_aufhoren wenn_ihr_nicht_+_aufhort keine_anrufe_wunsch* keine_werbeanrufe_wunsch* keine_anrufe_mehr_wunsch*
    keine_werbung_wunsch* finger_weg_von_meiner_nummer nummer_gehort_nicht_in nummer_hat_+_nichts_zu_suchen ihrer_liste_nichts_zu_suchen
    ihrem_system_nichts_zu_suchen widerspruchsrecht_gebrauch gebrauch_+_widerspruchsrecht stehe_auf_der_robinson* stehen_auf_der_robinson*
    steht_auf_der_robinson* bin_auf_der_robinson* stehe_in_der_robinson* in_der_robinsonliste_eingetragen in_die_robinsonliste_eingetragen
    habe_einen_sterneintrag hab_einen_sterneintrag haben_einen_sterneintrag einen_stern_im_telefonbuch stehe_auf_der_ecg* stehe_auf_der_rtr*
    auf_der_sperrliste_stehe stehe_auf_der_sperrliste ab_heute_+_nicht_mehr_an ab_heute_nicht_mehr_angerufen ab_heute_+_keine_anrufe ab_heute_nie
    war_+_letzter_anruf letzte_anruf_sein letzte_anruf_gewesen loschen_sie_mich losch_mich loscht_mich streichen_sie_mich vergessen_sie_dass_es_mich
    streicht_mich streich_mich austragen_lassen_aus rufen_sie_wen_anders_an suchen_sie_sich_+_anderen_zum verschonen_sie_meine nie_erlaubt_mich_anzurufen
    keine_anrufe_wollen keine_werbeanrufe_will keine_werbeanrufe_mochte keine_+_anrufe_will keine_+_anrufe_wunsche keine_+_anrufe_mochte keine_anrufe_haben_will
    keine_werbung_will keinen_kontakt_will keinen_kontakt_wunsche keinen_kontakt_mochte aus_ihrer_liste_raus aus_eurer_liste_raus von_ihrer_liste_runter
    aus_ihrem_verteiler_raus aus_ihrer_datenbank_raus aus_eurem_verteiler_raus von_eurer_liste_runter aus_ihrem_system_raus von_ihrer_liste_weg
    aus_dieser_liste_raus von_dieser_liste_runter von_der_liste_runter weg_mit_meiner_nummer weg_mit_unserer_nummer raus_mit_meiner_nummer
    von_+_anrufen_verschont das_muss_jetzt_aufhoren das_muss_endlich_aufhoren das_muss_aufhoren das_hort_jetzt_auf das_hat_jetzt_aufzuhoren streichen_sie_uns
    mich_+_austragen uns_+_austragen nehmen_sie_mich_+_raus nehmt_mich_+_raus nehmen_sie_uns_+_raus lassen_sie_uns_+_in_frieden nicht_mehr_auf_ihrer_liste
    nicht_mehr_auf_eurer_liste nicht_mehr_in_ihrer_datenbank nicht_mehr_in_ihrer_kartei nicht_auf_ihrer_liste_stehen lassen_sie_mich_zufrieden
    lasst_mich_zufrieden lass_mich_zufrieden geben_sie_ruhe gebt_ruhe lassen_sie_mich_mit_dem lasst_mich_mit_dem verschont_mich_mit verschonen_sie_mich_mit
    vergessen_sie_mich_einfach loschen_sie_uns nie_mehr_wieder_anrufen bitte_verschonen letztes_telefonat_war letzter_anruf_war der_letzte_war
    mich_auf_die_liste_der_leute_die_nicht auf_die_liste_der_leute_die_nicht auf_die_liste_der_leute_die_keine da_setzen_sie_mich_drauf nie_wieder_zu_versuchen
    nie_wieder_versuchen nicht_mehr_zu_versuchen nicht_noch_einmal_zu_versuchen nicht_noch_mal_zu_versuchen loschen_mich_gefalligst loschen_mich_auch
    loschen_mich_bitte konnen_sie_die_nummer_auch_gleich keinen_einzigen_mehr in_ruhe_gelassen_zu anrufe_dieser_art_nehme_ich_nicht anzurufen_konnen_sie_sich
    anzurufen_konnen_sie_sich_sparen anruf_konnen_sie_sich_sparen anrufe_konnen_sie_sich_sparen anrufe_nehmen_wir_nicht die_nummer_war_bei_ihnen_geloscht
    nummer_bei_ihnen_geloscht wir_diese_anrufe_nicht_wollen diese_anrufe_nicht_wollen ich_diese_anrufe_nicht abbestellen_ihrer_anrufe ihre_anrufe_abbestellen
    diese_anrufe_abbestellen letzte_anruf_war finger_weg_von_meinem mich_bei_ihren_telefonaktionen kunftig_aussen_vor mit_den_anrufen_auf
    bitte_vernichten_sie_die von_weiteren_anrufen_abstand keinen_grund_uns_noch keinen_grund_mich_noch meine_nummer_aus_der_liste_muss
    das_letzte_mal_gewesen_sein mecht_da_raus mochte_da_raus will_da_raus wagen_sie_es_nicht_mich weiteren_anrufe_auf_dieser sehen_sie_von_weiteren
    ich_will_diese_anrufe_nicht will_diese_anrufe_nicht sie_diese_nummer_vergessen sie_meine_nummer_vergessen nichts_mehr_zu_suchen steh_auf_der_robinson*
    steh_in_der_robinson* sind_in_der_robinson* bin_in_der_robinson* stehen_in_der_robinson* tun_sie_mich_+_raus tun_sie_mich_+_weg tu_mich_+_raus
    tut_mich_+_raus tun_sie_uns_+_raus kunftig_nichts_horen in_zukunft_nichts_horen gehort_nicht_in_ihre gehort_nicht_in_eure gehort_nicht_auf_ihre
    hat_in_ihrer_+_nichts hat_in_ihrem_+_nichts horen_sie_+_mit_dieser_anruf* horen_sie_+_mit_diesen_anruf* horen_sie_+_mit_den_anruf*
    horen_sie_+_mit_ihren_anruf* horen_sie_+_mit_dem_anruf* hort_+_mit_diesen_anruf* hor_+_mit_den_anruf* recht_auf_vergessenwerden recht_auf_vergessen_werden
    recht_auf_loschung daten_haben_bei_ihnen_nichts_verloren nichts_verloren weg_damit meine_ruhe_vor meine_ruhe_haben_vor von_+_anrufen_ab von_ihnen_verschont
    lassen_sie_mein_handy_in_ruhe lassen_sie_mein_telefon_in_ruhe lass_mein_handy_in_ruhe lasst_mein_handy_in_ruhe das_anrufen_lassen letzte_anruf_von_ihnen
    letzte_anruf_von_euch`,
  ask: `
    bitte will mochte wollen mochten wunsche wunschen gebeten bitten lieber gesagt interesse_+_und also_bitte und_bitte mecht wollt hiermit verlange fordere
    mochten_wir mochte_ich wollen_wir ware_mir_lieber war_mir_lieber ware_dankbar war_dankbar ich_bitte lassen_sie brauchen_sie brauchen brauchst brauchts
    sie_sollen ihr_sollt du_sollst sollen_sie mussen_sie ihr_musst sie_mussen durfen_sie gefallen hatte_gern hatte_gerne hatten_gern einfach echt jetzt_bitte
    habe_gesagt aufforderung und_rufen`,
  tail: `
    an hier bei uns mich danke ja bitte werden mehr zu mit so auf wiederhoren wiederschauen tschuss schonen tag nummer diese sollen wollen da klar verstanden
    und_basta basta zuruck ich hab habe kein interesse das mein meine ernst es mehr_an hier_an mich_an uns_an echt ehrlich einfach bloss ja_bitte ne gell oida
    alter digga mann junge junger_mann fraulein gute_frau wirklich endlich klaro capisce okay ok deswegen deshalb dafur damit einmal wegen so_was weil ich_will
    auch gefalligst sofort umgehend dauerhaft endgultig komplett ganz aus auf_damit runter raus`,
  doing: `
    anrufen anruft angerufen klingelt rufen belastigen anklingeln gewahlt ruft telefon_klingelt nervt hore hort hore_ich_von_ihnen hore_ich_noch
    rufen_sie_standig standig_an dauernd_an immer_wieder_an noch_mal_vorkommt nochmal_vorkommt wieder_vorkommt noch_einmal_vorkommt passiert`,
  again: `
    noch_einmal noch_mal nochmal wieder erneut nochmals noch_ein noch_so_ein noch_einer beim_nachsten nachstes_mal ein_weiterer nachsten_anruf ein_einziger
    weiterer nachste_anruf nachste_mal weiter_an rufen_sie_weiter nachsten_belastigung nachste_belastigung bei_der_nachsten seh_ich_die sehe_ich_die
    jeder_weitere weitere_anruf noch_bei_ihnen noch_gespeichert noch_in_ihrer noch_in_ihrem`,
  when: 'wenn falls sollten_sie solltet_ihr beim_nachsten nachstes_mal sobald wennst seh_ich sehe_ich wenns_noch wenns_nochmal wehe',
  threat: `
    anzeige anzeigen zeige anwalt polizei verklag* bundesnetzagentur beschwer* verbraucherzentrale rechtsanwalt gericht rechtliche erstatte strafanzeige
    anwaltlich* datenschutz* aufsichtsbehorde staatsanwalt* unterlassungsklage klage rtr konsumentenschutz* arbeiterkammer seco juristisch* abmahnung abmahnen
    angezeigt anwaltin wettbewerbszentrale strafantrag zeig_ich kantonspolizei netzagentur anwalts fernmeldeburo als_belastigung als_stalking behorde behorden
    melde_ich gibt_es_arger gibts_arger wache polizeiwache bullen schutzmann amtsgericht kripo wehe melden_mussen leider_melden muss_ich_sie unternehme_ich
    schritte massnahmen`,
  register: 'robinson_list* robinsonlist* ecg_liste sterneintrag stern_im_telefonbuch rtr_liste',
  that: 'dass damit wenn ob mich_+_anzurufen mich_+_zu mich_anzurufen mich_zu uns_zu uns_+_zu uns_+_anzurufen hier_+_anzurufen hier_anzurufen diese_nummer_zu',
  and: 'und kein_interesse nicht_interessiert nein_danke keinen_bedarf kein_bedarf brauche_nichts nichts_kaufen',
  filler: '',
  you: 'dass das mich',
  request: `
    konnen_sie konnten_sie wurden_sie wollen_sie_bitte kannst_du konntest_du wurdest_du konnt_ihr konntet_ihr wurdet_ihr kann_ich_bitte konnte_ich_bitte
    darf_ich_bitten darf_ich_sie_bitten kann_man ware_es_moglich ist_es_moglich wie_oft wieviel_mal wie_viele_male warum_lassen warum_lasst wann_horen wann_hort
    wann_kapier* waren_sie_so seien_sie_so sind_sie_so konnens kannst_mi konnts wurdens tun_sie_mir machen_sie wie_kriege_ich wie_bekomme_ich_sie
    wie_bringe_ich_sie was_muss_ich_tun kann_mich kann_mich_da kann_jemand konnte_jemand konnte_mich kann_mich_da_bei zu_viel_verlangt ist_es_zu_viel
    warum_begreifen warum_verstehen warum_versteht warum_kapieren warum_kapiert warum_konnen_sie_mich kann_ich_sie_bitten konnte_ich_sie_bitten wie_wars
    wie_ware_es waren_sie waret_ihr warst_du ist_es_so_schwer wie_schwer_ist_es wie_lange_wollen_sie_noch wann_lassen wann_geben`,
  so: `
    also deshalb deswegen daher drum somit und_ich_will und_ich_mochte und_will und_bitte klar_gewesen klar_genug deutlich_genug war_das_klar darum_rufen
    darum_bitte darum_loschen darum_will darum_mochte darum_nehmen darum_lassen darum_streichen`,
  leave: 'lass lasst lassen lasse liessen liesse liesst lassts gelassen lasset',
  peace: 'in_ruhe in_frieden in_ruh zufrieden in_ruah a_ruah',
  anyNumber: 'die_nummer nummer diese_nummer',
}
