import type { Language } from '../statements.ts'

export const de: Language = {
  groups: {
    made: 'ki ai automatisch* automatisiert* virtuell* digital* kunstlich*',
    thing: 'assistent* agent* stimme system sprach* intelligenz anruf* telefon* nachricht dienst bot ansage',
    being: 'ki ai bot roboter chatbot voicebot sprachroboter sprachassistent sprachassistentin sprachcomputer telefonroboter kiassistent',
    vague: `ihnen ihrem ihrer ihren dir mir meinem meiner meinen uns einem einer eines ein eine zu hause unterwegs hier dort heute gestern
      jemandem diesem dieser ihres jetzt herzen ganzem`,
    company: 'firma unternehmen* betrieb* organi*',
  },
  ai: `
    ich bin|heisse|spreche ~5 eine|ein|einer|die|der|das|ihr|ihre @made ~1 @thing
    ich bin|heisse ~5 eine|ein|die|der|ihr|ihre @being
    mein name ist ~4 eine|ein|die|der @made|@being ~1 @thing?
    hier|es|dies|das ist|spricht|ruft ~4 eine|ein|einer|der|die|das|ihr|ihre @made ~1 @thing
    hier|es|dies|das ist|spricht|ruft ~4 eine|ein|die|der @being
    sie sprechen|reden|telefonieren ~1 mit ~1 @made|@being ~1 @thing?
    sie sind mit ~1 @made|@being ~2 verbunden
    anruf|gesprach erfolgt|wird ~2 @made|@being|automatisiert|automatisch`,
  caller: `
    @made ~1 @thing von|vom|der|des|bei der? !@vague|@company|der
    im auftrag|namen von|der|des|vom !@vague|@company
    im auftrag|namen xcompany
    im auftrag|namen der|des @company *
    fur die? xcompany
    rufe|ruf|melde|anruf|anrufe sie? mich? von|vom der? !@vague|@company|der
    ich bin|heisse ~3 von|vom|bei der? !@vague|@company|der
    mein name ist ~3 von|vom der? !@vague|@company|der
    hier ist|spricht ~3 von|vom|bei der? !@vague|@company|der
    hier ~2 von|vom der? !@vague|@company|der
    willkommen bei !@vague
    dank fur ihren anruf bei !@vague
    von|der|fur|bei|des|ist|firma xcompany`,
  recording: `
    gesprach|anruf|telefonat|gesprache|anrufe|wir|ich wird|werden|kann|konnen ~4 aufgezeichnet|aufgenommen|mitgeschnitten
    gesprach|anruf|telefonat aufgezeichnet|aufgenommen wird
    wir|ich zeichnen|zeichne|nehmen|nehme|schneiden ~1 gesprach|anruf|telefonat|gesprache ~2 auf|mit
    gesprach|anruf|telefonat ~4 aufzeichnen|aufnehmen|mitschneiden`,
  orders: 'sag sage sagen erklare teile teilen weise weisen informiere erwahne nenne beginne starte stelle stell offne kundige melde',
  orderedAi: `
    du|sie|dich|sich|als|er|anruf|mit ~4 @made ~1 @thing
    du|sie|dich|sich|als|mit ~4 @being`,
  orderedCaller: `
    auftrag|namen von|der|des|vom
    name|namen des|der|unserer|unseres @company
    firmennamen|firmenname|unternehmensnamen
    wessen auftrag|namen
    du|dich|sich|als ~5 von|vom|der|bei|fur !@vague|@company
    xcompany`,
  orderedRecording: `
    gesprach|anruf|telefonat|es ~4 aufgezeichnet|aufgenommen|mitgeschnitten
    aufzeichnung|aufnahme|mitschnitt`,
  negations: 'nicht nie niemals ohne',
  breaks: `kein keine keinen keiner verschweige leugne verkaufen verkauft uber wegen ob entwickler entwicklerin statt anbieten bieten
    bietet experte expertin berater beraterin interesse`,
  undone: `
    wenn|falls|sobald|nur|erst ~6 fragt|fragen|gefragt|frage|nachfragt|nachfragen|wissen
    auf nachfrage`,
  personas: `
    du bist
    sie sind !mit
    dein name ist`,
  sentences: { ai: 'Ich bin ein KI-Assistent.', caller: 'Ich rufe im Auftrag von {{company}} an.', recording: 'Dieses Gespräch wird aufgezeichnet.' },
}
