import type { Requests } from '../../grammar.ts'

export const pt: Requests = {
  contact: `
    ligue liguem ligues ligar ligarem ligares liga ligando ligassem ligasse ligais telefone telefonem telefonar telefonarem telefones contacte contactem
    contactar contactarem contate contatem contatar contatarem incomode incomodem incomodar incomodarem perturbe perturbem perturbar perturbarem moleste*
    molestar importun* chateie* chatear entrar_em_contato entrar_em_contacto aborrec* encha insistam insista procurem procure marcar_este discar disquem disque
    telefonassem telefonasse contactassem contactasse contatassem contatasse incomodassem incomodasse perturbassem perturbasse chateassem telefonando
    incomodando perturbando contactando contatando chamem me_chame me_chama chame_mais chama_mais chamando chamassem encham encher enchendo amolar amole*
    amolando aporrinh* torrar torrem torrando ligarmos_nao insistir insistindo insistas contactes incomodes perturbes chateando me_procurem procurarem
    tocar_o_telefone telefonais contacteis telefonarmos fiquem_ligando fica_ligando ficar_ligando entrarem_em_contato entrarem_em_contacto entrassem_em_contato
    entrassem_em_contacto telefonares discando ligas liguei ligueis assedi* persegu* telefona perturba incomoda contata contacta entre*_em_contato
    entre*_em_contacto ligassem_mais voltem_a_ligar voltar_a_ligar me_ligar me_ligue me_liguem nos_ligar nos_liguem ligar_mais telefonar_mais me_telefonar
    me_telefone me_telefonem me_contactar me_contacte me_contactem me_contatar me_contate me_contatem me_incomodar me_incomode me_incomodem nos_incomodem
    nos_incomodar me_perturbar me_perturbe me_perturbem me_procurar encher_o_saco enchendo_o_saco encham_o_saco torrar_a_paciencia chatear_me chatear-me
    atormentar atormentem atormentando insistirem insistissem insistisse abordar abordem marquem_este marcar_o_meu entrem_em_contacto entrem_em_contato
    entrar_mais_em retornem retornar_a_ligacao retornem_a_ligacao fique_ligando ficam_ligando fica_me_ligando ficar_me_ligando ficar_telefonando
    continuar_ligando continuem_ligando continuem_a_ligar continuar_a_ligar continue_ligando andar_a_ligar andem_a_ligar andam_a_ligar ande_a_ligar
    estar_sempre_a_ligar estejam_a_ligar estar_a_ligar toquem ligar_de_volta liguem_de_volta acordar_me bater_na_mesma_tecla dirigir_me dirijam_se_a facam_isso
    faca_isso fazer_isso o_facam o_faca o_fazer me_vender vender_me perseguir nos_perseguir tente tentem`,
  contacted: `
    ser_contactad* ser_contatad* ser_incomodad* ser_perturbad* ser_chamad* ser_importunad* ser_abordad* me_ligassem me_liguem ser_molestad* ser_+_contactad*
    ser_+_contatad* incomodado incomodada perturbado perturbada nos_liguem ser_+_procurad* ser_+_ligad* nos_ligassem ser_procurad* importunado importunada
    receber_telefonema* que_me_liguem que_nos_liguem que_me_telefonem que_me_contactem que_me_contatem que_me_incomodem me_telefonem me_contactem me_contatem
    me_incomodem me_perturbem ser_mais_incomodad* ser_mais_contactad* ser_mais_contatad* ser_mais_perturbad* ser_mais_chamad* receber_chamadas receber_ligacoes
    receber_mais_chamadas receber_mais_ligacoes receber_as_vossas receber_as_suas receber_suas receber_telefonemas sou_contactad* sou_contatad* sou_incomodad*
    seja_contactad* seja_contatad* seja_incomodad*`,
  calls: `
    chamada* ligacao ligacoes telefonema* contato contatos contacto contactos telemarketing telefonadela* comunicacao comunicacoes_comerciais
    contactar_comercial propaganda publicidade spam ofertas_por_telefone vendas_por_telefone chamadinha* abordagem abordagens assedio televendas toques
    ligacaozinha ligacoes_comerciais contactos_telefonicos contatos_telefonicos contacto_telefonico contato_telefonico comunicacao_telefonica
    comunicacoes_telefonicas comunicacoes marketing_telefonico vendas_telefonicas ofertas_telefonicas toque ligada ligadas insistencia perseguicao
    publicidade_por_telefone publicidade_telefonica tentativas_de_contacto tentativas_de_contato tentativa_de_contato tentativa_de_contacto marketing_direto
    marketing_directo campanhas_telefonicas bombardeio bombardeamento tipo_de_ligac* tipo_de_chamad*`,
  no: 'nao nem nenhuma nenhum nada sem ninguem tampouco',
  more: `
    mais nunca volte voltem voltar voltarem voltes novamente de_novo no_futuro daqui jamais futuramente ainda outras outra doravante voltassem voltasse volta
    torne tornem tornar tornarem tornes tornassem pra_sempre para_sempre a_partir_de_agora a_partir_de_hoje a_partir_deste de_agora_em_diante de_hoje_em_diante
    dora_em_diante na_vida na_minha_vida em_diante definitiv* continuem continue continuar permanentemente algum_dia qualquer_outra tentem tente vez_nenhuma
    futuro futuros futura futuras voltam volteis nessa_vida de_vez de_uma_vez_por_todas outra_vez uma_vez_mais em_circunstancia_alguma em_circunstancia_nenhuma
    de_forma_alguma de_jeito_nenhum em_hipotese_alguma em_hipotese_nenhuma daqui_para_a_frente daqui_pra_frente de_futuro dora_avante de_aqui_em_diante
    de_uma_vez`,
  never: `
    nunca jamais nunca_mais jamais_voltem nunca_nunca em_tempo_algum em_momento_algum nada_que_me nada_de_me em_circunstancia_nenhuma nao_facam_mais
    nao_faca_mais nao_faz_mais em_circunstancia_alguma em_nenhuma_circunstancia em_caso_algum de_forma_nenhuma sob_nenhuma que_ninguem`,
  stop: `
    pare parem para_de parar pararem deixar_de deixassem deixasse cesse cessem cessar basta chega evite evitem evitar abstenh* abster acabem acabe terminem
    termine parassem parasse acabar parados deixarem_de desistam deixem_ja_de deixa_de deixam_de deixa_disso deixares_de parai parava paravam cessassem
    evitassem poupem poupe poupa_me para_com suspendam suspenda interrompam encerrem acabou acabaram_se desista interrompa podem_parar larguem_+_de vao_parar
    deixe*_de deixasse*_de deixe*_me_de parem_ja pare_ja para_com_isso parem_com_isso parem_com parar_com pare_com parando parassem_de cessem_as cesse_as
    deixem_se_de deixe_se_de deixa_te_de deixai_de acabem_com acabe_com acabar_com termine_com terminem_com encerrem_as suspendam_as desistam_de desista_de
    larguem_do_meu larga_do_meu larguem_mao chega_de chega_disso basta_disso poupem_me poupe_me evitem_me poupar_se poupe_se poupem_se param parais pararao
    o_fim fim_imediato o_termino ponham_fim ponha_fim por_fim_a`,
  stopThat: `
    parem_com_isso pare_com_isso para_com_isso parem_ja pare_ja chega_disso ja_chega basta_disso ja_basta isto_tem_de_parar isso_tem_que_parar acabou_se
    acabem_com_isso para_pararem para_parar pra_parar pra_pararem basta chega_disto chega_ja nunca_mais`,
  repeated: `
    segunda_vez terceira_vez quarta_vez quinta_vez sexta_vez decima_vez enesima_vez milesima_vez ultima_vez_que_peco ultima_vez_que_digo ultima_vez_que_vos
    ja_sao_tres_vezes ja_sao_varias mil_vezes quantas_vezes ja_disse ja_falei ja_pedi ja_vos ja_lhe ja_lhes varias_vezes cem_vezes avisaram ja_vos_disseram
    ja_lhes_disseram ja_foi_dito foi_dito pedi_duas_vezes pedi_tres_vezes disse_duas_vezes disse_tres_vezes falei_duas_vezes falei_tres_vezes pedi_muitas_vezes
    a_quinta_vez pedimos dissemos`,
  enough: `
    chega basta nenhuma nem_mais nao_quero_mais zero fart* ja_chega cansad* nada_de saturad* ja_deu acabaram acabou_se nem_uma ja_nao_aguento nao_aguento_mais
    nao_queremos_mais nao_quero_nenhuma nao_desejo_mais dispenso dispensamos de_saco_cheio saco_cheio estou_farto estou_farta estamos_fartos ja_basta
    ja_chega_de chega_de basta_de de_saco_cheio_de saco_cheio_de saco_cheio_dessas to_cheio_de to_cheia_de nao_aguento nao_suporto nem_mais_uma nem_mais_um
    nem_uma_unica nada_de_mais nunca_mais_uma acabou_a acabaram_as zero_ligacoes zero_chamadas sem_mais_ligacoes sem_mais_chamadas cansei* cansei_dessas
    cansei_das cansei_de farto farta`,
  forbid: `
    proibo proibimos recusamos oponho opomos nao_autorizo nao_autorizamos nao_permito nao_permitimos nao_tem_o_direito nao_tem_direito nao_admito nao_aceito
    eu_recuso recuso_me me_recuso recuso_qualquer recuso_receber recuso_que recuso_mais recuso_toda recuso_todo recuso_novos recuso_novas recuso_futuros
    proibidos proibido_de proibida_de estao_proibid* esta_proibido_de ficam_proibid* fica_proibid* te_proibo oposicao me_oponho nao_vos_autorizo nao_vos_permito
    nao_vos_autorizei nao_vos_dou nao_os_autorizo nao_os_permito nao_os_autorizei nao_os_dou nao_lhes_autorizo nao_lhes_permito nao_lhes_autorizei nao_lhes_dou
    nao_lhe_autorizo nao_lhe_permito nao_lhe_autorizei nao_lhe_dou nao_as_autorizo nao_as_permito nao_as_autorizei nao_as_dou nao_dou_permissao
    nao_dou_autorizacao nao_dou_consentimento nao_dou_o nao_tem_permissao nao_tem_autorizacao nao_tem_o_meu nao_tem_a_minha nao_tem_meu nao_tem_minha
    nao_tem_consentimento nao_tendes_permissao nao_tendes_autorizacao nao_tendes_o_meu nao_tendes_a_minha nao_tendes_meu nao_tendes_minha
    nao_tendes_consentimento nao_dei_permissao nao_dei_autorizacao nao_dei_consentimento nao_dei_o nao_dei_a nao_dei_licenca nao_demos_permissao
    nao_demos_autorizacao nao_demos_consentimento nao_demos_o nao_demos_a nao_demos_licenca desautorizo nao_consinto nao_tolero nao_estao_autorizad*
    nao_esta_autorizad* nao_autoriza nao_autorizei nao_podem_+_ligar nao_podem_+_contactar nao_podem_+_contatar nao_pode_me_ligar nao_pode_ficar_ligando veto
    nao_me_podem indesejad* nao_solicitad* nao_desejad* nao_e_bem_vind* nao_sao_bem_vind* nunca_autorizei nunca_vos_autorizei nunca_lhes_dei nunca_vos_dei
    nunca_dei nunca_dei_o nunca_dei_autorizacao nunca_dei_permissao nao_dei_o_meu sem_a_minha_autorizacao sem_minha_autorizacao sem_o_meu_consentimento
    sem_meu_consentimento sem_autorizacao sem_permissao nao_tem_a_minha_autorizacao nao_tem_a_minha_permissao nao_tem_o_meu_consentimento
    nao_tem_meu_consentimento nao_tem_minha_autorizacao nao_tem_minha_permissao voces_nao_podem_me nao_podem_me_ligar nao_podem_ligar_me
    nao_podem_ligar_para_mim nao_podem_contactar_me proibo_vos proibo_os proibo_o proibo_a proibo_lhes me_oponho_ao oponho_me direito_de_oposicao
    direito_ao_esquecimento direito_a_oposicao direito_ao_apagamento recuso_todas recuso_todos recuso_quaisquer recusamos_qualquer nao_concordo_em_receber
    recusar e_proibido esta_proibid* fica_proibido dispenso dispensamos renuncio_a recuso_ser recuso_ligacoes recuso_as minha_oposicao oposicao_as oposicao_a
    passamos_bem_sem passo_bem_sem passamos_sem vedad* preferia_nao_ter preferiria_nao_ter vontade_nenhuma nenhuma_vontade nenhum_desejo nao_concordo`,
  withdraw: `
    revogo revogamos retiro retiramos cancelo anulo revogar retirar revogado retirem revoguem revogue cancelem cancele retirei anular cancelar desautorizo tiro
    retirad* revogad* cancelad* anulad*`,
  consent: `
    consentimento permissao autorizacao autorizo autorizei autorizado consinto permito concordo aceito dei_permissao consenti autorizamos autoriza a_autorizacao
    minha_autorizacao`,
  remove: `
    retire retirem retirar retira tire tirem tirar tira remova removam remover remove apague apaguem apagar apaga elimine eliminem eliminar elimina exclua
    excluam excluir exclui risque risquem riscar risca delete deletem deletar esqueca esquecam esquece bloqueie* bloquear descadastr* suprima* saia remocao
    exclusao eliminacao tirarem anulem sair desaparecer tirassem tirasse retirassem retirasse removessem removesse apagassem apagasse eliminassem eliminasse
    excluissem excluisse retirarem removerem apagarem eliminarem excluirem riscassem riscarem removido removida removidos retirado retirada excluido excluida
    eliminad* apagado tirad* deletado deletada cancela cancelem anule anular desinscrev* tirando limpem limpe some_com suma sumam sumir desvincul* apagues tires
    retires cortem corte corta desapareca* tirarmos saco retirados excluidos apagados remova_me retire_me retirem_me tire_me tirem_me apague_me apaguem_me
    elimine_me exclua_me risque_me risquem_me sair_da sair_dessa saiam expurg* limpar banir banam tirar_me retirar_me remover_me cancelar_o_meu desligar_me
    cancelamento cancelar arranquem arranque arranca desaparecer_da sumir_da sumir_dessa me_tire me_tirem me_remova me_removam me_exclua me_excluam me_apague
    me_apaguem me_retire me_retirem me_risquem desaparecesse riscada riscado fora_da fora_do fora_das fora_dos de_fora fora`,
  erase: `
    retire retirem retirar tire tirem tirar tira remova removam remover apague apaguem apagar apaga elimine eliminem eliminar exclua excluam excluir risque
    risquem delete deletem deletar esqueca esquecam esquece bloqueie* bloquear suprima* remocao exclusao eliminacao tirassem retirassem removessem apagassem
    eliminassem excluissem retirarem removerem apagarem eliminarem excluirem removidos excluidos apagados eliminados remove exclui retira elimina risca deleta
    riscar apagamento some_com sumam_com suma_com sumir_com perde_o perde_meu perde_esse perde_este perde_nosso perca_o perca_meu perca_esse perca_este
    perca_nosso percam_o percam_meu percam_esse percam_este percam_nosso perder_o perder_meu perder_esse perder_este perder_nosso jog*_fora esquecer apagues
    tires desaparecam_com destru* rasg* bloqueado desativ* limpem limpe descartem bloqueia tirarem riscassem anonimiz* desfacam_se deite*_fora livre*_se
    remova_o retire_o tire_o apague_o apaguem_o risque_o esqueca_se esquecam_se esquecer_o removido excluido apagado riscado eliminado expurg* arranquem
    arranque elimine_o exclua_o retirem_me retire_me tirem_me tire_me removam_me remova_me apaguem_me apague_me cancelar_isso perdessem esquecessem perdesse`,
  dial: 'disquem disque discar marcar marquem marque usem usar utilizem liga ligar ligam tratar utilizar processar guardem guardar mantenham',
  doIt: `
    faca_isso facam_isso fazer_isso faz_isso faca_isto facam_isto o_faca o_facam repita repitam facam_mais_isso faca_mais_isso faz_mais_isso as_facam as_faca
    as_fazer`,
  want: 'quero queremos desejo desejamos aceito aceitamos preciso receber queria queriamos desejava',
  list: `
    lista* base bases sistema* cadastro* registo* registro* ficheiro* arquivo* agenda banco_de_dados contactos contatos mailing caderninho caderno computador
    computadores planilha planilhas carteira mailings marketing publicidade bancos_de_dados fichas excel programa disparo disparos dai de_todo_lado rol discador
    maquina robo aplicacao central bancos daqui_do_sistema tudo_o_que tudo_que_voces marcador da_vossa das_vossas da_sua_lista`,
  callList: 'lista_de_chamadas lista_de_ligacoes lista_telefonica lista_de_contatos_telefonicos',
  mine: `
    me meu meus nos nosso nossos este_numero esse_numero minha minhas quero_sair queremos_sair eu removida removido retirado retirada excluido excluida sair
    a_gente da_gente comigo mim ser_removido ser_removida ser_removidos ser_excluido ser_excluida ser_excluidos ser_apagado ser_apagada ser_retirado
    ser_retirada ser_retirados ser_eliminado ser_eliminada me_descadastrar me_tirar nossa nossas queria_sair gostaria_de_sair gostava_de_sair quero_cancelar
    gostaria_de_ser ser_riscad* queremos_ser posso_ser gostaria_de_ficar quero_ficar_de`,
  number: `
    meu_numero este_numero esse_numero nosso_numero meu_telefone este_telefone meus_dados nossos_dados meu_nome meu_contacto meu_contato meu_celular
    meu_telemovel minhas_informacoes meu_cadastro meu_registo meu_tel meu_fone esse_telefone esse_fone este_fone nosso_telefone meus_contactos meus_contatos
    numero_de_casa telefone_de_casa numero_da_minha telefone_da_minha meu_fixo meu_zap meu_registro todos_os_meus os_dados meu_cpf nosso_nome nosso_contacto
    nosso_contato dos_dados dos_meus_dados minha_linha esta_linha essa_linha nossa_linha meu_telefone_fixo meu_numero_de numero_da_minha_mae numero_do_meu
    tudo_o_que_tem tudo_que_voces_tem tudo_o_que_tem_meu minhas_informacoes_pessoais meus_dados_pessoais minha_ficha minha_informacao meu_nome_e o_meu_perfil
    meu_contacto_telefonico que_existo que_eu_existo minha_existencia este_contacto este_contato numero_de_telefone_do numero_de_telefone_da este_celular
    este_telemovel esse_celular este_fixo meu_perfil informacao_que_tem informacoes_que_tem informacao_sobre_mim informacoes_sobre_mim dados_sobre_mim
    dados_que_tem tudo_sobre_mim numero_particular numero_privado`,
  noCallList: `
    nao_perturbe nao_ligar nao_incomodar nao_contactar nao_contatar lista_negra lista_robinson robinson nao_querem_ser quem_nao_quer quem_nao_deseja
    lista_de_bloque* bloquead* lista_de_exclusao lista_de_oposicao nao_incomode nao_pertube nao_me_pertube lista_de_nao que_nao_quero_receber que_nao_quero_ser
    que_nao_quero_mais que_nao_quero_que que_nao_quero_ligacao que_nao_quero_ligacoes que_nao_quero_chamadas que_nao_quero_contacto que_nao_quero_contato
    que_eu_nao_quero nao_contacte nao_quer_receber nao_quer_ser nao_quer_mais nao_quer_que nao_quer_contacto nao_deseja_receber nao_deseja_ser nao_deseja_mais
    nao_deseja_contacto nao_deseja_contato oposicao_a nao_autoriza pra_nao_ligar* para_nao_ligar* pra_nao_me_ligar* para_nao_me_ligar* para_nao_voltar*
    pra_nao_voltar* para_nao_me_contac* que_nao_e_pra_ligar nao_ligar_mais nao_voltar_a nunca_ligar nunca_contactar nunca_contatar nao_quero_chamadas
    nao_quero_ligacoes nao_quero_ligacao nao_quero_receber nao_quero_ser nao_quero_mais nao_quer_chamadas nao_quer_ligacoes nao_querem_receber
    nao_querem_chamadas nao_desejo_receber nao_desejo_ser nao_desejo_mais nao_aceito_chamadas nao_aceito_ligacoes recuso_qualquer recuso_chamadas
    recuso_ligacoes nao_ligarem nao_me_liguem nao_me_contactem nao_me_contatem nao_perturbar no_nao_me_perturbe nao_querem_que nao_querem_que_lhes lista_interna
    de_nao_ligar quem_nao_ligam quem_voces_nao pessoas_para_quem como_nao_ligar como_nao_contactar`,
  put: `
    coloque coloquem colocar ponha ponham por_o inclua incluam inscreva* adicione* registe* registre* bote meta anote anota anotem registra pus bota botem
    coloca inclui marca marque marquem poe aponte apontem aponta cadastra cadastre cadastrem escreva escrevam escreve ponha_me ponham_me coloque_me coloquem_me
    me_coloque me_coloquem me_ponha me_bota me_bote inclua_me incluam_me me_inclua tome_nota tomem_nota tomar_nota registar registrar anotar anote_ai anota_ai
    escreva_ai deixe_anotado deixem_anotado deixar_anotado assinale assinalem sinalize sinalizem faca_constar facam_constar certifique garanta garantam assegure
    assegurem coloca_ai bota_ai poe_ai posto acrescente acrescentem respeitem respeite pode_marcar marcar_este`,
  last: 'ultima_vez ultima_chamada ultima_ligacao ultimo_telefonema ultimo_contacto ultimo_contato',
  hear: 'ouvir saber noticias falar_de ouvirmos saiba escutar ter_noticias ouvir_falar saber_de saber_mais ouvir_mais conversa_com papo_com ver falar',
  fromYou: `
    de_voces de_vocs de_voce de_vos vossas de_si da_sua_empresa da_vossa com_voces dessa_empresa desta_empresa da_empresa da_sua_parte do_seu_banco
    do_vosso_banco vos_ouvir de_vossa da_vossa_parte da_parte_de_voces convosco com_a_vossa com_a_sua dessa_gente da_vossa_empresa da_empresa_de_voces da_sua
    vossa suas vosso_numero seu_numero numero_de_voces`,
  whole: `
    me_deixa_em_paz deixa_me_em_paz me_deixem_sossegad* vao_me_deixar_em_paz descadastr* seja_+_ultima deix*_nos_em_paz deix*_nos_em_sossegad*
    me_deixa_em_sossegad* me_deixa_em_quiet* me_deixe*_em_paz me_deixe*_em_sossegad* me_deixe*_em_quiet* me_deixar*_em_paz me_deixar*_em_sossegad*
    me_deixar*_em_quiet* me_deixassem_em_paz me_deixassem_em_sossegad* me_deixassem_em_quiet* nos_deixa_em_paz nos_deixa_em_sossegad* nos_deixa_em_quiet*
    nos_deixe*_em_paz nos_deixe*_em_sossegad* nos_deixe*_em_quiet* nos_deixar*_em_paz nos_deixar*_em_sossegad* nos_deixar*_em_quiet* nos_deixassem_em_paz
    nos_deixassem_em_sossegad* nos_deixassem_em_quiet* deixar*_me_em_paz deixar*_me_em_sossegad* escus*_de_voltar escus*_de_ligar escus*_de_telefonar
    escus*_de_insistir escus*_de_me_+_ligar escus*_de_me_+_telefonar escus*_de_tornar esquec*_que_eu_existo esquec*_que_existo esquec*_de_mim esquec*_se_de_mim
    exercer_o_meu_direito exercer_o_meu_direitos exercer_o_meus_direito exercer_o_meus_direitos exercer_o_nosso_direito exercer_o_nosso_direitos
    exercer_os_meu_direito exercer_os_meu_direitos exercer_os_meus_direito exercer_os_meus_direitos exercer_os_nosso_direito exercer_os_nosso_direitos
    exerco_o_meu_direito exerco_o_meu_direitos exerco_o_meus_direito exerco_o_meus_direitos exerco_o_nosso_direito exerco_o_nosso_direitos exerco_os_meu_direito
    exerco_os_meu_direitos exerco_os_meus_direito exerco_os_meus_direitos exerco_os_nosso_direito exerco_os_nosso_direitos exercemos_o_meu_direito
    exercemos_o_meu_direitos exercemos_o_meus_direito exercemos_o_meus_direitos exercemos_o_nosso_direito exercemos_o_nosso_direitos exercemos_os_meu_direito
    exercemos_os_meu_direitos exercemos_os_meus_direito exercemos_os_meus_direitos exercemos_os_nosso_direito exercemos_os_nosso_direitos exercer_meu_direito
    exerco_meu_direito direito_de_oposicao direito_ao_esquecimento direito_ao_apagamento direito_de_eliminacao cancel*_todas_as_ligacoes
    cancel*_todas_as_chamadas cancel*_+_ligacoes_+_definitivamente cancel*_+_ligacoes_+_sempre cancel*_+_ligacoes_+_vez cancel*_+_chamadas_+_definitivamente
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
    desde_hoje_nao_+_quero de_hoje_ja_nao_+_lig* se_nao_tirarem_o se_nao_tirarem_os se_nao_tirarem_meu se_nao_tirarem_meus se_nao_apagarem_o se_nao_apagarem_os
    se_nao_apagarem_meu se_nao_apagarem_meus se_nao_removerem_o se_nao_removerem_os se_nao_removerem_meu se_nao_removerem_meus se_nao_excluirem_o
    se_nao_excluirem_os se_nao_excluirem_meu se_nao_excluirem_meus se_nao_me_tirarem se_nao_me_apagarem deix*_a_minha_familia esta_foi_a_ultima_vez_que_me_lig*
    essa_foi_a_ultima_vez_que_me_lig* deixe*_me_em_paz deixe*_me_sossegad* cancele*_as_chamadas cancele*_as_ligacoes cancele*_todas_chamadas
    cancele*_todas_ligacoes comigo_nao_conte* deixem_me_em_paz deixe_me_em_paz me_deixem_em_paz me_deixe_em_paz deixem_nos_em_paz nos_deixem_em_paz
    nos_deixe_em_paz deixar_me_em_paz me_deixar_em_paz me_deixam_em_paz nao_me_deixam_em_paz deixem_me_sossegad* deixe_me_sossegad* me_deixam_sossegad*
    me_deixa_sossegad* deixem_me_descansad* deixem_a_minha_mae_em_paz larguem_me larga_me me_larguem larguem_do_meu_pe larga_do_meu_pe saiam_do_meu_pe
    esquecam_me esqueca_me me_esquecam me_esqueca me_esquece esquecam_que_existo esquece_o_meu_numero esqueca_o_meu_numero esquecam_o_meu_numero
    esquece_meu_numero estou_inscrito_no_nao estou_inscrita_no_nao estou_no_nao_me_perturbe estou_cadastrado_no_nao poupem_me_essas poupem_me_das
    poupe_me_dessas me_poupem_dessas me_poupe_dessas tire_me_dai tirem_me_dai me_tira_dessa me_tirem_dessa some_com_meu_numero some_com_o_meu parem_la_de_ligar
    voces_me_apagam voces_apagam_me apaguem_me_tambem escusam_de_me_voltar_a_ligar escusam_de_ligar escusa_de_ligar escusa_de_voltar escusam_de_voltar
    aqui_voces_nao_ligam_mais voces_nao_ligam_mais_para para_ai_com_essas cancelar_as_vossas cancelar_essas_ligacoes cancelar_suas_ligacoes nem_mais_uma
    nao_quero_que_se_repita nao_tente_mais nao_tentem_mais deixe_de_ser_marcado fora_das_vossas nao_precisa_me_ligar_mais nao_tem_de_voltar_a_ligar
    nao_voltem_a_faze_lo ser_tirados este_numero_nunca_mais seja_chamado_nunca estou_na_lista_robinson inscrit*_na_lista_robinson inscrit*_no_nao_me_perturbe
    nao_tem_que_estar_na nao_tem_nada_que_estar veja_se_nao_me_lig* ve_se_nao_me_lig* veja_se_nao_lig* ve_se_nao_lig* veja_se_para* ultima_ligacao_que_aceit*
    ultima_ligacao_que_receb* ultima_chamada_que_aceit* ultima_chamada_que_receb*`,
  ask: `
    favor quero queremos desejo peco pedi prefiro gostaria disse agradeco agradecia exijo solicito exigimos pedia pedimos queria queriamos gostava gostavamos
    preferia a_mim agradecemos rogo por_favor faca facam ja_disse ja_falei digo estou_a_dizer estou_a_pedir to_pedindo to_falando estou_pedindo faz_favor ve_se
    nao_e_pra nao_e_para que_nao_me portanto agradeceria entao desejava insisto repito requeiro peco_lhe peco_vos peco_que suplico imploro rogo_lhe rogo_que
    preferia_que prefiro_que preferiamos grato grata agradecida agradecido agradecia_que agradecia_se pedia_que pedia_lhe pedia_vos pedir queremos_que
    exigimos_que nao_precisam_de_voltar nao_precisa_mais nao_precisam_mais era_bom_que tenha_a tenham_a faca_o_favor facam_o ja_lhes ja_lhe ja_vos ja_pedi
    estou_dizendo to_dizendo repito_que pedido_formal disse_para disse_pra voces e_nao`,
  tail: `
    aqui obrigado obrigada favor por se faz para ca me mais contactad* contatad* incomodad* pra pro mim em_casa casa nunca jamais nao ta bom bem ok entendeu
    percebeu ouviu viu senhor senhora moca moco amigo amiga obg este esse numero telefone nesse neste cara gente valeu combinado esta_bem meu a_mim dona ninguem
    daqui voces certo hein querida querido filha filho menina rapaz mano bro velho meu_filho minha_filha meu_senhor minha_senhora meu_bem meu_anjo fofa
    por_amor_de_deus pelo_amor_de_deus pelo_amor por_deus ne nao_viu visto ta_certo beleza falou fechado obrigadinha obrigadinho adeus tchau passar_bem
    com_licenca mesmo de_verdade serio a_serio jamais_em nunca_na aca neste_numero nesse_numero para_aqui para_ca pra_ca pra_mim para_mim comigo conosco
    connosco por_isso por_causa com_isso sobre_isso imediatamente ja agora_mesmo definitivamente logo esta`,
  doing: `
    ligam telefonam incomodam contactam contatam chateiam perturbam me_liga me_ligam faz_isso fazem_isso atendo ligando telefonando telefona insistem ligais
    atendemos chamam ligue nao_ligam continuam_ligando continua_ligando continuam_a se_repetir isto_se_repetir isso_se_repetir acontecer ligaram`,
  again: `
    outra_vez de_novo novamente mais continuem continuarem continuar continuam continua voltarem voltam volta tornarem tornar torna tornam proxima_vez
    qualquer_outra proxima_ligacao proxima_chamada insistirem insistir insistem outra_chamada outra_ligacao se_repetir`,
  when: `
    se caso da_proxima na_proxima a_proxima outra_chamada outra_ligacao mais_uma_ligacao mais_uma_chamada ligue_me_outra liguem_me_outra ligue_me_de_novo
    me_ligue_de_novo me_liga_de_novo`,
  threat: `
    queixa denunci* advogad* policia processo procon justica tribunal reclamacao autoridades anatel anacom cnpd deco asae anpd processar* queixar_me
    reclame_aqui livro_de_reclamacoes juizado delegacia boletim_de_ocorrencia senacon multa coima indemnizacao indenizacao defesa_do_consumidor
    ministerio_publico gnr psp judicial consumidor reclamar considerada_assedio como_assedio esquadra gendarmeria decon providencias medidas`,
  register: 'nao_me_perturbe lista_robinson robinson nao_me_pertube nao_perturbe lista_de_oposicao',
  that: 'que se',
  and: `
    e_me e_tir* e_apag* e_par* e_remov* e_elimin* e_deix* e_nao e_por e_retir* e_exclu* e_esque* e_nos e_risqu* e_bloque* e_quero e_ter nao_tenho_interesse
    nao_me_interessa nao_estou_interessad* nao_obrigad* nao_preciso_de_nada nao_quero_nada nao_temos_interesse`,
  filler: '',
  you: 'que',
  request: `
    pode podia poderia podem podiam poderiam podes podias sera_que seria_possivel e_possivel importa_se importam_se importava_se quantas_vezes
    por_que_nao_me_deixam porque_nao_me_deixam quando_e_que_me_deixam quando_vao_parar faria_o faria_a fazia_me fazia_o dava_para da_para da_pra tem_como
    me_tira me_tiram me_retira me_retiram me_apaga tira_me retira_me quer_fazer querem_fazer nao_se_importa podemos seria teria_a teriam_a faz_favor faz_o
    pedir_muito pedir_demais porque_e_que_nao_percebem por_que_voces_nao_entendem por_que_nao_entendem posso_pedir podia_pedir poderia_pedir e_que_tal
    quando_e_que_param quando_param ate_quando e_tao_dificil quando_e_que_deixam o_que_e_que_eu o_que_e_que_tenho o_que_tenho_que_fazer o_que_eu_tenho_que`,
  so: 'entao portanto por_isso logo e_nao_quero e_quero e_nao_queremos e_por_favor e_nao_o_usem sido_claro sido_clara',
  leave: 'deixe deixem deixa deixar deixarem deixassem deixasse deixam deixai deixada deixado deixados',
  peace: 'em_paz sossegad* descansad* quieta quieto em_sossego no_meu_canto quieta_no',
  anyNumber: 'o_numero esse_numero numero este_numero',
}
