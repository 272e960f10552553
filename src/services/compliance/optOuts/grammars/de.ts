import type { Grammar } from '../grammar.ts'

export const de: Grammar = {
  contact: `
    rufen ruft ruf anrufen anzurufen anruft anrufst kontaktieren kontaktiert kontaktier kontaktierst telefonieren belastigen belastigt belastige
    storen stort nerven nervt nerv behelligen melden meldet meld klingeln klingelt wahlen wahlt anzuklingeln anwahlen anzuwahlen versuchen_sie_es
    ansprechen an_mich_wenden an_uns_wenden kontakt_aufnehmen kontakt_aufzunehmen anklingeln durchklingeln anbimmeln bombardieren rufts anrufts
    rufst bimmeln bimmelt telefoniert anschreiben anzuschreiben anlauten anzulauten lauten_sie lautet_mich lautet_uns lautet_hier heranzutreten
    herantreten terrorisieren terrorisiert drangsalieren auf_die_nerven auf_den_wecker auf_den_geist auf_den_keks auf_den_sack durchzuklingeln
    anzusprechen durchrufen durchzurufen durchlauten behelligt melds meldts stresst stressen anquatschen zulabern nervts storts klingel meldets
    kontaktierts belastigts nervens storens rufens meldens`,
  contacted: `
    angerufen kontaktiert belastigt gestort behelligt angeklingelt genervt angesprochen angewahlt angeschrieben angrufen angrufn angruafen angruafn
    angelautet terrorisiert beworben antelefoniert bombardiert`,
  calls: `
    anruf anrufe anrufen werbeanruf* telefonat* telefonanruf* kontakt kontakte kontaktaufnahme* kontaktversuch* belastigung* telefonwerbung
    telefonterror werbung storung* telefonmarketing anrufs anrufversuch* werbetelefonat* anruferei* angerufe telefoniererei telefonspam spamanruf*
    verkaufsanruf* bettelanruf* bimmelei kaltakquise telefonakquise akquiseanruf* reklameanruf* angeruf telefonbelastigung* telefonische_werbung
    rufen_sie_noch_einmal rufen_sie_noch_mal rufen_sie_nochmal rufen_sie_mich_noch* rufen_sie_hier_noch* ruft_noch* ruf_noch* ruft_hier_noch*
    rufen_sie_wieder rufen_sie_weiter ruft_weiter`,
  no: 'nicht nichts kein keine keinen keinem keiner keinerlei nix net ned keinesfalls auf_keinen_fall niemand niemanden nimmer',
  more: `
    mehr wieder nochmal nochmals noch_mal noch_einmal noch_ein_mal kunftig in_zukunft zukunftig weiteren weitere weiterer weiter erneut jemals
    einziges_mal nie_wieder noch_einen von_nun_an ab_sofort ab_jetzt dauerhaft nie_mehr kuenftig fortan ab_heute fur_immer endgultig generell
    grundsatzlich`,
  never: 'nie niemals nimmer nimmermehr zu_keiner_zeit',
  stop: `
    aufhoren aufzuhoren aufhort unterlass* stopp stoppen stoppt beende* einstellen einzustellen stellen_sie stell stellt lassen_sie_das
    lassen_sie_diese lassen_sie_die sehen_sie sieh abzusehen absehen verzichten_sie spar sparen spart bleiben_sie_mir_mit enden abstellen
    horen_+_auf hor_+_auf hort_+_auf hore_+_auf horts_+_auf stoppts lassts sein_lassen bleiben_lassen bleiben_lasst lassen_sies abstellt
    aufgehort_wird verschonen_+_mit verschont_+_mit`,
  enough: `
    schluss genug keine_weiteren keinerlei keine_weitere jede_weitere satt es_reicht nie_wieder kein_einziger keinen_weiteren sense feierabend
    reichts reicht_es reicht_mir_jetzt nase_voll hals_voll dicke leid uberdrussig`,
  forbid: `
    verbitte verbiete verbieten_wir untersage untersagen_wir widerspreche widersprechen_wir weigere lehne dulde untersagt unerwunscht verbeten
    ihr_recht_nicht verbiet untersag verwehre verweigere nicht_berechtigt kein_recht nicht_erlaubt nicht_gestattet unzulassig rechtswidrig
    nicht_befugt lege_widerspruch widerspruch_ein widerspruch_gegen hausverbot nicht_einverstanden verzichte_auf kann_ich_verzichten
    konnen_wir_verzichten gar_nicht_anrufen_durfen verboten nichts_zu_suchen untersagen_lassen lege_hiermit_widerspruch unbefugt* ungebeten*
    verbitten_uns nicht_erwunscht nicht_willkommen nicht_gewunscht`,
  withdraw: `
    widerruf* entziehe zuruckziehen entzogen zuruckgezogen nehme_+_zuruck nehme_meine ziehe_+_zuruck ziehe_meine ziehe_hiermit ziehe_ich
    nehme_ich_+_zuruck ziehen_wir nehmen_wir_+_zuruck zieh_+_zuruck zieh_meine zieh_ich zuruckziehe zuruckgenommen entziehen_wir`,
  consent: `
    einwilligung* zustimmung erlaubnis einverstandnis einverstanden erlaubt erlaube zugestimmt eingewilligt gestatte genehmigt genehmigung gestattet
    werbeeinwilligung`,
  remove: `
    streich streiche streichen streicht nimm nehmen nehmt losch losche loschen loscht entfern entferne entfernen entfernt raus rausnehmen
    rausschmeissen herausnehmen austragen tragen_sie gestrichen geloscht genommen loschung vergessen_sie vergiss vergesst sperren sperr sperrt
    blockieren blockier tilgen zu_loschen zu_entfernen zu_streichen zu_nehmen schmeissen werfen vernichten entfernung rausstreichen rauszunehmen
    rauszustreichen herauszunehmen auszutragen ausgetragen rausgenommen rausgestrichen rausgeschmissen herausgenommen herausstreichen schmeiss
    schmeisst wirf werft trag_mich tragt_mich tragts runter runternehmen abmelden abgemeldet vernichtet getilgt gesperrt nehmts streichts loschts
    raushaben rausloschen kickt kick entfernts schmeissts austragt austragst verschwindet verschwinden rausnehmt herausnehmt rausnimmst rauswerft
    rauswerfen rausloscht streichst entfernst loschst aussortieren`,
  erase: `
    streich streiche streichen streicht losch losche loschen loscht entfern entferne entfernen entfernt gestrichen geloscht loschung vergessen_sie
    vergiss vergesst sperren sperr sperrt blockieren blockier tilgen zu_loschen vernichten entfernung schmeiss schmeisst schmeissen werfen_sie wirf
    werft vernichtet getilgt rausloschen loschts streichts vergessts zu_entfernen zu_streichen zu_tilgen verschwindet verschwinden rauswerfen`,
  dial: 'wahlen wahlt wahl benutzen nutzen verwenden benutzt anwahlen anzuwahlen anrufen ruft rufen gewahlt verwendet genutzt speichern gespeichert',
  want: 'will mochte wollen mochten wunsche wunschen brauche dulde erhalten bekommen akzeptiere verbitte brauch mag verlange wunscht wollte wollma',
  list: `
    liste listen datenbank* verteiler* kartei* datei* system* anrufliste* telefonliste* kundenliste* kontaktliste* werbeliste* kundendatei*
    verzeichnis* adressliste* bestand unterlagen register crm computer stammdaten akte akten datensatz* werbedatei adressdatenbank datenbestand
    rufliste wahlliste anrufsystem callcenter telefonverzeichnis kundenstamm adressbestand adressverteiler anrufverteiler pool`,
  mine: `
    mich uns meine meinen mein meiner unsere unseren unser diese_nummer die_nummer nummer namen rufnummer ich_will ich_mochte wir_wollen wir_mochten
    mi mochte_ich will_ich ich_wunsche ich_hatte_gern* wollen_wir mochten_wir datensatz handynummer telefonnummer meinem ihn_aus ihn_von`,
  number: `
    meine_nummer diese_nummer unsere_nummer meine_telefonnummer unsere_telefonnummer diese_telefonnummer meine_rufnummer diese_rufnummer
    meine_handynummer diesen_anschluss meinen_anschluss meine_daten unsere_daten meine_kontaktdaten meinen_namen meiner_daten meiner_nummer
    meine_personenbezogenen meiner_personlichen meine_personlichen nutzung_meiner meine_mobilnummer meine_festnetznummer diese_handynummer
    diese_mobilnummer unseren_anschluss meinen_eintrag meinen_datensatz meine_angaben unsere_rufnummer unseren_namen meine_adressdaten
    meine_privatnummer meiner_rufnummer meiner_telefonnummer mei_nummer die_nummer_hier verarbeitung_meiner verwendung_meiner weitergabe_meiner
    dieser_nummer_aus unserer_nummer unserer_daten meine_privaten alles_was_sie_von_mir nummer_loschen nummer_bitte_loschen nummer_streichen
    nummer_sperren nummer_bitte_sperren nummer_entfernen nummer_bitte_streichen nummer_bei_ihnen daten_von_mir alle_daten alle_meine`,
  noCallList: `
    robinsonliste robinson_liste sperrdatei blackl* blockliste werbesperre ausschlussliste nicht_anrufen_liste nicht_mehr_angerufen niemals_anrufen
    sperrvermerk anrufsperre kontaktsperre werbeverbot nicht_kontaktieren nicht_mehr_kontaktiert nicht_angerufen do_not_call dnc negativliste
    schwarze_liste schwarzen_liste sterneintrag keine_anrufe keine_werbeanrufe keine_weiteren_anrufe nicht_mehr_anrufen nie_wieder_anrufen
    nicht_anrufen_sollen nicht_anrufen_darf keine_telefonwerbung sperrlist* keinen_kontakt keinen_anruf werbewiderspruch`,
  put: `
    setz setze setzen setzt trag trage eintragen packen vermerk* notier* markier* hinterleg* schreiben_sie_mich schreiben_sie_auf schreiben_sie_sich
    schreiben_sie_rein schreiben_sie_in schreiben_sie_dass schreiben_sie_bitte schreib_dir schreibt_euch schreib_auf schreibt_auf tragen_sie tragt
    nehmen_sie_mich nehmt_mich nehmen_sie_uns eingetragen setzts gesetzt kommt_auf erfassen`,
  last: 'letzte_mal letztes_mal letzten_mal letzter_anruf letzte_anruf ein_letztes_mal letzten_anruf letztmals zum_letzten_mal',
  hear: 'horen hor wissen hort tun zu_schaffen horn',
  fromYou: `
    von_ihnen von_euch von_dir von_ihrer mit_ihnen mit_euch von_eurer von_eurem von_ihrem von_diesem_laden von_dem_verein von_eich von_enk mit_ihrer
    mit_eurem mit_ihrem von_dieser_firma`,
  whole: `
    lassen_sie_mich_mit_ihren_anrufen verschonen_sie_mich verschonen_sie_uns verschont_mich verschont_uns verschone_mich war_+_letzte_anruf
    nehmen_sie_+_nummer_+_raus nimm_+_nummer_+_raus nehmt_+_nummer_+_raus nehmen_sie_+_nummer_+_heraus nehmen_sie_+_nummer_+_system
    nehmen_sie_+_nummer_+_liste lassen_sie_mich_+_in_ruhe lassen_sie_uns_+_in_ruhe lass_mich_+_in_ruhe lasst_mich_+_in_ruhe lasst_uns_+_in_ruhe
    lass_uns_+_in_ruhe lassts_mi_+_in_ruh lassts_mich_+_in_ruh* lass_mi_+_in_ruh lassts_uns_+_in_ruh* lassen_sie_mich_+_in_frieden
    lasst_mich_+_in_frieden lasst_uns_+_in_frieden mich_+_in_ruhe_lassen uns_+_in_ruhe_lassen mich_+_in_ruhe_lasst mich_in_ruhe_zu_lassen
    in_ruhe_gelassen_werden mit_+_anrufen_in_ruhe meine_ruhe_vor_ihnen meine_ruhe_vor_euch lassen_sie_meine_mutter_+_in_ruhe
    lassen_sie_meine_+_in_ruhe lassen_sie_meinen_+_in_ruhe lassen_+_sie_mich_+_in_ruhe von_+_anrufen_abgemeldet von_+_anrufen_abmelden
    anrufen_abmelden telefonwerbung_abmelden nichts_mehr_verloren unterlassen_sie_das unterlassen_sie_es unterlassen_sie_dies unterlassen_sie_solche
    horen_sie_damit_+_auf horen_sie_+_damit_auf horen_sie_+_damit_+_auf horen_sie_auf_damit horen_sie_endlich_auf nachsten_mal_+_anwalt
    nachsten_mal_+_polizei nachsten_mal_+_anzeige nachsten_mal_+_bundesnetzagentur nachsten_mal_melde_ich_sie nachsten_mal_zeige_ich
    nachsten_mal_+_gericht nachstes_mal_+_anwalt nachstes_mal_+_polizei nachstes_mal_+_anzeige nachstes_mal_zeige_ich nachstes_mal_melde_ich_sie
    wenn_das_nicht_+_aufhort wenn_sie_nicht_+_aufhoren wenn_ihr_nicht_+_aufhort keine_anrufe_wunsch* keine_werbeanrufe_wunsch*
    keine_anrufe_mehr_wunsch* keine_werbung_wunsch* finger_weg_von_meiner_nummer nummer_gehort_nicht_in nummer_hat_+_nichts_zu_suchen
    ihrer_liste_nichts_zu_suchen ihrem_system_nichts_zu_suchen widerspruchsrecht_gebrauch gebrauch_+_widerspruchsrecht stehe_auf_der_robinson*
    stehen_auf_der_robinson* steht_auf_der_robinson* bin_auf_der_robinson* stehe_in_der_robinson* in_der_robinsonliste_eingetragen
    in_die_robinsonliste_eingetragen habe_einen_sterneintrag hab_einen_sterneintrag haben_einen_sterneintrag einen_stern_im_telefonbuch
    stehe_auf_der_ecg* stehe_auf_der_rtr* auf_der_sperrliste_stehe stehe_auf_der_sperrliste ab_heute_+_nicht_mehr_an ab_heute_nicht_mehr_angerufen
    ab_heute_+_keine_anrufe ab_heute_nie war_+_letzter_anruf letzte_anruf_sein letzte_anruf_gewesen loschen_sie_mich losch_mich loscht_mich
    streichen_sie_mich vergessen_sie_dass_es_mich streicht_mich streich_mich austragen_lassen_aus rufen_sie_wen_anders_an
    suchen_sie_sich_+_anderen_zum verschonen_sie_meine nie_erlaubt_mich_anzurufen keine_anrufe_wollen keine_werbeanrufe_will
    keine_werbeanrufe_mochte keine_+_anrufe_will keine_+_anrufe_wunsche keine_+_anrufe_mochte keine_anrufe_haben_will keine_werbung_will
    keinen_kontakt_will keinen_kontakt_wunsche keinen_kontakt_mochte aus_ihrer_liste_raus aus_eurer_liste_raus von_ihrer_liste_runter
    aus_ihrem_verteiler_raus aus_ihrer_datenbank_raus aus_eurem_verteiler_raus von_eurer_liste_runter aus_ihrem_system_raus von_ihrer_liste_weg
    aus_dieser_liste_raus von_dieser_liste_runter von_der_liste_runter weg_mit_meiner_nummer weg_mit_unserer_nummer raus_mit_meiner_nummer
    von_+_anrufen_verschont das_muss_jetzt_aufhoren das_muss_endlich_aufhoren das_muss_aufhoren das_hort_jetzt_auf das_hat_jetzt_aufzuhoren
    streichen_sie_uns mich_+_austragen uns_+_austragen nehmen_sie_mich_+_raus nehmt_mich_+_raus nehmen_sie_uns_+_raus lassen_sie_uns_+_in_frieden
    nicht_mehr_auf_ihrer_liste nicht_mehr_auf_eurer_liste nicht_mehr_in_ihrer_datenbank nicht_mehr_in_ihrer_kartei nicht_auf_ihrer_liste_stehen`,
  ask: `
    bitte will mochte wollen mochten wunsche wunschen gebeten bitten lieber gesagt interesse_+_und also_bitte und_bitte mecht wollt hiermit verlange
    fordere`,
  tail: `
    an hier bei uns mich danke ja bitte werden mehr zu mit so auf wiederhoren wiederschauen tschuss schonen tag nummer diese sollen wollen da klar
    verstanden und_basta basta zuruck ich hab habe kein interesse das mein meine ernst es`,
  doing: 'anrufen anruft angerufen klingelt rufen belastigen anklingeln gewahlt ruft telefon_klingelt nervt hore hort',
  again: `
    noch_einmal noch_mal nochmal wieder erneut nochmals noch_ein noch_so_ein noch_einer beim_nachsten nachstes_mal ein_weiterer nachsten_anruf
    ein_einziger weiterer nachste_anruf nachste_mal weiter_an rufen_sie_weiter`,
  when: 'wenn falls sollten_sie solltet_ihr beim_nachsten nachstes_mal sobald wenns wennst',
  threat: `
    anzeige anzeigen zeige anwalt polizei verklag* bundesnetzagentur beschwer* verbraucherzentrale rechtsanwalt gericht rechtliche erstatte
    strafanzeige anwaltlich* datenschutz* aufsichtsbehorde staatsanwalt* unterlassungsklage klage rtr konsumentenschutz* arbeiterkammer seco
    juristisch* abmahnung abmahnen angezeigt anwaltin wettbewerbszentrale strafantrag zeig_ich kantonspolizei netzagentur anwalts fernmeldeburo`,
  other: `
    er chefin mann_hat frau_hat mutter_will mutter_mochte bank ich_rufe_da ich_rufe_dort ich_rufe_nie ich_rufe_nicht ich_habe_aufgehort
    ruft_mich_keiner ruft_mich_niemand meine_frau_hat mein_mann_hat hat_sich hotline ruft_mich_denn ruft_niemand ich_sie_nicht ich_kontaktiere
    anrufen_darf ich_anrufe ich_nicht_anrufen soll_ich_nicht ihre_bank man_hat sagt_man mein_chef der_chef unser_chef ein_kunde der_kunde
    unsere_kunden meine_kunden jemand_hat jemand_ruft manche_leute viele_leute leute_anrufen leute_die niemand_ruft mich_ruft_niemand hat_niemand
    niemand_hat ruft_keiner mich_ruft_keiner ruft_ja_keiner hat_mich_keiner hat_mich_niemand sparkasse krankenkasse telekom arzt arztpraxis enkel
    enkelin neffe nichte cousin mein_ex exmann ex_mann exfreund ex_freund vermieter so_einer_firma einer_firma eine_firma die_firma_hat denen
    zu_denen meine_mutter_hat mein_vater_hat mutter_mag mutter_wollte oma opa ich_ruf ich_werd arbeitskollegin betruger scammer die_werden die_rufen
    die_haben_gesagt mein_bruder meine_schwester ich_muss_da frau_sagt die_hausverwaltung mein_sohn_hat mein_sohn_will mein_sohn_mochte
    mein_sohn_ruft mein_sohn_sagt mein_sohn_meinte mein_sohn_wollte mein_sohn_wird mein_sohn_soll meine_tochter_hat meine_tochter_will
    meine_tochter_mochte meine_tochter_ruft meine_tochter_sagt meine_tochter_meinte meine_tochter_wollte meine_tochter_wird meine_tochter_soll
    mein_nachbar_hat mein_nachbar_will mein_nachbar_mochte mein_nachbar_ruft mein_nachbar_wollte meine_nachbarin_hat meine_nachbarin_will
    meine_nachbarin_mochte meine_nachbarin_ruft meine_nachbarin_wollte mein_freund_hat mein_freund_will mein_freund_mochte mein_freund_ruft
    mein_freund_wollte meine_freundin_hat meine_freundin_will meine_freundin_mochte meine_freundin_ruft meine_freundin_wollte mein_kollege_hat
    mein_kollege_will mein_kollege_mochte mein_kollege_ruft mein_kollege_wollte meine_kollegin_hat meine_kollegin_will meine_kollegin_mochte
    meine_kollegin_ruft meine_kollegin_wollte mein_mann_ruft mein_mann_sagt mein_mann_meinte mein_mann_meint mein_mann_wollte mein_mann_soll
    meine_frau_ruft meine_frau_sagt meine_frau_meinte meine_frau_meint meine_frau_wollte meine_frau_soll mein_vater_ruft mein_vater_sagt
    mein_vater_meinte mein_vater_meint mein_vater_wollte mein_vater_soll meine_mutter_will meine_mutter_mochte meine_mutter_ruft meine_mutter_sagt
    meine_mutter_meinte meine_mutter_meint meine_mutter_wollte meine_mutter_wird meine_mutter_soll ich_melde_mich kollegen_von_mir freundin_von
    freund_von bekannte* einem_freund einer_freundin meinem_bruder meiner_schwester meinem_sohn meiner_tochter meinem_ex soll_ich_anrufen
    soll_ich_noch_mal soll_ich_nochmal soll_ich_sie soll_ich_wieder soll_ich_mich ich_kann_von ich_kann_sie ich_kann_nicht_noch* ich_kann_da
    ich_kann_leider ich_kann_dort ich_kann_nicht_anrufen wollte_dass_ich dass_ich_ihn dass_ich_sie dass_ich_ihm ich_ihn ich_sie_nie ich_dich
    ich_da_anrufe ich_dort_anrufe ich_noch_mal_anrufe ich_nochmal_anrufe ich_wieder_anrufe ich_nicht_anrufe meine_nachbarin_kriegt
    mein_nachbar_kriegt meine_tochter_meldet mein_sohn_meldet meine_bank meine_versicherung mochte_nicht_morgen seine_frau seine_schwester
    seine_eltern seine_mutter`,
  them: 'ihn ihm ihnen_nie dort da_nie sie_nicht_mehr_erreichen',
  told: `
    telefon_klingelt handy_klingelt apparat_klingelt leitung_klingelt
    oder_nicht warum wieso weshalb hat_er hat_sie_gesagt wann_habe ob_sie verpassen nicht_vergessen horen_sie_nicht_auf hor_nicht_auf hort_nicht_auf
    nichts_dagegen macht_mir_nichts stort_mich_nicht stort_nicht wartelist* konnen_sie_wieder durfen_sie_gerne ich_mehr_anrufen
    ich_nicht_mehr_anrufen sage_ja_nicht sage_nicht ich_sage_+_nicht aufgezeichnet aufnehmen habt_mich haben_mich_nicht_mehr zogern zogere ich_rufe
    ich_melde_mich ich_sie_anrufe ich_gestrichen habe_keinen_anruf habe_keine_anrufe hab_keinen_anruf hab_keine_anrufe habe_nie_einen hab_nie_einen
    habe_noch_nie hab_noch_nie habe_noch_keine* hab_noch_keine* habe_schon_lange hab_schon_lange hab_ewig lange_keinen lange_keine
    anruf_bekommen_von nie_einen_anruf kriege_gar_keine kriege_ja hatte_keinen habe_gar_keinen hab_gar_keinen wochen_keinen wochen_keine
    bekomme_gar_keine bekomme_kaum in_ruhe_nach* in_ruhe_uberleg* in_ruhe_les* in_ruhe_anschau* in_ruhe_ausred* in_ruhe_fertig* in_ruhe_essen
    in_ruhe_durch* in_ruhe_druber* in_ruhe_daruber* in_ruhe_such* in_ruhe_arbeiten in_ruhe_den in_ruhe_das in_ruhe_die in_ruhe_mit_mein*
    in_ruhe_schauen in_ruhe_was kurz_in_ruhe mal_kurz_in_ruhe in_ruhe_telefonieren in_ruhe_rechnen in_ruhe_prufen in_ruhe_erst dachte_schon
    ich_dachte dachte_sie dachte_ihr noch_nie_angeruf* nicht_dass_sie_denken nicht_dass_ich nicht_so_dass nicht_etwa_dass nicht_als_ob sag_ja_nicht
    sag_nicht behaupte_nicht behaupte_ja heisst_nicht heisst_ja_nicht bedeutet_nicht nicht_gesagt nie_gesagt nie_behauptet nicht_behauptet
    meine_nicht meine_damit_nicht soll_nicht_heissen will_nicht_sagen nicht_sagen_dass nicht_verlangt nie_verlangt nicht_darum hat_mein_mann
    hat_meine was_passiert was_ware was_ist_wenn wie_lange stimmt_es stimmt_das heisst_das bedeutet_das ist_es_moglich gibt_es_eine gibts_eine
    gibt_es_so bin_ich_auf bin_ich_noch steht_meine stehe_ich ruft_ihr_auch muss_ich_mich muss_ich_auf muss_ich_da kann_es_sein kanns_sein
    wann_horen haben_sie_mich_von haben_sie_mich_aus haben_sie_nicht_mehr sind_sie_sicher melden_sie_sich_dann sollen_wir soll_das_heissen
    wollen_sie_mich_nicht wollten_sie_nicht oder_wie konnte_es fruher_wollte fruher_war fruher_hab* fruher_bin fruher_stand fruher_mal voriges_jahr
    vor_jahren vor_zwei_jahren vor_einem_jahr vor_langer denen_gesagt ihm_gesagt ihr_gesagt damals ich_stand stand_ich stand_mal war_mal
    einmal_auf_der seinerzeit komisch seltsam umgezogen ausgezogen ansprechpartner umsonst vergeblich vorganger vormieter gern_wieder gerne_wieder
    gerne_noch gern_noch gerne_anrufen gern_anrufen gern_auch jederzeit aber_rufen aber_telefonisch aber_anrufe_sind anrufen_konnen_sie dann_wieder
    spater_noch* spater_wieder rufen_sie_spater konnen_sie_noch* konnen_sie_mich_noch* konnen_sie_mich_spater konnen_sie_bitte_noch*
    konnten_sie_noch* konnten_sie_mich_noch* konnten_sie_bitte_noch* wenn_ich_nicht wenn_niemand wenn_keiner wenn_sie_mich_nicht wenn_besetzt
    falls_ich_nicht falls_niemand falls_keiner falls_sie_mich_nicht rufen_sie_einfach_noch* rufen_sie_einfach_wieder rufen_sie_bitte_noch*
    rufen_sie_mich_bitte_noch* rufen_sie_noch* rufen_sie_mich_noch* rufen_sie_bitte_wieder ruf_noch* ruf_einfach rufen_sie_ruhig durfen_ruhig
    konnen_ruhig bin_nicht_da nicht_zuhause hore_sie_nicht hor_sie_nicht verstehe_sie_nicht passt_nicht passt_es_nicht passt_grad_nicht
    passt_gerade_nicht gerade_keine_zeit grad_keine_zeit jetzt_keine_zeit nicht_sprechen nicht_reden kann_nicht_mehr_lange akku lange_telefonieren
    kann_nichts_mehr_horen kann_sie_nicht man_hort nie_zuruck nicht_zuruckgerufen nie_zuruckgerufen anrufen_mussen anrufen_muss
    mussen_mich_nicht_noch* mussen_nicht_noch* mussen_nicht_extra mussen_mich_deswegen mussen_deswegen brauchen_deswegen brauchen_deshalb
    mussen_deshalb mail_reicht ich_komme_vorbei schon_geklart schon_erledigt hat_sich_erledigt ich_komm_vorbei nicht_extra deswegen_nicht
    nicht_von_der_liste nicht_gestrichen nicht_geloscht nicht_aus_der_liste nicht_rausgenommen nicht_aus_dem_verteiler nicht_vom_verteiler
    hab_ich_+_gesperrt ich_habe_+_gesperrt ich_hab_+_gesperrt ich_hab_+_geloscht ich_habe_+_geloscht aus_versehen versehentlich irrtumlich
    alte_nummer neue_nummer alten_nummer von_der_robinson* von_der_sperrliste aus_der_sperrliste so_fruh_anzurufen so_spat_anzurufen
    nachts_anzurufen sonntags_anzurufen abends_anzurufen am_wochenende_anzurufen arbeit_anzurufen buro_anzurufen anruf_durch anrufbeantworter
    nicht_auflegen legen_sie_nicht leg_nicht_auf wann_+_letzte* letztes_mal_als letzte_mal_als beim_letzten letzten_mal_als letzte_mal_wo
    nicht_per_telefon_sondern festnetz auf_dem_handy aufs_handy statt_auf einwilligung_+_newsletter einwilligung_zur_operation einwilligung_fur_den
    ich_frage die_frage frage_ist meine_frage eine_frage wollte_fragen nur_fragen keine_weiteren_fragen keine_fragen fragen_ob rufen_sie_auch_leute
    rufen_sie_auch_die ich_will_da_nicht_noch* ich_werde_sie ich_werde_nicht_mehr_anrufen ich_werde_dort ich_werde_nie gestern_nicht gestern_kein*
    gestern_hab_ich gestern_habe_ich hat_gesagt_ruft hat_gesagt_meldet die_ist_doch die_ist_im die_ist_ja der_ist_doch der_ist_ja der_ist_im
    ist_ausgezogen ist_verstorben haben_sie_meine_+_geloscht haben_sie_meine_+_gestrichen haben_sie_meine_+_entfernt kann_ich_die_nummer wie_losche
    uberhaupt_nicht_gestort kriegt_solche bekommt_solche bekommt_nie kriegt_nie kriegt_so einem_vertreter einem_verkaufer einem_anrufer
    so_einem_typen denen_von gesagt_soll gesagt_die_sollen wenn_ich_mich falls_ich_mich streichen_lasse loschen_lasse austragen_lasse sperren_lasse
    nicht_die_anrufe storen_uberhaupt_nicht storen_mich_nicht storen_gar_nicht storen_nicht storen_mich_uberhaupt storen_mich_gar stort_gar_nicht
    stort_uberhaupt_nicht stort_uns_nicht nerven_nicht nerven_mich_nicht belastigen_mich_nicht als_sie_das wie_sie_das als_sie_letztes als_ihr_das
    seit_ihrem seit_sie seit_dem_letzten traurig schade enttauscht vermissen seitdem sie_haben_nicht_mehr_ang* sie_haben_mich_nicht_ang*
    sie_haben_mich_nie sie_haben_nie_ang* sie_haben_nie_wieder_ang* sie_haben_ja_nie sie_haben_sich_nicht sie_haben_sich_nie ihr_habt_euch
    ihr_habt_mich haben_sich_nicht_mehr haben_sich_nie wer_hat_gesagt rufen_mich_ja_nie melden_sich_ja_nie stort_das_nicht hat_sich_auf hat_sich_in
    haben_sich_auf mein_alter_chef mein_alter_anbieter mein_fruherer mein_ehemaliger nie_aufgehort muss_ich_wider* oder_geht_das nie_probleme
    nie_problem nie_arger kein_problem_mit vergesse_ich vergess_ich will_nie_angerufen aber_anrufen anrufen_durfen aus_dem_newsletter vom_newsletter
    aus_dem_kurs aus_der_gruppe aus_dem_email* aus_dem_mail* nicht_dass_sie_aufhoren nicht_falsch hat_euch_jemand dem_hab_ich dem_habe_ich
    wenn_die_mailbox falls_die mailbox es_klingelt aufhoren_zu_reden kurz_aufhoren hat_ihnen_jemand vergessen_sie_+_nicht bin_ich_nicht das_paket
    hat_geklappt ist_angekommen hat_ihnen_mein_mann hat_ihnen_meine_frau storen_doch storen_nie storen_ja_nie haben_sie_gesagt die_ich_anrufen
    wurde_wegen danke_fur_den_anruf danke_fur_ihren_anruf`,
  limit: `
    bevor wahrend bis morgens abends nachts mittags vormittags nachmittags sonntags samstags montags dienstags mittwochs donnerstags freitags
    wochenende handy buro arbeit urlaub zentrale auf_der_arbeit schreiben_sie teurer billiger so_fruh zu_fruh so_spat zu_spat so_oft heute_bitte
    heute_nicht heute_abend nicht_mehr_heute sie_heute mich_heute heute_an heute_noch* heute_kein* heute_wieder jetzt_gerade jetzt_grad
    jetzt_nicht_an gerade_nicht gerade_kein* grad_nicht grade_nicht diese_woche dieser_woche nachste_woche nachsten_tagen nachsten_wochen
    diesen_monat erst_am erst_ab festnetz* mittagsruhe mittagszeit ruhezeit* feiertag* uhr um_diese unterdruckt* unbekannte* werktags wochentags
    stunde stunden paar_tage vorlaufig vorerst momentan zurzeit derzeit zur_zeit im_moment arbeitsplatz firmenhandy diensthandy firmennummer
    buronummer geschaft praxis baustelle schicht tagsuber am_abend am_nachmittag am_vormittag am_montag am_dienstag am_mittwoch am_donnerstag
    am_freitag am_samstag am_sonntag montag freitag sonntag sonntage in_der_fruh in_der_nacht beim_essen dienstlich* vor_sechs vor_sieben vor_acht
    vor_neun vor_zehn vor_elf vor_zwolf vor_siebzehn vor_achtzehn vor_neunzehn vor_zwanzig vor_funf vor_dem vor_der vor_uhr vor_mittag vor_8 vor_9
    vor_10 vor_11 vor_12 vor_17 vor_18 vor_19 vor_20 vor_feierabend vor_sonnenuntergang nach_sechs nach_sieben nach_acht nach_neun nach_zehn
    nach_elf nach_zwolf nach_siebzehn nach_achtzehn nach_neunzehn nach_zwanzig nach_funf nach_dem nach_der nach_uhr nach_mittag nach_8 nach_9
    nach_10 nach_11 nach_12 nach_17 nach_18 nach_19 nach_20 nach_feierabend nach_sonnenuntergang morgen_nicht morgen_an morgen_fruh morgen_wieder
    mich_morgen sie_morgen erst_morgen morgen_bitte morgen_noch* am_morgen jeden_morgen morgen_kein* diese_uhrzeit dieser_uhrzeit diese_zeit`,
  things: `
    mail mails termin termine vertrag abo artikel rechnung kalender noch_nicht warteliste* gasteliste paket sms whatsapp briefe brief katalog*
    abonnement position posten gutschein* foto* bild bilder nachricht* reservierung anmeldung zahlung* duplikat doppelt* kurs* seminar* geburtstag*
    app buchung* lieferung* einkaufsliste wunschliste warenkorb newsletter* mailverteiler email* rezept* alte_adresse sitzplatz teilnehmer*
    bestellung* produkt* meinen_sohn meine_kinder mannschaft* team kita schule klasse verein ausflug`,
  instead: 'lieber besser sondern stattdessen',
  aside: `
    das_war_nicht_an_sie nicht_sie_gemeint schatz schatzi mausi liebling kinder bello entschuldigung_das_war sorry_das_war das_war_mein
    das_war_meine das_galt galt_nicht_ihnen galt_dem galt_meine* war_nicht_an_sie entschuldigung_mein_hund ich_telefoniere bin_am_telefon
    bin_gerade_am_telefon bin_grad_am_telefon ich_meinte meinte_den meinte_meine* entschuldigung_der_hund entschuldigung_die_kinder nicht_sie_ich
    nicht_sie_das der_hund_wieder so_da_bin_ich`,
  register: 'robinson_list* robinsonlist* ecg_liste sterneintrag stern_im_telefonbuch rtr_liste',
  that: 'dass damit wenn ob',
}
