import type { Exceptions } from '../../grammar.ts'

export const pt: Exceptions = {
  other: `
    clientes eles nunca_mais_ligo nunca_ligo deixei_de entrevista consigo_mais nao_consigo nao_faria marido_diz* marido_disse marido_me marido_nao marido_ja
    marido_nunca marido_pediu marido_falou mulher_diz* mulher_disse mulher_me mulher_nao mulher_ja mulher_nunca mulher_pediu mulher_falou espos*_diz*
    espos*_disse espos*_me espos*_nao espos*_ja espos*_nunca espos*_pediu espos*_falou namorad*_diz* namorad*_disse namorad*_me namorad*_nao namorad*_ja
    namorad*_nunca namorad*_pediu namorad*_falou o_meu_ex meu_ex minha_ex ex_marido meu_chefe o_chefe minha_chefe filh*_pediu filh*_disse filh*_diz filh*_nao
    filh*_falou filh*_pede o_meu_filho a_minha_filha vizinh* um_amigo uma_amiga meu_amigo_pediu meu_amigo_disse minha_amiga_disse minha_amiga_pediu meu_irmao
    minha_irma ninguem_me_ligou ninguem_me_liga ninguem_me_telefonou ninguem_me_contactou ninguem_me_disse ninguem_me_atende ninguem_me_ligava ninguem_me_quer
    ninguem_ligou do_banco meu_banco pediu_me disse_me disseram me_disseram me_disse pediram me_pediu falaram me_falou o_meu_pai meu_pai eu_disse_ao_meu
    eu_disse_ao_minha eu_disse_a_meu eu_disse_a_minha eu_disse_pro_meu eu_disse_pro_minha eu_disse_pra_meu eu_disse_pra_minha disse_ao_meu disse_a_minha
    se_nao_me_ligar* se_nao_me_voltarem se_nao_voltarem se_nao_retornarem se_ninguem funcionarios eu_nunca_mais meu_medico minha_mae_nao_quer_que_eu minha_prima
    meu_primo colega_meu a_minha_mae_disse a_minha_mae_pediu que_eu_ligue que_eu_nao_ligue nao_vou_ligar nao_vou_voltar nao_vou_telefonar nao_volto nao_voltarei
    nao_voltaremos nao_penso_ligar nao_ligo e_disse e_falou e_pediu proibi_o proibi_a meu_cunhad* minha_cunhad* a_cunhada meus_filhos meu_neto minha_neta
    meu_tio minha_tia um_conhecido as_pessoas eu_ja_nao_ligo o_pessoal nao_atendi nao_tenho_mais nao_ha_mais nao_houve nao_fiz nao_faco nao_posso_fazer
    nao_posso_receber nao_posso_ligar nao_recebi nao_recebo marido_lhe marido_se marido_quer mulher_lhe mulher_se mulher_quer espos*_lhe espos*_se espos*_quer
    ele_disse ela_disse ele_nao ela_nao ele_quer ela_quer ele_jurou ela_jurou jurou disse_a_ex disse_ao_ex disse_lhe disse_aos disse_ao_banco eu_disse_a_ele
    eu_disse_a_ela para_o_pai para_a_mae a_clientes os_clientes aos_clientes ligarmos_a eu_nunca_atendo eu_nao_atendo nunca_atendo meu_irmao_e meu_irmao_disse
    o_cliente um_cliente outro_cliente meu_cliente minha_cliente nosso_cliente uma_cliente ninguem_liga_para_mim alguem_disse alguem_me_disse alguem_ligou
    alguem_me_ligou se_alguem aos_do aos_da reformou_se se_nao_me_contactar*`,
  them: `
    eles lhe_ligue colega_dele servico ao_senhor a_senhora_dona a_dona ao_doutor ao_gato ao_cao ao_cachorro ao_vizinho o_cachorro o_gato o_cao a_tua_irma
    a_tua_avo o_teu_irmao sua_irma seu_irmao a_vovo o_vovo o_papai a_mamae ambulancia bombeiros taxi doutora_chame doutor_chame chame_de chama_de chame_doutora
    lhe_ligar lhe_ligarem lhe_liguem lhe_liga ligar_pra_ele ligar_pra_ela ligar_para_ele ligar_para_ela liguem_para_ele liguem_para_ela pra_ele pra_ela para_ele
    para_ela a_ela a_ele ao_cliente aos_clientes o_cliente`,
  told: `
    telefone_nao_toca telemovel_nao_toca celular_nao_toca pergunta* esqueca_de_me_ligar esquecer_de nao_se_esqueca_de nao_pare nao_parem nao_me_incomoda
    nao_me_importo nao_incomoda quando_e pode_ligar lista_de_espera preocupe desligue nao_faz_mal recebi recebeu recebemos nao_digo tive hesite hesitem hesitar
    por_que_nao por_que_e por_que_ja por_que_nunca por_que_par* porque_nao_me achei achava pensei pensava julguei julgava achou temia ainda_bem_que ficaram_de
    ficou_de ficaste_de quedaram como_faco como_e_que_faco como_eu_faco como_que_eu_faco como_e_que_eu como_que_faz como_faz como_posso como_funciona
    como_consigo como_fazer como_e_que_funciona como_e_que_se como_se_faz o_que_preciso o_que_eu_preciso o_que_tenho o_que_e_preciso o_que_faco o_que_devo
    que_acontece se_eu_pedir se_eu_disser se_eu_retirar se_eu_falar se_eu_entrar se_eu_tirar se_eu_cancelar se_eu_sair se_eu_bloquear se_eu_quiser se_eu_apagar
    se_eu_recusar se_pedir se_retirar se_disser se_me_tirarem se_me_tiro se_me_inscrever se_me_apagarem e_verdade_que acha_que nunca_disse nunca_falei
    eu_nao_disse nao_disse nao_falei nao_pedi nao_estou_a_dizer nao_estou_a_pedir nao_estou_dizendo nao_estou_pedindo nao_estou_falando nao_to_dizendo
    nao_to_pedindo nao_to_falando nao_quero_dizer nao_e_que nao_quer_dizer nao_significa nao_vos_digo nao_lhe_digo nao_lhes_digo ano_passado ha_anos_pedi
    ha_anos_nao ha_anos_eu ha_+_anos_pedi ha_+_anos_nao ha_+_anos_eu antigamente mud*_de_ideias me_arrepend* arrependi pelo_contrario ao_contrario agora_sim
    agora_quero era_brincadeira liga_me me_liga_no me_liga_amanha me_liga_depois me_ligue_no me_ligue_amanha me_ligue_depois me_ligue_quando liga_no_meu
    liga_pro_meu liga_pra_meu ligue_pro te_ouvindo ouvindo te_ouco lhe_ouco ouco cortando a_cortar caiu_a liga_de_novo em_paz_um em_paz_por_um que_me_ligue_o
    que_me_ligue_a que_me_ligue_um que_me_ligue_uma que_me_ligue_outro que_ligue_o_seu que_ligue_o_gerente que_ligue_o_chefe a_estas_horas nessa_hora essa_hora
    esta_hora a_esta_hora ligar_para_o_trabalho ligar_pro_trabalho ligar_de_manha ligar_de_noite ligar_a_noite ligar_tao_cedo nao_quero_que_parem
    nao_quero_que_deixem nao_quero_que_apaguem nao_quero_que_tirem nao_vao_deixar de_voce_de_senhor me_chama_de chame_de chamar_de retornar retornaram retorno
    costumava dizia_que se_queixava seria_possivel_voltar por_engano sem_querer voltar_a_estar desisti_de acesso_aos portabilidade retificacao o_que_quer_dizer
    o_que_significa nao_querem_que_eu quem_disse pode_voltar_a podem_voltar_a meu_amor meu_bem minha_querida_que mas_pode_ligar mas_pode_me mas_podem_ligar
    mas_podem_me nao_me_pertube_serve tanto_faz gravem que_grave que_gravam que_gravou gravacao por_hoje torne_a_ligar_na torne_a_ligar_amanha torne_a_ligar_as
    torne_a_ligar_depois torne_a_ligar_mais_tarde torne_a_ligar_daqui liga_a_ligar_na liga_a_ligar_amanha liga_a_ligar_as liga_a_ligar_depois
    liga_a_ligar_mais_tarde liga_a_ligar_daqui ligue_a_ligar_na ligue_a_ligar_amanha ligue_a_ligar_as ligue_a_ligar_depois ligue_a_ligar_mais_tarde
    ligue_a_ligar_daqui liga_antes llam* yo ustedes usted gravada gravado gravar me_dizendo_que a_dizer_me me_dizer_que_nao nao_vao_me nao_me_vao nao_vao_mais
    nao_iam ja_nao_me_voltam ja_nao_me_vao ja_nao_me_ligam onde_posso onde_e_que onde_eu onde_se onde_fica a_quem_tenho a_quem_devo a_quem_ligo com_quem_falo
    com_quem_tenho pode_me_dizer_me pode_me_explicar_me podia_me_dizer_me podia_me_explicar_me poderia_me_dizer_me poderia_me_explicar_me sabe_como sabe_se
    sabe_dizer sabes_se pergunto queria_saber gostaria_de_saber uma_duvida esperava esperavamos a_espera_que estava_esperando to_esperando nao_tem_que_voltar
    nao_e_necessario nao_te_preocupes quieto quieta cala_te cala_a_boca silencio ninguem_me_voltou ninguem_voltou ninguem_me_tornou nao_me_voltaram nao_voltaram
    nunca_me_voltaram eu_sempre_falava eu_sempre_dizia eu_falava eu_dizia antes_eu antes_nao_queria acho_mal acho_estranho me_alegr* quando_foi ja_te_ligo
    eu_te_ligo nunca_me_voltam nunca_me_ligam nunca_mais_me_voltam prometem prometeram nunca_incomod* nunca_me_incomod* quando_quiser* quando_puder* quando_era
    quando_eu_era sim_podem_ligar que_podem_ligar voces_podem_ligar depois_podem_ligar amanha_podem_ligar pode_ser_que_nao talvez_nao era_o_meu_filho
    era_meu_filh* era_o_cao era_o_cachorro era_o_meu_neto no_para no_paran pediu_que pediu_lhes pediu_pra pediu_para lhe_ligassem a_ligassem o_ligassem
    como_deixar como_evitar como_parar como_bloquear como_sair explicar_me tem_alguma_forma ha_alguma_forma nao_deixe*_de ligue*_me ligue*_para_o_telemovel
    ligue*_para_o_movel ligue*_para_o_outro me_chame*_de volte*_a_ligar_na volte*_a_ligar_amanha volte*_a_ligar_as volte*_a_ligar_depois
    volte*_a_ligar_mais_tarde volte*_a_ligar_daqui ligue*_antes se_eu_nao_quisesse se_nao_quisesse se_eu_quisesse se_quisesse se_eu_nao_quiser se_nao_quiser
    se_alguem se_uma_pessoa o_que_acontece o_que_aconteceria quem_lhe quem_te quem_vos porque_pararam por_que_pararam porque_parou porque_deixaram
    por_que_nao_me_ligaram posso_cancelar posso_sair posso_me posso_tirar posso_desinscrever_me como_e_que como_cancelo e_aqui_que e_ai_que e_nesse_numero
    ja_me_tiraram ja_me_retiraram ja_me_apagaram voces_me_tiraram ainda_estou_la estou_em_alguma estou_em_nenhuma nao_estou_em nao_estou_inscrit* nao_digo_para
    nao_digo_que nao_disse_para nao_disse_que nao_incomodam nao_me_incomodam nao_nos_importamos nao_tenho_nada_contra nada_contra nao_desligue nao_desliguem
    nao_se_esqueca nao_se_esquecam nao_esqueca nunca_me_devolv* nunca_me_ligou nunca_me_ligaram nunca_ligou nunca_ligaram nunca_retornaram nunca_me_retorn*
    nunca_mais_me_disseram ha_muito_tempo fazia_tempo faz_tempo_que ha_quanto_tempo ontem_ja ontem_me ja_me_ligaram ajuda_me_muito me_ajuda_muito as_suas_tudo
    nao_quero_que_par* nao_quero_que_deix* o_aplicativo ia_me_ligar ficou_de_ligar ficou_de_me porque_e_que_nao_me_lig* porque_e_que_pararam
    porque_e_que_deixaram porque_e_que_ja_nao nao_e_preciso_ligar_de_novo_se nao_e_preciso_ligarem_se nao_e_preciso_confirmar diria_nao dizer_nao digo_nao_a
    diria_que_nao nao_lhe_podem ja_nao_pode uma_pena pena_se ha_anos anos_atras estive_no estava_no mas_sai nunca_pedi_para nunca_pedi_que nunca_pedi_pra
    caixa_do_correio perder_a_chamada perder_o_prazo perder_a_oferta perder_a_ligacao eu_pedi_pra_nao_me_ligarem_mais_mas pedi_para_nao_me_ligarem_mais_mas
    a_academia ao_ginasio ate_dia antes_disso ligue_quando agora_nao_ligue telefone_nao_aceita perdi_o_seu perdi_o_numero ligue_no_celular ligue_no_fixo
    ligue_no_sabado voltei_a nao_voltei nao_gosto_de_ligar nao_gosto_de_telef* nunca_tinha nunca_tive se_eu_mudar se_mudar_de nao_precisa_ligar_de_novo_se
    nao_precisa_voltar_a_ligar_se nao_precisa_ligar nao_precisa_parar nao_precisa_me_ligar_de_volta nao_precisa_se_preocupar se_algum_dia nunca_me_canso
    prefiro_que_liguem sera_que_posso sera_que_me_ligam terminar_a_chamada nao_lhe_liguei alguem_saiba ninguem_saiba nao_escreva ninguem_nos_ligou
    ninguem_me_ligou ninguem_mais_ligou ninguem_mais_nos nao_sei_nada_de nao_tive_noticias nao_tivemos nao_tivemos_mais ja_ha_muito preciso_ligar_de_volta
    precisa_ligar_de_volta precisa_de_me_ligar_de_volta precisa_me_ligar_de_volta precisam_ligar_de_volta precisam_me_ligar_de_volta estou_a_ouvir
    estava_a_ouvir consigo_a_ouvir que_numero qual_numero proprio_numero ninguem_me_disse ninguem_me_avisou nao_estou_zangad* nao_estou_chatead* nao_estou_bravo
    nao_estou_brava nao_quero_incomodar nao_queria_incomodar incomoda_lo estou_ligando_para estou_a_ligar_para ligo_para nao_liguei nao_telefonei perder_a_sua
    perder_sua nunca_diria ficou_me_ligando nao_tenho_reclamacoes nao_tenho_queixas mas_ligue_me mas_liguem_me mas_me_ligue mas_me_liguem mas_me_liga
    qualquer_hora problemas_com problema_com passo_na eu_passo para_confirmar pra_confirmar semana_que_ninguem semanas_que_ninguem meses_que_ninguem
    dias_que_ninguem nao_me_oponho mais_de_duas mais_do_que`,
  limit: `
    segunda* terca* sexta* sabado* domingo* recepcao rececao fim_de_semana antes_de antes_das antes_da antes_do antes_dos depois_de depois_das depois_da
    depois_do depois_dos de_manha* de_tarde* de_noite* pela_manha* pela_tarde* pela_noite* a_manha* a_tarde* a_noite* na_manha* na_tarde* na_noite* as_manha*
    as_tarde* as_noite* esta_noite esta_manha esta_tarde essa_noite essa_manha essa_tarde desta_noite desta_manha desta_tarde mais_tarde tao_tarde tao_cedo
    muito_cedo por_hoje mais_hoje ligue*_hoje ligue*_agora ligue*_amanha liga_hoje liga_agora liga_amanha telefone*_hoje telefone*_agora telefone*_amanha
    incomode*_hoje incomode*_agora incomode*_amanha liga_mais_hoje liga_mais_agora agora_nao_posso agora_nao_da agora_nao_e agora_nao_dou por_agora por_enquanto
    neste_momento nesse_momento de_momento no_momento essa_semana_nao esta_semana_nao esta_semana_que essa_semana_que mais_essa_semana mais_esta_semana
    semana_que_vem proxima_semana mes_que_vem proximo_mes liga_esta_semana liga_essa_semana ate_amanha ate_que ate_eu ate_as ate_depois ate_dia ate_janeiro
    ate_julho ate_agosto ate_setembro ate_dezembro ate_para ate_ao ate_a ate_o ate_la ate_proxima uns_dias estes_dias esses_dias servico ferias viagem viajando
    enquanto dirigindo a_conduzir conduzindo reuniao em_aula aula sesta a_essa_hora horario madrugada meio_dia almoco jantar a_hora na_hora a_menos_que
    a_nao_ser salvo exceto excepto se_nao_for so_se so_quando so_para so_pra apenas somente anonim* oculto privado para_o_outro no_outro o_outro pro_outro
    em_vez no_lugar tanto tao_frequente* no_natal feriado* para_o_fixo no_fixo pro_fixo pelo_fixo no_celular pro_celular para_o_telemovel telemovel_mas
    no_meu_celular no_emprego emprego trampo firma a_cobrar mais_do_que do_trabalho amanha_ligue amanha_de amanha_a amanha_que desde_que escreva_me escrevam_me
    ligue_pra_o_meu ligue_para_o_meu liga_pra_o_meu liga_para_o_meu numero_liga_para numero_liga_pra durante_agosto em_agosto mais_de_uma mais_de_duas
    mais_de_tres hoje_ja_nao correio cartas ate_ter ate_nova* ligue*_mais_hoje ligue*_mais_agora ligue*_esta_semana ligue*_essa_semana numero_ligue*_para
    numero_ligue*_pra de_outras de_outra outras_empresas outras_companhias mais_adiante mais_para_a_frente se_der se_tudo se_correr_tudo se_nao_houver
    se_nao_mudar em_espera na_espera caixa_do_correio hora_do_almoco hora_do_jantar a_hora_de desconhecid* ocupado ate_segunda ate_terca ate_quarta ate_quinta
    ate_sexta ate_sabado ate_domingo de_madrugada nesta_altura nessa_altura agora_mesmo mesmo_agora tantas_vezes a_toda_hora toda_hora_mas do_escritorio
    numero_antigo para_casa_da_minha_tia para_casa_da_vizinha nao_agora agora_estou agora_to agora_que_estou agora_ligue liguem_agora ligar_agora agora_de_manha
    agora_a_noite so_agora agora_nao_me_da agora_nao_estou o_escritorio no_escritorio meu_escritorio ao_escritorio pro_escritorio do_escritorio_agora ainda_nao
    ligue_ainda ainda_para no_trabalho no_meu_trabalho para_o_trabalho do_meu_trabalho hoje_nao_posso hoje_nao_da hoje_nao_me hoje_nao_ligue hoje_nao_estou
    mas_hoje_nao mais_que_uma mais_que_duas na_quarta quarta_feira de_quarta a_quarta_nao quartas na_quinta quinta_feira de_quinta a_quinta_nao quintas quinta_a
    quinta_de quinta_as ligue_quinta quinta_nao meu_colega minha_colega um_colega uma_colega ainda_em entre_ainda cinco_minutos dez_minutos um_bocado
    um_pouquinho`,
  things: `
    email emails e_mails mails produto fatura consulta assinatura contrato tarifario conta participantes convidados espera encomenda newsletter ainda cartao
    apolice reserva reservas encomendas lista_de_espera lista_de_compras lista_de_casamento festa casamento antigo antiga velho velha duplicad* curso consultas
    item cartoes grupo_da boletim internet o_pedido meu_pedido um_pedido_novo do_pedido lista_da_turma pin senha`,
  instead: `
    melhor liga_me me_liga ligue_pro liga_no liga_pro mande mandem manda envie enviem escreva escrevam so_por eu_ligo eu_e_que prefiro antes_por sim_para
    liga_para liga_pra use_o usem_o ligue*_me ligue*_para ligue*_pra me_ligue_no me_ligue_depois me_ligue_amanha me_ligue_mais_tarde me_ligue_para
    me_ligue_quando me_ligue_pro liguem_para_o liguem_no liguem_depois liguem_amanha liguem_mais_tarde liguem_quando liguem_pro prefiro_que_liguem mas_liguem
    ligue_no_celular ligue_no_fixo ligue_no_meu so_na so_no so_depois so_a_partir eu_passo passo_ai eu_vou_ai so_de so_se so_o_senhor so_a_senhora so_voce`,
  aside: `
    nao_e_consigo pode_falar desculpa_e desculpe_e desculpa_moca desculpa_moco estou_ao_telefone to_no_telefone que_estou_ao to_falando_no estou_no_telefone
    e_o_meu_filho e_meu_filho e_minha_filha e_a_minha_filha e_o_cachorro e_o_cao e_o_meu_neto e_meu_neto nao_e_com_voce nao_e_com_senhor nao_e_com_a nao_e_com_o
    nao_e_com_voces nao_e_contigo nao_era_consigo nao_era_contigo nao_foi_com nao_era_com estava_a_falar_com tava_falando_com falava_com estou_a_falar_com
    tava_falando_pro era_com_o era_com_a era_com_meu era_com_minha era_pro_meu era_pro_minha era_pro_cachorro era_pra_meu era_pra_minha era_pra_cachorro
    nao_e_pra_voce nao_e_para_si o_cachorro_aqui as_criancas_aqui foi_pro_meu foi_pra_meu cachorro menino_desculp* pode_continuar continue pode_dizer
    desculpa_pode desculpe_pode desculpa_diga desculpe_diga desculpe_era desculpa_era desculpe_estava desculpa_estava desculpa_tava estou_a_ouvi_lo sim_diga`,
  person: `
    minha_mae minha_mamae meu_pai meu_irmao minha_irma meu_filho minha_filha meu_marido meu_esposo minha_esposa minha_mulher meu_namorado minha_namorada
    meu_chefe minha_chefe meu_patrao meu_vizinho minha_vizinha meu_amigo minha_amiga um_amigo uma_amiga meu_colega minha_colega minha_avo meu_avo meu_tio
    minha_tia meu_primo minha_prima minha_sogra meu_sogro meu_cunhado minha_cunhada meu_neto minha_neta meu_sobrinho minha_sobrinha meu_ex minha_ex meu_senhorio
    minha_senhoria meu_medico minha_medica meu_advogado o_medico a_medica o_doutor a_doutora o_chefe a_chefe o_patrao o_vizinho a_vizinha o_cliente a_cliente
    um_cliente uma_cliente um_senhor uma_senhora as_pessoas o_banco a_policia alguem o_professor a_professora ela ele o_ex a_ex seu_ex enfermeira enfermeiro`,
  says: `
    disse diz dizia disseram dizem pediu pede pediram perguntou perguntaram gritou jurou prometeu escreveu respondeu contou ordenou exigiu queria falou esta_no
    esta_na`,
  harmless: `
    a_partir_de_hoje de_hoje_em_diante a_partir_de_agora desde_hoje seu_chefe ao_seu_chefe vosso_chefe seu_patrao seu_colega ao_seu_colega sua_colega
    seus_colegas aos_seus_colegas vossos_colegas outros_numeros um_outro_numero meu_marido_e_eu eu_e_meu_marido eu_e_o_meu_marido minha_mulher_e_eu
    eu_e_minha_mulher nem_por_telefone nem_por_carta nem_por_email nem_hoje nem_amanha nem_agora nem_depois nem_mais_tarde dia_e_noite noite_e_dia`,
  narrows: `
    antes depois em no na nos nas durante enquanto quando ate se salvo exceto tao para pra por pelo pela com de do da dos das sobre porque como ou mas so hoje
    amanha agora ainda senhor senhora doutor o a os as um uma que cedo tarde muito e entre ao`,
  needless: 'nao_precisa nao_precisam nao_e_preciso nao_e_necessario nao_ha_necessidade escusa_de',
}
