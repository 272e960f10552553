import type { Exceptions } from '../../grammar.ts'

export const pl: Exceptions = {
  other: `
    szef szefowa klient klienci bankowi on ona oni przestalem przestalam zadzwonie sie_dodzwonic po_rozmowie kontaktowali_po od_tygodnia od_maja zadzwonilbym
    moj_telefon_juz jak_ktos ktos_inny ktos_chce jesli_ktos i_nikt nikt_juz_tak nikt_nie_zadzwonil nikt_juz_nie_zadzwonil byly_maz byla_zona tamten tamci
    oszustom z_innej maz_nie_chce maz_chce maz_powiedzial* maz_mowi* maz_prosi* maz_dzwoni* maz_nie_dzwoni* maz_juz_nie_dzwoni* maz_do_mnie maz_kaz*
    maz_wypisal* maz_zablokowal* maz_zabroni* maz_zawsze zona_nie_chce zona_chce zona_powiedzial* zona_mowi* zona_prosi* zona_dzwoni* zona_nie_dzwoni*
    zona_juz_nie_dzwoni* zona_do_mnie zona_kaz* zona_wypisal* zona_zablokowal* zona_zabroni* zona_zawsze syn_nie_chce syn_chce syn_powiedzial* syn_mowi*
    syn_prosi* syn_dzwoni* syn_nie_dzwoni* syn_juz_nie_dzwoni* syn_do_mnie syn_kaz* syn_wypisal* syn_zablokowal* syn_zabroni* syn_zawsze corka_nie_chce
    corka_chce corka_powiedzial* corka_mowi* corka_prosi* corka_dzwoni* corka_nie_dzwoni* corka_juz_nie_dzwoni* corka_do_mnie corka_kaz* corka_wypisal*
    corka_zablokowal* corka_zabroni* corka_zawsze brat_nie_chce brat_chce brat_powiedzial* brat_mowi* brat_prosi* brat_dzwoni* brat_nie_dzwoni*
    brat_juz_nie_dzwoni* brat_do_mnie brat_kaz* brat_wypisal* brat_zablokowal* brat_zabroni* brat_zawsze siostra_nie_chce siostra_chce siostra_powiedzial*
    siostra_mowi* siostra_prosi* siostra_dzwoni* siostra_nie_dzwoni* siostra_juz_nie_dzwoni* siostra_do_mnie siostra_kaz* siostra_wypisal* siostra_zablokowal*
    siostra_zabroni* siostra_zawsze sasiad_nie_chce sasiad_chce sasiad_powiedzial* sasiad_mowi* sasiad_prosi* sasiad_dzwoni* sasiad_nie_dzwoni*
    sasiad_juz_nie_dzwoni* sasiad_do_mnie sasiad_kaz* sasiad_wypisal* sasiad_zablokowal* sasiad_zabroni* sasiad_zawsze sasiadka_nie_chce sasiadka_chce
    sasiadka_powiedzial* sasiadka_mowi* sasiadka_prosi* sasiadka_dzwoni* sasiadka_nie_dzwoni* sasiadka_juz_nie_dzwoni* sasiadka_do_mnie sasiadka_kaz*
    sasiadka_wypisal* sasiadka_zablokowal* sasiadka_zabroni* sasiadka_zawsze kolega_nie_chce kolega_chce kolega_powiedzial* kolega_mowi* kolega_prosi*
    kolega_dzwoni* kolega_nie_dzwoni* kolega_juz_nie_dzwoni* kolega_do_mnie kolega_kaz* kolega_wypisal* kolega_zablokowal* kolega_zabroni* kolega_zawsze
    mama_nie_chce mama_chce mama_powiedzial* mama_mowi* mama_prosi* mama_dzwoni* mama_nie_dzwoni* mama_juz_nie_dzwoni* mama_do_mnie mama_kaz* mama_wypisal*
    mama_zablokowal* mama_zabroni* mama_zawsze babcia_nie_chce babcia_chce babcia_powiedzial* babcia_mowi* babcia_prosi* babcia_dzwoni* babcia_nie_dzwoni*
    babcia_juz_nie_dzwoni* babcia_do_mnie babcia_kaz* babcia_wypisal* babcia_zablokowal* babcia_zabroni* babcia_zawsze szwagier_nie_chce szwagier_chce
    szwagier_powiedzial* szwagier_mowi* szwagier_prosi* szwagier_dzwoni* szwagier_nie_dzwoni* szwagier_juz_nie_dzwoni* szwagier_do_mnie szwagier_kaz*
    szwagier_wypisal* szwagier_zablokowal* szwagier_zabroni* szwagier_zawsze kolezanka_powiedziala bank_dzwoni bank_juz szwagier_im monter hydraulik lekarz
    tamta_firma tamtej_firmy nikt_nie_oddzwonil tesciowa_prosila wnuk_nie wnuk_juz maz_juz_do maz_nigdy maz_wiecej zona_juz_do zona_nigdy zona_wiecej syn_juz_do
    syn_nigdy syn_wiecej corka_juz_do corka_nigdy corka_wiecej brat_juz_do brat_nigdy brat_wiecej siostra_juz_do siostra_nigdy siostra_wiecej sasiad_juz_do
    sasiad_nigdy sasiad_wiecej sasiadka_juz_do sasiadka_nigdy sasiadka_wiecej kolega_juz_do kolega_nigdy kolega_wiecej babcia_juz_do babcia_nigdy babcia_wiecej
    szwagier_juz_do szwagier_nigdy szwagier_wiecej nikt_+_nie_dzwonil_w innej_firmie tamtemu krzyknela krzyknal krzyczala krzyczal zawolala krzykn* krzycz*
    wrzasn* warkn* szepn* odpowiedzial zawolal* poprosil poprosila blagal* zazadal zazadala innemu_sprzedawcy innemu_konsultantowi siostrzeniec bratanek lokator
    lokatorka najemca poprzedni poprzednia dzwonie_do_nich dzwonie_do_was dzwonie_w zawsze_mowi zawsze_powtarza kazalem_im kazalam_im przysiagl przysiegla
    do_ojca do_matki do_swojej do_swojego jego_zona jej_maz swojej_bylej swojemu_bylemu do_klientow klientow_po on_powiedzial ona_powiedziala on_nie ona_nie
    on_chce ona_chce on_spi powiedzialem_im powiedzialam_im powiedzialem_mu powiedzialam_jej powiedzialem_bratu powiedzialam_siostrze powiedzialem_szefowi
    ja_do_nich ja_do_tej nie_zadzwonie nigdy_nie_zadzwonie nie_bede_dzwonic nie_bede_dzwonil nie_bede_dzwonila nie_dzwonie juz_nie_dzwonie nie_odbieram
    nigdy_nie_odbieram tym_od tym_z pielegniarka pielegniarka_prosila dzieciom`,
  them: `
    niego niej nich centrale nim mu_dzwonic jego do_firmy do_meza do_zony do_corki do_syna kadr hydraul* do_mojego_meza do_mojej_zony do_mojego_syna
    do_mojej_corki karetk* pogotowi* straz taksowk* lekarza do_niego_nie do_niego_wiecej do_niej_nie do_niej_wiecej do_niego_juz do_niej_juz wiecej_do_niego
    wiecej_do_niej nigdy_do_niego per_pani per_pan pani_doktor_do do_szefa klienta do_klienta do_klientow klientow`,
  told: `
    czy_on czy_ona pytan przegapic zapomniec_zadzwonic zapomniec_do nie_przestawaj* nie_przeszkadza kiedy_powiedz* moze_pan_zadzwonic moze_pani_zadzwonic
    oczekujacych nie_musi martwic mozna_dzwonic mam_nic_przeciw powiedzial powiedziala dziekuje_za_telefon mialam mialem dostalem dostalam nie_mowie otrzymal*
    waha* wczoraj_pan wczoraj_panstwo wczoraj_nikt nigdy_wczesniej nie_mowil* nigdy_nie_mowil* nie_powiedzial* nigdy_nie_powiedzial* to_nie_tak nie_twierdze
    nie_chodzi_o_to kiedys_nie kiedys_prosil* kiedys_chcial* nie_chcialem nie_chcialam czy_jak czy_jesli co_sie_stanie to_co_wtedy co_wtedy a_jak_ktos
    rozmawiam_przez_telefon nie_trzeba_juz_oddzw* nie_trzeba_oddzw* ostatni_raz_dzwonil* ostatnim_razem mieliscie_oddzwonic obiecal* jak_mozna nie_usuwac
    nigdy_nie_przeszkadza nie_slysze z_ciekawosci krzyczy nie_przestan nie_przestancie czy_to_pan czy_to_pani czy_dzwoni* czy_panstwo_dzwoni* czy_bedziecie
    czy_nie_bedziecie nieprawda nie_jest_tak nie_znaczy nie_mysli nie_mysl na_mysli nie_denerwuje nie_irytuje nie_meczy_mnie dlugo_juz a_szkoda gdybym
    tylko_dzwoncie lepiej_zadzwon* wole_jak_ktos wole_zeby_ktos nie_mam_nic_przeciwko nigdy_nie_dzwonil* maz_chce_sie maz_prosil*_o maz_wypisal* maz_kiedys
    zona_chce_sie zona_prosil*_o zona_wypisal* zona_kiedys syn_chce_sie syn_prosil*_o syn_wypisal* syn_kiedys corka_chce_sie corka_prosil*_o corka_wypisal*
    corka_kiedys brat_chce_sie brat_prosil*_o brat_wypisal* brat_kiedys siostra_chce_sie siostra_prosil*_o siostra_wypisal* siostra_kiedys sasiad_chce_sie
    sasiad_prosil*_o sasiad_wypisal* sasiad_kiedys sasiadka_chce_sie sasiadka_prosil*_o sasiadka_wypisal* sasiadka_kiedys kolega_chce_sie kolega_prosil*_o
    kolega_wypisal* kolega_kiedys kolezanka_chce_sie kolezanka_prosil*_o kolezanka_wypisal* kolezanka_kiedys mama_chce_sie mama_prosil*_o mama_wypisal*
    mama_kiedys tata_chce_sie tata_prosil*_o tata_wypisal* tata_kiedys babcia_chce_sie babcia_prosil*_o babcia_wypisal* babcia_kiedys nie_rozlacz*
    dlaczego_+_nie_dzwoni* dlaczego_+_nie_zadzwoni* dlaczego_+_nie_oddzwoni* dlaczego_nikt czemu_+_nie_dzwoni* czemu_+_nie_zadzwoni* czemu_+_nie_oddzwoni*
    czemu_nikt dlaczego_+_nie_kontakt* nigdy_pan_nie nigdy_pani_nie nigdy_panstwo_nie kiedys_bylam kiedys_bylem byloby_mi_przykro byloby_szkoda przykro_gdyby
    czy_musze czy_trzeba czy_juz_nie jeszcze_czy nie_mam_+_kontaktu z_corka z_synem nigdy_nie_dzwonia nigdy_nie_dzwoni ale_to_juz ale_to_nieaktualne
    sie_rozlaczyl* nie_zapom* nigdy_do_mnie_nie_dzwoni zebym_wiecej zebym_do zebym_tyle w_soboty_nie w_niedziele_nie tygodniu_mozna bede_dzwonic bede_dzwonil
    bede_dzwonila czy_moj_numer_bedzie czy_moj_numer_jest czy_moje_dane nie_wiem_czy nie_moge_dzwonic nie_moge_juz_dzwonic nie_wolno_mi mi_nie_wolno
    nie_skreslaj* nie_wykreslaj* nie_usuwajcie nie_usuwaj czy_wykreslil czy_wykreslili czy_skreslili czy_usuneli czy_usunal czy_zostal* nie_chce_dzwonic
    nie_chce_juz_dzwonic nie_chce_wiecej_dzwonic nigdy_nie_dostaj* nigdy_nie_mam nigdy_nie_odbier* nigdy_nie_mial* myslalam_ze myslalem_ze gdybym_nie_chcial*
    gdybym_chcial* gdybysmy_nie gdybym_nie jesli_nie_bede_chcial* jesli_nie_bede_chciala jak_nie_bede_chcial* jesli_ktos jesli_powiem jak_powiem jak_ktos_powie
    co_sie_dzieje co_bedzie co_jesli kto_panu kto_pani kto_wam kto_powiedzial dlaczego_przestal* czemu_przestal* dlaczego_nie_dzwoni* czemu_nie_dzwoni*
    czy_moge_pozniej czy_moge_kiedys czy_moge_sie czy_moge_zrezyg* czy_mozna_sie czy_to_tutaj czy_to_tu czy_tutaj czy_jestem jak_moge gdzie_mozna gdzie_moge
    wykresliliscie_mnie usuneliscie_mnie czy_wykreslil* czy_usunal* czy_usunel* czy_nadal w_zadnym_rejestrze nie_jestem_na nie_mowilem nie_mowilam
    nie_powiedzialem nie_powiedzialam nie_prosilem nigdy_nie_prosil* nie_prosze_o nie_przeszkadza_mi nie_przeszkadzacie wcale_nie_przeszkadza*
    nie_przeszkadza_pan* mi_nie_przeszkadz* nie_mam_nic_przeciw* nic_przeciwko nie_rozlaczac nie_rozlaczaj* prosze_nie_zapomniec nie_zapomnij* nie_zapominaj*
    nikt_do_mnie_nigdy nikt_nie_oddzw* nigdy_nie_oddzwon* nie_oddzwonil* dawno_nie dawno_panstwo wczoraj_juz wczoraj_ktos ktos_dzwonil to_mi_bardzo
    bardzo_pomaga wasze_mi aplikacja nie_przestawac nie_chce_+_przestal* nie_chce_+_zebyscie_przestali zeby_pan_przestal zeby_pani_przestala zebym_nie_dzwonil*
    zebym_nie_musial* zebym_nie_zapom* powiedziala_nie bym_nie_powiedzial* nie_przypominam czemu_panstwo_do_mnie_wiecej_nie czekalam czekalem
    nie_chce_zebyscie_przestali nie_mowie_zebyscie_przestali nie_prosilam_o nie_prosilam_zeby nie_prosilam_o_usun* nie_prosilam_o_wykr* nagrywana nagrywane
    nagrywacie_te nagrywa_sie powiedzieli_ze_usuna wysylkow* wiecej_nie_zadzwonili_czeka* czemu_+_nie_zadzwonil* dlaczego_+_nie_zadzwonil* jak_sie_pan
    jak_sie_pani jak_sie_u_was maz_wiedzial zona_wiedziala zeby_maz zeby_zona zeby_mama dopiero_w dopiero_po czy_ktos_dzwonil czy_ktos_do_mnie przed_tym
    telefon_nie_przyjmuje jesli_nie_chce powiedzieli_nam szkoda_by szkoda_ze szkoda_gdyby powstrzymac_sasiad* sasiada nie_ma_dnia nie_lubie_dzwonic
    nie_lubie_telefonowac jak_kiedys jesli_kiedys czy_chce pytali_czy od_oszustow prosze_nie_pisac ktos_wiedzial nikt_nie_zadzwonil nikt_do_mnie_nie_zadzwonil
    nikt_do_nas_nie_zadzwonil dawno nie_odebralem nie_odebralam od_marca_nikt od_tygodni_nikt od_miesiecy_nikt od_dawna_nikt od_lat_nikt od_roku_nikt jaki_numer
    ktory_numer wlasny_numer wlasnego_numeru nikt_mi_nie nie_jestem_zl* nie_gniewam_sie czyli_przestan* przestaniecie_+_jesli przestaniecie_dzwonic_jesli
    nie_chce_znowu_przeszkadzac nie_chce_przeszkadzac nie_chcialbym_przeszkadzac nie_chcialabym_przeszkadzac dzwonie_zeby odrazu od_razu_nie dlaczego_wykreslono
    czemu_wykreslono nie_dzwonilem nie_dzwonilam nie_zadzwonilem nie_zadzwonilam odkad ale_dzwoncie ale_prosze_dzwonic ale_niech_pan_dzwoni nie_mam_juz_telefonu
    nie_mam_zastrzezen nigdy_bym_nie o_kazdej_porze jestem_na_zadnej_liscie problemu_z problemow_z z_potwierdzeniem jak_zaplace jesli_zaplace gdy_zaplace
    wstrzymac_z_telefonem chyba_nigdy nie_sprzeciwiam czy_to_ostatni wiecej_niz`,
  limit: `
    przed rano wieczorem poludniem w_poniedzial* we_wtor* w_srod* w_czwart* w_piatk* w_piat* w_sobot* w_niedziel* pracy wieczorami dopoki do_pracy komorke
    slysze drozej taniej w_weekend* po_osmej po_siodmej po_szostej po_dziewiat* po_dziesiat* po_dwudziest* po_osiemnast* po_siedemnast* po_szesnast*
    po_pietnast* po_czternast* po_dziewietnast* po_poludniu po_pracy po_godzin* po_20 po_18 po_19 po_21 po_hydraul* po_lekarz* po_taksow* po_karetk* po_fachow*
    po_elektryk* dzis_juz dzisiaj_juz juz_dzis juz_dzisiaj dzisiaj_nie dzis_prosze dzisiaj_prosze nie_dzis nie_dzisiaj na_dzis na_dzisiaj dzwonic_dzis*
    jutro_moze jutro_prosze jutro_rano jutro_bede nie_jutro teraz_nie nie_teraz prosze_teraz teraz_jestem w_tym_tygodniu_prosze w_tym_tygodniu_nie
    w_tym_tygodniu_juz w_tym_miesiacu_prosze w_tym_miesiacu_nie dzwonic_w_tym do_konca na_razie chwilowo w_nocy noca w_swieta urlopie stacjonarny wole_telefon
    wole_jak sluzbow* tak_pozno tak_wczesnie o_tej_porze w_trakcie podczas w_ciagu_dnia w_godzinach do_szkoly zanim az_do do_poniedzialku do_wtorku do_srody
    do_czwartku do_piatku do_stycznia do_lutego do_marca do_kwietnia do_maja do_czerwca do_lipca do_sierpnia do_wrzesnia do_pazdziernika do_listopada do_grudnia
    do_swiat do_jutra do_wieczora do_godziny do_polowy przez_tydzien przez_najblizsz* w_najblizsz* na_wakacjach w_wakacje w_czasie na_prywatny w_niedziele
    w_poniedzialek w_sprawie_reklamacji teraz_prosze_nie czesciej z_ukrytego po_monter* od_innych innych_firm pozniej potem o_swicie jesli_wszystko jak_wszystko
    jesli_nic_sie chyba_ze na_czekanie przelaczac skrzynki skrzynce ulotek w_porze obiadu_dzwon* w_czasie_obiadu podczas_obiadu w_trakcie_obiadu teraz_nie_moge
    w_pracy_nie nieznanych nieznane zastrzezonego przed_dziewiata przed_osma przed_dziesiata po_dwudziestej po_dwudziestej_pierwszej po_dwudziestej_drugiej
    co_chwile co_godzine tak_czesto w_srodku_nocy dopoki_nie do_czasu az_wyniki do_biura na_sluzbowy na_stacjonarny pod_stary na_stary na_takie z_innych_firm
    w_biurze mojego_biura do_mojego_biura z_biura_w jeszcze_nie dzis_nie_moge dzis_nie_mam dzis_nie_pasuje dzis_nie_dzwon* ale_dzis_nie teraz_prowadze
    dzwonic_teraz teraz_dzwonic piec_minut dziesiec_minut az kiedy_dziecko kiedy_spi kiedy_pracuje kiedy_jem gdy_spie gdy_pracuje kiedy_jestem gdy_jestem`,
  things: `
    maila maile maili zamowienia produkt fakture wizyty wizyte umowe umowy taryfy abonament* uczestnikow gosci oczekujacych jeszcze_nie paczki newsletter* stary
    stare starego newslettera zamowienie prenumerat* adres pozycje kolejki gazety zakupow kierowcow obecnosci wolontariuszy swoj_numer swoje_dane jego_numer
    jej_numer karte karty listy_klasowej pin pinu haslo pin_u`,
  instead: 'lepiej tylko raczej jutro potem pozniej wole w_przyszlym w_nastepnym zamiast dopiero wpadne przyjde podejde tylko_w tylko_pan tylko_pani',
  aside: `
    nie_do_pani nie_do_pana nie_do_panstwa nie_o_pania nie_o_pana to_do_dziecka to_do_syna to_do_corki to_do_psa na_chwile chwilke przez_telefon_rozmawiam
    rozmawiam_przez_telefon ale_teraz przepraszam_co a_ja_tam a_panstwo_sa a_ja_slucham nie_o_was ale_to_juz ale_to_nieaktualne ale_juz_mi ale_panstwo ale_u_was`,
  person: `
    matka mama ojciec tata brat siostra syn corka maz zona chlopak dziewczyna szef szefowa sasiad sasiadka kolega kolezanka przyjaciel przyjaciolka babcia
    dziadek wujek ciocia kuzyn kuzynka wnuk wnuczka tesciowa tesc szwagier szwagierka byly byla wlasciciel wlascicielka lekarz lekarka doktor adwokat prawnik
    klient klientka klienci jakis_pan jakas_pani ludzie bank policja ktos nauczyciel nauczycielka facet pielegniarka pielegniarz`,
  says: `
    powiedzial powiedziala powiedzieli mowil mowila mowili mowi mowia prosil prosila poprosil poprosila zapytal zapytala pytal pytala krzyknal krzyknela
    krzyczal krzyczala przysiagl przysiegla obiecal obiecala napisal napisala odpowiedzial odpowiedziala kazal kazala zazadal zazadala chcial chciala twierdzi
    jest_na jest_w`,
  harmless: `
    od_dzis od_dzisiaj od_teraz od_zaraz szefowi swojemu_szefowi waszemu_szefowi pana_szefowi pani_szefowi koledze kolegom waszemu_koledze swoim_kolegom
    waszej_kolezance innych_numerow inne_numery z_innych_numerow maz_i_ja ja_i_maz zona_i_ja ja_i_zona ani_telefonicznie ani_listownie ani_mailowo ani_dzis
    ani_dzisiaj ani_jutro ani_teraz ani_pozniej dniem_i_noca dzien_i_noc moja_komorke_w_spokoju`,
  narrows: `
    przed po w we na podczas kiedy gdy jak dopoki jesli jezeli chyba tak z ze do od o bo albo ale tylko dzis dzisiaj jutro teraz jeszcze panie pani pan doktorze
    zeby wczesnie pozno czesto i miedzy za pod nad bez aby rano wieczorem`,
  needless: 'nie_musi nie_musicie nie_trzeba nie_ma_potrzeby nie_potrzeba',
}
