import type { Language } from '../statements.ts'

export const pl: Language = {
  groups: {
    made: 'wirtualn* automatyczn* sztuczn* cyfrow* ai glosow*',
    thing:
      'asystent asystentka asystentem asystentka agent agentem agentka glos glosem system systemem inteligencja inteligencji konsultant konsultantem konsultantka rozmowa polaczenie wiadomosc bot botem',
    being: 'ai bot botem robot robotem chatbot chatbotem voicebot voicebotem',
    vague: 'pana pani panstwa ciebie tobie mojego mojej mnie domu pracy swojego swojej kogos was nas tego tej ostatnich wczoraj tutaj',
    company: 'firmy firma przedsiebiorstwa organizacji',
  },
  ai: `
    jestem ~4 @made ~1 @thing
    jestem ~4 @thing ~1 @made
    jestem ~3 @being
    mowi|dzwoni|tu|z ~3 @made ~1 @thing
    mowi|dzwoni|tu|z ~3 @thing ~1 @made
    rozmawia|rozmawiasz ~1 z @made|@being|asystentem|systemem|agentem ~1 @thing|@made?
    to jest|polaczenie ~1 @made|automatyczne @thing|polaczenie?
    polaczenie|rozmowa jest? ~1 automatyczne|prowadzona|wykonane|automatyczna ~1 przez? @made|@being?`,
  caller: `
    @made|@thing @company *
    w imieniu !@vague|@company
    w imieniu @company *
    na zlecenie !@vague|@company
    dzwonie|dzwonimy|telefonuje z|ze|od firmy|kliniki? !@vague|@company
    z|ze tej? strony ~2 z|ze firmy? !@vague|@company
    jestem ~4 z|ze firmy|kliniki? !@vague|@company
    mowi|tu ~3 z|ze firmy|kliniki? !@vague|@company
    nazywam sie ~3 z|ze firmy? !@vague|@company
    witamy w !@vague
    dziekujemy za telefon do !@vague
    z|ze|firmy|w|od|imieniu|do|dla xcompany`,
  recording: `
    rozmowa|rozmowy|polaczenie|polaczenia jest|bedzie|moze|sa|beda|moga|zostanie ~2 nagrywana|nagrywane|rejestrowana|rejestrowane|nagrana
    nagrywamy|nagrywam|rejestrujemy ~1 rozmowe|rozmowy|polaczenie
    zgode na nagr*`,
  orders: 'powiedz mow mowic poinformuj wspomnij wyjasnij przedstaw zacznij rozpocznij zaznacz uprzedz podaj oznajmij',
  orderedAi: `
    jestes|jako|jest|z|sie ~3 @made ~1 @thing
    jestes|jako|jest|z|sie ~3 @thing ~1 @made
    jestes|jako|z ~3 @being
    sztuczna inteligencj*`,
  orderedCaller: `
    imieniu
    nazwe|nazwa firmy|organizacji|kliniki
    jakiej firmy
    jestes|jako|dzwonisz|sie ~4 z|ze firmy? !@vague|@company
    xcompany`,
  orderedRecording: `
    rozmowa|rozmowy|polaczenie ~3 nagrywana|nagrywane|rejestrowana
    nagrywaniu|nagraniu`,
  negations: 'nie nigdy bez',
  breaks: `zaden zadna sprawie sprzedajemy sprzedaje oferujemy oferuje czy zaprzecz programista programistka ekspertem zainteresowany
    ukryj temat inzynierem handlowcem`,
  undone: `
    jesli|jezeli|gdy|kiedy|dopiero|tylko ~5 zapyta|zapytaja|pyta|zapytany|pytaja
    czy ~9 robot|robotem|ai|nagrywana|botem|automat*`,
  personas: `
    jestes
    masz na imie
    nazywasz sie`,
  sentences: { ai: 'Jestem asystentem AI.', caller: 'Dzwonię w imieniu {{company}}.', recording: 'Ta rozmowa jest nagrywana.' },
}
