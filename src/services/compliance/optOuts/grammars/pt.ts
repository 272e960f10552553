import type { Grammar } from '../grammar.ts'

export const pt: Grammar = {
  contact: `
    ligue liguem ligues ligar ligarem ligares liga ligando ligassem ligasse ligais telefone telefonem telefonar telefonarem telefones contacte
    contactem contactar contactarem contate contatem contatar contatarem incomode incomodem incomodar incomodarem perturbe perturbem perturbar
    perturbarem moleste* molestar importun* chateie* chatear entrar_em_contato entrar_em_contacto aborrec* encha insistam insista procurem procure
    marcar_este discar disquem disque telefonassem telefonasse contactassem contactasse contatassem contatasse incomodassem incomodasse perturbassem
    perturbasse chateassem telefonando incomodando perturbando contactando contatando chamem me_chame me_chama chame_mais chama_mais chamando
    chamassem encham encher enchendo amolar amole* amolando aporrinh* torrar torrem torrando ligarmos_nao insistir insistindo insistas contactes
    incomodes perturbes chateando me_procurem procurarem tocar_o_telefone telefonais contacteis telefonarmos fiquem_ligando fica_ligando ficar_ligando
    entrarem_em_contato entrarem_em_contacto entrassem_em_contato entrassem_em_contacto telefonares discando ligas liguei ligueis assedi* persegu*
    telefona perturba incomoda contata contacta entre*_em_contato entre*_em_contacto`,
  contacted: `
    ser_contactad* ser_contatad* ser_incomodad* ser_perturbad* ser_chamad* ser_importunad* ser_abordad* me_ligassem me_liguem ser_molestad*
    ser_+_contactad* ser_+_contatad* incomodado incomodada perturbado perturbada nos_liguem ser_+_procurad* ser_+_ligad* nos_ligassem ser_procurad*
    importunado importunada receber_telefonema*`,
  calls: `
    chamada* ligacao ligacoes telefonema* contato contatos contacto contactos telemarketing telefonadela* comunicacao comunicacoes_comerciais
    contactar_comercial propaganda publicidade spam ofertas_por_telefone vendas_por_telefone chamadinha* abordagem abordagens assedio televendas
    toques`,
  no: 'nao nem nenhuma nenhum nada sem ninguem tampouco',
  more: `
    mais nunca volte voltem voltar voltarem voltes novamente de_novo no_futuro daqui jamais futuramente ainda outras outra doravante voltassem
    voltasse volta torne tornem tornar tornarem tornes tornassem pra_sempre para_sempre a_partir_de_agora a_partir_de_hoje a_partir_deste
    de_agora_em_diante de_hoje_em_diante dora_em_diante na_vida na_minha_vida em_diante definitiv* continuem continue continuar permanentemente
    algum_dia qualquer_outra tentem tente vez_nenhuma futuro futuros futura futuras voltam volteis nessa_vida de_vez de_uma_vez_por_todas`,
  never: 'nunca jamais',
  stop: `
    pare parem para_de parar pararem deixar_de deixassem deixasse cesse cessem cessar basta chega evite evitem evitar abstenh* abster acabem acabe
    terminem termine parassem parasse acabar parados deixarem_de desistam deixem_ja_de deixa_de deixam_de deixa_disso deixares_de parai parava paravam
    cessassem evitassem poupem poupe poupa_me para_com suspendam suspenda interrompam encerrem acabou acabaram_se desista interrompa podem_parar
    larguem_+_de vao_parar deixe*_de deixasse*_de deixe*_me_de`,
  enough: `
    chega basta nenhuma nem_mais nao_quero_mais zero fart* ja_chega cansad* nada_de saturad* ja_deu acabaram acabou_se nem_uma ja_nao_aguento
    nao_aguento_mais nao_queremos_mais nao_quero_nenhuma nao_desejo_mais dispenso dispensamos de_saco_cheio saco_cheio`,
  forbid: `
    proibo proibimos recusamos oponho opomos nao_autorizo nao_autorizamos nao_permito nao_permitimos nao_tem_o_direito nao_tem_direito nao_admito
    nao_aceito eu_recuso recuso_me me_recuso recuso_qualquer recuso_receber recuso_que recuso_mais recuso_toda recuso_todo recuso_novos recuso_novas
    recuso_futuros proibidos proibido_de proibida_de estao_proibid* esta_proibido_de ficam_proibid* fica_proibid* te_proibo oposicao me_oponho
    nao_vos_autorizo nao_vos_permito nao_vos_autorizei nao_vos_dou nao_os_autorizo nao_os_permito nao_os_autorizei nao_os_dou nao_lhes_autorizo
    nao_lhes_permito nao_lhes_autorizei nao_lhes_dou nao_lhe_autorizo nao_lhe_permito nao_lhe_autorizei nao_lhe_dou nao_as_autorizo nao_as_permito
    nao_as_autorizei nao_as_dou nao_dou_permissao nao_dou_autorizacao nao_dou_consentimento nao_dou_o nao_tem_permissao nao_tem_autorizacao
    nao_tem_o_meu nao_tem_a_minha nao_tem_meu nao_tem_minha nao_tem_consentimento nao_tendes_permissao nao_tendes_autorizacao nao_tendes_o_meu
    nao_tendes_a_minha nao_tendes_meu nao_tendes_minha nao_tendes_consentimento nao_dei_permissao nao_dei_autorizacao nao_dei_consentimento nao_dei_o
    nao_dei_a nao_dei_licenca nao_demos_permissao nao_demos_autorizacao nao_demos_consentimento nao_demos_o nao_demos_a nao_demos_licenca desautorizo
    nao_consinto nao_tolero nao_estao_autorizad* nao_esta_autorizad* nao_autoriza nao_autorizei nao_podem_+_ligar nao_podem_+_contactar
    nao_podem_+_contatar nao_pode_me_ligar nao_pode_ficar_ligando veto nao_me_podem`,
  withdraw: `
    revogo revogamos retiro retiramos cancelo anulo revogar retirar revogado retirem revoguem revogue cancelem cancele retirei anular cancelar
    desautorizo tiro`,
  consent: `
    consentimento permissao autorizacao autorizo autorizei autorizado consinto permito concordo aceito dei_permissao consenti autorizamos autoriza
    a_autorizacao minha_autorizacao`,
  remove: `
    retire retirem retirar retira tire tirem tirar tira remova removam remover remove apague apaguem apagar apaga elimine eliminem eliminar elimina
    exclua excluam excluir exclui risque risquem riscar risca delete deletem deletar esqueca esquecam esquece bloqueie* bloquear descadastr* suprima*
    saia remocao exclusao eliminacao tirarem anulem sair desaparecer tirassem tirasse retirassem retirasse removessem removesse apagassem apagasse
    eliminassem eliminasse excluissem excluisse retirarem removerem apagarem eliminarem excluirem riscassem riscarem removido removida removidos
    retirado retirada excluido excluida eliminad* apagado tirad* deletado deletada cancela cancelem anule anular desinscrev* tirando limpem limpe
    some_com suma sumam sumir desvincul* apagues tires retires cortem corte corta desapareca* tirarmos saco`,
  erase: `
    retire retirem retirar tire tirem tirar tira remova removam remover apague apaguem apagar apaga elimine eliminem eliminar exclua excluam excluir
    risque risquem delete deletem deletar esqueca esquecam esquece bloqueie* bloquear suprima* remocao exclusao eliminacao tirassem retirassem
    removessem apagassem eliminassem excluissem retirarem removerem apagarem eliminarem excluirem removidos excluidos apagados eliminados remove
    exclui retira elimina risca deleta riscar apagamento some_com sumam_com suma_com sumir_com perde_o perde_meu perde_esse perde_este perde_nosso
    perca_o perca_meu perca_esse perca_este perca_nosso percam_o percam_meu percam_esse percam_este percam_nosso perder_o perder_meu perder_esse
    perder_este perder_nosso jog*_fora esquecer apagues tires desaparecam_com destru* rasg* bloqueado desativ* limpem limpe descartem bloqueia tirarem
    riscassem anonimiz* desfacam_se deite*_fora livre*_se`,
  dial: 'disquem disque discar marcar marquem marque usem usar utilizem',
  want: 'quero queremos desejo desejamos aceito aceitamos preciso receber',
  list: `
    lista* base bases sistema* cadastro* registo* registro* ficheiro* arquivo* agenda banco_de_dados contactos contatos mailing caderninho caderno
    computador computadores planilha planilhas carteira mailings marketing publicidade bancos_de_dados fichas excel programa disparo disparos dai
    de_todo_lado`,
  mine: `
    me meu meus nos nosso nossos este_numero esse_numero minha minhas quero_sair queremos_sair eu removida removido retirado retirada excluido
    excluida sair a_gente da_gente comigo mim`,
  number: `
    meu_numero este_numero esse_numero nosso_numero meu_telefone este_telefone meus_dados nossos_dados meu_nome meu_contacto meu_contato meu_celular
    meu_telemovel minhas_informacoes meu_cadastro meu_registo meu_tel meu_fone esse_telefone esse_fone este_fone nosso_telefone meus_contactos
    meus_contatos numero_de_casa telefone_de_casa numero_da_minha telefone_da_minha meu_fixo meu_zap meu_registro todos_os_meus os_dados meu_cpf
    nosso_nome nosso_contacto nosso_contato dos_dados dos_meus_dados`,
  noCallList: `
    nao_perturbe nao_ligar nao_incomodar nao_contactar nao_contatar lista_negra lista_robinson robinson nao_me_perturbe nao_querem_ser quem_nao_quer
    quem_nao_deseja lista_de_bloque* bloquead* lista_de_exclusao lista_de_oposicao nao_incomode nao_pertube nao_me_pertube lista_de_nao
    que_nao_quero_receber que_nao_quero_ser que_nao_quero_mais que_nao_quero_que que_nao_quero_ligacao que_nao_quero_ligacoes que_nao_quero_chamadas
    que_nao_quero_contacto que_nao_quero_contato que_eu_nao_quero nao_contacte nao_quer_receber nao_quer_ser nao_quer_mais nao_quer_que
    nao_quer_contacto nao_deseja_receber nao_deseja_ser nao_deseja_mais nao_deseja_contacto nao_deseja_contato oposicao_a nao_autoriza pra_nao_ligar*
    para_nao_ligar* pra_nao_me_ligar* para_nao_me_ligar* para_nao_voltar* pra_nao_voltar* para_nao_me_contac* que_nao_e_pra_ligar`,
  put: `
    coloque coloquem colocar ponha ponham por_o inclua incluam inscreva* adicione* registe* registre* bote meta anote anota anotem registra pus bota
    botem coloca inclui marca marque marquem poe aponte apontem aponta cadastra cadastre cadastrem escreva escrevam escreve`,
  last: 'ultima_vez ultima_chamada ultima_ligacao',
  hear: 'ouvir saber noticias falar_de ouvirmos saiba escutar ter_noticias',
  fromYou: `
    de_voces de_vocs de_voce de_vos vossas de_si da_sua_empresa da_vossa com_voces dessa_empresa desta_empresa da_empresa da_sua_parte do_seu_banco
    do_vosso_banco vos_ouvir`,
  whole: `
    me_deixa_em_paz deixa_me_em_paz me_deixem_sossegad* vao_me_deixar_em_paz descadastr* seja_+_ultima deix*_nos_em_paz deix*_nos_em_sossegad*
    me_deixa_em_sossegad* me_deixa_em_quiet* me_deixe*_em_paz me_deixe*_em_sossegad* me_deixe*_em_quiet* me_deixar*_em_paz me_deixar*_em_sossegad*
    me_deixar*_em_quiet* me_deixassem_em_paz me_deixassem_em_sossegad* me_deixassem_em_quiet* nos_deixa_em_paz nos_deixa_em_sossegad*
    nos_deixa_em_quiet* nos_deixe*_em_paz nos_deixe*_em_sossegad* nos_deixe*_em_quiet* nos_deixar*_em_paz nos_deixar*_em_sossegad*
    nos_deixar*_em_quiet* nos_deixassem_em_paz nos_deixassem_em_sossegad* nos_deixassem_em_quiet* deixar*_me_em_paz deixar*_me_em_sossegad*
    escus*_de_voltar escus*_de_ligar escus*_de_telefonar escus*_de_insistir escus*_de_me_+_ligar escus*_de_me_+_telefonar escus*_de_tornar
    esquec*_que_eu_existo esquec*_que_existo esquec*_de_mim esquec*_se_de_mim exercer_o_meu_direito exercer_o_meu_direitos exercer_o_meus_direito
    exercer_o_meus_direitos exercer_o_nosso_direito exercer_o_nosso_direitos exercer_os_meu_direito exercer_os_meu_direitos exercer_os_meus_direito
    exercer_os_meus_direitos exercer_os_nosso_direito exercer_os_nosso_direitos exerco_o_meu_direito exerco_o_meu_direitos exerco_o_meus_direito
    exerco_o_meus_direitos exerco_o_nosso_direito exerco_o_nosso_direitos exerco_os_meu_direito exerco_os_meu_direitos exerco_os_meus_direito
    exerco_os_meus_direitos exerco_os_nosso_direito exerco_os_nosso_direitos exercemos_o_meu_direito exercemos_o_meu_direitos exercemos_o_meus_direito
    exercemos_o_meus_direitos exercemos_o_nosso_direito exercemos_o_nosso_direitos exercemos_os_meu_direito exercemos_os_meu_direitos
    exercemos_os_meus_direito exercemos_os_meus_direitos exercemos_os_nosso_direito exercemos_os_nosso_direitos exercer_meu_direito exerco_meu_direito
    direito_de_oposicao direito_ao_esquecimento direito_ao_apagamento direito_de_eliminacao cancel*_todas_as_ligacoes cancel*_todas_as_chamadas
    cancel*_+_ligacoes_+_definitivamente cancel*_+_ligacoes_+_sempre cancel*_+_ligacoes_+_vez cancel*_+_chamadas_+_definitivamente
    cancel*_+_chamadas_+_sempre cancel*_+_chamadas_+_vez perca*_o_meu_numero perca*_esse_numero perca*_este_numero nao_quero_saber_+_voces
    nao_quero_papo_com_voces nao_contem_comigo nao_autoriza_mais_nenhuma nao_autoriza_+_ligacao dispens*_qualquer_contacto dispens*_qualquer_contato
    dispens*_qualquer_chamada* dispens*_qualquer_ligacao dispens*_qualquer_ligacoes dispens*_+_contacto dispens*_+_contato dispens*_+_chamada*
    dispens*_+_ligacao dispens*_+_ligacoes dispens*_as_suas_chamadas dispens*_essas_ligacoes se_nao_pararem_de_me_ligar se_nao_pararem_de_me_incomodar
    se_nao_pararem_de_ligar se_nao_deixarem_de_+_ligar se_continuar*_+_ligando_vou se_continuar*_+_ligar_vou processar_+_se_continuar*
    nao_sou_obrigad*_a_receber tem_que_parar_de_+_ligar tem_de_parar_de_+_ligar nao_se_atrev*_+_ligar nem_se_atrev*_+_ligar nem_pensem_em_+_ligar
    nem_pensem_em_+_telefonar vao_ligar_para_outro vai_ligar_pra_outro fora_da_vossa_lista perde_meu_numero perca_meu_numero percam_meu_numero me_erra
    ve_se_para_de_+_ligar sai_do_meu_pe larg*_do_meu_pe desapareca*_da_minha_vida nao_vale_a_pena_me_ligar* nao_vale_a_pena_ligar*_mais
    nao_vale_a_pena_ligar*_nem nao_vale_a_pena_voltar*_a_ligar nao_adianta_+_ligar nao_adianta_+_insistir ou_param_de_+_ligar ou_param_de_+_telefonar
    ou_param_de_+_incomodar ou_voces_param ou_deixam_de_+_ligar ou_deixam_de_+_telefonar me_tira_dai me_tirem_dai me_tire_dai de_hoje_nao_+_lig*
    de_hoje_nao_+_telefon* de_hoje_nao_+_contact* de_hoje_nao_+_incomod* de_hoje_nao_+_quero desde_hoje_nao_+_lig* desde_hoje_nao_+_telefon*
    desde_hoje_nao_+_quero de_hoje_ja_nao_+_lig* se_nao_tirarem_o se_nao_tirarem_os se_nao_tirarem_meu se_nao_tirarem_meus se_nao_apagarem_o
    se_nao_apagarem_os se_nao_apagarem_meu se_nao_apagarem_meus se_nao_removerem_o se_nao_removerem_os se_nao_removerem_meu se_nao_removerem_meus
    se_nao_excluirem_o se_nao_excluirem_os se_nao_excluirem_meu se_nao_excluirem_meus se_nao_me_tirarem se_nao_me_apagarem deix*_a_minha_familia
    esta_foi_a_ultima_vez_que_me_lig* essa_foi_a_ultima_vez_que_me_lig* deixe*_me_em_paz deixe*_me_sossegad* cancele*_as_chamadas cancele*_as_ligacoes
    cancele*_todas_chamadas cancele*_todas_ligacoes comigo_nao_conte*`,
  ask: `
    favor quero queremos desejo peco pedi prefiro gostaria disse agradeco agradecia exijo solicito exigimos pedia pedimos queria queriamos gostava
    gostavamos preferia a_mim agradecemos rogo por_favor faca facam ja_disse ja_falei digo estou_a_dizer estou_a_pedir to_pedindo to_falando
    estou_pedindo faz_favor ve_se nao_e_pra nao_e_para que_nao_me portanto agradeceria entao desejava insisto repito requeiro`,
  tail: `
    aqui obrigado obrigada favor por se faz para ca me mais contactad* contatad* incomodad* pra pro mim em_casa casa nunca jamais nao ta bom bem ok
    entendeu percebeu ouviu viu senhor senhora moca moco amigo amiga obg este esse numero telefone nesse neste cara gente valeu combinado esta_bem meu
    a_mim dona ninguem daqui voces certo hein querida querido filha filho menina rapaz`,
  doing: `
    ligam telefonam incomodam contactam contatam chateiam perturbam me_liga me_ligam faz_isso fazem_isso atendo ligando telefonando telefona insistem
    ligais atendemos chamam ligue`,
  again: `
    outra_vez de_novo novamente mais continuem continuarem continuar continuam continua voltarem voltam volta tornarem tornar torna tornam
    proxima_vez`,
  when: 'se caso da_proxima na_proxima a_proxima',
  threat: `
    queixa denunci* advogad* policia processo procon justica tribunal reclamacao autoridades anatel anacom cnpd deco asae anpd processar* queixar_me
    reclame_aqui livro_de_reclamacoes juizado delegacia boletim_de_ocorrencia senacon multa coima indemnizacao indenizacao defesa_do_consumidor
    ministerio_publico gnr psp judicial consumidor reclamar`,
  other: `
    cliente clientes alguem ele ela eles nunca_mais_ligo nunca_ligo deixei_de entrevista consigo_mais nao_consigo nao_faria marido_diz* marido_disse
    marido_me marido_nao marido_ja marido_nunca marido_pediu marido_falou mulher_diz* mulher_disse mulher_me mulher_nao mulher_ja mulher_nunca
    mulher_pediu mulher_falou espos*_diz* espos*_disse espos*_me espos*_nao espos*_ja espos*_nunca espos*_pediu espos*_falou namorad*_diz*
    namorad*_disse namorad*_me namorad*_nao namorad*_ja namorad*_nunca namorad*_pediu namorad*_falou o_meu_ex meu_ex minha_ex ex_marido meu_chefe
    o_chefe minha_chefe filh*_pediu filh*_disse filh*_diz filh*_nao filh*_falou filh*_pede o_meu_filho a_minha_filha vizinh* um_amigo uma_amiga
    meu_amigo_pediu meu_amigo_disse minha_amiga_disse minha_amiga_pediu meu_irmao minha_irma ninguem_me_ligou ninguem_me_liga ninguem_me_telefonou
    ninguem_me_contactou ninguem_me_disse ninguem_me_atende ninguem_me_ligava ninguem_me_quer ninguem_ligou ninguem_liga do_banco meu_banco pediu_me
    disse_me disseram me_disseram me_disse pediram me_pediu falaram me_falou o_meu_pai meu_pai eu_disse_ao_meu eu_disse_ao_minha eu_disse_a_meu
    eu_disse_a_minha eu_disse_pro_meu eu_disse_pro_minha eu_disse_pra_meu eu_disse_pra_minha disse_ao_meu disse_a_minha se_nao_me_ligar*
    se_nao_me_voltarem se_nao_voltarem se_nao_me_contact* se_nao_retornarem se_ninguem funcionarios eu_nunca_mais meu_medico minha_mae_nao_quer_que_eu
    minha_prima meu_primo colega_meu a_minha_mae_disse a_minha_mae_pediu meu_advogado que_eu_ligue que_eu_nao_ligue nao_vou_ligar nao_vou_voltar
    nao_vou_telefonar nao_volto nao_voltarei nao_voltaremos nao_penso_ligar nao_ligo e_disse e_falou e_pediu proibi_o proibi_a meu_cunhad*
    minha_cunhad* a_cunhada meus_filhos meu_neto minha_neta meu_tio minha_tia um_conhecido as_pessoas eu_ja_nao_ligo o_pessoal nao_atendi
    nao_tenho_mais nao_ha_mais nao_houve nao_fiz nao_faco nao_posso_fazer nao_posso_receber nao_posso_ligar nao_recebi nao_recebo marido_lhe marido_se
    marido_quer mulher_lhe mulher_se mulher_quer espos*_lhe espos*_se espos*_quer`,
  them: `
    eles lhe_ligue ela ele colega_dele servico ao_senhor a_senhora_dona a_dona ao_doutor ao_gato ao_cao ao_cachorro ao_vizinho o_cachorro o_gato o_cao
    a_tua_irma a_tua_avo o_teu_irmao sua_irma seu_irmao a_vovo o_vovo o_papai a_mamae`,
  told: `
    telefone_nao_toca telemovel_nao_toca celular_nao_toca
    porque_e pergunta* perder esqueca_de_me_ligar esquecer_de nao_se_esqueca_de nao_pare nao_parem nao_me_incomoda nao_me_importo nao_incomoda
    quando_e pode_ligar lista_de_espera nao_precisa preocupe desligue nao_faz_mal recebi recebeu recebemos nao_digo tive hesite hesitem hesitar
    por_que_nao por_que_e por_que_ja por_que_nunca por_que_par* porque_nao_me achei achava pensei pensava julguei julgava achou temia ainda_bem_que
    ficaram_de ficou_de ficaste_de quedaram como_faco como_e_que_faco como_eu_faco como_que_eu_faco como_e_que_eu como_que_faz como_faz como_posso
    como_funciona como_consigo como_fazer como_e_que_funciona como_e_que_se como_se_faz o_que_preciso o_que_eu_preciso o_que_tenho o_que_e_preciso
    o_que_faco o_que_devo que_acontece se_eu_pedir se_eu_disser se_eu_retirar se_eu_falar se_eu_entrar se_eu_tirar se_eu_cancelar se_eu_sair
    se_eu_bloquear se_eu_quiser se_eu_apagar se_eu_recusar se_pedir se_retirar se_disser se_me_tirarem se_me_tiro se_me_inscrever se_me_apagarem
    sera_que e_verdade_que acha_que nunca_disse nunca_falei nunca_pedi eu_nao_disse nao_disse nao_falei nao_pedi nao_estou_a_dizer nao_estou_a_pedir
    nao_estou_dizendo nao_estou_pedindo nao_estou_falando nao_to_dizendo nao_to_pedindo nao_to_falando nao_quero_dizer nao_e_que nao_quer_dizer
    nao_significa nao_vos_digo nao_lhe_digo nao_lhes_digo ano_passado ha_anos_pedi ha_anos_nao ha_anos_eu ha_+_anos_pedi ha_+_anos_nao ha_+_anos_eu
    antigamente mud*_de_ideia mud*_de_ideias me_arrepend* arrependi pelo_contrario ao_contrario agora_sim agora_quero era_brincadeira liga_me
    me_liga_no me_liga_amanha me_liga_depois me_ligue_no me_ligue_amanha me_ligue_depois me_ligue_quando liga_no_meu liga_pro_meu liga_pra_meu
    ligue_no ligue_pro te_ouvindo ouvindo a_ouvir te_ouco lhe_ouco ouco cortando a_cortar caiu_a liga_de_novo em_paz_um em_paz_por_um que_me_ligue_o
    que_me_ligue_a que_me_ligue_um que_me_ligue_uma que_me_ligue_outro que_ligue_o_seu que_ligue_o_gerente que_ligue_o_chefe a_estas_horas nessa_hora
    essa_hora esta_hora a_esta_hora ligar_para_o_trabalho ligar_pro_trabalho ligar_de_manha ligar_de_noite ligar_a_noite ligar_tao_cedo
    nao_quero_que_parem nao_quero_que_deixem nao_quero_que_apaguem nao_quero_que_tirem nao_vao_deixar de_voce_de_senhor me_chama_de chame_de chamar_de
    retornar retornaram retorno costumava dizia_que se_queixava seria_possivel_voltar por_engano sem_querer voltar_a_estar desisti_de acesso_aos
    portabilidade retificacao o_que_quer_dizer o_que_significa nao_querem_que_eu quem_disse pode_voltar_a podem_voltar_a meu_amor meu_bem
    minha_querida_que mas_pode_ligar mas_pode_me mas_podem_ligar mas_podem_me nao_me_pertube_serve tanto_faz gravem que_grave que_gravam que_gravou
    gravacao por_hoje torne_a_ligar_na torne_a_ligar_amanha torne_a_ligar_as torne_a_ligar_depois torne_a_ligar_mais_tarde torne_a_ligar_daqui
    liga_a_ligar_na liga_a_ligar_amanha liga_a_ligar_as liga_a_ligar_depois liga_a_ligar_mais_tarde liga_a_ligar_daqui ligue_a_ligar_na
    ligue_a_ligar_amanha ligue_a_ligar_as ligue_a_ligar_depois ligue_a_ligar_mais_tarde ligue_a_ligar_daqui liga_antes llam* yo ustedes usted gravada
    gravado gravar me_dizendo_que a_dizer_me me_dizer_que_nao nao_vao_me nao_me_vao nao_vao_mais nao_iam ja_nao_me_voltam ja_nao_me_vao
    ja_nao_me_ligam onde_posso onde_e_que onde_eu onde_se onde_fica a_quem_tenho a_quem_devo a_quem_ligo com_quem_falo com_quem_tenho pode_me_dizer_me
    pode_me_explicar_me podia_me_dizer_me podia_me_explicar_me poderia_me_dizer_me poderia_me_explicar_me sabe_como sabe_se sabe_dizer sabes_se
    pergunto queria_saber gostaria_de_saber uma_duvida esperava esperavamos a_espera_que estava_esperando to_esperando nao_tem_de_voltar
    nao_tem_que_voltar nao_e_preciso nao_e_necessario nao_te_preocupes quieto quieta cala_te cala_a_boca silencio ninguem_me_voltou ninguem_voltou
    ninguem_me_tornou nao_me_voltaram nao_voltaram nunca_me_voltaram eu_sempre_falava eu_sempre_dizia eu_falava eu_dizia antes_eu antes_nao_queria
    acho_mal acho_estranho me_alegr* quando_foi ja_te_ligo eu_te_ligo nunca_me_voltam nunca_me_ligam nunca_mais_me_voltam prometem prometeram
    nunca_incomod* nunca_me_incomod* quando_quiser* quando_puder* quando_era quando_eu_era sim_podem_ligar que_podem_ligar voces_podem_ligar
    depois_podem_ligar amanha_podem_ligar pode_ser_que_nao talvez_nao era_o_meu_filho era_meu_filh* era_o_cao era_o_cachorro era_o_meu_neto no_para
    no_paran pediu_que pediu_lhes pediu_pra pediu_para lhe_ligassem a_ligassem o_ligassem como_deixar como_evitar como_parar como_bloquear como_sair
    explicar_me tem_alguma_forma ha_alguma_forma nao_deixe*_de ligue*_me ligue*_para_o_telemovel ligue*_para_o_movel ligue*_para_o_outro me_chame*_de
    volte*_a_ligar_na volte*_a_ligar_amanha volte*_a_ligar_as volte*_a_ligar_depois volte*_a_ligar_mais_tarde volte*_a_ligar_daqui ligue*_antes`,
  limit: `
    agora segunda* terca* quarta* quinta* sexta* sabado* domingo* trabalho escritorio recepcao rececao colega fim_de_semana antes_de antes_das antes_da
    antes_do antes_dos depois_de depois_das depois_da depois_do depois_dos de_manha* de_tarde* de_noite* pela_manha* pela_tarde* pela_noite* a_manha*
    a_tarde* a_noite* na_manha* na_tarde* na_noite* as_manha* as_tarde* as_noite* esta_noite esta_manha esta_tarde essa_noite essa_manha essa_tarde
    desta_noite desta_manha desta_tarde mais_tarde tao_tarde tao_cedo muito_cedo hoje_nao por_hoje mais_hoje ligue*_hoje ligue*_agora ligue*_amanha
    liga_hoje liga_agora liga_amanha telefone*_hoje telefone*_agora telefone*_amanha incomode*_hoje incomode*_agora incomode*_amanha liga_mais_hoje
    liga_mais_agora agora_nao_posso agora_nao_da agora_nao_e agora_nao_dou por_agora por_enquanto neste_momento nesse_momento de_momento no_momento
    essa_semana_nao esta_semana_nao esta_semana_que essa_semana_que mais_essa_semana mais_esta_semana semana_que_vem proxima_semana mes_que_vem
    proximo_mes liga_esta_semana liga_essa_semana ate_amanha ate_que ate_eu ate_as ate_depois ate_dia ate_janeiro ate_julho ate_agosto ate_setembro
    ate_dezembro ate_para ate_ao ate_a ate_o ate_la ate_proxima uns_dias estes_dias esses_dias servico ferias viagem viajando enquanto dirigindo
    a_conduzir conduzindo reuniao em_aula aula sesta a_essa_hora horario madrugada meio_dia almoco jantar a_hora na_hora a_menos_que a_nao_ser salvo
    exceto excepto se_nao_for so_se so_quando so_para so_pra apenas somente anonim* oculto privado para_o_outro no_outro o_outro pro_outro em_vez
    no_lugar tanto tao_frequente* no_natal feriado* para_o_fixo no_fixo pro_fixo pelo_fixo no_celular pro_celular para_o_telemovel telemovel_mas
    no_meu_celular para_casa_da no_emprego emprego trampo firma a_cobrar mais_do_que mais_que do_trabalho amanha_ligue amanha_de amanha_a amanha_que
    desde_que escreva_me escrevam_me ligue_pra_o_meu ligue_para_o_meu liga_pra_o_meu liga_para_o_meu numero_liga_para numero_liga_pra durante_agosto
    em_agosto mais_de_uma mais_de_duas mais_de_tres hoje_ja_nao correio cartas ate_ter ate_nova* ligue*_mais_hoje ligue*_mais_agora ligue*_esta_semana
    ligue*_essa_semana numero_ligue*_para numero_ligue*_pra`,
  things: `
    email emails e_mails mails pedido produto fatura consulta assinatura contrato tarifario conta participantes convidados espera encomenda newsletter
    ainda cartao apolice reserva reservas encomendas lista_de_espera lista_de_compras lista_de_casamento festa casamento antigo antiga velho velha
    duplicad* curso consultas item cartoes grupo_da boletim internet`,
  instead: `
    melhor liga_me me_liga me_ligue liguem ligue_pro ligue_no liga_no liga_pro mande mandem manda envie enviem escreva escrevam so_por eu_ligo
    eu_e_que prefiro antes_por sim_para liga_para liga_pra use_o usem_o ligue*_me ligue*_para ligue*_pra`,
  aside: `
    nao_e_consigo diga pode_falar desculpa_e desculpe_e desculpa_moca desculpa_moco estou_ao_telefone to_no_telefone que_estou_ao to_falando_no
    estou_no_telefone e_o_meu_filho e_meu_filho e_minha_filha e_a_minha_filha e_o_cachorro e_o_cao e_o_meu_neto e_meu_neto nao_e_com_voce
    nao_e_com_senhor nao_e_com_a nao_e_com_o nao_e_com_voces nao_e_contigo nao_era_consigo nao_era_contigo nao_foi_com nao_era_com estava_a_falar_com
    tava_falando_com falava_com estou_a_falar_com tava_falando_pro era_com_o era_com_a era_com_meu era_com_minha era_pro_meu era_pro_minha
    era_pro_cachorro era_pra_meu era_pra_minha era_pra_cachorro nao_e_pra_voce nao_e_para_si o_cachorro_aqui as_criancas_aqui foi_pro_meu foi_pra_meu
    cachorro menino_desculp* pode_continuar continue pode_dizer desculpa_pode desculpe_pode desculpa_diga desculpe_diga desculpe_era desculpa_era
    desculpe_estava desculpa_estava desculpa_tava estou_a_ouvi_lo`,
  register: 'nao_me_perturbe lista_robinson robinson nao_me_pertube nao_perturbe lista_de_oposicao',
  that: 'que se',
}
