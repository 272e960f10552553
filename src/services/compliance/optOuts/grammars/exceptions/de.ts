import type { Exceptions } from '../../grammar.ts'

export const de: Exceptions = {
  other: `
    chefin mann_hat frau_hat mutter_will mutter_mochte bank ich_rufe_da ich_rufe_dort ich_rufe_nie ich_rufe_nicht ich_habe_aufgehort ruft_mich_keiner
    ruft_mich_niemand meine_frau_hat mein_mann_hat hat_sich hotline ruft_mich_denn ruft_niemand ich_sie_nicht ich_kontaktiere anrufen_darf ich_anrufe
    ich_nicht_anrufen soll_ich_nicht ihre_bank man_hat sagt_man mein_chef der_chef unser_chef ein_kunde der_kunde unsere_kunden meine_kunden jemand_hat
    jemand_ruft manche_leute viele_leute leute_anrufen niemand_ruft mich_ruft_niemand hat_niemand niemand_hat ruft_keiner mich_ruft_keiner ruft_ja_keiner
    hat_mich_keiner hat_mich_niemand sparkasse krankenkasse telekom arzt arztpraxis mein_ex exmann ex_mann exfreund ex_freund vermieter so_einer_firma
    einer_firma eine_firma die_firma_hat denen zu_denen meine_mutter_hat mein_vater_hat mutter_mag mutter_wollte ich_ruf ich_werd arbeitskollegin betruger
    scammer die_werden die_rufen die_haben_gesagt mein_bruder meine_schwester ich_muss_da frau_sagt die_hausverwaltung mein_sohn_hat mein_sohn_will
    mein_sohn_mochte mein_sohn_ruft mein_sohn_sagt mein_sohn_meinte mein_sohn_wollte mein_sohn_wird mein_sohn_soll meine_tochter_hat meine_tochter_will
    meine_tochter_mochte meine_tochter_ruft meine_tochter_sagt meine_tochter_meinte meine_tochter_wollte meine_tochter_wird meine_tochter_soll mein_nachbar_hat
    mein_nachbar_will mein_nachbar_mochte mein_nachbar_ruft mein_nachbar_wollte meine_nachbarin_hat meine_nachbarin_will meine_nachbarin_mochte
    meine_nachbarin_ruft meine_nachbarin_wollte mein_freund_hat mein_freund_will mein_freund_mochte mein_freund_ruft mein_freund_wollte meine_freundin_hat
    meine_freundin_will meine_freundin_mochte meine_freundin_ruft meine_freundin_wollte mein_kollege_hat mein_kollege_will mein_kollege_mochte mein_kollege_ruft
    mein_kollege_wollte meine_kollegin_hat meine_kollegin_will meine_kollegin_mochte meine_kollegin_ruft meine_kollegin_wollte mein_mann_ruft mein_mann_sagt
    mein_mann_meinte mein_mann_meint mein_mann_wollte mein_mann_soll meine_frau_ruft meine_frau_sagt meine_frau_meinte meine_frau_meint meine_frau_wollte
    meine_frau_soll mein_vater_ruft mein_vater_sagt mein_vater_meinte mein_vater_meint mein_vater_wollte mein_vater_soll meine_mutter_will meine_mutter_mochte
    meine_mutter_ruft meine_mutter_sagt meine_mutter_meinte meine_mutter_meint meine_mutter_wollte meine_mutter_wird meine_mutter_soll kollegen_von_mir
    freundin_von freund_von bekannte* einem_freund einer_freundin meinem_bruder meiner_schwester meinem_sohn meiner_tochter meinem_ex soll_ich_anrufen
    soll_ich_noch_mal soll_ich_nochmal soll_ich_sie soll_ich_wieder soll_ich_mich ich_kann_von ich_kann_sie ich_kann_nicht_noch* ich_kann_da ich_kann_leider
    ich_kann_dort ich_kann_nicht_anrufen wollte_dass_ich dass_ich_ihn dass_ich_ihm ich_ihn ich_sie_nie ich_dich ich_da_anrufe ich_dort_anrufe
    ich_noch_mal_anrufe ich_nochmal_anrufe ich_wieder_anrufe ich_nicht_anrufe meine_nachbarin_kriegt mein_nachbar_kriegt meine_tochter_meldet mein_sohn_meldet
    meine_bank meine_versicherung mochte_nicht_morgen seine_frau seine_schwester seine_eltern seine_mutter er_will er_mochte er_hat er_wollte er_sagt er_sagte
    er_meint er_ist er_schlaft er_war sie_hat_gesagt sie_hat_ihm sie_hat_ihn sie_will_ihn ihm_gesagt ihr_gesagt seiner_ex ihrer_ex seine_ex ihr_ex seinem_ex
    meinem_chef meinem_vermieter meinem_nachbarn meinem_sohn_gesagt meiner_tochter_gesagt der_polizei_gesagt keine_kunden kunden_mehr kunden_nicht habe_ihm
    hab_ihm habe_ihr_gesagt hab_ihr_gesagt sich_geschworen leute_die_mich leute_die_anrufen leute_die_standig den_leuten denen_von denen_vom
    habe_ich_gesagt_sie_sollen er_hat_gesagt er_hat_mir er_hat_ihr er_hat_seiner er_hat_dem er_hat_denen er_hat_sich er_ist_nicht er_darf er_ruft cousin enkel
    enkelin neffe nichte dass_ich_sie_anruf* dass_ich_sie_zuruck*`,
  them: `
    ihm ihnen_nie dort sie_nicht_mehr_erreichen beim_arzt krankenwagen notarzt feuerwehr polizei_an rettung taxi meine_mutter_an meinen_vater_an
    meinen_bruder_an meine_schwester_an meine_tochter_an frau_doktor herr_doktor beim_vornamen lassen_sie_die_papiere rufen_+_ihn ruf_ihn ihn_nie ihn_nicht
    ihn_anzurufen ihn_anrufen ihn_an sein_anschluss sein_telefon nicht_meinen_mann nicht_meine_frau nicht_meinen_sohn nicht_meine_tochter nicht_meine_mutter
    nicht_meinen_vater nicht_meinen_chef nicht_meine_eltern nicht_meinen_kollegen nicht_meine_kollegin den_kunden die_kundin der_kunde die_kunden`,
  told: `
    telefon_klingelt handy_klingelt apparat_klingelt leitung_klingelt oder_nicht wieso weshalb hat_er hat_sie_gesagt wann_habe ob_sie verpassen nicht_vergessen
    horen_sie_nicht_auf hor_nicht_auf hort_nicht_auf nichts_dagegen macht_mir_nichts stort_mich_nicht stort_nicht wartelist* konnen_sie_wieder durfen_sie_gerne
    ich_mehr_anrufen ich_nicht_mehr_anrufen sage_ja_nicht sage_nicht aufgezeichnet aufnehmen habt_mich zogern zogere ich_rufe ich_sie_anrufe ich_gestrichen
    habe_keinen_anruf habe_keine_anrufe hab_keinen_anruf hab_keine_anrufe habe_nie_einen hab_nie_einen habe_noch_nie hab_noch_nie habe_noch_keine*
    hab_noch_keine* habe_schon_lange hab_schon_lange hab_ewig lange_keinen lange_keine anruf_bekommen_von nie_einen_anruf kriege_gar_keine kriege_ja
    hatte_keinen habe_gar_keinen hab_gar_keinen wochen_keinen wochen_keine bekomme_gar_keine bekomme_kaum in_ruhe_nach* in_ruhe_uberleg* in_ruhe_les*
    in_ruhe_anschau* in_ruhe_ausred* in_ruhe_fertig* in_ruhe_essen in_ruhe_durch* in_ruhe_druber* in_ruhe_daruber* in_ruhe_such* in_ruhe_arbeiten in_ruhe_den
    in_ruhe_das in_ruhe_die in_ruhe_mit_mein* in_ruhe_schauen in_ruhe_was kurz_in_ruhe mal_kurz_in_ruhe in_ruhe_telefonieren in_ruhe_rechnen in_ruhe_prufen
    in_ruhe_erst dachte_schon ich_dachte dachte_sie dachte_ihr noch_nie_angeruf* nicht_dass_sie_denken nicht_dass_ich nicht_so_dass nicht_etwa_dass nicht_als_ob
    sag_ja_nicht sag_nicht behaupte_nicht behaupte_ja heisst_nicht heisst_ja_nicht bedeutet_nicht nicht_gesagt nie_gesagt nie_behauptet nicht_behauptet
    meine_nicht meine_damit_nicht soll_nicht_heissen will_nicht_sagen nicht_sagen_dass nicht_verlangt nie_verlangt nicht_darum hat_mein_mann hat_meine
    was_passiert was_ware was_ist_wenn wie_lange stimmt_es stimmt_das heisst_das bedeutet_das ist_es_moglich gibt_es_eine gibts_eine gibt_es_so bin_ich_auf
    bin_ich_noch steht_meine stehe_ich ruft_ihr_auch muss_ich_mich muss_ich_auf muss_ich_da kann_es_sein kanns_sein wann_horen haben_sie_mich_von
    haben_sie_mich_aus haben_sie_nicht_mehr sind_sie_sicher melden_sie_sich_dann sollen_wir soll_das_heissen wollen_sie_mich_nicht wollten_sie_nicht oder_wie
    konnte_es fruher_wollte fruher_war fruher_hab* fruher_bin fruher_stand fruher_mal voriges_jahr vor_jahren vor_zwei_jahren vor_einem_jahr vor_langer
    denen_gesagt ihm_gesagt ihr_gesagt damals ich_stand stand_ich stand_mal war_mal einmal_auf_der seinerzeit komisch seltsam umgezogen ausgezogen
    ansprechpartner umsonst vergeblich vorganger vormieter gern_wieder gerne_wieder gerne_noch gern_noch gerne_anrufen gern_anrufen gern_auch jederzeit
    aber_telefonisch aber_anrufe_sind anrufen_konnen_sie dann_wieder spater_noch* spater_wieder rufen_sie_spater konnen_sie_noch* konnen_sie_mich_noch*
    konnen_sie_mich_spater konnen_sie_bitte_noch* konnten_sie_noch* konnten_sie_mich_noch* konnten_sie_bitte_noch* wenn_ich_nicht wenn_niemand wenn_keiner
    wenn_besetzt falls_ich_nicht falls_niemand falls_keiner falls_sie_mich_nicht rufen_sie_einfach_noch* rufen_sie_einfach_wieder rufen_sie_bitte_noch*
    rufen_sie_mich_bitte_noch* rufen_sie_noch* rufen_sie_mich_noch* rufen_sie_bitte_wieder ruf_noch* rufen_sie_ruhig durfen_ruhig konnen_ruhig bin_nicht_da
    nicht_zuhause hore_sie_nicht hor_sie_nicht verstehe_sie_nicht passt_es_nicht passt_grad_nicht passt_gerade_nicht gerade_keine_zeit grad_keine_zeit
    jetzt_keine_zeit nicht_sprechen nicht_reden kann_nicht_mehr_lange akku lange_telefonieren kann_nichts_mehr_horen kann_sie_nicht man_hort nie_zuruck
    nicht_zuruckgerufen nie_zuruckgerufen anrufen_mussen anrufen_muss mussen_mich_nicht_noch* mussen_nicht_noch* mussen_nicht_extra mussen_mich_deswegen
    mussen_deswegen brauchen_deswegen brauchen_deshalb mussen_deshalb mail_reicht ich_komme_vorbei schon_geklart schon_erledigt hat_sich_erledigt
    ich_komm_vorbei nicht_extra deswegen_nicht nicht_von_der_liste nicht_gestrichen nicht_geloscht nicht_aus_der_liste nicht_rausgenommen
    nicht_aus_dem_verteiler nicht_vom_verteiler hab_ich_+_gesperrt ich_habe_+_gesperrt ich_hab_+_gesperrt ich_hab_+_geloscht ich_habe_+_geloscht aus_versehen
    versehentlich irrtumlich alte_nummer neue_nummer alten_nummer von_der_robinson* von_der_sperrliste aus_der_sperrliste so_fruh_anzurufen so_spat_anzurufen
    nachts_anzurufen sonntags_anzurufen abends_anzurufen am_wochenende_anzurufen arbeit_anzurufen buro_anzurufen anruf_durch anrufbeantworter nicht_auflegen
    legen_sie_nicht leg_nicht_auf wann_+_letzte* letztes_mal_als letzte_mal_als beim_letzten letzten_mal_als letzte_mal_wo nicht_per_telefon_sondern festnetz
    auf_dem_handy aufs_handy statt_auf einwilligung_+_newsletter einwilligung_zur_operation einwilligung_fur_den die_frage frage_ist meine_frage eine_frage
    wollte_fragen nur_fragen keine_weiteren_fragen keine_fragen fragen_ob rufen_sie_auch_leute rufen_sie_auch_die ich_will_da_nicht_noch* ich_werde_sie
    ich_werde_nicht_mehr_anrufen ich_werde_dort ich_werde_nie gestern_nicht gestern_kein* gestern_hab_ich gestern_habe_ich hat_gesagt_ruft hat_gesagt_meldet
    die_ist_doch die_ist_im die_ist_ja der_ist_doch der_ist_ja der_ist_im ist_ausgezogen ist_verstorben haben_sie_meine_+_geloscht haben_sie_meine_+_gestrichen
    haben_sie_meine_+_entfernt kann_ich_die_nummer wie_losche uberhaupt_nicht_gestort kriegt_solche bekommt_solche bekommt_nie kriegt_nie kriegt_so
    einem_vertreter einem_verkaufer einem_anrufer so_einem_typen denen_von gesagt_soll gesagt_die_sollen wenn_ich_mich falls_ich_mich streichen_lasse
    loschen_lasse austragen_lasse sperren_lasse nicht_die_anrufe storen_uberhaupt_nicht storen_mich_nicht storen_gar_nicht storen_nicht storen_mich_uberhaupt
    storen_mich_gar stort_gar_nicht stort_uberhaupt_nicht stort_uns_nicht nerven_nicht nerven_mich_nicht belastigen_mich_nicht als_sie_das wie_sie_das
    als_sie_letztes als_ihr_das seit_ihrem seit_sie seit_dem_letzten traurig schade enttauscht vermissen seitdem sie_haben_nicht_mehr_ang*
    sie_haben_mich_nicht_ang* sie_haben_mich_nie sie_haben_nie_ang* sie_haben_nie_wieder_ang* sie_haben_ja_nie sie_haben_sich_nicht sie_haben_sich_nie
    ihr_habt_euch ihr_habt_mich haben_sich_nicht_mehr haben_sich_nie wer_hat_gesagt rufen_mich_ja_nie melden_sich_ja_nie stort_das_nicht hat_sich_auf
    hat_sich_in haben_sich_auf mein_alter_chef mein_alter_anbieter mein_fruherer mein_ehemaliger nie_aufgehort muss_ich_wider* oder_geht_das nie_probleme
    nie_problem nie_arger kein_problem_mit vergesse_ich vergess_ich will_nie_angerufen aber_anrufen anrufen_durfen aus_dem_newsletter vom_newsletter
    aus_dem_kurs aus_der_gruppe aus_dem_email* aus_dem_mail* nicht_dass_sie_aufhoren nicht_falsch hat_euch_jemand dem_hab_ich dem_habe_ich wenn_die_mailbox
    falls_die mailbox aufhoren_zu_reden kurz_aufhoren hat_ihnen_jemand vergessen_sie_+_nicht bin_ich_nicht das_paket hat_geklappt ist_angekommen
    hat_ihnen_mein_mann hat_ihnen_meine_frau storen_doch storen_nie storen_ja_nie haben_sie_gesagt die_ich_anrufen wurde_wegen danke_fur_den_anruf
    danke_fur_ihren_anruf kann_ich_mich kann_ich_irgendwann kann_ich_das kann_ich_die kann_ich_meine kann_ich_auch wo_kann wo_meldet wo_melde wie_kann wie_melde
    wie_komme wen_muss wer_hat haben_sie_jetzt habe_ich_jetzt bin_ich_jetzt bin_ich_schon bin_ich_denn stehe_ich_noch stehe_ich_jetzt steht_meine_nummer
    wenn_ich_das_nicht wenn_ich_nicht_mehr_angerufen wenn_ich_keine wenn_ich_nicht_wollte wenn_wir_nicht wenn_jemand falls_jemand wenn_einer wurde_ich_es
    wurde_ich_ihnen wurde_ich_das nicht_aufhoren_zu nicht_darum_gebeten habe_nicht_gebeten hab_nicht_gebeten nirgends_darum nicht_loschen_lassen
    wollte_meine_nummer_andern ich_sag_nicht ich_sage_nicht sage_ja nichts_dagegen_dass nichts_gegen_ihre nichts_gegen_ihren hab_nichts_gegen habe_nichts_gegen
    stelle_wo stelle_an_der die_stelle hat_schon_einer hat_schon_jemand hat_gestern da_hat_schon die_app ruf_einfach_an ruf_einfach_durch ruf_einfach_noch*
    ruf_einfach_mal ruf_einfach_wieder nie_nein nein_sagen klingeln_sie_nicht ich_melde_mich_wieder ich_melde_mich_dann ich_melde_mich_selbst ich_melde_mich_bei
    ich_melde_mich_wenn austragen_lassen_vor da_habe_ich_mich ich_mich_austragen_lassen wenn_es_klingelt_und mich_ruft ich_hatte_nie ich_hatte_niemals
    habe_das_fitness* sie_sind_ja_nicht da_rufen_sie aber_rufen_sie_ruhig aber_rufen_sie_gern* aber_rufen_sie_mich_an aber_rufen_sie_mich_gern*
    aber_rufen_sie_mich_morgen aber_rufen_sie_doch aber_rufen_sie_bitte_an aber_rufen_sie_auf aber_rufen_sie_nochmal aber_rufen_sie_noch_mal was_muss_ich_dabei
    noch_nie hat_mich_noch einmal_reicht hab_ich_nicht_mehr habe_ich_nicht_mehr nicht_mehr_angerufen_weil telefon_nimmt warum_haben warum_habt warum_rufen
    warum_ruft warum_hat warum_soll warum_sollte warum_ist warum_wollen warum_kann warum_darf warum_melden warum_sie warum_nicht warum_ich warum_meine warum_bin
    warum_wird warum_werde warum_sind warum_muss warum_war er_meinte deutlich_gesagt_dass_ich_nichts rufe_nicht_gern telefoniere_nicht_gern telefon_nicht_hore
    sein_anschluss verklagt_er passt_nicht_gut passt_nicht_so passt_mir_nicht passt_heute_nicht passt_grade_nicht passt_jetzt_nicht es_passt_nicht
    passt_nicht_jetzt passt_nicht_rufen falls_ich falls_wir sie_schrie wenn_ich_darum zweimal_anrufen zweimal_angerufen wie_komme_ich soll_keiner_erfahren
    hat_uns_niemand hat_mich_niemand hat_uns_keiner hat_mich_keiner niemand_hat_mich niemand_hat_uns keiner_hat_mich keiner_hat_uns lange_nichts_mehr
    schon_lange_nichts lange_nichts ewig_nichts monaten_nichts wochen_nichts hat_bei_uns_niemand hat_bei_mir_niemand welche_nummer eigene_nummer eigenen_nummer
    keiner_gesagt niemand_gesagt mir_hat_keiner mir_hat_niemand hat_mir_keiner hat_mir_niemand bin_+_bose bin_+_sauer bin_+_verargert ich_will_sie_nicht
    ich_mochte_sie_nicht will_sie_nicht_noch mochte_sie_nicht_noch wollte_sie_nicht ich_rufe_an_um ich_sage_doch_nicht ich_sage_ja_nicht ich_sage_gar_nicht
    ich_sage_nur_nicht ich_sage_ich wenn_ich_sage haben_mich_nicht_mehr_angerufen haben_mich_nicht_mehr_zuruck* habe_ich_nicht_noch hab_ich_nicht_noch
    habe_ich_nicht_wieder ich_habe_nicht_noch nie_sagen niemals_sagen keine_beschwerden mich_nicht_beschweren aber_rufen_sie_doch_an nie_darum_gebeten
    haben_die_nicht die_haben_nicht nie_ein_problem wenn_sie_mich_nicht_erreichen wenn_sie_mich_nicht_horen zur_bestatigung wenn_ich_bezahl* horen_die_anrufe
    habe_ich_geloscht hab_ich_geloscht ich_melde_mich_sobald verstehe_nicht_warum versteh_nicht_warum mehr_als nie_zweimal klingeln_nie ich_frage_ob
    ich_frage_mich ich_frage_nur ich_frage_weil ich_frage_fur ich_frage_wegen`,
  limit: `
    bevor wahrend bis morgens abends nachts mittags vormittags nachmittags sonntags samstags montags dienstags mittwochs donnerstags freitags wochenende handy
    buro arbeit urlaub auf_der_arbeit schreiben_sie teurer billiger so_fruh zu_fruh so_spat zu_spat so_oft heute_bitte heute_nicht heute_abend nicht_mehr_heute
    sie_heute mich_heute heute_an heute_kein* jetzt_gerade jetzt_grad jetzt_nicht_an gerade_nicht gerade_kein* grad_nicht grade_nicht diese_woche dieser_woche
    nachste_woche nachsten_tagen nachsten_wochen diesen_monat erst_am erst_ab festnetz* mittagsruhe mittagszeit ruhezeit* feiertag* uhr um_diese unterdruckt*
    unbekannte* werktags wochentags stunde stunden paar_tage vorlaufig vorerst momentan zurzeit derzeit zur_zeit im_moment arbeitsplatz firmenhandy diensthandy
    firmennummer buronummer geschaft praxis baustelle schicht tagsuber am_abend am_nachmittag am_vormittag am_montag am_dienstag am_mittwoch am_donnerstag
    am_freitag am_samstag am_sonntag montag freitag sonntag sonntage in_der_fruh in_der_nacht beim_essen dienstlich* vor_sechs vor_sieben vor_acht vor_neun
    vor_zehn vor_elf vor_zwolf vor_siebzehn vor_achtzehn vor_neunzehn vor_zwanzig vor_funf vor_dem vor_der vor_uhr vor_mittag vor_8 vor_9 vor_10 vor_11 vor_12
    vor_17 vor_18 vor_19 vor_20 vor_feierabend vor_sonnenuntergang nach_sechs nach_sieben nach_acht nach_neun nach_zehn nach_elf nach_zwolf nach_siebzehn
    nach_achtzehn nach_neunzehn nach_zwanzig nach_funf nach_dem nach_der nach_uhr nach_mittag nach_8 nach_9 nach_10 nach_11 nach_12 nach_17 nach_18 nach_19
    nach_20 nach_feierabend nach_sonnenuntergang morgen_nicht morgen_an morgen_fruh morgen_wieder mich_morgen sie_morgen erst_morgen morgen_bitte am_morgen
    jeden_morgen morgen_kein* diese_uhrzeit dieser_uhrzeit diese_zeit spater von_anderen andere_firmen anderer_firmen ab_und_zu sobald solange mehr_als_einmal
    so_haufig standig_morgens zum_mittagessen beim_mittagessen beim_abendessen zu_mittag die_nachsten gerade_ist jetzt_ist_schlecht diesen_vormittag ausser
    ausserhalb briefkasten im_briefkasten noch_nicht unter_der_alten mit_unterdruckter morgen_noch_mal morgen_noch_einmal morgen_nochmal heute_noch_mal
    heute_noch_einmal heute_nochmal heute_noch_nicht heute_noch_an heute_wieder_anrufen die_zentrale_anrufen uber_die_zentrale funf_minuten zehn_minuten
    zwischen_den zwischen_zwolf`,
  things: `
    mail mails termin termine vertrag abo artikel rechnung kalender noch_nicht warteliste* gasteliste paket sms whatsapp briefe brief katalog* abonnement
    position posten gutschein* foto* bild bilder nachricht* reservierung anmeldung zahlung* duplikat doppelt* kurs* seminar* geburtstag* app buchung* lieferung*
    einkaufsliste wunschliste warenkorb newsletter* mailverteiler email* rezept* alte_adresse sitzplatz teilnehmer* bestellung* produkt* meinen_sohn
    meine_kinder mannschaft* team kita schule klasse verein ausflug klassenliste karte kreditkarte pin passwort`,
  instead: `
    lieber besser sondern stattdessen rufen_sie_einfach_an wenn_sie_vor erst_am erst_ab erst_nach erst_wieder ich_komme ich_komm nur_wegen nur_wenn nur_bei
    nur_sie nur_du`,
  aside: `
    das_war_nicht_an_sie nicht_sie_gemeint schatz schatzi mausi liebling kinder bello entschuldigung_das_war sorry_das_war das_war_mein das_war_meine das_galt
    galt_nicht_ihnen galt_dem galt_meine* war_nicht_an_sie entschuldigung_mein_hund ich_telefoniere bin_am_telefon bin_gerade_am_telefon bin_grad_am_telefon
    ich_meinte meinte_den meinte_meine* entschuldigung_der_hund entschuldigung_die_kinder nicht_sie_ich nicht_sie_das der_hund_wieder so_da_bin_ich`,
  person: `
    mutter mama vater papa bruder schwester tochter chef chefin nachbar nachbarin freund freundin kollege kollegin kunde kundin arzt arztin vermieter
    vermieterin ex onkel tante oma opa cousin cousine enkel enkelin neffe nichte lehrer lehrerin anwalt mieter schwager schwagerin schwiegermutter
    schwiegervater einer typ dame mitbewohner mitbewohnerin sekretarin polizei kumpel jemand_hat jemand_vom jemand_von_der jemandem anrufer krankenschwester
    pfleger`,
  says: `
    sagt sagte gesagt meint meinte gemeint bat gebeten fragt fragte gefragt schrieb geschrieben erzahlt erzahlte schrie geschrien brullte versprochen versprach
    geschworen schwor verlangte verlangt wollte behauptet behauptete beschwert steht_auf steht_in ist_auf ist_in`,
  harmless: `
    ab_heute ab_sofort von_heute_an ab_jetzt ihr_chef ihrem_chef ihrer_chefin ihren_chef ihr_kollege ihrem_kollegen ihrer_kollegin ihren_kollegen euer_chef
    eurem_chef euren_kollegen andere_nummern anderen_nummern neuen_nummern einer_anderen_nummer mein_mann_und_ich meine_frau_und_ich per_telefon_noch
    per_post_noch weder_heute heute_noch_morgen heute_noch_sonst heute_und weder_jetzt jetzt_noch_spater auch_spater_nicht spater_nicht tag_und_nacht
    rund_um_die_uhr ihrem_buro ihrer_firma mein_handy_in_ruhe mein_telefon_in_ruhe`,
  narrows: `
    vor nach bei beim in im am um wahrend wenn falls bis ausser so fur mit von vom zu zum zur uber weil als oder sondern aber nur gerade jetzt heute morgen
    abends nachts tagsuber noch zuruck sir frau herr doktor der die das den dem ein eine einen auf aufs unter per gleich sofort wieder oft fruh spat ohne bevor
    solange ob dass auch_noch und`,
  needless: 'brauchen_mich_nicht mussen_mich_nicht brauchen_nicht mussen_nicht brauchst_nicht musst_nicht nicht_notig',
}
