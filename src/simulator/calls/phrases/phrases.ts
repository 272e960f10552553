/** The lines of a simulated call in one language. Lists have the same length in every language, and remarks the same meaning. */
export interface Phrases {
  /** Outbound: the agent's greeting, and the contact's reply. */
  greeting(name: string): string
  goAhead: string
  /** Inbound: the agent's greeting, and the caller's reply. */
  welcome(name: string): string
  iAmCalling: string
  /** Asks for something by its label. */
  ask(label: string): string
  /** Asks what a prompt says to ask, such as `whether …` or `for your …`. */
  askFor(rest: string): string
  /** The agent offers to answer questions, and the contact asks one. */
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
  /** The contact's last words before hanging up mid-sentence. */
  cutOff: string
  /** Questions and answers that fill a long call. */
  chat: [agent: string, user: string][]
  summary: Record<'success' | 'not_interested' | 'do_not_call' | 'silence' | 'voicemail' | 'callback' | 'hung_up' | 'provider_error' | 'unanswered', string>
  people: string[]
  companies: string[]
  cities: string[]
  streets: string[]
  remarks: string[]
}
