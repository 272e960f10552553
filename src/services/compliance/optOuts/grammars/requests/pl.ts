import type { Requests } from '../../grammar.ts'

export const pl: Requests = {
  contact: `
    dzwonic dzwoncie dzwon dzwonili dzwonil dzwonila dzwonily dzwoniono wydzwaniac wydzwaniajcie wydzwania dzwonienia dzwoniac telefonowac telefonujcie
    telefonuj telefonowali zadzwonicie zadzwoni_pan zadzwoni_pani kontaktowac kontaktujcie kontaktuj kontaktowali kontaktowania niepokoic niepokojcie niepokoj
    niepokoili nekac nekajcie nekaj neka nekali nekania przeszkadzac przeszkadzajcie przeszkadzano meczyc meczcie oddzwaniac zawracac zawracajcie wydzwaniali
    wydzwaniania wykonywac_polaczen zadzwoncie dzwonilibyscie dzwonienie dzwonila_pani telefonowal telefonowala kontaktowal kontaktowala kontaktowaly kontaktuje
    kontaktuja niepokoil niepokoila niepokoi niepokoja nekal nekala nekaja nagabywac nagabywali nagabywajcie nagabuj* nagabywany nagabywana odzywac odzywali
    odzywajcie odzywaj odzywal odzywala odzywa wydzwanial wydzwaniaj wydzwaniaja zaczepiac zaczepiajcie naprzykrzac naprzykrzajcie naprzykrzali molestowac
    molestujcie obdzwaniac obdzwaniajcie napastowac przesladowac zawracali niekontaktowanie niedzwonienie niewydzwanianie nienekanie niepokojony niepokojona
    nekany nekana do_mnie_nie_zadzwonili oddzwaniajcie oddzwaniali dobijac dobijajcie zatelefonowali zeby_+_zadzwoni* zeby_+_+_dzwoni* zebyscie_+_zadzwoni*
    zebyscie_+_+_dzwoni* aby_+_zadzwoni* aby_+_+_dzwoni* abyscie_+_zadzwoni* abyscie_+_+_dzwoni* gdyby_+_zadzwoni* gdyby_+_+_dzwoni* by_+_zadzwoni*
    by_+_+_dzwoni* zatelefonowala do_mnie_nie_zadzwoni tu_nie_zadzwoni dzwonta telefonuje telefonuja niepokojeni nekani nagabywani niech_+_+_dzwonia
    niech_+_+_dzwoni dzwonicie_do_mnie_wiecej zadzwonili zadzwonil_juz zadzwonily oddzwanial* wydzwaniacie telefonujecie telefonujta zatelefonowac
    kontaktowac_sie kontaktujecie skontaktowali skontaktowal niepokoicie nekacie zaczepiali zaczepial meczyli dreczyc dreczcie dreczyli molestowali zawracaj
    zawracal zawracala zawracacie glowy_zawracac glowe_zawracac glowy_nie_zawracac wykrecac wykrecajcie wykrecali wybierac wybierajcie wybierali wykonywac
    wykonujcie wykonywali nachodzic nachodzcie namawiac namawiajcie nagabywaniem przeszkadzali przeszkadzal przeszkadzala przeszkadzaj probowac_dzwonic
    probujcie_dzwonic probujcie dzwonienie_do dzwoniles dzwonilas dzwoniliscie dzwonilo dzwonic_do dzwonicie_tu dzwonicie_tutaj telefonowano odzywaliby odezwali
    odezwal telefonic przedzwaniac przedzwaniajcie drazni* denerwujcie skontaktuje_sie_znowu znowu_sie_ze_mna_skontakt* skontaktuje skontaktujecie nie_probowac
    juz_nie_probowac robcie_tego robic_tego rob_tego tego_robic tego_nie_rob* niech_nikt_+_+_nie_dzwoni nikt_+_+_+_do_mnie_nie_dzwoni sie_juz_nie_dzwoni
    nie_dzwonicie zadzwonisz nalegac zaklocac zaklocajcie sie_nie_dzwoni skontaktowac sprzedac sprzedawac szukajcie szukac ponaglac fatyguje fatygowac
    wiecej_nie_zadzwoni juz_nie_zadzwoni tego_nie_powtarzac`,
  contacted: `
    byc_niepokojon* byc_nekan* kontaktowano przeszkadzano dzwoniono nagabywany nagabywana niepokojony niepokojona nekany nekana nagabywan* niepokojon* nekan*
    dreczon* molestowan* telefonowano wydzwaniano kontaktowania_sie_ze_mna mnie_niepokojono dzwoniono_do`,
  calls: `
    telefonow telefony telefonami telefonem polaczen polaczenia kontaktu kontaktow rozmow telemarketingu telefonach dzwonienia dzwonieniem wydzwaniania
    wydzwanianiem wydzwanianie dzwonienie nekania nagabywania od_was_telefon* od_panstwa_telefon* od_pana_telefon* od_was_+_telefonow od_panstwa_+_telefonow
    telefonicznie kontakt_telefoniczny kontaktu_telefonicznego telemarketing rozmowy_telefoniczne ofert_przez_telefon ofert_telefonicznych reklam_przez_telefon
    jeden_telefon jeden_taki_telefon kolejny_telefon na_telefon telefon_od_was telefon_od_panstwa telefon_z_waszej dzwonieniu telefonom kontaktowaniu nekaniu
    ciagle_dzwonicie ze_dzwonicie dzwonicie_co dzwonicie_codziennie dzwonicie_ciagle na_kontakt kontakt_z_wami kontakt_z_panstwem sprzedawcow_przez_telefon
    reklam_telefonicznych rozmowy_marketingowe rozmow_marketingowych rozmowy_handlowe telemarketerow telemarketerzy telemarketera polaczeniami telefoniku
    ofert_handlowych polaczen_telefonicznych kontaktow_telefonicznych kontakty_telefoniczne kontaktem_telefonicznym kontaktowi nagabywanie nekanie nekanych
    polaczeniom rozmowom kontaktami telefonowania telefonowaniem telefonowanie marketingu_telefonicznego marketing_telefoniczny sprzedazy_telefonicznej
    sprzedaz_telefoniczna waszych_telefonow tych_telefonow takich_telefonow tego_dzwonienia tym_dzwonieniem telefonu zadnego_telefonu jednego_telefonu
    nastepnym_telefonie komunikacji komunikacje komunikacja wszelkiej_komunikacji reklamy_telefonicznej reklamy_przez_telefon reklam_na_tym prob_kontaktu
    proby_kontaktu prob_polaczenia marketingowi_bezposredniemu marketing_bezposredni marketingu_bezposredniego kampaniach_telefonicznych kampanii_telefonicznych
    reklame_przez reklame_telefoniczna`,
  no: 'nie zadnych zadnego zaden zadne ani zaden_z_was',
  more: `
    wiecej juz nigdy ponownie znowu w_przyszlosci kolejnych kolejne kolejny dalszych dalsze jeszcze jeszcze_raz na_przyszlosc sobie raz_na_zawsze na_stale
    na_zawsze od_teraz od_dzis od_dzisiaj nic_do nic_wspolnego w_ogole pod_zadnym_pozorem zadnego_wiecej nigdy_juz juz_nigdy dluzej kiedykolwiek odtad
    definitywnie ostatecznie po_raz_kolejny kolejnym drugi_raz nastepnym_razem wiecej_razy juz_wiecej`,
  never: `
    nigdy nigdy_wiecej przenigdy nie_chce_zeby* nie_chce_by* nie_chce_aby* nie_chcemy_zeby* nie_chcemy_by* nie_zycze_sobie_zeby* nie_zycze_sobie_aby
    o_niekontaktowanie o_niedzwonienie o_niewydzwanianie o_nienekanie nie_ma_po_co zeby_nikt zeby_juz_nikt zeby_zaden aby_nikt niech_nikt by_nikt
    zebyscie_juz_nigdy nikomu_nie_wolno zeby_+_+_nie_dzwoni* zeby_+_+_nie_kontakt* zeby_+_+_nie_niepok* zeby_+_+_nie_neka* zeby_+_+_nie_telefon*
    zeby_+_+_nie_wydzwan* zeby_+_+_nie_nagab* zeby_+_+_nie_odzyw* aby_+_+_nie_dzwoni* aby_+_+_nie_kontakt* aby_+_+_nie_niepok* aby_+_+_nie_neka*
    aby_+_+_nie_telefon* aby_+_+_nie_wydzwan* aby_+_+_nie_nagab* aby_+_+_nie_odzyw* gdyby_+_+_nie_dzwoni* gdyby_+_+_nie_kontakt* gdyby_+_+_nie_niepok*
    gdyby_+_+_nie_neka* gdyby_+_+_nie_telefon* gdyby_+_+_nie_wydzwan* gdyby_+_+_nie_nagab* gdyby_+_+_nie_odzyw* niech_+_+_nie_dzwoni* niech_+_+_nie_kontakt*
    niech_+_+_nie_niepok* niech_+_+_nie_neka* niech_+_+_nie_telefon* niech_+_+_nie_wydzwan* niech_+_+_nie_nagab* niech_+_+_nie_odzyw* nigdy_przenigdy
    nie_zycze_sobie_by nie_zyczymy_sobie_zeby* nie_zyczymy_sobie_aby prosze_juz_nie prosze_wiecej_nie juz_nie_dzwonic juz_tu_nie juz_do_mnie_nie macie_tu_nie
    macie_nie macie_juz_nie ma_pan_nie ma_pani_nie nie_macie_prawa nie_ma_pan_prawa nie_macie_po_co nie_ma_sensu nie_ma_potrzeby nie_trzeba_wiecej
    nie_trzeba_juz nikt_juz od_teraz_nie_chce od_dzis_nie_chce od_dzisiaj_nie_chce bez_sensu pod_zadnym_pozorem w_zadnym_wypadku pod_zadnym_warunkiem`,
  stop: `
    przestan przestancie przestal_pan przestac przestali przestala zaprzestac zaprzestancie zaprzestan skonczcie skoncz skonczyc skonczyly skonczyli
    dajcie_spokoj powstrzymac powstrzymajcie ustaly przestanie ustania przestana przestalibyscie przestalby zaprzestanie zaprzestania zaprzestaly skonczycie
    dajcie_sobie_spokoj dajcie_se_spokoj darujcie_sobie odpuscie odczepcie_sie odwalcie_sie spadajcie dosc_juz spadaj przestanmy zaprzestaniu zaprzestali
    zakonczcie zakonczyc zakonczenia zakonczenie skonczcie_z skonczcie_juz skonczyc_z wstrzymac wstrzymajcie wstrzymania zaniechac zaniechania zaniechajcie
    dac_spokoj_z dajcie_spokoj_z daj_spokoj_z daj_sobie_spokoj da_pan_spokoj_z odpuscic_z odpusccie przerwac przerwijcie darujcie daruj darowac prosze_darowac
    niech_pan_przestanie niech_pani_przestanie dajcie_juz_spokoj oszczedzcie oszczedz sobie_oszczedzic oszczedzcie_sobie darowac_sobie dajcie_se_siana
    dajcie_sobie_siana niech_pan_da_spokoj niech_pani_da_spokoj szkoda przestaniecie przestaniesz skonczysz zaprzestaniecie zrezygnowali_z zrezygnowac_z
    polozyc_kres kres skonczylo`,
  stopThat: `
    przestancie przestan prosze_przestac prosze_z_tym_skonczyc skonczcie_z_tym skonczcie_to wystarczy dosc_tego ma_sie_to_skonczyc dajcie_juz_spokoj
    dajcie_spokoj niech_pan_przestanie niech_pani_przestanie koniec_z_tym koniec_tego zebyscie_przestali zeby_pan_przestal zeby_pani_przestala zebys_przestal
    dosc o_spokoj wystarczy_tego wystarczy_juz nigdy_wiecej`,
  repeated: `
    drugi_raz trzeci_raz czwarty_raz piaty_raz szosty_raz dziesiaty_raz setny_raz ktorys_raz enty_raz ostatni_raz_mowie ostatni_raz_prosze po_raz_ostatni
    ile_razy tyle_razy juz_mowilem juz_mowilam mowilem_juz mowilam_juz juz_prosilem juz_prosilam prosilem_juz prosilam_juz wielokrotnie wiele_razy sto_razy
    mowiono_wam wam_mowiono juz_wam juz_panu juz_pani juz_panstwu dwa_razy_+_prosi* trzy_razy_+_prosi* kilka_razy_+_prosi* dwa_razy_+_mowi* trzy_razy_+_mowi*
    kilka_razy_+_mowi* prosilismy mowilismy`,
  enough: `
    koniec dosc dosyc zadnych zadnego ani_jednego stop nigdy_wiecej mam_dosc dosc_tego koniec_z powyzej_uszu nie_chce_zadnych serdecznie_dosyc wystarczy_juz
    oszczedzcie_mi oszczedz_mi spokoj_od po_dziurki mamy_dosc mam_dosyc mamy_dosyc basta wystarczy_tych wystarczy_juz_tych mam_powyzej zmeczon* zadnego_wiecej
    ani_jeden starczy starczy_tych mam_po_uszy starczy_juz zadnych_reklam wystarczy_waszych wystarczy_tego wystarczy_z po_kokarde po_uszy zero`,
  forbid: `
    zabraniam zabraniamy zakazuje zakazujemy odmawiam odmawiamy sprzeciwiam sprzeciwiamy nie_wolno zabronione zabraniam_panu nie_zycze nie_zyczymy zastrzegam
    nie_pozwalam nie_pozwalamy nie_macie_prawa nie_ma_pan_prawa wnosze_sprzeciw skladam_sprzeciw wyrazam_sprzeciw zglaszam_sprzeciw sprzeciw_wobec sprzeciw_na
    zabronic wypisuje_sie_z wypisac_z_tych wypisac_z_waszych rezygnuje_z_telefonow rezygnuje_z_kontaktu nie_maja_panstwo_prawa nie_ma_pani_prawa
    nie_zyczymy_sobie nie_toleruje nie_zgadzam_sie_zeby* nie_zgadzam_sie_by nie_zgadzam_sie_aby nie_zgadzam_sie_na_dzwon* nie_masz_prawa nie_macie_zadnego_prawa
    nie_maja_prawa prawa_dzwonic nie_macie_zgody nie_maja_panstwo_zgody nie_ma_pan_zgody nie_ma_pani_zgody nie_dawalem_zgody nie_dawalam_zgody mam_dosc_tego_ze
    mam_dosc_ze mam_dosyc_tego_ze nie_chce_zeby_moj sprzeciw nie_zgadzam_sie_na nie_zgadzam_sie_zeby nie_zgadzam_sie nie_zgadzamy_sie nie_wyrazam_zgody
    nie_wyrazam nie_wyrazalem nie_wyrazalam nie_wyrazamy nigdy_nie_wyrazal* nie_macie_mojej_zgody nie_macie_pozwolenia nie_wolno_panstwu nie_wolno_wam
    nie_wolno_panu nie_wolno_do_mnie bez_mojej_zgody bez_zgody niechcian* niezamowion* niepozadan* nie_upowaznia* nie_upowazni* nie_akceptuje nie_godze_sie
    prawo_do_sprzeciwu prawa_do_sprzeciwu prawo_do_bycia_zapomnian* prawa_do_bycia_zapomnian* zastrzezony_i zastrzezony_numer_i wypraszam_sobie nie_sa_tu_mile
    nie_sa_mile nie_jest_mile zakaz zakazu zakazem rezygnuje_z_jakich* rezygnuje_z_wszelk* rezygnuje_z_kontakt* rezygnuje_z_dalsz* rezygnuje_z_telefon*
    rezygnujemy_z odmawiam_dalsz* niemile_widzian* rezygnuje_z_waszych rezygnuje_z_tych obejdziemy_sie_bez obejde_sie_bez zakazan* nie_mam_ochoty
    nie_mamy_ochoty`,
  withdraw: `
    wycofuje wycofujemy cofam cofamy odwoluje odwolujemy wycofac cofnac cofniecie wycofanie odwolac odwolanie anuluje anulowac rezygnuje_z_zgody uniewazniam
    cofniet* wycofan* odwolan*`,
  consent: `
    zgody zgode zgoda zgadzam zgadzamy pozwolenia pozwolenie pozwolilem pozwolilam wyrazam_zgody zgodzilem zgodzilam upowazniam przyzwolenia zgod zezwolenia
    zgodzie upowaznienie przyzwolenie`,
  remove: `
    usunac usuncie usun usuniecie usuniecia wykreslic wykreslcie wykresl skreslic skreslcie skresl skasowac skasujcie skasuj wymazac wymazcie wymaz wypisac
    wypiszcie wypisz zapomniec zapomnijcie zapomnij zablokowac zablokujcie wyrzuccie wyrzucic wyrzuc usunal usuneli wykreslenie skreslenie kasujcie zniknac
    usuniety wypisanie wykreslenia skreslenia wypisania wymazanie wymazania skasowanie skasowania skreslili wykreslili skresli wykresli usunie usuna usunieta
    wyrejestrujcie wyrejestrowac zdjac zdejmijcie zdejmij wykasowac wykasujcie wykasuj skasuje wyrzucenie wypisali wypisze wypisany wypisana zniknal wywalcie
    wywalic wywal wykreslono usunieto skreslono wymazano skasowano zniszczyc zniszczcie nie_bylo zniknie znikne znikna i_wykreslil i_skreslil i_usunal
    i_skasowal i_wykreslila i_usunela zeby_+_wykresli* zeby_+_skresli* zeby_+_usun* usunieci usunietym wykreslony wykreslona wykresleni zablokuj wyciagnac
    wyciagnijcie wylaczyc_mnie wylaczcie_mnie wykluczyc wykluczcie likwidacji zlikwidowac zlikwidujcie wyczyscic wyczysccie pozbyc pozbadzcie zrezygnowac_z
    rezygnuje_z rezygnuje skreslona skreslony wylaczenie wykluczenie wylaczyc wylaczcie z_dala precz pomijajcie pominac pomijac pominiet* wycofac`,
  erase: `
    usunac usuncie usun usuniecie usuniecia wykreslic wykreslcie wykresl skreslic skreslcie skresl skasowac skasujcie skasuj wymazac wymazcie wymaz zapomniec
    zapomnijcie zapomnij zablokowac zablokujcie wyrzuccie wyrzucic wyrzuc kasujcie wykreslenia wykreslenie skreslenia skreslenie wymazanie wymazania skasowanie
    skasowania skreslili wykreslili skresli wykresli usunie usuna usuneli usunal usuniete usuniety wykasowac wykasujcie wykasuj skasuje skasowali zapomni
    zablokuje_pan wyrzucenie wywalcie wywalic wywal wykreslono usunieto skreslono wymazano skasowano zniszczyc zniszczcie i_wykreslil i_skreslil i_usunal
    i_skasowal i_wykreslila i_usunela zeby_+_wykresli* zeby_+_skresli* zeby_+_usun* zniknal zniknie zablokuj wypisac wypiszcie zgubcie zgub zlikwidujcie
    wyczysccie pozbadzcie_sie go_usunac je_usunac prosze_go_usunac prosze_go_skasowac zapomnieli zapomnial zgubili zgubil`,
  dial: `
    wybierac wybierajcie wybieraj uzywac uzywajcie wykrecac wykrecajcie dzwonic dzwoni nie_dzwoni przetwarzania przetwarzac uzywania wykorzystywac
    wykorzystywania trzymali trzymac przechowywali przechowywac`,
  doIt: 'tego_robic tego_nie_rob* robcie_tego rob_tego to_robic tego_wiecej_nie tak_robic tego_robil* powtarzac',
  want: `
    chce chcemy zycze zyczymy potrzebuje przyjmuje odbierac otrzymywac dostawac zyczylbym chcialbym chcialabym chcielibysmy zamierzam potrzebujemy akceptuje
    chcialem chcialam chcielismy nie_chce_byc`,
  list: `
    listy liscie lista baz bazy bazie systemu rejestru rejestrow spisu kartoteki kontaktow ewidencji zbioru bazie_danych listach telefonicznej systemie
    waszej_bazy spisow z_list waszych_list liste list baze baza system rejestr kartoteka spis wykazu kontaktowej kontaktowych komputera komputerze bazach bazami
    danych_klientow kampanii kampania telefonow_reklamowych telefonow_marketingowych bazy_danych dialera programu arkusza notesu ksiazki_telefonicznej stamtad
    wszystkiego_co automatu automat archiwum pamieci marketingu reklam`,
  callList: 'listy_telefonow listy_telefonicznej listy_kontaktow_telefonicznych listy_polaczen listy_obdzwaniania',
  mine: `
    mnie nas moj moje mojego moich nasz naszego nasze ten_numer tego_numeru moim chce chcemy zostac chcialbym chcialabym moja mi mojej chce_zostac chcemy_zostac
    chcialbym_zostac chcialabym_zostac chce_byc chcemy_byc prosze_o_wykreslenie prosze_o_usuniecie o_wykreslenie o_usuniecie chce_zniknac chcemy_zniknac
    sie_wypisac chce_sie_wypisac mnie_w_koncu chciala*`,
  number: `
    moj_numer ten_numer mojego_numeru tego_numeru nasz_numer naszego_numeru moj_telefon moje_dane moich_danych nasze_dane naszych_danych moje_nazwisko
    moim_numerze tym_numerze moj_kontakt danych_osobowych usuniecia_danych numer_domowy nasz_telefon mojego_telefonu moj_nr ten_nr numer_mojej moje_namiary
    nasze_namiary mojego_nazwiska mnie_w_koncu mnie_na_zawsze mnie_na_stale mnie_raz_na_zawsze moje_imie numer_mojej_mamy numer_mamy numer_telefonu moja_komorke
    moje_konto_telefoniczne wszystko_co_o_mnie wszystko_co_macie wszystkie_moje wszystkie_dane o_moim_numerze o_tym_numerze o_mnie_macie dane_osobowe numer_taty
    numer_mojego moj_+_numer nasz_+_numer go_skasowac to_nie_jest_numer moim_numerem te_linie nazwisko_i_numer tym_numerem te_komorke ten_telefon ta_komorke
    moj_profil tej_komorki tego_telefonu informacje_o_mnie informacji_o_mnie dane_o_mnie danych_o_mnie wszystko_o_mnie numer_prywatny moj_stacjonarny`,
  noCallList: `
    do_ktorych_sie_nie nie_dzwonic czarna_liste liste_robinsona robinsona zastrzezonych zablokowanych do_ktorych_nie liste_sprzeciwow niechcacych niechcianych
    nie_chca_telefon* osob_niezyczacych listy_robinsona nie_kontaktowac nie_chca_byc nie_chce_byc nie_chce_telefonow nie_chca_telefonow nie_zycze_sobie
    nie_zyczy_sobie nie_zycza_sobie nie_telefonowac nigdy_nie_dzwonic nigdy_nie_kontaktowac nie_niepokoic nie_nekac lista_sprzeciwow robinson* czarnej_liscie
    liste_zastrzezon* zeby_nie_dzwoni* zeby_nie_kontakt* zeby_do_mnie_nie zeby_wiecej_nie zadnych_telefonow sprzeciw nie_wyrazam_zgody co_nie_chca
    sie_nie_dzwoni zastrzezen nie_kontaktujecie`,
  put: `
    wpiszcie wpisz wpisac dodajcie dodaj dodac umiescic umiesccie zapiszcie zapisac zapisz zanotujcie zanotowac zaznaczyc wciagnijcie wpisze wpisali odnotowac
    odnotujcie zaznaczcie zaznacz dopiszcie dopisac dopisz chce_byc_na zapisac_ze zapiszcie_ze zapisz_ze zanotuj zanotuje odnotuj odnotuje oznaczyc oznaczcie
    zarejestrowac zarejestrujcie wprowadzic notatke adnotacje uwage dopilnowac dopilnujcie zadbac zadbajcie upewnic dac_na_te_liste mnie_dac_na wpisany wpisana
    wpisanie uszanowac uszanujcie uszanuj`,
  last: 'ostatni_raz ostatni_telefon po_raz_ostatni ostatnie_polaczenie ostatnia_rozmowa ostatni_kontakt ze_to_ostatni zeby_to_byl_ostatni',
  hear: 'slyszec sluchac czynienia wiedziec uslyszec wspolnego slyszec_od do_czynienia slyszec_nic rozmawiac widziec',
  fromYou: `
    o_was od_was z_wami od_panstwa z_panstwem o_panstwu od_pana od_pani o_waszej was_+_slyszec z_wasza od_waszej z_ta_firma z_wasza_firma z_panstwa_firma
    z_panstwa_strony z_waszej o_tej_firmie od_tej_firmy tej_firmie waszego_numeru panstwa_numeru waszym_numerem z_wami_rozmawiac`,
  whole: `
    dajcie_mi_spokoj dajcie_nam_spokoj daj_mi_spokoj dajcie_mi_swiety_spokoj dajcie_nam_swiety_spokoj daj_mi_swiety_spokoj zostawcie_mnie_w_spokoju
    zostawcie_nas_w_spokoju zostaw_mnie_w_spokoju prosze_mnie_zostawic_w_spokoju prosze_dac_mi_spokoj prosze_mi_dac_spokoj prosze_zostawic_mnie_w_spokoju
    prosze_nas_zostawic_w_spokoju odczepcie_sie odczep_sie odczepcie_sie_ode ma_byc_ostatni niech_to_bedzie_ostatni daj_mi_+_spokoj dajcie_mi_+_spokoj
    dajcie_nam_+_spokoj daj_nam_+_spokoj prosze_mi_dac_+_spokoj prosze_dac_mi_+_spokoj prosze_dac_nam_+_spokoj prosze_nam_dac_+_spokoj
    zostawcie_mnie_+_w_spokoju zostaw_mnie_+_w_spokoju zostawcie_nas_+_w_spokoju niech_mnie_+_zostawi_w_spokoju odczep_sie_+_ode ode_mnie_odczep* odwalcie_sie
    byl_wasz_ostatni_telefon ostatni_telefon_od_was ostatni_telefon_do_mnie ostatni_telefon_od_panstwa ostatni_telefon_z_waszej byl_ostatni_telefon
    ja_ani_zona_nie_chcemy ja_ani_maz_nie_chcemy nie_chce_was_+_slyszec nie_chce_pana_+_slyszec nie_chce_pani_+_slyszec zadam_usuniecia_danych
    wnosze_sprzeciw_na wnosze_sprzeciw_wobec_przetwarzania skladam_sprzeciw_wobec_przetwarzania skladam_sprzeciw_na sprzeciw_wobec_marketingu
    sprzeciwiam_sie_przetwarzaniu sprzeciw_wobec_przetwarzania wypiszcie_mnie_z_tego wypisz_mnie_z_tego odwal_sie o_brak_kontaktu o_brak_telefonow
    zostawcie_moja_mame_w_spokoju zostawcie_moich_rodzicow_w_spokoju nie_chce_byc_w_waszej nie_chce_byc_na_waszej nie_chce_byc_w_bazie
    nie_chce_byc_na_tej_liscie prawa_do_bycia_zapomnianym prawa_do_zapomnienia prawa_do_sprzeciwu prawa_sprzeciwu daj_nam_spokoj dac_mi_spokoj dac_nam_spokoj
    dac_mi_swiety_spokoj dajcie_mi_wreszcie_spokoj dajcie_mi_juz_spokoj da_mi_pan_spokoj da_mi_pani_spokoj niech_mi_pan_da_spokoj niech_mi_pani_da_spokoj
    dalibyscie_mi_spokoj dajcie_spokoj_mojej dajcie_mi_w_koncu_spokoj dacie_mi_spokoj dacie_mi_swiety dacie_nam_spokoj zostawic_mnie_w_spokoju
    zostawic_nas_w_spokoju odpieprzcie_sie odpusccie_sobie_telefony zapomnijcie_o_mnie zapomnij_o_mnie prosze_o_mnie_zapomniec prosze_zapomniec_moj
    prosze_zapomniec_o_moim wykreslcie_mnie wykresl_mnie wykreslic_mnie_stamtad jestem_na_liscie_robinsona numer_jest_zastrzezony_i darujcie_sobie_te_telefony
    darujcie_sobie_telefony darujcie_sobie_dzwonienie daruj_sobie_te_telefony darowac_sobie_te_telefony prosze_sobie_darowac_te oczekuje_ze_to_ostatni
    mam_nadzieje_ze_to_ostatni oby_to_byl_ostatni wypisac_z_tych_telefonow_bo nie_dacie_mi_swietego nie_dacie_mi_spokoju nie_dacie_nam_spokoju
    nie_przestaniecie_dzwonic wy_mnie_tez_usuncie mnie_tez_usuncie usuncie_mnie prawa_by_nie_dzwoniono prawa_zeby_nie_dzwoniono wiecej_tu_nie_dzwonicie
    z_ktorymi_sie_nie_kontakt* nie_byl_juz_przez_was_wybierany zrezygnowac_z_waszych ani_jednego_wiecej nie_zycze_sobie_tego_wiecej odczepic_od_mojego
    mnie_pomijac_w_waszych powstrzymanie_sie_od_dalszych dzwonic_tez_juz_nie_musisz jest_na_liscie_robinsona_dlaczego numer_jest_na_liscie_robinsona
    nie_powinno_byc_w_waszej nie_powinno_byc_na_waszej ostatni_telefon_jaki moja_komorke_w_spokoju moj_telefon_w_spokoju`,
  ask: `
    prosze chce chcemy zycze prosilem prosilam wole wolalbym wolalabym mowilem mowilam mowic powtarzac prosic prosimy chcialbym chcialabym prosilbym prosilabym
    prosil prosila niech zebyscie razy zadam zadamy mowie zeby_na zeby_do_mnie zeby_tu zeby_pod zeby_panstwo zeby_pan zeby_pani zeby_nie nie_dzwoncie nie_dzwon
    nie_telefonujcie nie_wydzwaniajcie nie_nekajcie nie_niepokojcie nie_kontaktujcie uprzejmie bardzo_prosze blagam wolelibysmy domagam nalegam powtarzam macie
    ma_pan ma_pani niech_pan niech_pani niech_panstwo niech_juz bylbym bylabym wdzieczn* stanowczo kategorycznie musi_pan musi_pani musicie nie_musicie_juz
    powinniscie wy panstwo i_nie`,
  tail: `
    do_mnie mnie tutaj tu prosze dziekuje do nas bardzo ten na numer telefonami tymi swoimi waszymi ofertami starszej kobiety pod nr domu glowy jasne zrozumiano
    kropka i do_widzenia prosze_pana prosze_pani kochana kochany zlotko skarbie synku czlowieku chlopie stary ziom ziomek bracie kolego okej ok dobra dobrze
    slyszy_pan slyszycie rozumie_pan prosze_bardzo wiecej juz nigdy do_nas do_domu na_ten_numer pod_ten_numer pod_ten_adres w_tej_sprawie w_zadnej_sprawie z_tym
    z_takimi z_niczym o_to ze_mna z_nami z_mna na_przyszlosc serio naprawde wcale wreszcie w_koncu bo_nie tez takze natychmiast od_razu calkowicie na_stale tego
    ani w_tej innej sprawie zadnej koniec`,
  doing: `
    dzwonicie zadzwoni zadzwonia zadzwonili zadzwonil zadzwonila dzwonia telefon zadzwon zadzwoncie wydzwaniacie dzwoni_pan dzwoni_pani to_sie_powtorzy
    sie_powtorzy zdarzy dzwoniliscie dzwonil_pan dzwonila_pani`,
  again: `
    jeszcze_raz ponownie znowu jeszcze nastepnym_razem nie_przestanie* nie_skonczycie kolejny jeszcze_jeden znow zobacze_ten_numer zobacze_wasz_numer
    kazdy_kolejny kazdy_nastepny przy_nastepnym nastepny_telefon jeszcze_jedno jedno_polaczenie nastepne_polaczenie bedziecie_dalej bedzie_pan_dalej
    bedzie_pani_dalej dalej_dzwonic sie_powtorzy`,
  when: `
    jesli jezeli jak_jeszcze gdy jak jeszcze_raz_+_zadzwon* jeszcze_raz_+_dzwon* jeszcze_jeden nastepnym_razem kolejny zadzwon zadzwoncie zadzwonicie zadzwonisz
    zadzwoni nastepny_telefon jeszcze_jedno nastepne_polaczenie`,
  threat: `
    policje policji prawnik* adwokat* skarge sadu zglosze uokik pozwe prokurat* uodo zgloszenie zglaszam uokik* pozew rzecznik* kancelari* zawiadom* podam
    urzedu ide_z_tym prokuratury inspektor* prawnika ide_na sadzie sadem policja skarga na_policje za_nekanie pozalujecie pozaluje dzwonie_na zglaszam_was
    komisariat milicj* posterunek sad prokurator* zglosic kroki`,
  register: 'lista_robinsona liste_robinsona liscie_robinsona listy_robinsona liscie_sprzeciwow krajowej_liscie',
  that: 'zeby aby ze by zebyscie zebys zebysmy zebym abyscie abys gdybyscie',
  and: 'i oraz nie_jestem_zainteresowan* nie_jestesmy_zainteresowan* nie_interesuje nie_dziekuje niczego_nie_potrzebuje',
  filler: 'um',
  you: 'zeby zebyscie zebys aby abyscie',
  request: `
    czy_moze czy_mogl* czy_moglby czy_moglaby moze_pan moze_pani mozecie moglby moglaby moglibyscie mogliby czy_da_sie czy_daloby czy_byl* czy_bylaby bylby
    bylaby ile_razy kiedy_wreszcie kiedy_w_koncu kiedy_przestan* czy_moge_prosic czy_mozna_prosic czy_mozna_mnie mozesz moglbys moglabys zechcial* czy_zechc*
    dlaczego_nie_dacie czemu_nie_dacie raczy czy_ktos_tam czy_ktos_moglby co_mam_zrobic za_duzo_prosic czemu_nie_rozumie* dlaczego_nie_rozumie*
    czemu_nie_przestan* czy_moglbym_prosic czy_moglabym_prosic moge_prosic a_moze_by kiedy_przestaniecie czy_to_takie_trudne czy_ktos_moze`,
  so: 'wiec dlatego zatem i_nie_zycze i_prosze to_jasne ze_to_jasne wyrazilem_sie_jasno',
  leave: 'dajcie daj dac da dacie dalibyscie zostawcie zostaw zostawic zostawili zostawil zostawi dali miec',
  peace: 'spokoj w_spokoju swiety_spokoj',
  anyNumber: 'numer ten_numer',
}
