import type { Grammar } from '../grammar.ts'

export const pt: Grammar = {
  contact: `
    ligue liguem ligues ligar ligarem ligares liga ligando ligassem ligasse ligais telefone telefonem telefonar telefonarem telefones contacte
    contactem contactar contactarem contate contatem contatar contatarem incomode incomodem incomodar incomodarem perturbe perturbem perturbar
    perturbarem moleste* molestar importun* chateie* chatear chateiem entrem_em_contato entre_em_contato entrar_em_contato entrem_em_contacto
    entre_em_contacto entrar_em_contacto aborrec* encher_o_saco encha insistam insista procurem procure marcar_este discar disquem disque`,
  contacted: 'ser_contactad* ser_contatad* ser_incomodad* ser_perturbad* ser_chamad* ser_importunad* ser_abordad* me_ligassem me_liguem ser_molestad*',
  calls: 'chamada* ligacao ligacoes telefonema* contato contatos contacto contactos telemarketing publicidade_telefonica',
  no: 'nao nem nenhuma nenhum nada sem ninguem tampouco',
  more: 'mais nunca volte voltem voltar voltarem voltes novamente de_novo outra_vez no_futuro daqui jamais futuramente ainda outras outra doravante',
  never: 'nunca jamais nunca_mais',
  stop: `
    pare parem para_de parar pararem deixe_de deixem_de deixar_de deixassem deixasse cesse cessem cessar basta chega evite evitem evitar abstenh*
    abster acabem acabe terminem termine parassem parasse acabar parados deixarem_de desistam`,
  enough: 'chega basta nenhuma nem_mais nao_quero_mais nenhuma_outra zero fart* ja_chega cansad* nada_de',
  forbid: `
    proibo proibimos recuso recusamos oponho opomos nao_autorizo nao_autorizamos proibid* nao_permito nao_permitimos nao_tem_o_direito
    nao_tem_direito nao_admito nao_aceito`,
  withdraw: 'revogo revogamos retiro retiramos cancelo anulo revogar retirar',
  consent: 'consentimento permissao autorizacao autorizo autorizei autorizado consinto permito concordo aceito dei_permissao consenti autorizamos',
  remove: `
    retire retirem retirar retira tire tirem tirar tira remova removam remover remove apague apaguem apagar apaga elimine eliminem eliminar elimina
    exclua excluam excluir exclui risque risquem riscar risca delete deletem deletar esqueca esquecam esquece bloqueie* bloquear descadastr*
    suprima* saia remocao exclusao eliminacao tirarem anulem sair desaparecer`,
  erase: `
    retire retirem retirar tire tirem tirar tira remova removam remover apague apaguem apagar apaga elimine eliminem eliminar exclua excluam excluir
    risque risquem delete deletem deletar esqueca esquecam esquece bloqueie* bloquear suprima* remocao exclusao eliminacao`,
  dial: 'disquem disque discar marcar marquem marque usem usar utilizem',
  want: 'quero queremos desejo desejamos aceito aceitamos preciso receber',
  list: 'lista* base bases sistema* cadastro* registo* registro* ficheiro* arquivo* agenda banco_de_dados contactos contatos mailing listagem',
  mine: 'me meu meus nos nosso nossos este_numero esse_numero minha minhas quero_sair queremos_sair',
  number: `
    meu_numero este_numero esse_numero nosso_numero meu_telefone este_telefone meus_dados nossos_dados meu_nome meu_contacto meu_contato meu_celular
    meu_telemovel minhas_informacoes meu_cadastro meu_registo`,
  noCallList: 'nao_perturbe nao_ligar nao_incomodar nao_contactar nao_contatar lista_negra lista_robinson robinson nao_me_perturbe nao_querem_ser',
  put: 'coloque coloquem colocar ponha ponham por_o inclua incluam inscreva* adicione* registe* registre* bote meta anote',
  last: 'ultima_vez ultima_chamada ultima_ligacao',
  hear: 'ouvir saber noticias falar_de',
  fromYou: 'de_voces de_vocs de_voce de_vos vossas de_si da_sua_empresa da_vossa com_voces',
  whole: `
    deixe_me_em_paz deixem_me_em_paz me_deixe_em_paz me_deixem_em_paz deixe_nos_em_paz deixem_nos_em_paz nos_deixem_em_paz me_deixa_em_paz
    deixa_me_em_paz nos_deixe_em_paz deixe_me_sossegad* deixem_me_sossegad* me_deixem_sossegad* vao_me_deixar_em_paz descadastr* seja_+_ultima`,
  ask: 'favor quero queremos desejo peco pedi prefiro gostaria disse agradeco agradecia',
  tail: 'aqui obrigado obrigada favor por se faz para ca me mais contactad* contatad* incomodad*',
  doing: 'ligam telefonam',
  again: 'mais_uma_vez outra_vez de_novo novamente mais',
  when: 'se caso da_proxima',
  threat: 'queixa denuncio denuncia denunci* advogad* policia processo processar procon justica tribunal reclamacao autoridades anatel',
  other: `
    marido mulher esposa chefe filho filha vizinho vizinha amigo amiga irmao irma cliente clientes alguem banco ninguem ele ela eles nunca_mais_ligo
    nunca_ligo deixei_de entrevista consigo_mais nao_consigo nao_faria`,
  them: 'eles lhe_ligue ela ele senhora doutor colega_dele servico',
  told: `
    por_que porque_e disse_que pergunta* perder esqueca_de_me_ligar esquecer_de nao_se_esqueca_de nao_pare nao_parem nao_deixe_de nao_deixem_de
    nao_me_incomoda nao_me_importo nao_incomoda quando_e pode_ligar podem_ligar lista_de_espera nao_precisa preocupe desligue nao_faz_mal recebi
    recebeu recebemos nao_digo tive grava* ontem hesite hesitem hesitar`,
  limit: `
    antes depois manha manhas tarde tardes noite noites segunda* terca* quarta* quinta* sexta* sabado* domingo* sim_para hoje amanha agora trabalho
    escritorio recepcao rececao colega desde ate fim_de_semana escreva*`,
  things: `
    email emails e_mails mails pedido produto fatura consulta assinatura contrato tarifario conta participantes convidados espera encomenda
    newsletter ainda`,
  instead: 'melhor',
}
