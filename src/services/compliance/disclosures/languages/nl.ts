import type { Language } from '../statements.ts'

export const nl: Language = {
  groups: {
    made: 'ai virtuele digitale geautomatiseerde automatische kunstmatige',
    thing: 'assistent assistente agent stem systeem intelligentie gesprek oproep bericht medewerker telefoniste bot dienst',
    being: 'ai bot robot chatbot spraakrobot spraakcomputer aiassistent',
    vague: 'u je jou uw jouw mij mijn ons onze een iemand hier thuis alle alles nu vandaag gisteren deze dit die dat plan mening harte het',
    company: 'bedrijf organi* firma praktijk kliniek',
  },
  ai: `
    ik ben|heet ~5 een|de|uw|jouw|je @made ~1 @thing
    ik ben ~4 een @being
    met|spreekt|dit|hier|is ~4 een|de|uw @made ~1 @thing
    u|je spreekt|praat met|nu ~1 een|de @made ~1 @thing
    u|je spreekt|praat met ~1 een @being
    mijn naam is ~4 een|de|uw @made ~1 @thing
    dit|gesprek is|wordt ~2 @made|@being ~1 @thing|gevoerd`,
  caller: `
    @made ~1 @thing van|bij de|het? !@vague|@company|de
    namens de|het? !@vague|@company
    in opdracht van de|het? !@vague|@company
    bel|bellen|belt u|je? van|vanuit|voor de? xcompany
    bel|bellen|belt u|je? van|vanuit de? !@vague|@company|de
    ik ben|heet ~3 van|bij de? !@vague|@company|de
    u|je spreekt met ~3 van de? !@vague|@company|de
    met ~3 van de? !@vague|@company|de
    dit|hier|naam is ~3 van de? !@vague|@company|de
    welkom bij !@vague
    bedankt voor uw telefoontje naar|aan !@vague
    van|voor|bij|is|namens|met|de xcompany`,
  recording: `
    gesprek|gesprekken|telefoongesprek|oproep|telefoongesprekken|wij|we wordt|worden|kan|kunnen|zal ~3 opgenomen
    gesprek|telefoongesprek opgenomen wordt
    we|wij|ik nemen|neem ~1 gesprek|gesprekken|telefoongesprek ~2 op
    gesprek|telefoongesprek ~3 opnemen`,
  orders: 'zeg vertel meld vermeld noem begin start stel leg informeer geef kondig',
  orderedAi: `
    je|u|jezelf|als|met|dit ~4 @made ~1 @thing
    je|u|jezelf|als|met ~4 @being`,
  orderedCaller: `
    namens
    opdracht van
    naam van het|de|ons|onze @company
    bedrijfsnaam
    je|jezelf|als ~5 van|bij de? !@vague|@company|de
    xcompany`,
  orderedRecording: `
    gesprek|telefoongesprek ~4 opgenomen
    opname`,
  negations: 'niet nooit zonder',
  breaks: `geen over verkopen verkoop verkoopt bieden biedt of ontken ontwikkelaar ingenieur expert adviseur interesse verzwijg verkoper`,
  undone: `
    als|indien|wanneer|alleen|pas ~6 vraagt|vragen|gevraagd|vroeg`,
  personas: `
    je bent !verbonden
    u bent !verbonden
    jij bent
    je naam is`,
  sentences: { ai: 'Ik ben een AI-assistent.', caller: 'Ik bel namens {{company}}.', recording: 'Dit gesprek wordt opgenomen.' },
}
