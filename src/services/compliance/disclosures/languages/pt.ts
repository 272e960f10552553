import type { Language } from '../statements.ts'

export const pt: Language = {
  groups: {
    made: 'virtual automatico automatica automatizado automatizada artificial digital sintetica ia',
    thing: 'assistente agente voz sistema inteligencia chamada ligacao mensagem atendente servico',
    being: 'ia robo bot chatbot robot',
    vague: 'voce voces mim meu minha seu sua uma amig* vizinh* nosso nossa alguem aqui todo todos casa novo hoje ontem este esta que acordo ferias',
    company: 'empresa companhia organizacao negocio firma',
    of: 'de do da dos das',
  },
  ai: `
    sou ~4 uma|o|a|seu|sua? @thing ~1 @made
    sou ~3 uma? @being
    fala|aqui ~4 uma|o|a|seu|sua? @thing ~1 @made
    nome e ~3 uma|o|a? @thing ~1 @made
    esta|estas falando|falar|a ~1 com uma|o|a? @thing ~1 @made
    falando|falar com uma? @being|@thing ~1 @made?
    esta|isto|este e ~1 @thing ~1 @made
    chamada|ligacao e|esta feita|realizada|automatica|automatizada|a ~3 @made|@being?`,
  caller: `
    @thing @made @of !@vague|@company
    em nome @of !@vague|@company
    da parte @of !@vague|@company
    por conta @of !@vague|@company
    ligo|ligando|ligamos|telefono|falo|chamo|chamar @of !@vague|@company|novo|parte
    sou ~4 @of !@vague|@company|parte|ia
    aqui|fala e? ~3 @of !@vague|@company|parte
    bem vindo a|ao !@vague
    obrigado|obrigada por ligar para a|o? !@vague
    @of|para|a|pela|e|empresa|na xcompany`,
  recording: `
    chamada|chamadas|ligacao|ligacoes|conversa|conversas e|sera|esta|pode|podera|estao|serao|podem ~3 gravada|gravadas|gravado|gravar
    estamos|estou gravando|a ~2 chamada|ligacao|conversa
    gravamos ~2 chamada|chamadas|ligacao|ligacoes|conversa
    permissao|consentimento para gravar`,
  orders:
    'diga diz informe informa mencione menciona explique explica apresente apresenta anuncie anuncia comece comeca avise avisa indique indica esclareca identifique',
  orderedAi: `
    es|e|sou|como|com|uma ~3 @thing ~1 @made
    es|e|como|com|uma ~3 @being`,
  orderedCaller: `
    nome|parte @of
    nome @of @company
    es|e|como|ligas|liga ~5 @of !@vague|@company|ia
    qual|que @company
    xcompany`,
  orderedRecording: `
    chamada|ligacao|conversa ~4 gravada|gravado
    gravacao`,
  negations: 'nao nunca jamais sem',
  breaks: `sobre vendemos vendo oferecemos oferece nega engenheiro engenheira programador especialista interessado interessada esconda
    nenhum nenhuma respeito vendedor`,
  undone: `
    se|quando|so|somente|apenas ~5 perguntar|perguntam|perguntarem|pergunta|perguntado`,
  personas: `
    voce e !conectado
    tu es
    seu nome
    teu nome`,
  sentences: { ai: 'Sou um assistente virtual, uma IA.', caller: 'Ligo em nome de {{company}}.', recording: 'Esta chamada é gravada.' },
}
