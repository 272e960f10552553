import type { Language } from '../statements.ts'

export const it: Language = {
  groups: {
    made: 'virtuale automatico automatica automatizzato automatizzata artificiale digitale vocale sintetica ia ai',
    thing: 'assistente agente voce sistema intelligenza chiamata messaggio operatore operatrice centralino servizio',
    being: 'ia ai robot bot chatbot',
    vague: 'lei voi me mio mia miei suo sua suoi nostro nostra un una il qualcuno qui tutto tutti casa nuovo oggi ieri questo questa che',
    company: 'azienda societa ditta impresa organizzazione',
    of: 'di del dello della dell dal dallo dalla dall da',
  },
  ai: `
    sono ~4 un|una|l|il|la|vostro|suo @thing ~1 @made
    sono ~3 un|una|l @being
    chiamo ~3 sono? un|una|l @thing ~1 @made
    parla|risponde ~3 un|una|l|il|la @thing ~1 @made
    questa|questo e una|un ~1 @thing @made
    sta|state parlando con un|una|l @thing ~1 @made
    sta|state parlando con un|una @being
    parlando con un|una|l @thing|@being ~1 @made|@being?
    chiamata e effettuata|gestita|automatica|automatizzata|fatta ~2 @made|@being|intelligenza?`,
  caller: `
    @thing @made @of !@vague|@company
    per conto @of !@vague|@company
    a nome @of !@vague|@company
    da parte @of !@vague|@company
    chiamo|chiamiamo|telefono|contatto @of !@vague|@company|nuovo|parte
    sono ~4 @of !@vague|@company|parte|ia
    parla ~2 @of !@vague|@company|parte
    qui ~2 @of !@vague|@company
    benvenuto|benvenuti in|da|alla|presso !@vague
    grazie per aver chiamato la|il|lo|l? !@vague
    @of|per|a|azienda|e|la xcompany
    conto|nome xcompany`,
  recording: `
    chiamata|chiamate|telefonata|conversazione|chiamate e|sara|viene|vengono|verra|puo|potrebbe|sono ~2 registrata|registrate|registrato
    stiamo|sto registrando ~1 chiamata|telefonata|conversazione
    registriamo ~2 chiamata|chiamate|telefonata|conversazione|telefonate
    consenso|permesso alla|per|a|di registra*`,
  orders: 'di dica dire dille digli informa informi menziona spiega presentati annuncia avvisa comincia inizia specifica dichiara indica presentarti',
  orderedAi: `
    sei|e|come|con|un|una ~3 @thing ~1 @made
    sei|e|come|con|un ~3 @being`,
  orderedCaller: `
    conto|nome|parte @of
    nome dell|della @company
    sei|come|chiami ~4 @of !@vague|@company|ia
    quale @company
    xcompany`,
  orderedRecording: `
    chiamata|telefonata|conversazione ~4 registrata|registrato
    registrazione`,
  negations: 'non mai senza',
  breaks: `riguardo circa vendiamo vendo offriamo offre nega ingegnere sviluppatore sviluppatrice esperto esperta interessato interessata
    nascondi nessuno nessuna parlarle proposito venditore`,
  undone: `
    se|quando|solo|qualora ~5 chiede|chiedono|chiedesse|chiesto|domanda`,
  personas: `
    sei
    lei e
    il tuo nome
    ti chiami`,
  sentences: { ai: 'Sono un assistente virtuale, un’IA.', caller: 'Chiamo per conto di {{company}}.', recording: 'Questa chiamata viene registrata.' },
}
