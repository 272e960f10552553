/** What is said on a simulated call in one language. Lists are as long in every language, and their remarks mean the same. */
export interface Phrases {
  /** To somebody who is called, and the answer. */
  greeting(name: string): string
  goAhead: string
  /** To somebody who calls, and the answer. */
  welcome(name: string): string
  iAmCalling: string
  /** Asks for something by its name. */
  ask(label: string): string
  /** Asks what a prompt says to ask, `whether …` or `for your …`. */
  askFor(rest: string): string
  /** The agent's offer to answer questions, and the person's question. */
  anyQuestions: string
  askAbout(topic: string): string
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
  neverAgain: string
  busyNow: string
  willCallBack: string
  /** What somebody was saying when the line went dead. */
  cutOff: string
  /** The agent's questions and the person's answers that fill a long call. */
  chat: [agent: string, user: string][]
  summary: Record<'success' | 'not_interested' | 'do_not_call' | 'silence' | 'voicemail' | 'callback' | 'hung_up' | 'provider_error' | 'unanswered', string>
  people: string[]
  companies: string[]
  cities: string[]
  streets: string[]
  remarks: string[]
}
