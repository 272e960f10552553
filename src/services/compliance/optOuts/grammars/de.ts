import type { Grammar } from '../grammar.ts'

export const de: Grammar = {
  contact: `
    rufen ruft ruf anrufen anzurufen anruft anrufst kontaktieren kontaktiert kontaktier kontaktierst telefonieren belastigen belastigt belastige
    storen stort nerven nervt nerv behelligen melden meldet meld klingeln klingelt wahlen wahlt anzuklingeln anwahlen anzuwahlen versuchen_sie_es
    ansprechen an_mich_wenden an_uns_wenden kontakt_aufnehmen kontakt_aufzunehmen anklingeln durchklingeln anbimmeln bombardieren`,
  contacted: 'angerufen kontaktiert belastigt gestort behelligt angeklingelt genervt angesprochen angewahlt angeschrieben',
  calls: `
    anruf anrufe anrufen werbeanruf* telefonat* telefonanruf* kontakt kontakte kontaktaufnahme* kontaktversuch* belastigung* telefonwerbung
    telefonterror werbung storung* anruferei telefonmarketing`,
  no: 'nicht nichts kein keine keinen keinem keiner keinerlei nix net ned',
  more: `
    mehr wieder nochmal nochmals noch_mal noch_einmal noch_ein_mal kunftig in_zukunft zukunftig weiteren weitere weiterer weiter erneut jemals
    einziges_mal nie_wieder noch_einen von_nun_an ab_sofort ab_jetzt dauerhaft`,
  never: 'nie niemals nimmer nimmermehr',
  stop: `
    aufhoren aufzuhoren aufhort unterlass* stopp stoppen stoppt beende* einstellen einzustellen stellen_sie stell stellt lassen_sie_das
    lassen_sie_diese lassen_sie_die sehen_sie sieh abzusehen absehen verzichten_sie spar sparen spart beendet bleiben_sie_mir_mit enden abstellen
    horen_+_auf hor_+_auf hort_+_auf hore_+_auf`,
  enough: 'schluss genug keine_weiteren keinerlei keine_weitere jede_weitere satt es_reicht nie_wieder kein_einziger keinen_weiteren',
  forbid: `
    verbitte verbiete verbieten_wir untersage untersagen_wir widerspreche widersprechen_wir weigere lehne dulde verboten untersagt unerwunscht
    verbeten ihr_recht_nicht`,
  withdraw: 'widerrufe widerruf* ziehe entziehe nehme zuruckziehen zuruck entzogen zuruckgezogen',
  consent: `
    einwilligung* zustimmung erlaubnis einverstandnis einverstanden erlaubt erlaube zugestimmt eingewilligt gestatte genehmigt genehmigung gestattet
    werbeeinwilligung`,
  remove: `
    streich streiche streichen streicht nimm nehmen nehmt losch losche loschen loscht entfern entferne entfernen entfernt raus rausnehmen
    rausschmeissen herausnehmen austragen tragen_sie gestrichen geloscht genommen loschung vergessen_sie vergiss vergesst sperren sperr sperrt
    blockieren blockier tilgen zu_loschen zu_entfernen zu_streichen zu_nehmen schmeissen werfen vernichten entfernung`,
  erase: `
    streich streiche streichen streicht losch losche loschen loscht entfern entferne entfernen entfernt gestrichen geloscht loschung vergessen_sie
    vergiss vergesst sperren sperr sperrt blockieren blockier tilgen zu_loschen vernichten entfernung`,
  dial: 'wahlen wahlt wahl benutzen nutzen verwenden benutzt',
  want: 'will mochte wollen mochten wunsche wunschen brauche dulde erhalten bekommen akzeptiere verbitte',
  list: `
    liste listen datenbank* verteiler* kartei* datei* system* anrufliste* telefonliste* kundenliste* kontaktliste* werbeliste* kundendatei*
    verzeichnis* adressliste* bestand unterlagen register crm computer`,
  mine: `
    mich uns meine meinen mein meiner unsere unseren unser diese_nummer die_nummer nummer namen rufnummer ich_will ich_mochte wir_wollen wir_mochten
    meiner_nummer`,
  number: `
    meine_nummer diese_nummer unsere_nummer meine_telefonnummer unsere_telefonnummer diese_telefonnummer meine_rufnummer diese_rufnummer
    meine_handynummer diesen_anschluss meinen_anschluss meine_daten unsere_daten meine_kontaktdaten meinen_namen meiner_daten meiner_nummer
    meine_personenbezogenen meiner_personlichen meine_personlichen nutzung_meiner`,
  noCallList: `
    sperrliste robinsonliste robinson_liste sperrdatei blackl* blockliste werbesperre ausschlussliste nicht_anrufen_liste nicht_anrufen
    nicht_mehr_angerufen niemals_anrufen`,
  put: 'setz setze setzen setzt trag trage tragen eintragen schreib schreiben packen nehmen vermerk* notier* markier* hinterleg* aufnehmen',
  last: 'letzte_mal letztes_mal letzten_mal letzter_anruf letzte_anruf ein_letztes_mal',
  hear: 'horen hor wissen hort tun',
  fromYou: 'von_ihnen von_euch von_dir von_ihrer mit_ihnen mit_euch von_eurer',
  whole: `
    lassen_sie_mich_in_ruhe lassen_sie_uns_in_ruhe lass_mich_in_ruhe lasst_mich_in_ruhe lassen_sie_mich_endlich_in_ruhe
    lassen_sie_mich_bitte_in_ruhe lassen_sie_mich_in_frieden lassen_sie_uns_bitte_in_ruhe lassen_sie_uns_endlich_in_ruhe
    lassen_sie_mich_doch_in_ruhe lasst_uns_in_ruhe lass_uns_in_ruhe lassen_sie_uns_in_frieden lassen_sie_mich_mit_ihren_anrufen verschonen_sie_mich
    verschonen_sie_uns verschont_mich verschont_uns verschone_mich war_+_letzte_anruf nehmen_sie_+_nummer_+_raus nimm_+_nummer_+_raus
    nehmt_+_nummer_+_raus nehmen_sie_+_nummer_+_heraus nehmen_sie_+_nummer_+_system nehmen_sie_+_nummer_+_liste`,
  ask: 'bitte will mochte wollen mochten wunsche wunschen gebeten bitten lieber gesagt',
  tail: 'an hier bei uns mich danke ja bitte werden mehr zu mit so auf',
  doing: '',
  again: 'noch_einmal noch_mal nochmal wieder erneut nochmals',
  when: 'wenn falls sollten_sie solltet_ihr beim_nachsten',
  threat: 'anzeige anzeigen zeige anwalt polizei verklag* bundesnetzagentur beschwer* verbraucherzentrale rechtsanwalt gericht rechtliche erstatte',
  other: `
    er chef chefin mann_hat frau_hat mutter_will mutter_mochte bruder schwester sohn tochter kollege kollegin nachbar nachbarin freund freundin
    kunde kunden jemand bank leute niemand ich_rufe_da ich_rufe_dort ich_rufe_nie ich_rufe_nicht ich_melde ich_habe_aufgehort ruft_mich_keiner
    ruft_mich_niemand keiner_mehr meine_frau_hat mein_mann_hat hat_sich hotline ruft_mich_denn ruft_niemand ich_sie_nicht ich_kontaktiere
    anrufen_darf ich_anrufe ich_nicht_anrufen soll_ich soll_ich_nicht seine ihre_bank man_hat sagt_man`,
  them: 'ihn ihm ihnen_nie dort da_nie sie_nicht_mehr_erreichen herr',
  told: `
    oder_nicht warum wieso weshalb hat_er hat_sie_gesagt wann_habe ob_sie frage fragen verpassen vergessen_sie_nicht nicht_vergessen horen_sie_nicht_auf
    hor_nicht_auf hort_nicht_auf nichts_dagegen macht_mir_nichts stort_mich_nicht stort_nicht wartelist* konnen_sie_wieder durfen_sie_gerne
    ich_mehr_anrufen ich_nicht_mehr_anrufen sage_ja_nicht sage_nicht ich_sage_+_nicht habe_keine hatte_keine aufgezeichnet aufnehmen gestern
    habt_mich haben_mich_nicht_mehr zogern zogere ich_rufe ich_melde_mich ich_werde ich_sie_anrufe ich_gestrichen`,
  limit: `
    vor bevor nach wahrend bis morgens abends nachts mittags vormittags nachmittags sonntags samstags montags dienstags mittwochs donnerstags
    freitags wochenende heute morgen gerade handy buro arbeit urlaub jetzt zentrale auf_der_arbeit schreiben_sie teurer billiger so_fruh zu_fruh
    so_spat zu_spat so_oft`,
  things: `
    mail mails newsletter termin termine vertrag abo artikel bestellung rechnung kalender noch_nicht warteliste* teilnehmerliste gasteliste paket`,
  instead: 'lieber besser sondern stattdessen',
}
