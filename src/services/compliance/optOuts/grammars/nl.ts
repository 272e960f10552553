import type { Grammar } from '../grammar.ts'

export const nl: Grammar = {
  contact: `
    bel bellen belt belde terugbellen opbellen telefoneren telefoneert benaderen contacteren contacteer contact_op contact_meer_op contact_opnemen
    contact_op_te_nemen lastigvallen lastig_vallen lastig storen stoor stoort hinderen bereiken contact_met te_nemen neem_contact opnieuw_belt
    te_bellen contact_zoeken`,
  contacted: 'gebeld benaderd gestoord lastiggevallen lastig_gevallen gecontacteerd opgebeld teruggebeld',
  calls: `
    telefoontje* belletje* contact oproep* reclametelefoontje* verkooptelefoontje* telemarketing gebel telefonade telefoongesprek* verkoopgesprek*
    gesprekken`,
  no: 'niet geen nooit niets niks nimmer zonder',
  more: 'meer weer opnieuw nog ooit in_de_toekomst voortaan in_het_vervolg langer verder verdere nogmaals enkel terug_te',
  never: 'nooit nimmer',
  stop: 'stop stoppen stopt ermee_op ophouden houd hou houdt staak staken staakt onthoud onthoudt beeindig* laat_dat kap eindigen kappen ophoudt',
  enough: 'geen_verdere geen_enkel genoeg klaar_met zat geen_enkele nooit_meer_een basta schluss afgelopen_met',
  forbid: `
    verbied verbieden_wij weiger weigeren_wij maak_bezwaar bezwaar protesteer mag_niet mogen_niet verboden niet_gemachtigd niet_gerechtigd
    geen_recht niet_toegestaan`,
  withdraw: 'trek trekken intrekken ingetrokken herroep herroepen',
  consent: 'toestemming akkoord goedkeuring sta_toe ingestemd toegestemd permissie geaccepteerd',
  remove: `
    haal halen haalt gehaald verwijder verwijderen verwijdert verwijderd schrap schrappen schrapt geschrapt wis wissen wist gewist streep doorhalen
    doorstrepen weg uit_te af gooi vergeet vergeten blokkeer blokkeren vernietig* uitschrijven verwijdering uithalen uit`,
  erase: `
    haal halen verwijder verwijderen verwijdert verwijderd schrap schrappen wis wissen wist gewist doorhalen doorstrepen vergeet vergeten blokkeer
    blokkeren vernietig* verwijdering uitschrijven`,
  dial: 'draai draaien gebruik gebruiken bel bellen',
  want: 'wil willen wens wensen accepteer hoef krijgen ontvangen',
  list: `
    lijst* bellijst* contactlijst* systeem systemen bestand* database* databank* administratie register* adresboek klantenlijst* contacten
    belbestand*`,
  mine: 'mij me ons mijn onze dit_nummer het_nummer ik_wil wij_willen',
  number: `
    mijn_nummer dit_nummer ons_nummer mijn_telefoonnummer dit_telefoonnummer mijn_gegevens onze_gegevens mijn_naam mijn_contactgegevens
    mijn_persoonsgegevens mijn_telefoon mijn_data mijn_mobiele`,
  noCallList: 'bel_me_niet bel_mij_niet niet_bellen niet_gebeld zwarte_lijst blokkeerlijst blackl* niet_gebeld_willen niet_bel',
  put: 'zet zetten plaats plaatsen noteer noteren schrijf registreer voeg opnemen meld markeer',
  last: 'laatste_keer laatste_telefoontje',
  hear: 'horen hoor te_maken weten',
  fromYou: 'van_u van_jullie van_jou van_uw met_u met_jullie van_je',
  whole: `
    laat_me_met_rust laat_mij_met_rust laat_ons_met_rust laat_me_nou_met_rust laat_me_toch_met_rust laat_me_eens_met_rust laten_jullie_me_met_rust
    laat_me_alsjeblieft_met_rust laat_mij_alstublieft_met_rust wilt_u_mij_met_rust laat_me_in_vrede`,
  ask: 'alstublieft alsjeblieft wil willen wens graag verzoek gevraagd liever aub',
  tail: 'hier alstublieft alsjeblieft bedankt dank u worden op ons mij me',
  doing: '',
  again: 'nog_een_keer nog_eens weer opnieuw nog',
  when: 'als indien mocht de_volgende_keer',
  threat: 'aangifte politie advocaat klacht rechter meld_ik acm toezichthouder juridische aanklagen',
  other: `
    hij zij man vrouw baas broer zus zoon dochter buurman buurvrouw collega_wil vriend vriendin klant klanten iemand mensen_zeggen niemand bank
    ik_bel ik_heb_gestopt ik_ben_gestopt ze hen bedrijf na_het_gesprek sinds door_zijn`,
  them: 'hem haar ze hen receptie meneer mevrouw bedrijf',
  told: `
    waarom wanneer missen vergeet_niet stop_niet niet_stoppen hou_niet_op stoort_me_niet stoort_mij_niet stoort_het stoort_niet geen_bezwaar zei_hij
    wachtlijst hoeft_niet_terug mag_weer_bellen mag_gerust kunt_weer zorgen bedankt_voor ophangen zeg_niet ontvangen gekregen opgenomen bedoel_niet
    gisteren aarzel vragen_meer een_vraag`,
  limit: `
    voor na tijdens ochtend* avond* middag* s_avonds s_ochtends weekend maandag* dinsdag* woensdag* donderdag* vrijdag* zaterdag* zondag* vandaag
    morgen nu werk kantoor mobiel tot receptie mailen collega goedkoper`,
  things: 'mail mails bestelling product factuur afspraak abonnement contract nog_niet deelnemerslijst gastenlijst wachtlijst pakket nieuwsbrief',
  instead: 'liever beter',
}
