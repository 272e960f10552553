import type { Grammar } from '../grammar.ts'

export const pl: Grammar = {
  contact: `
    dzwonic dzwoncie dzwon dzwoni dzwonili dzwonil dzwonila dzwonily dzwoniono wydzwaniac wydzwaniajcie wydzwania dzwonienia dzwoniac telefonowac
    telefonujcie telefonuj telefonowali zadzwonicie zadzwoni_pan zadzwoni_pani kontaktowac kontaktujcie kontaktuj kontaktowali kontaktowania
    niepokoic niepokojcie niepokoj niepokoili nekac nekajcie nekaj neka nekali nekania przeszkadzac przeszkadzajcie przeszkadzano meczyc meczcie
    oddzwaniac zawracac zawracajcie wydzwaniali wydzwaniania wykonywac_polaczen zadzwoncie dzwonilibyscie dzwonienie dzwonila_pani`,
  contacted: 'byc_niepokojon* byc_nekan* kontaktowano przeszkadzano dzwoniono',
  calls: `
    telefon telefonow telefony telefonami telefonem polaczen polaczenia kontaktu kontaktow rozmow telemarketingu telefonach dzwonienia dzwonieniem`,
  no: 'nie zadnych zadnego zaden zadne nikt ani',
  more: 'wiecej juz nigdy ponownie znowu w_przyszlosci kolejnych kolejne kolejny dalszych dalsze jeszcze jeszcze_raz na_przyszlosc sobie',
  never: 'nigdy nigdy_wiecej przenigdy',
  stop: `
    przestan przestancie przestal_pan przestac przestali przestala zaprzestac zaprzestancie zaprzestan skonczcie skoncz skonczyc skonczyly skonczyli
    dajcie_spokoj powstrzymac powstrzymajcie ustaly przestanie ustania`,
  enough: 'koniec dosc dosyc zadnych zadnego ani_jednego stop nigdy_wiecej mam_dosc',
  forbid: `
    zabraniam zabraniamy zakazuje zakazujemy odmawiam odmawiamy sprzeciwiam sprzeciwiamy nie_wolno zabronione zabraniam_panu nie_zycze nie_zyczymy
    zastrzegam nie_pozwalam nie_pozwalamy nie_macie_prawa nie_ma_pan_prawa`,
  withdraw: 'wycofuje wycofujemy cofam cofamy odwoluje odwolujemy wycofac cofnac',
  consent: 'zgody zgode zgoda zgadzam zgadzamy pozwolenia pozwolenie pozwolilem pozwolilam wyrazam_zgody zgodzilem zgodzilam upowazniam przyzwolenia',
  remove: `
    usunac usuncie usun usuniecie usuniecia wykreslic wykreslcie wykresl skreslic skreslcie skresl skasowac skasujcie skasuj wymazac wymazcie wymaz
    wypisac wypiszcie wypisz zapomniec zapomnijcie zapomnij zablokowac zablokujcie wyrzuccie wyrzucic wyrzuc usunal usuneli wykreslenie skreslenie
    kasujcie zniknac usuniety wypisanie`,
  erase: `
    usunac usuncie usun usuniecie usuniecia wykreslic wykreslcie wykresl skreslic skreslcie skresl skasowac skasujcie skasuj wymazac wymazcie wymaz
    zapomniec zapomnijcie zapomnij zablokowac zablokujcie wyrzuccie wyrzucic wyrzuc kasujcie`,
  dial: 'wybierac wybierajcie wybieraj uzywac uzywajcie wykrecac wykrecajcie dzwonic',
  want: 'chce chcemy zycze zyczymy potrzebuje przyjmuje odbierac otrzymywac dostawac',
  list: 'listy liscie lista baz bazy bazie systemu rejestru rejestrow spisu kartoteki kontaktow ewidencji zbioru',
  mine: 'mnie nas moj moje mojego moich nasz naszego nasze ten_numer tego_numeru moim chce chcemy',
  number: `
    moj_numer ten_numer mojego_numeru tego_numeru nasz_numer naszego_numeru moj_telefon moje_dane moich_danych nasze_dane naszych_danych
    moje_nazwisko moim_numerze tym_numerze moj_kontakt`,
  noCallList: `
    do_ktorych_sie_nie nie_dzwonic czarna_liste liste_robinsona robinsona zastrzezonych zablokowanych do_ktorych_nie liste_sprzeciwow niechcacych`,
  put: 'wpiszcie wpisz wpisac dodajcie dodaj dodac umiescic umiesccie zapiszcie zapisac zapisz zanotujcie zanotowac zaznaczyc wciagnijcie',
  last: 'ostatni_raz ostatni_telefon po_raz_ostatni ostatnie_polaczenie',
  hear: 'slyszec sluchac czynienia wiedziec uslyszec',
  fromYou: 'o_was od_was z_wami od_panstwa z_panstwem o_panstwu od_pana od_pani o_waszej',
  whole: `
    dajcie_mi_spokoj dajcie_nam_spokoj daj_mi_spokoj dajcie_mi_swiety_spokoj dajcie_nam_swiety_spokoj daj_mi_swiety_spokoj zostawcie_mnie_w_spokoju
    zostawcie_nas_w_spokoju zostaw_mnie_w_spokoju prosze_mnie_zostawic_w_spokoju prosze_dac_mi_spokoj prosze_mi_dac_spokoj
    prosze_zostawic_mnie_w_spokoju prosze_nas_zostawic_w_spokoju odczepcie_sie odczep_sie odczepcie_sie_ode ma_byc_ostatni niech_to_bedzie_ostatni`,
  ask: 'prosze chce chcemy zycze prosilem prosilam wole wolalbym wolalabym mowilem mowilam',
  tail: 'do_mnie mnie tutaj tu prosze dziekuje do nas bardzo ten na numer',
  doing: 'dzwonicie',
  again: 'jeszcze_raz ponownie znowu jeszcze',
  when: 'jesli jezeli jak_jeszcze gdy',
  threat: 'policje policji prawnik* adwokat* skarge sadu zglosze uokik pozwe prokurat* uodo zgloszenie',
  other: `
    maz zona szef szefowa syn corka brat siostra sasiad sasiadka kolega kolezanka przyjaciel klient klienci ktos ludzie bank bankowi nikt on ona oni
    przestalem przestalam zadzwonie dzwonie sie_dodzwonic po_rozmowie kontaktowali_po od_tygodnia od_maja zadzwonilbym moj_telefon_juz`,
  them: 'niego niej nich centrale nim mu_dzwonic jego do_firmy',
  told: `
    dlaczego czemu czy_on czy_ona pytan przegapic zapomniec_zadzwonic zapomniec_do nie_przestawaj* nie_przestan* nie_przeszkadza kiedy_powiedz*
    moze_pan_zadzwonic moze_pani_zadzwonic oczekujacych nie_musi martwic rozlacz* zebym mozna_dzwonic mam_nic_przeciw powiedzial powiedziala
    dziekuje_za_telefon mialam mialem dostalem dostalam nie_mowie otrzymal* nagryw* wczoraj waha*`,
  limit: `
    przed po rano wieczorem poludniem w_poniedzial* we_wtor* w_srod* w_czwart* w_piatk* w_piat* w_sobot* w_niedziel* pracy biura dzis dzisiaj jutro
    teraz wieczorami dopoki do_pracy komorke slysze drozej taniej w_weekend*`,
  things: `
    maila maile maili zamowienia produkt fakture wizyty wizyte umowe umowy taryfy abonament* uczestnikow gosci oczekujacych jeszcze_nie paczki
    newsletter*`,
  instead: 'lepiej tylko raczej',
}
