import type { Language } from '../rules.ts'

export const pt: Language = {
  joined: `
    nunca mais | jamais | mais nunca | nunca = nunca
    no futuro | de futuro | daqui em diante | a partir de agora | outra vez | de novo | novamente | mais nenhuma vez | mais vez nenhuma | mais uma vez = mais
    meu numero | o meu numero | este numero | esse numero | nosso numero | o nosso numero | o numero | meu telefone | o meu telefone | este telefone | meu celular | o meu telemovel | meu telemovel | meu numero de telefone | o meu numero de telefone | esta linha | minha casa | a minha casa | esta casa | essa casa | nossa casa | a nossa casa | meu contato | o meu contacto | meu contacto = meunumero
    meus dados | os meus dados | meus dados pessoais | os meus dados pessoais | nossos dados | meu nome | o meu nome | todos os meus dados | minhas informacoes | meu cadastro | o meu registo = meusdados
    por favor | se faz favor | por gentileza | faz favor | porfavor = favor
    em paz | sossegado | sossegada | em sossego | sossego = empaz`,
  groups: {
    call: 'ligu* lig* telefon* contact* contat* chame* incomod* perturb* chate* importun* aborrec* azucrin* encha* enche* assedi* procur* ligou',
    inf: 'ligar ligarem telefonar telefonarem contactar contatar contactarem incomodar incomodarem perturbar perturbarem chatear importunar ligando incomodando perturbando telefonando chatearem encher contactando aborrecer',
    calls:
      'chamadas chamada ligacoes ligacao telefonemas telefonema contactos contacto contato contatos publicidade telemarketing propaganda telefonicas comerciais spam',
    called:
      'contactado contactada contatado contatada incomodado incomodada perturbado perturbada chamado chamada importunado importunada contactados incomodados',
    list: 'lista listas base bases sistema sistemas cadastro registo registros registro ficheiro ficheiros arquivo banco listagem diretorio agenda mailing',
    drop: 'tire tirem tira tirar retire retirem retira retirar remova removam remove remover apague apaguem apaga apagar elimine eliminem elimina eliminar exclua excluam exclui excluir risque risquem delete deletem deletar tirarem retirarem removerem apagarem descadastre descadastrem saque',
    people:
      'filho filha amigo amiga irmao irma mae pai avo tio tia primo prima neto neta vizinho vizinha marido mulher esposo esposa namorado namorada chefe colega',
    det: 'da das do dos desta dessa deste desse vossa vossas sua suas tua de todas todos qualquer a o as os seu seus vosso vossos',
  },
  refusals: `
    nao|nunca quero|queremos|queria|desejo|desejamos|gostaria|pretendo|aceito|autorizo|permito|admito|tolero|consinto|preciso ~2 que ~2 me|nos|ligu*|voltem|volte ~1 @call|a|mais|ligar ~3 =
    [se|porque|quando|ele|ela] nao|nunca me|nos @call mais|nunca
    nao|nunca me|nos volte|voltem|voltes|torne|tornem a ligar|telefonar|contactar|contatar|incomodar|perturbar|chatear|chamar|importunar|procurar
    nao|nunca volte|voltem|voltes|torne|tornem a ligar*|telefonar*|contactar*|contatar*|incomodar*|perturbar*|chatear*
    [se|porque|quando|ele|ela|eu|que] nao|nunca ligue|liguem|ligues|telefone|telefonem|contacte|contactem|contate|incomode|incomodem|perturbe|perturbem|chateie|liga|chateiem ~2 mais|nunca
    nao|nunca ligue|liguem|contactem|contatem|telefonem|incomodem|perturbem me|nos ~1 =mais|favor|e|obrigado|obrigada|nunca
    mais|nunca me|nos ligu*|telefon*|contact*|contat*|incomod* =
    nao|nunca quero|queremos|queria|desejo|pretendo|gostaria|desejamos ~1 mais? ~1 ser ~1 mais? @called ~1 =
    nao|nunca quero|queremos|queria|desejo|pretendo ~1 mais? ~1 ouvir|saber ~3 de|voces|vos|falar ~2
    nao quero|queria ~1 mais ~2 ligac*|ligar|ligue*|contact*|contat*|chamad*|telefon*
    prefiro|preferia|peco|pedimos|agradeco|gostaria|queria|agradecia|preferiria ~2 nao|nunca ~2 @called|receber|ligar*|contact*|ligassem|liguem ~2 =
    ja|eu pedi|disse|falei ~2 para|pra nao ~2 @call
    nao ~1 entre|entrem mais? ~1 em contacto|contato
    nem mais uma|um|nenhuma ~1 chamada|ligacao|telefonema
    sem|nada|nenhuma|nenhum|nunca|nao|zero mais de? ~1 @calls =favor|de|e|obrigado|obrigada
    ponham|ponha|coloque|coloquem|inscreva|inscrevam|inclua|incluam|adicione|adicionem|bote|botem|registe|meta|metam ~4 nao|negra|bloqueio|bloqueados|perturbe|exclusao|oposicao
    estou|inscrito|inscrita|cadastrado|cadastrada ~3 nao me perturbe
    nao|nunca pode|podem|deve|devem|precisa|precisam ~1 mais|nunca ~1 me|nos? ~1 @call
    nao|nunca pode|podem|deve|devem ~2 @call mais|nunca
    [se|porque|quando|ele|ela|eu|que] nao|nunca me|nos ligue|liguem|ligues|telefone|telefonem|telefones|contacte|contactem|contate|contatem|incomode|incomodem|perturbe|perturbem|chateie|chateiem|liga =mais|favor|e|obrigado|obrigada|para|pra|aqui|nunca|entendeu|tchau|eu|adeus|a|ou|porque|pra
    [se|porque|quando|ele|ela|eu|que] nao|nunca ligue|liguem|telefone|telefonem|contactem ~1 para|pra|pro|a meunumero|ca|mim|aqui|meu|este|esse
    nao|nunca ligue|liguem|telefonem|contactem|incomodem =me|nos|favor|aqui ~1 =mais|favor|e|obrigado|obrigada|para|aqui
    nunca ~1 ligu*|telefon*|contact*|contat*|incomod*|me ~2 =aqui|favor|para|pra
    mais nenhuma|nenhum chamada|ligacao|telefonema|contacto|contato`,
  demands: `
    nao|nunca quero|queremos|queria|desejo|desejamos|gostaria|pretendo|aceito|autorizo|quero ~3 receber|ter ~2 mais? ~1 @calls ~1 =de|vossas|suas|telefonicas|comerciais|e|mais|nem|favor|da|dessa|desta
    nao|nunca quero|queremos|queria|desejo|pretendo|aceito|autorizo|preciso ~2 @calls ~1 =de|vossas|suas|telefonicas|comerciais|e|mais|nem|favor|da|dessa|desta
    prefiro|preferia|peco|pedimos|exijo|solicito|agradecia|agradeco|gostaria|queria|quero|desejo|favor|disse|pedi|pedido|insisto|digo|avisei|rogo|agradeceria|preferiria ~4 que ~1 nao|nunca|parem|pare|deixem|deixe|parassem ~2 @call|voltem|volte|ligassem|contactassem|de|ligar|me|nos ~3 =
    peco|pedi|favor|pedia ~2 para|pra nao|nunca|parar|pararem|deixar* ~2 @call|@inf|de
    [me|nao|nunca|ja|foi|a] pare|parem|para|parar|pararem|chega|deixe|deixem|deixa|deixar|deixarem|cesse|cessem|basta ~1 de ~1 me|nos? ~1 @inf|ligacoes|telefonemas|chamadas|ligar|ligacao =para|pra|me|mais|favor|e|obrigado|obrigada|aqui|a|todo|o|ja|agora|nos
    parem|pare|basta|chega|stop ~1 de|com|as|essas|estas|tantas ~2 @calls|@inf
    chega de @calls
    @drop ~2 me|nos|meunumero|meusdados|isso ~3 da|das|do|dos|desta|dessa|de|vossa ~3 @list
    me|nos @drop da|das|do|dos|desta|dessa|de ~3 @list
    @drop da|das|do|dos|desta|dessa ~2 lista|cadastro|mailing
    ser removid*|retirad*|apagad*|excluid*|eliminad*|tirad* ~1 da|das|do|dos|desta|dessa|de ~3 @list
    quero|queria|desejo|gostaria ~2 sair|saia ~1 da|das|do|dos|desta|dessa|de ~3 @list
    nao|nunca quero|desejo|queria ~1 mais? ~1 estar|constar|figurar ~1 mais? na|nas|em|no|nos|nessa|nesta|vossa ~2 @list
    apague|apaguem|apaga|elimine|eliminem|exclua|excluam|esqueca|esquecam|esquecao|esquece|perca|percam|remova|removam|remove|retire|retirem|bloqueie|bloqueiem|delete|deletem|apagar|eliminar|risque|risquem|tire|tirem|tira|descarte|esquecer|remover|excluir ~1 meunumero|meusdados =favor|da|das|do|dos|de|ja|imediatamente|e|agora|que|dessa|desta|obrigado|obrigada|definitivamente|ai
    meunumero|meusdados ~2 apagad*|removid*|eliminad*|excluid*|retirad*
    me|nos descadastr*|desinscrev*|desinscrev*
    descadastr*|desinscrev* ~1 me|nos|meunumero
    oponho|opomos|oposicao|opor ~5 chamad*|ligac*|tratamento|meusdados|dados|uso|utilizacao|marketing|contact*|contat*|publicidade|telefon*|ligar|liguem|liga*
    direito ~2 oposicao|esquecimento|apagamento|oporm*|eliminacao|exclusao
    retiro|revogo|revogar|retirar|cancelo|anulo|revogamos ~2 consentimento|autorizacao|permissao =
    retiro|revogo|revogar|retirar|cancelo|anulo ~2 consentimento|autorizacao|permissao para|de|a|ao|e ~3 lig*|contact*|contat*|chamad*|uso|usar*|marketing|tratamento|dados|meusdados|publicidade
    nao|nunca ~2 dou|dei|autorizo|autorizei|consinto|tem|permito|dado|autorizado ~2 autorizacao|consentimento|permissao|que|a|para|minha|as ~4 @call|@calls
    deixe|deixem|deixa|deixa-me|deixar ~1 me|nos ~1 empaz
    me|nos deixe|deixem|deixa ~1 empaz
    quero|queria que? ~1 me|nos|ficar ~1 deix*? empaz
    deixem|deixe|deixa me|nos empaz
    se me|nos|voces|voce|voltarem|voltar|continuarem|ligarem|ligar ~3 ligar*|telefonar*|contact*|mais|ligarem|ligar ~5 queixa|policia|advogado|processo|processar|denunci*|procon|anatel|denuncia|tribunal|anacom|apresento|reclamacao
    ultima vez ~1 que ~3 lig*|contact*|contat*|telefon*|incomod*`,
  before: `
    nao|nunca ~1 digo|disse|dizer|dito|dizendo|quero|quis|peco|pedi|significa|quer|estou ~1 que? ~4
    nao e que ~4
    ele|ela|marido|mulher|esposa|esposo|chefe|mae|pai|filho|filha|vizinho|vizinha|amigo|amiga|irmao|irma|cliente|clientes|alguem|gente|colega|advogado|avo|medico|senhor|senhora|tia|tio|namorada|namorado disse|diz|dizia|gritou|pediu|falou|respondeu|quer|queria|me|escreveu|dizem|disseram|grita|pede|lhe|fala ~5
    disse|diz|gritou|pediu ~2 ele|ela|marido|mulher|mae|pai|filho|filha ~4
    lhe|lhes ~1 disse|pedi|digo ~4
    disse|pedi|falei lhe|lhes|ele|ela|pra|para|ao|a ~1 ele|ela|meu|minha ~4
    marido|mulher|esposa|mae|pai|filho|filha|chefe|amigo|amiga|vizinho|colega disse|pediu ~7
    se|quando|porque|enquanto|caso ~2
    por que ~2
    porque ~2
    ja|tinha|tem|teve ~1
    @people ja?
    recebi|recebeu|recebemos|tive|tivemos|houve|ha
    eles|ela|ele|ninguem|amigos|filhos|filha|filho|banco|clientes
    musica|filme|livro|chama|titulo ~2
    disse|pediu ~2 para
    nao|nunca
    nao|nunca consigo|posso|consegue ~1`,
  after: `
    antes|ate|depois|durante|enquanto|quando|hoje|amanha|agora|salvo|exceto|sem|entre|se|ainda|logo|so|apos
    tao|tanto|muito|demasiado cedo|tarde|vezes
    a|as|ao|no|na|nos|de|pela|pelo|aos|em|num|para|pro o? trabalho|noite|noites|manha|manhas|tarde|tardes|domingo*|sabado*|segunda*|terca*|quarta*|quinta*|sexta*|fim|fins|almoco|meio|momento|ferias|semana|reuniao|escritorio|esta|essa|essas|estas|seis|sete|oito|nove|dez|hora*
    as seis|sete|oito|nove|dez|sextas|segundas
    por email|mail|correio|sms|carta|enquanto|whatsapp|hoje|uns|um|agora
    todo|todos|toda|cada dia|os|hora|semana|santo|as
    de|com um|numero ~1 privado|oculto|desconhecido|anonimo
    de|da|do|das|dos ~2 espera|convidados|grupo|pedido|formulario|reserva|fatura|conta|compras|newsletter|anuncio|site|perfil|participantes|chat
    a|para|ser ~2 gravacao|gravar|gravado|gravada|grava*
    gravar|gravado|gravacao
    disse|diz ele|ela
    senhor|senhora|querida|querido|doutor|doutora|assim|dona|amor|mentiroso|tia|tio|burro|de`,
  times: 'agora hoje amanha cedo tarde noite manha domingo domingos momento almoco trabalho antes madrugada',
  turns: 'mas porem entao e contudo',
}
