import type { Language } from '../statements.ts'

export const fr: Language = {
  groups: {
    made: 'virtuel virtuelle automatique automatise automatisee artificielle artificiel numerique vocal vocale synthetique',
    thing: 'assistant assistante agent voix systeme robot intelligence appel message conseillere conseiller standard service',
    being: 'ia robot bot chatbot callbot voicebot',
    vague: 'vous votre vos moi ma mon mes notre un une l chez la le quelqu ici tout toute toutes suite nouveau chose loin hier ce cette ces',
    company: 'societe entreprise compagnie organi*',
  },
  ai: `
    je suis ~5 un|une|l|le|la|votre @thing ~1 @made|ia
    je suis ~4 une|un @being
    ici ~4 un|une|l|le|la|votre @thing ~1 @made|ia
    c est ~3 un|une|l|le|la|votre @thing ~1 @made|ia
    c est ~1 une|un @being
    vous parlez|discutez|echangez a|avec un|une|l @thing ~1 @made|ia
    vous parlez|discutez|echangez a|avec un|une @being
    il s agit d un|une @thing ~1 @made|ia
    appel est|ceci effectue|passe|realise|gere ~1 par|avec ~1 ia|intelligence|robot|automate|voix
    cet|ceci appel|est ~1 automatise|automatique
    m appelle ~4 une|un|l|votre @thing ~1 @made|ia`,
  caller: `
    @thing @made|ia de|du|d|chez la|l|le? !@vague|@company
    de la part de|d|du|des la|l|le? !@vague|@company
    au|en nom de|d|du|des la|l|le? !@vague|@company
    pour le compte de|d|du|des la? !@vague|@company
    appelle|appelons|contacte|contactons vous? de|depuis|pour xcompany
    ici ~2 de|du|d|chez la|l|le? !@vague|@company
    je suis ~3 de|du|chez la|l|le? !@vague|@company|part|nom
    je suis|m appelle ~4 de|du la|l|le? !@vague|@company|part
    m appelle ~3 de|du|chez la|l|le? !@vague|@company|part
    bienvenue chez !@vague
    merci d avoir appele !@vague
    de|la|chez|pour|societe|par|du|est|ici xcompany`,
  recording: `
    appel|appels|conversation|conversations|communication|echange est|sera|sont|peut|peuvent|seront ~2 enregistre|enregistree|enregistres|enregistrees
    nous|j enregistrons|enregistre cet|cette|les|vos|la|l appel|appels|conversation|communication
    accord|permission|autorisation pour|d enregistrer`,
  orders:
    'dis dites precise precisez indique indiquez annonce annoncez presente presentez explique expliquez informe informez mentionne mentionnez commence commencez previens signale',
  orderedAi: `
    tu|vous|toi|que|comme|une|un|l|est|agit|il ~4 @thing @made|ia
    tu|vous|toi|comme|es|etes|une|un|est|avec|a ~2 ia|robot|chatbot|voicebot
    intelligence artificielle`,
  orderedCaller: `
    part|nom|compte de|d|du|des
    nom de l|la|notre|votre @company
    tu|toi|vous ~4 de|du|chez la|l? !@vague|@company
    quelle @company
    xcompany`,
  orderedRecording: `
    appel|conversation|communication|echange ~3 enregistre|enregistree
    enregistrement`,
  negations: 'pas ne n jamais sans',
  breaks: `aucun aucune sujet propos vendons vends vend proposons propose si ingenieur ingenieure developpeur expert experte concernant
    cache interesse interessee remplace nie`,
  undone: `
    si|lorsqu|lorsque|quand|seulement ~5 demande|demandent|demandes|interroge`,
  personas: `
    tu es
    vous etes !en
    ton nom
    tu t appelles`,
  sentences: {
    ai: 'Je suis un assistant vocal basé sur l’intelligence artificielle, une IA.',
    caller: 'Je vous appelle de la part de {{company}}.',
    recording: 'Cet appel est enregistré.',
  },
}
