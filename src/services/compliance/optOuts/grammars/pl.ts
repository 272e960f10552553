import type { Grammar } from '../grammar.ts'

export const pl: Grammar = {
  contact: `
    dzwonic dzwoncie dzwon dzwoni dzwonili dzwonil dzwonila dzwonily dzwoniono wydzwaniac wydzwaniajcie wydzwania dzwonienia dzwoniac telefonowac
    telefonujcie telefonuj telefonowali zadzwonicie zadzwoni_pan zadzwoni_pani kontaktowac kontaktujcie kontaktuj kontaktowali kontaktowania
    niepokoic niepokojcie niepokoj niepokoili nekac nekajcie nekaj neka nekali nekania przeszkadzac przeszkadzajcie przeszkadzano meczyc meczcie
    oddzwaniac zawracac zawracajcie wydzwaniali wydzwaniania wykonywac_polaczen zadzwoncie dzwonilibyscie dzwonienie dzwonila_pani telefonowal
    telefonowala kontaktowal kontaktowala kontaktowaly kontaktuje kontaktuja niepokoil niepokoila niepokoi niepokoja nekal nekala nekaja nagabywac
    nagabywali nagabywajcie nagabuj* nagabywany nagabywana odzywac odzywali odzywajcie odzywaj odzywal odzywala odzywa wydzwanial wydzwaniaj
    wydzwaniaja zaczepiac zaczepiajcie naprzykrzac naprzykrzajcie naprzykrzali molestowac molestujcie obdzwaniac obdzwaniajcie napastowac
    przesladowac zawracali niekontaktowanie niedzwonienie niewydzwanianie nienekanie niepokojony niepokojona nekany nekana do_mnie_nie_zadzwonili
    oddzwaniajcie oddzwaniali dobijac dobijajcie zatelefonowali zeby_+_zadzwoni* zeby_+_+_dzwoni* zebyscie_+_zadzwoni* zebyscie_+_+_dzwoni*
    aby_+_zadzwoni* aby_+_+_dzwoni* abyscie_+_zadzwoni* abyscie_+_+_dzwoni* gdyby_+_zadzwoni* gdyby_+_+_dzwoni* by_+_zadzwoni* by_+_+_dzwoni*
    zatelefonowala do_mnie_nie_zadzwoni tu_nie_zadzwoni dzwonta telefonuje telefonuja niepokojeni nekani nagabywani niech_+_+_dzwonia
    niech_+_+_dzwoni`,
  contacted: 'byc_niepokojon* byc_nekan* kontaktowano przeszkadzano dzwoniono nagabywany nagabywana niepokojony niepokojona nekany nekana',
  calls: `
    telefonow telefony telefonami telefonem polaczen polaczenia kontaktu kontaktow rozmow telemarketingu telefonach dzwonienia dzwonieniem
    wydzwaniania wydzwanianiem wydzwanianie dzwonienie nekania nagabywania od_was_telefon* od_panstwa_telefon* od_pana_telefon* od_was_+_telefonow
    od_panstwa_+_telefonow telefonicznie kontakt_telefoniczny kontaktu_telefonicznego telemarketing rozmowy_telefoniczne ofert_przez_telefon
    ofert_telefonicznych reklam_przez_telefon jeden_telefon jeden_taki_telefon kolejny_telefon na_telefon telefon_od_was telefon_od_panstwa
    telefon_z_waszej dzwonieniu telefonom kontaktowaniu nekaniu ciagle_dzwonicie ze_dzwonicie dzwonicie_co dzwonicie_codziennie dzwonicie_ciagle
    na_kontakt kontakt_z_wami kontakt_z_panstwem sprzedawcow_przez_telefon reklam_telefonicznych`,
  no: 'nie zadnych zadnego zaden zadne ani zaden_z_was',
  more: `
    wiecej juz nigdy ponownie znowu w_przyszlosci kolejnych kolejne kolejny dalszych dalsze jeszcze jeszcze_raz na_przyszlosc sobie raz_na_zawsze
    na_stale na_zawsze od_teraz od_dzis od_dzisiaj nic_do nic_wspolnego w_ogole pod_zadnym_pozorem zadnego_wiecej`,
  never: `
    nigdy nigdy_wiecej przenigdy nie_chce_zeby* nie_chce_by* nie_chce_aby* nie_chcemy_zeby* nie_chcemy_by* nie_zycze_sobie_zeby*
    nie_zycze_sobie_aby o_niekontaktowanie o_niedzwonienie o_niewydzwanianie o_nienekanie nie_ma_po_co zeby_nikt zeby_juz_nikt zeby_zaden aby_nikt
    niech_nikt by_nikt zebyscie_juz_nigdy nikomu_nie_wolno zeby_+_+_nie_dzwoni* zeby_+_+_nie_kontakt* zeby_+_+_nie_niepok* zeby_+_+_nie_neka*
    zeby_+_+_nie_telefon* zeby_+_+_nie_wydzwan* zeby_+_+_nie_nagab* zeby_+_+_nie_odzyw* aby_+_+_nie_dzwoni* aby_+_+_nie_kontakt*
    aby_+_+_nie_niepok* aby_+_+_nie_neka* aby_+_+_nie_telefon* aby_+_+_nie_wydzwan* aby_+_+_nie_nagab* aby_+_+_nie_odzyw* gdyby_+_+_nie_dzwoni*
    gdyby_+_+_nie_kontakt* gdyby_+_+_nie_niepok* gdyby_+_+_nie_neka* gdyby_+_+_nie_telefon* gdyby_+_+_nie_wydzwan* gdyby_+_+_nie_nagab*
    gdyby_+_+_nie_odzyw* niech_+_+_nie_dzwoni* niech_+_+_nie_kontakt* niech_+_+_nie_niepok* niech_+_+_nie_neka* niech_+_+_nie_telefon*
    niech_+_+_nie_wydzwan* niech_+_+_nie_nagab* niech_+_+_nie_odzyw*`,
  stop: `
    przestan przestancie przestal_pan przestac przestali przestala zaprzestac zaprzestancie zaprzestan skonczcie skoncz skonczyc skonczyly
    skonczyli dajcie_spokoj powstrzymac powstrzymajcie ustaly przestanie ustania przestana przestalibyscie przestalby zaprzestanie zaprzestania
    zaprzestaly skonczycie dajcie_sobie_spokoj dajcie_se_spokoj darujcie_sobie odpuscie odczepcie_sie odwalcie_sie spadajcie dosc_juz spadaj`,
  enough: `
    koniec dosc dosyc zadnych zadnego ani_jednego stop nigdy_wiecej mam_dosc dosc_tego koniec_z powyzej_uszu nie_chce_zadnych serdecznie_dosyc
    wystarczy_juz oszczedzcie_mi oszczedz_mi spokoj_od po_dziurki`,
  forbid: `
    zabraniam zabraniamy zakazuje zakazujemy odmawiam odmawiamy sprzeciwiam sprzeciwiamy nie_wolno zabronione zabraniam_panu nie_zycze nie_zyczymy
    zastrzegam nie_pozwalam nie_pozwalamy nie_macie_prawa nie_ma_pan_prawa wnosze_sprzeciw skladam_sprzeciw wyrazam_sprzeciw zglaszam_sprzeciw
    sprzeciw_wobec sprzeciw_na zabronic wypisuje_sie_z wypisac_z_tych wypisac_z_waszych rezygnuje_z_telefonow rezygnuje_z_kontaktu
    nie_maja_panstwo_prawa nie_ma_pani_prawa nie_zyczymy_sobie nie_toleruje nie_zgadzam_sie_zeby* nie_zgadzam_sie_by nie_zgadzam_sie_aby
    nie_zgadzam_sie_na_dzwon* nie_masz_prawa nie_macie_zadnego_prawa nie_maja_prawa prawa_dzwonic nie_macie_zgody nie_maja_panstwo_zgody
    nie_ma_pan_zgody nie_ma_pani_zgody nie_dawalem_zgody nie_dawalam_zgody mam_dosc_tego_ze mam_dosc_ze mam_dosyc_tego_ze nie_chce_zeby_moj`,
  withdraw: 'wycofuje wycofujemy cofam cofamy odwoluje odwolujemy wycofac cofnac cofniecie wycofanie odwolac',
  consent: `
    zgody zgode zgoda zgadzam zgadzamy pozwolenia pozwolenie pozwolilem pozwolilam wyrazam_zgody zgodzilem zgodzilam upowazniam przyzwolenia zgod
    zezwolenia`,
  remove: `
    usunac usuncie usun usuniecie usuniecia wykreslic wykreslcie wykresl skreslic skreslcie skresl skasowac skasujcie skasuj wymazac wymazcie wymaz
    wypisac wypiszcie wypisz zapomniec zapomnijcie zapomnij zablokowac zablokujcie wyrzuccie wyrzucic wyrzuc usunal usuneli wykreslenie skreslenie
    kasujcie zniknac usuniety wypisanie wykreslenia skreslenia wypisania wymazanie wymazania skasowanie skasowania skreslili wykreslili skresli
    wykresli usunie usuna usunieta wyrejestrujcie wyrejestrowac zdjac zdejmijcie zdejmij wykasowac wykasujcie wykasuj skasuje wyrzucenie wypisali
    wypisze wypisany wypisana zniknal wywalcie wywalic wywal wykreslono usunieto skreslono wymazano skasowano zniszczyc zniszczcie nie_bylo zniknie
    znikne znikna i_wykreslil i_skreslil i_usunal i_skasowal i_wykreslila i_usunela zeby_+_wykresli* zeby_+_skresli* zeby_+_usun*`,
  erase: `
    usunac usuncie usun usuniecie usuniecia wykreslic wykreslcie wykresl skreslic skreslcie skresl skasowac skasujcie skasuj wymazac wymazcie wymaz
    zapomniec zapomnijcie zapomnij zablokowac zablokujcie wyrzuccie wyrzucic wyrzuc kasujcie wykreslenia wykreslenie skreslenia skreslenie
    wymazanie wymazania skasowanie skasowania skreslili wykreslili skresli wykresli usunie usuna usuneli usunal usuniete usuniety wykasowac
    wykasujcie wykasuj skasuje skasowali zapomni zablokuje_pan wyrzucenie wywalcie wywalic wywal wykreslono usunieto skreslono wymazano skasowano
    zniszczyc zniszczcie i_wykreslil i_skreslil i_usunal i_skasowal i_wykreslila i_usunela zeby_+_wykresli* zeby_+_skresli* zeby_+_usun* zniknal
    zniknie`,
  dial: 'wybierac wybierajcie wybieraj uzywac uzywajcie wykrecac wykrecajcie dzwonic',
  want: 'chce chcemy zycze zyczymy potrzebuje przyjmuje odbierac otrzymywac dostawac zyczylbym',
  list: `
    listy liscie lista baz bazy bazie systemu rejestru rejestrow spisu kartoteki kontaktow ewidencji zbioru bazie_danych listach telefonicznej
    systemie waszej_bazy spisow z_list waszych_list`,
  mine: 'mnie nas moj moje mojego moich nasz naszego nasze ten_numer tego_numeru moim chce chcemy zostac chcialbym chcialabym moja mi',
  number: `
    moj_numer ten_numer mojego_numeru tego_numeru nasz_numer naszego_numeru moj_telefon moje_dane moich_danych nasze_dane naszych_danych
    moje_nazwisko moim_numerze tym_numerze moj_kontakt danych_osobowych usuniecia_danych numer_domowy nasz_telefon mojego_telefonu moj_nr ten_nr
    numer_mojej moje_namiary nasze_namiary mojego_nazwiska mnie_w_koncu mnie_na_zawsze mnie_na_stale mnie_raz_na_zawsze`,
  noCallList: `
    do_ktorych_sie_nie nie_dzwonic czarna_liste liste_robinsona robinsona zastrzezonych zablokowanych do_ktorych_nie liste_sprzeciwow niechcacych
    niechcianych nie_chca_telefon* osob_niezyczacych listy_robinsona nie_kontaktowac`,
  put: `
    wpiszcie wpisz wpisac dodajcie dodaj dodac umiescic umiesccie zapiszcie zapisac zapisz zanotujcie zanotowac zaznaczyc wciagnijcie wpisze
    wpisali odnotowac odnotujcie zaznaczcie zaznacz dopiszcie dopisac dopisz chce_byc_na`,
  last: 'ostatni_raz ostatni_telefon po_raz_ostatni ostatnie_polaczenie ostatnia_rozmowa',
  hear: 'slyszec sluchac czynienia wiedziec uslyszec wspolnego',
  fromYou: 'o_was od_was z_wami od_panstwa z_panstwem o_panstwu od_pana od_pani o_waszej was_+_slyszec z_wasza od_waszej z_ta_firma',
  whole: `
    dajcie_mi_spokoj dajcie_nam_spokoj daj_mi_spokoj dajcie_mi_swiety_spokoj dajcie_nam_swiety_spokoj daj_mi_swiety_spokoj zostawcie_mnie_w_spokoju
    zostawcie_nas_w_spokoju zostaw_mnie_w_spokoju prosze_mnie_zostawic_w_spokoju prosze_dac_mi_spokoj prosze_mi_dac_spokoj
    prosze_zostawic_mnie_w_spokoju prosze_nas_zostawic_w_spokoju odczepcie_sie odczep_sie odczepcie_sie_ode ma_byc_ostatni niech_to_bedzie_ostatni
    daj_mi_+_spokoj dajcie_mi_+_spokoj dajcie_nam_+_spokoj daj_nam_+_spokoj prosze_mi_dac_+_spokoj prosze_dac_mi_+_spokoj prosze_dac_nam_+_spokoj
    prosze_nam_dac_+_spokoj zostawcie_mnie_+_w_spokoju zostaw_mnie_+_w_spokoju zostawcie_nas_+_w_spokoju niech_mnie_+_zostawi_w_spokoju
    odczep_sie_+_ode ode_mnie_odczep* odwalcie_sie byl_wasz_ostatni_telefon ostatni_telefon_od_was ostatni_telefon_do_mnie
    ostatni_telefon_od_panstwa ostatni_telefon_z_waszej byl_ostatni_telefon ja_ani_zona_nie_chcemy ja_ani_maz_nie_chcemy nie_chce_was_+_slyszec
    nie_chce_pana_+_slyszec nie_chce_pani_+_slyszec zadam_usuniecia_danych wnosze_sprzeciw_na wnosze_sprzeciw_wobec_przetwarzania
    skladam_sprzeciw_wobec_przetwarzania skladam_sprzeciw_na sprzeciw_wobec_marketingu sprzeciwiam_sie_przetwarzaniu sprzeciw_wobec_przetwarzania
    wypiszcie_mnie_z_tego wypisz_mnie_z_tego odwal_sie o_brak_kontaktu o_brak_telefonow zostawcie_moja_mame_w_spokoju
    zostawcie_moich_rodzicow_w_spokoju nie_chce_byc_w_waszej nie_chce_byc_na_waszej nie_chce_byc_w_bazie nie_chce_byc_na_tej_liscie
    prawa_do_bycia_zapomnianym prawa_do_zapomnienia prawa_do_sprzeciwu prawa_sprzeciwu`,
  ask: `
    prosze chce chcemy zycze prosilem prosilam wole wolalbym wolalabym mowilem mowilam mowic powtarzac prosic prosimy chcialbym chcialabym
    prosilbym prosilabym prosil prosila niech zebyscie razy zadam zadamy mowie zeby_na zeby_do_mnie zeby_tu zeby_pod zeby_panstwo zeby_pan
    zeby_pani zeby_nie nie_dzwoncie nie_dzwon nie_telefonujcie nie_wydzwaniajcie nie_nekajcie nie_niepokojcie nie_kontaktujcie`,
  tail: `
    do_mnie mnie tutaj tu prosze dziekuje do nas bardzo ten na numer telefonami tymi swoimi waszymi ofertami starszej kobiety pod nr domu glowy
    jasne zrozumiano kropka i`,
  doing: 'dzwonicie zadzwoni zadzwonia zadzwonili zadzwonil zadzwonila dzwonia telefon zadzwon zadzwoncie',
  again: 'jeszcze_raz ponownie znowu jeszcze nastepnym_razem nie_przestanie* nie_skonczycie kolejny jeszcze_jeden znow',
  when: `
    jesli jezeli jak_jeszcze gdy jak jeszcze_raz_+_zadzwon* jeszcze_raz_+_dzwon* jeszcze_jeden nastepnym_razem kolejny zadzwon zadzwoncie
    zadzwonicie zadzwonisz zadzwoni`,
  threat: `
    policje policji prawnik* adwokat* skarge sadu zglosze uokik pozwe prokurat* uodo zgloszenie zglaszam uokik* pozew rzecznik* kancelari*
    zawiadom* podam urzedu ide_z_tym prokuratury inspektor* prawnika ide_na sadzie sadem policja skarga na_policje`,
  other: `
    szef szefowa klient klienci bankowi on ona oni przestalem przestalam zadzwonie sie_dodzwonic po_rozmowie kontaktowali_po od_tygodnia od_maja
    zadzwonilbym moj_telefon_juz jak_ktos ktos_inny ktos_chce jesli_ktos i_nikt nikt_juz_tak nikt_nie_zadzwonil nikt_juz_nie_zadzwonil byly_maz
    byla_zona tamten tamci oszustom z_innej maz_nie_chce maz_chce maz_powiedzial* maz_mowi* maz_prosi* maz_dzwoni* maz_nie_dzwoni*
    maz_juz_nie_dzwoni* maz_do_mnie maz_kaz* maz_wypisal* maz_zablokowal* maz_zabroni* maz_zawsze zona_nie_chce zona_chce zona_powiedzial*
    zona_mowi* zona_prosi* zona_dzwoni* zona_nie_dzwoni* zona_juz_nie_dzwoni* zona_do_mnie zona_kaz* zona_wypisal* zona_zablokowal* zona_zabroni*
    zona_zawsze syn_nie_chce syn_chce syn_powiedzial* syn_mowi* syn_prosi* syn_dzwoni* syn_nie_dzwoni* syn_juz_nie_dzwoni* syn_do_mnie syn_kaz*
    syn_wypisal* syn_zablokowal* syn_zabroni* syn_zawsze corka_nie_chce corka_chce corka_powiedzial* corka_mowi* corka_prosi* corka_dzwoni*
    corka_nie_dzwoni* corka_juz_nie_dzwoni* corka_do_mnie corka_kaz* corka_wypisal* corka_zablokowal* corka_zabroni* corka_zawsze brat_nie_chce
    brat_chce brat_powiedzial* brat_mowi* brat_prosi* brat_dzwoni* brat_nie_dzwoni* brat_juz_nie_dzwoni* brat_do_mnie brat_kaz* brat_wypisal*
    brat_zablokowal* brat_zabroni* brat_zawsze siostra_nie_chce siostra_chce siostra_powiedzial* siostra_mowi* siostra_prosi* siostra_dzwoni*
    siostra_nie_dzwoni* siostra_juz_nie_dzwoni* siostra_do_mnie siostra_kaz* siostra_wypisal* siostra_zablokowal* siostra_zabroni* siostra_zawsze
    sasiad_nie_chce sasiad_chce sasiad_powiedzial* sasiad_mowi* sasiad_prosi* sasiad_dzwoni* sasiad_nie_dzwoni* sasiad_juz_nie_dzwoni*
    sasiad_do_mnie sasiad_kaz* sasiad_wypisal* sasiad_zablokowal* sasiad_zabroni* sasiad_zawsze sasiadka_nie_chce sasiadka_chce
    sasiadka_powiedzial* sasiadka_mowi* sasiadka_prosi* sasiadka_dzwoni* sasiadka_nie_dzwoni* sasiadka_juz_nie_dzwoni* sasiadka_do_mnie
    sasiadka_kaz* sasiadka_wypisal* sasiadka_zablokowal* sasiadka_zabroni* sasiadka_zawsze kolega_nie_chce kolega_chce kolega_powiedzial*
    kolega_mowi* kolega_prosi* kolega_dzwoni* kolega_nie_dzwoni* kolega_juz_nie_dzwoni* kolega_do_mnie kolega_kaz* kolega_wypisal*
    kolega_zablokowal* kolega_zabroni* kolega_zawsze mama_nie_chce mama_chce mama_powiedzial* mama_mowi* mama_prosi* mama_dzwoni* mama_nie_dzwoni*
    mama_juz_nie_dzwoni* mama_do_mnie mama_kaz* mama_wypisal* mama_zablokowal* mama_zabroni* mama_zawsze babcia_nie_chce babcia_chce
    babcia_powiedzial* babcia_mowi* babcia_prosi* babcia_dzwoni* babcia_nie_dzwoni* babcia_juz_nie_dzwoni* babcia_do_mnie babcia_kaz*
    babcia_wypisal* babcia_zablokowal* babcia_zabroni* babcia_zawsze szwagier_nie_chce szwagier_chce szwagier_powiedzial* szwagier_mowi*
    szwagier_prosi* szwagier_dzwoni* szwagier_nie_dzwoni* szwagier_juz_nie_dzwoni* szwagier_do_mnie szwagier_kaz* szwagier_wypisal*
    szwagier_zablokowal* szwagier_zabroni* szwagier_zawsze kolezanka_powiedziala bank_dzwoni bank_juz szwagier_im monter hydraulik lekarz
    tamta_firma tamtej_firmy nikt_nie_oddzwonil tesciowa_prosila wnuk_nie wnuk_juz maz_juz_do maz_nigdy maz_wiecej zona_juz_do zona_nigdy
    zona_wiecej syn_juz_do syn_nigdy syn_wiecej corka_juz_do corka_nigdy corka_wiecej brat_juz_do brat_nigdy brat_wiecej siostra_juz_do
    siostra_nigdy siostra_wiecej sasiad_juz_do sasiad_nigdy sasiad_wiecej sasiadka_juz_do sasiadka_nigdy sasiadka_wiecej kolega_juz_do kolega_nigdy
    kolega_wiecej babcia_juz_do babcia_nigdy babcia_wiecej szwagier_juz_do szwagier_nigdy szwagier_wiecej nikt_+_nie_dzwonil_w innej_firmie tamtemu
    krzyknela krzyknal krzyczala krzyczal zawolala krzykn* krzycz* wrzasn* warkn* szepn* odpowiedzial zawolal* poprosil poprosila blagal* zazadal
    zazadala innemu_sprzedawcy innemu_konsultantowi siostrzeniec bratanek lokator lokatorka najemca poprzedni poprzednia dzwonie_do_nich
    dzwonie_do_was dzwonie_w zawsze_mowi zawsze_powtarza kazalem_im kazalam_im`,
  them: `
    niego niej nich centrale nim mu_dzwonic jego do_firmy do_meza do_zony do_corki do_syna kadr hydraul* do_mojego_meza do_mojej_zony
    do_mojego_syna do_mojej_corki`,
  told: `
    czy_on czy_ona pytan przegapic zapomniec_zadzwonic zapomniec_do nie_przestawaj* nie_przeszkadza kiedy_powiedz* moze_pan_zadzwonic
    moze_pani_zadzwonic oczekujacych nie_musi martwic mozna_dzwonic mam_nic_przeciw powiedzial powiedziala dziekuje_za_telefon mialam mialem
    dostalem dostalam nie_mowie otrzymal* nagryw* waha* wczoraj_pan wczoraj_panstwo wczoraj_nikt nigdy_wczesniej nie_mowil* nigdy_nie_mowil*
    nie_powiedzial* nigdy_nie_powiedzial* to_nie_tak nie_twierdze nie_chodzi_o_to kiedys_nie kiedys_prosil* kiedys_chcial* nie_chcialem
    nie_chcialam czy_jak czy_jesli co_sie_stanie to_co_wtedy co_wtedy a_jak_ktos rozmawiam_przez_telefon nie_trzeba_juz_oddzw* nie_trzeba_oddzw*
    ostatni_raz_dzwonil* ostatnim_razem mieliscie_oddzwonic obiecal* jak_mozna nie_usuwac nigdy_nie_przeszkadza nie_slysze z_ciekawosci krzyczy
    nie_przestan nie_przestancie czy_to_pan czy_to_pani czy_dzwoni* czy_panstwo_dzwoni* czy_ktos czy_bedziecie czy_nie_bedziecie nieprawda
    nie_jest_tak nie_znaczy nie_mysli nie_mysl na_mysli nie_denerwuje nie_irytuje nie_meczy_mnie dlugo_juz a_szkoda gdybym tylko_dzwoncie
    lepiej_zadzwon* wole_jak_ktos wole_zeby_ktos nie_mam_nic_przeciwko nigdy_nie_dzwonil* maz_chce_sie maz_prosil*_o maz_wypisal* maz_kiedys
    zona_chce_sie zona_prosil*_o zona_wypisal* zona_kiedys syn_chce_sie syn_prosil*_o syn_wypisal* syn_kiedys corka_chce_sie corka_prosil*_o
    corka_wypisal* corka_kiedys brat_chce_sie brat_prosil*_o brat_wypisal* brat_kiedys siostra_chce_sie siostra_prosil*_o siostra_wypisal*
    siostra_kiedys sasiad_chce_sie sasiad_prosil*_o sasiad_wypisal* sasiad_kiedys sasiadka_chce_sie sasiadka_prosil*_o sasiadka_wypisal*
    sasiadka_kiedys kolega_chce_sie kolega_prosil*_o kolega_wypisal* kolega_kiedys kolezanka_chce_sie kolezanka_prosil*_o kolezanka_wypisal*
    kolezanka_kiedys mama_chce_sie mama_prosil*_o mama_wypisal* mama_kiedys tata_chce_sie tata_prosil*_o tata_wypisal* tata_kiedys babcia_chce_sie
    babcia_prosil*_o babcia_wypisal* babcia_kiedys nie_rozlacz* dlaczego_+_nie_dzwoni* dlaczego_+_nie_zadzwoni* dlaczego_+_nie_oddzwoni*
    dlaczego_nikt czemu_+_nie_dzwoni* czemu_+_nie_zadzwoni* czemu_+_nie_oddzwoni* czemu_nikt dlaczego_+_nie_kontakt* nigdy_pan_nie nigdy_pani_nie
    nigdy_panstwo_nie kiedys_bylam kiedys_bylem byloby_mi_przykro byloby_szkoda przykro_gdyby czy_musze czy_trzeba czy_juz_nie jeszcze_czy
    nie_mam_+_kontaktu z_corka z_synem nigdy_nie_dzwonia nigdy_nie_dzwoni ale_to_juz ale_to_nieaktualne sie_rozlaczyl* nie_zapom*
    nigdy_do_mnie_nie_dzwoni zebym_wiecej zebym_do zebym_nie zebym_tyle w_soboty_nie w_niedziele_nie tygodniu_mozna bede_dzwonic bede_dzwonil
    bede_dzwonila czy_moj_numer_bedzie czy_moj_numer_jest czy_moje_dane nie_wiem_czy nie_moge_dzwonic nie_moge_juz_dzwonic nie_wolno_mi
    mi_nie_wolno nie_skreslaj* nie_wykreslaj* nie_usuwajcie nie_usuwaj czy_wykreslil czy_wykreslili czy_skreslili czy_usuneli czy_usunal
    czy_zostal* nie_chce_dzwonic nie_chce_juz_dzwonic nie_chce_wiecej_dzwonic nigdy_nie_dostaj* nigdy_nie_mam nigdy_nie_odbier* nigdy_nie_mial*
    myslalam_ze myslalem_ze`,
  limit: `
    przed rano wieczorem poludniem w_poniedzial* we_wtor* w_srod* w_czwart* w_piatk* w_piat* w_sobot* w_niedziel* pracy biura wieczorami dopoki
    do_pracy komorke slysze drozej taniej w_weekend* po_osmej po_siodmej po_szostej po_dziewiat* po_dziesiat* po_dwudziest* po_osiemnast*
    po_siedemnast* po_szesnast* po_pietnast* po_czternast* po_dziewietnast* po_poludniu po_pracy po_godzin* po_20 po_18 po_19 po_21 po_hydraul*
    po_lekarz* po_taksow* po_karetk* po_fachow* po_elektryk* dzis_juz dzisiaj_juz juz_dzis juz_dzisiaj dzis_nie dzisiaj_nie dzis_prosze
    dzisiaj_prosze nie_dzis nie_dzisiaj na_dzis na_dzisiaj dzwonic_dzis* jutro_moze jutro_prosze jutro_rano jutro_bede nie_jutro teraz_nie
    nie_teraz prosze_teraz teraz_jestem w_tym_tygodniu_prosze w_tym_tygodniu_nie w_tym_tygodniu_juz w_tym_miesiacu_prosze w_tym_miesiacu_nie
    dzwonic_w_tym do_konca na_razie chwilowo w_nocy noca w_swieta urlopie stacjonarny wole_telefon wole_jak sluzbow* tak_pozno tak_wczesnie
    o_tej_porze w_trakcie podczas w_ciagu_dnia w_godzinach do_szkoly zanim az_do do_poniedzialku do_wtorku do_srody do_czwartku do_piatku
    do_stycznia do_lutego do_marca do_kwietnia do_maja do_czerwca do_lipca do_sierpnia do_wrzesnia do_pazdziernika do_listopada do_grudnia do_swiat
    do_jutra do_wieczora do_godziny do_polowy przez_tydzien przez_najblizsz* w_najblizsz* na_wakacjach w_wakacje w_czasie na_prywatny w_niedziele
    w_poniedzialek w_sprawie_reklamacji teraz_prosze_nie czesciej z_ukrytego po_monter*`,
  things: `
    maila maile maili zamowienia produkt fakture wizyty wizyte umowe umowy taryfy abonament* uczestnikow gosci oczekujacych jeszcze_nie paczki
    newsletter* stary stare starego newslettera zamowienie prenumerat* adres pozycje kolejki gazety zakupow kierowcow obecnosci wolontariuszy
    swoj_numer swoje_dane jego_numer jej_numer`,
  instead: 'lepiej tylko raczej jutro potem pozniej wole w_przyszlym w_nastepnym zamiast',
  aside: `
    nie_do_pani nie_do_pana nie_do_panstwa nie_o_pania nie_o_pana to_do_dziecka to_do_syna to_do_corki to_do_psa na_chwile chwilke
    przez_telefon_rozmawiam rozmawiam_przez_telefon ale_teraz przepraszam_co a_ja_tam a_panstwo_sa a_ja_slucham nie_o_was ale_to_juz
    ale_to_nieaktualne ale_juz_mi ale_panstwo ale_u_was`,
  register: 'lista_robinsona liste_robinsona liscie_robinsona listy_robinsona liscie_sprzeciwow krajowej_liscie',
  that: 'zeby aby ze by',
}
