/** What is said on a simulated call, in the languages the simulator speaks. */
export interface Phrases {
  greeting(name: string): string
  goAhead: string
  ask(label: string): string
  yes: string
  no: string
  thanks: string
  goodbye: string
  afterTheTone: string
  messageLeft: string
  areYouThere: string
  hangingUp: string
  whoIsThis: string
  aboutYourRequest: string
  notInterested: string
  summary: Record<'success' | 'not_interested' | 'silence' | 'voicemail' | 'provider_error' | 'unanswered', string>
  people: string[]
  companies: string[]
  cities: string[]
  streets: string[]
  remarks: string[]
}

export type Language = 'en' | 'it' | 'de' | 'es' | 'fr'

export const PHRASES: Record<Language, Phrases> = {
  en: {
    greeting: (name) => `Hello, this is ${name}. Do you have a minute?`,
    goAhead: 'Yes, go ahead.',
    ask: (label) => `May I ask: ${label}?`,
    yes: 'Yes',
    no: 'No',
    thanks: 'Thank you, that is all I need. Have a nice day, goodbye.',
    goodbye: 'Goodbye.',
    afterTheTone: 'Please leave a message after the tone.',
    messageLeft: 'Hello, I am sorry I missed you. I will call again.',
    areYouThere: 'Hello, are you still there?',
    hangingUp: 'I cannot hear you, so I will hang up now. Goodbye.',
    whoIsThis: 'Sorry, who is this?',
    aboutYourRequest: 'I am calling with a short question. Is now a good time?',
    notInterested: 'No, I am not interested. Goodbye.',
    summary: {
      success: 'The person answered every question and the call ended politely.',
      not_interested: 'The person was not interested and ended the call.',
      silence: 'Nobody spoke, and the agent hung up.',
      voicemail: 'The call reached a voicemail; the agent left a short message.',
      provider_error: 'The call broke off in the middle of the conversation.',
      unanswered: 'The call was not answered.',
    },
    people: ['Emma Clarke', 'James Miller', 'Olivia Brooks', 'Daniel Reed'],
    companies: ['Northfield Supplies', 'Harbour Analytics', 'Brightwater Foods'],
    cities: ['Bristol', 'Denver', 'Leeds'],
    streets: ['14 Mill Lane, Bristol', '220 Cedar Street, Denver', '8 Abbey Road, Leeds'],
    remarks: [
      'Prefers to be called in the morning',
      'Would like an offer by email first',
      'Already uses a similar service',
      'Decides together with a colleague',
    ],
  },
  it: {
    greeting: (name) => `Buongiorno, sono ${name}. Ha un minuto?`,
    goAhead: 'Sì, mi dica.',
    ask: (label) => `Posso chiederle: ${label}?`,
    yes: 'Sì',
    no: 'No',
    thanks: 'Grazie, ho tutto quello che mi serve. Buona giornata, arrivederci.',
    goodbye: 'Arrivederci.',
    afterTheTone: 'Lasciate un messaggio dopo il segnale acustico.',
    messageLeft: 'Buongiorno, mi spiace non averla trovata. Richiamerò.',
    areYouThere: 'Pronto, è ancora in linea?',
    hangingUp: 'Non la sento, quindi chiudo la chiamata. Arrivederci.',
    whoIsThis: 'Scusi, chi parla?',
    aboutYourRequest: 'La chiamo per una breve domanda. È un buon momento?',
    notInterested: 'No, non mi interessa. Arrivederci.',
    summary: {
      success: 'La persona ha risposto a tutte le domande e la chiamata si è conclusa cordialmente.',
      not_interested: 'La persona non era interessata e ha chiuso la chiamata.',
      silence: 'Nessuno ha parlato e l’agente ha riagganciato.',
      voicemail: 'Ha risposto la segreteria; l’agente ha lasciato un breve messaggio.',
      provider_error: 'La chiamata si è interrotta a metà conversazione.',
      unanswered: 'Nessuno ha risposto alla chiamata.',
    },
    people: ['Giulia Ferrari', 'Marco Bianchi', 'Sara Conti', 'Luca Moretti'],
    companies: ['Officine Lombarde', 'Conti Logistica', 'Studio Ferri'],
    cities: ['Milano', 'Bologna', 'Torino'],
    streets: ['Via Roma 14, Milano', 'Corso Francia 22, Torino', 'Via Mazzini 8, Bologna'],
    remarks: ['Preferisce essere chiamato al mattino', 'Vorrebbe prima un’offerta per email', 'Usa già un servizio simile', 'Decide insieme a un collega'],
  },
  de: {
    greeting: (name) => `Guten Tag, hier spricht ${name}. Haben Sie einen Moment Zeit?`,
    goAhead: 'Ja, bitte.',
    ask: (label) => `Darf ich fragen: ${label}?`,
    yes: 'Ja',
    no: 'Nein',
    thanks: 'Vielen Dank, das ist alles. Einen schönen Tag noch, auf Wiederhören.',
    goodbye: 'Auf Wiederhören.',
    afterTheTone: 'Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
    messageLeft: 'Guten Tag, leider habe ich Sie nicht erreicht. Ich melde mich wieder.',
    areYouThere: 'Hallo, sind Sie noch da?',
    hangingUp: 'Ich kann Sie nicht hören und lege jetzt auf. Auf Wiederhören.',
    whoIsThis: 'Entschuldigung, wer ist da?',
    aboutYourRequest: 'Ich habe nur eine kurze Frage. Passt es Ihnen gerade?',
    notInterested: 'Nein, ich habe kein Interesse. Auf Wiederhören.',
    summary: {
      success: 'Die Person hat alle Fragen beantwortet, das Gespräch endete freundlich.',
      not_interested: 'Die Person hatte kein Interesse und hat aufgelegt.',
      silence: 'Niemand hat gesprochen, der Agent hat aufgelegt.',
      voicemail: 'Der Anrufbeantworter hat abgenommen; der Agent hat eine kurze Nachricht hinterlassen.',
      provider_error: 'Der Anruf ist mitten im Gespräch abgebrochen.',
      unanswered: 'Der Anruf wurde nicht angenommen.',
    },
    people: ['Anna Schneider', 'Jonas Weber', 'Lena Hoffmann', 'Paul Richter'],
    companies: ['Weber Maschinenbau', 'Nordlicht Energie', 'Hoffmann Beratung'],
    cities: ['Hamburg', 'Köln', 'Leipzig'],
    streets: ['Gartenstraße 14, Hamburg', 'Ringallee 22, Köln', 'Lindenweg 8, Leipzig'],
    remarks: [
      'Möchte lieber morgens angerufen werden',
      'Wünscht zuerst ein Angebot per E-Mail',
      'Nutzt bereits einen ähnlichen Dienst',
      'Entscheidet gemeinsam mit einer Kollegin',
    ],
  },
  es: {
    greeting: (name) => `Buenos días, soy ${name}. ¿Tiene un minuto?`,
    goAhead: 'Sí, dígame.',
    ask: (label) => `¿Puedo preguntarle: ${label}?`,
    yes: 'Sí',
    no: 'No',
    thanks: 'Muchas gracias, eso es todo. Que tenga un buen día, adiós.',
    goodbye: 'Adiós.',
    afterTheTone: 'Deje su mensaje después de la señal.',
    messageLeft: 'Buenos días, siento no haberle encontrado. Volveré a llamar.',
    areYouThere: 'Hola, ¿sigue ahí?',
    hangingUp: 'No le oigo, así que voy a colgar. Adiós.',
    whoIsThis: 'Perdone, ¿quién es?',
    aboutYourRequest: 'Le llamo para hacerle una pregunta breve. ¿Es buen momento?',
    notInterested: 'No, no me interesa. Adiós.',
    summary: {
      success: 'La persona respondió a todas las preguntas y la llamada terminó cordialmente.',
      not_interested: 'La persona no estaba interesada y colgó.',
      silence: 'Nadie habló y el agente colgó.',
      voicemail: 'Saltó el buzón de voz; el agente dejó un mensaje breve.',
      provider_error: 'La llamada se cortó a mitad de la conversación.',
      unanswered: 'Nadie contestó la llamada.',
    },
    people: ['Lucía Ortega', 'Carlos Vidal', 'Marta Serrano', 'Javier Campos'],
    companies: ['Talleres Ortega', 'Serrano Logística', 'Estudio Campos'],
    cities: ['Madrid', 'Valencia', 'Sevilla'],
    streets: ['Calle Mayor 14, Madrid', 'Avenida del Puerto 22, Valencia', 'Calle Feria 8, Sevilla'],
    remarks: ['Prefiere que le llamen por la mañana', 'Quiere primero una oferta por correo', 'Ya utiliza un servicio parecido', 'Lo decide con una compañera'],
  },
  fr: {
    greeting: (name) => `Bonjour, ici ${name}. Avez-vous une minute ?`,
    goAhead: 'Oui, je vous écoute.',
    ask: (label) => `Puis-je vous demander : ${label} ?`,
    yes: 'Oui',
    no: 'Non',
    thanks: 'Merci beaucoup, j’ai tout ce qu’il me faut. Bonne journée, au revoir.',
    goodbye: 'Au revoir.',
    afterTheTone: 'Veuillez laisser un message après le signal sonore.',
    messageLeft: 'Bonjour, je suis désolé de vous avoir manqué. Je rappellerai.',
    areYouThere: 'Allô, êtes-vous toujours là ?',
    hangingUp: 'Je ne vous entends pas, je vais raccrocher. Au revoir.',
    whoIsThis: 'Pardon, qui est à l’appareil ?',
    aboutYourRequest: 'Je vous appelle pour une petite question. Est-ce le bon moment ?',
    notInterested: 'Non, je ne suis pas intéressé. Au revoir.',
    summary: {
      success: 'La personne a répondu à toutes les questions et l’appel s’est terminé cordialement.',
      not_interested: 'La personne n’était pas intéressée et a raccroché.',
      silence: 'Personne n’a parlé et l’agent a raccroché.',
      voicemail: 'L’appel est arrivé sur une messagerie ; l’agent a laissé un court message.',
      provider_error: 'L’appel s’est interrompu au milieu de la conversation.',
      unanswered: 'Personne n’a répondu à l’appel.',
    },
    people: ['Camille Laurent', 'Hugo Martin', 'Chloé Dubois', 'Louis Moreau'],
    companies: ['Ateliers Moreau', 'Laurent Transports', 'Cabinet Dubois'],
    cities: ['Lyon', 'Nantes', 'Lille'],
    streets: ['14 rue de la Gare, Lyon', '22 quai de la Fosse, Nantes', '8 rue Nationale, Lille'],
    remarks: ['Préfère être appelé le matin', 'Souhaite d’abord une offre par courriel', 'Utilise déjà un service semblable', 'Décide avec une collègue'],
  },
}

const BY_DIALLING_CODE: [string, Language][] = [
  ['+39', 'it'],
  ['+49', 'de'],
  ['+43', 'de'],
  ['+41', 'de'],
  ['+34', 'es'],
  ['+52', 'es'],
  ['+33', 'fr'],
]

/**
 * The language a call is held in: the agent's own when it has one; of several (or `multi`) the one of the called
 * country, else the first. Answers its BCP-47 tag.
 */
export function languageTag(configured: unknown, calledNumber: string): string {
  const tags = [configured].flat().filter((tag): tag is string => typeof tag === 'string' && tag !== '')
  if (tags.length === 1 && tags[0] !== 'multi') return tags[0]!
  const local = BY_DIALLING_CODE.find(([code]) => calledNumber.startsWith(code))?.[1] ?? 'en'
  const named = tags.filter((tag) => tag !== 'multi')
  return named.find((tag) => tag.startsWith(local)) ?? named[0] ?? local
}

/** The phrases for a BCP-47 tag; English for languages the simulator does not speak. */
export const phrasesFor = (tag: string): Phrases => PHRASES[tag.slice(0, 2).toLowerCase() as Language] ?? PHRASES.en
