import type { Exceptions } from '../../grammar.ts'

export const es: Exceptions = {
  other: `
    el_dijo companera yo_ya_no yo_no_vuelvo deje_de_llamarles deje_de_llamarlos deje_de_llamarlas ellos despues_de_la_entrevista ha_dicho grito gritaba decia
    marido_dic* marido_dij* marido_me marido_no marido_les marido_ya marido_nunca marido_pidio espos*_dic* espos*_dij* espos*_me espos*_no espos*_les espos*_ya
    espos*_nunca espos*_pidio mujer_dic* mujer_dij* mujer_me mujer_no mujer_les mujer_ya mujer_nunca mujer_pidio novi*_dic* novi*_dij* novi*_me novi*_no
    novi*_les novi*_ya novi*_nunca novi*_pidio mi_ex exmarido exmujer mi_novio mi_novia mi_jef* el_jefe mi_hij*_me mi_hij*_dij* mi_hij*_dice mi_hij*_no
    mi_hij*_ya mi_hij*_pidio mi_vecin* el_vecin* la_vecin* los_vecin* un_vecin* una_vecin* mi_amig* un_amigo una_amiga mi_herman* nadie_me_llama nadie_me_llamo
    nadie_me_ha nadie_me_volvio nadie_me_quiere nadie_me_contesta nadie_me_dijo nadie_me_llamaba nadie_ha nadie_le nadie_les del_banco mi_banco la_gente
    mi_padre_me mi_madre_me les_dijo nos_dijo me_dijo me_dijeron me_pidio pidieron me_pidieron me_han_dicho le_dije_a le_pedi_a les_dije_a_los si_no_me_vuelv*
    si_no_vuelv* si_no_me_contact* si_no_me_devuel* si_nadie no_tengo_permiso no_tengo_autorizacion empleados mis_padres mi_companer* su_hijo mi_prim*
    le_digo_a_mi mi_abogado_me mi_medic* yo_nunca_mas yo_no_he esta_prohibido no_voy_a_llamar no_voy_a_contactar no_voy_a_volver no_los_voy_a no_les_voy_a
    no_le_voy_a no_pienso_llamar no_volvere no_volveremos yo_no_llamo e_les_dijo y_les_dijo y_les_grito y_les_pidio y_dijo lo_llamo ya_no_los_llamo no_lo_vuelvo
    les_prohibi mi_cunad* mi_niet* mis_hij* mis_vecin* mi_clienta mi_tio mi_tia a_mi_ex mis_amig* le_prohibi he_prohibido no_contest* no_tengo_mas no_hay_mas
    no_hubo no_hice no_hago no_puedo_hacer no_puedo_recibir no_puedo_llamar no_recibi no_recibo no_recibimos no_recibio marido_le marido_se marido_quiere
    mujer_le mujer_se mujer_quiere espos*_le espos*_se espos*_quiere mi_hij*_le mi_hij*_se mi_hij*_nunca mi_hij*_quiere ella_no ella_quiere el_no_quiere
    el_quiere le_dijo le_pidio a_su_ex a_su_hijo a_su_madre a_su_padre llaman_a_los llamemos no_llamemos no_llamaramos yo_llamo cojo_llamadas contesto_llamadas
    atiendo_llamadas les_grito le_grito a_mi_hijo_que a_mi_hija_que a_mi_hermano a_mi_hermana ha_jurado juro_no en_mi_vida yo_nunca_llam* yo_nunca_les_llam*
    yo_nunca_contest* yo_nunca_cojo yo_nunca_atiend* yo_nunca_les_dije yo_nunca_he_dicho yo_nunca_dije no_vuelvo yo_vuelvo vuelvo_a_llamar vuelvo_a_contratar
    nunca_vuelvo alguien_dijo alguien_me_dijo alguien_llamo alguien_me_llamo alguien_le si_alguien a_los_de a_los_del a_las_de a_los_de_la a_los_de_las
    un_cliente el_cliente mi_cliente nuestro_cliente una_cliente mis_clientes los_clientes nuestros_clientes esta_jubilado esta_jubilada ella_les ella_le
    ella_dijo ella_dice ella_pidio si_no_me_llaman si_no_me_llama si_no_me_llamas si_no_me_llamais si_no_me_llamo`,
  them: `
    les_llame llamarles llamarlos llamarle llamarlo llamarla lo_llame le_llame_ella taller al_senor a_la_senora a_don al_doctor al_gato al_perro a_tu_herman*
    a_tu_abuel* a_la_abuela al_abuelo a_tu_padre a_tu_madre a_tu_mama a_tu_papa a_los_vecinos al_taller contactarles ambulancia bomberos taxi policia_que
    doctora doctor senora_que licenciado don dona llame_senor llame_senora de_usted_que llamame_de llameme_de que_la_llamen que_lo_llamen que_le_llamen
    que_los_llamen que_les_llamen volviera_a_llamarlo lo_volviera lo_vuelva la_vuelva la_volviera lo_volvieran la_volvieran le_volviera le_volvieran
    llameme_senor* llame_senor* llamen_me_senor* timbre carino_no llame_carino puede_llamarme ambulancia_que le_pueden_llamar lo_pueden_llamar su_linea
    al_cliente a_los_clientes a_la_clienta`,
  told: `
    dijo dice pregunta* olvide_de_volver olvide_llamarme olvide_de_llamarme perder no_dejen_de no_deje_de no_dejes_de no_pare no_paren no_me_molesta
    no_me_importa cuando_le cuando_dije lista_de_espera cuelgue dije_que_llamara recibi recibido recibio recibimos no_digo dude duden por_que_no_nos por_que_ya
    por_que_nunca por_que_dej* pense pensaba pensabamos crei creia creiamos creyo temia que_bueno_que que_pasa que_pasaria como_hago como_puedo como_hacer
    como_consigo como_funciona como_podria como_se_hace como_me_apunto como_me_borro como_me_quito como_me_doy que_tengo_que que_hay_que que_debo que_hago
    si_digo si_pido si_retiro si_solicito si_le_digo si_le_pido si_les_digo si_les_pido si_yo_digo si_yo_pido si_me_borran si_me_borro si_me_borra si_me_quitan
    si_me_apunto si_me_doy si_me_dan usted_cree cree_que es_verdad_que es_cierto nunca_dije nunca_he_dicho yo_no_dije no_he_dicho nunca_pedi no_pedi
    no_estoy_diciendo no_le_digo no_les_digo no_os_digo no_te_digo no_le_estoy_diciendo no_les_estoy_diciendo no_os_estoy_diciendo no_es_que no_quiere_decir
    no_significa ano_pasado hace_anos_pedi hace_anos_les hace_anos_le hace_anos_no hace_anos_yo hace_anos_que_pedi hace_+_anos_pedi hace_+_anos_les
    hace_+_anos_le hace_+_anos_no hace_+_anos_yo hace_tiempo_pedi antes_decia_decia antes_pedia_decia me_arrepent* al_contrario ahora_si llameme llamame
    llamenme llamadme llamenos marcame marquenme devol* que_me_llame_el que_me_llame_la que_me_llame_su que_me_llame_un que_me_llame_una que_me_llame_otro
    que_me_llame_otra que_me_llame_alguien pero_si_que pero_si_para pero_si_por pero_si_cuando en_paz_un a_estas_horas llamarme_al_trabajo llamarme_al_curro
    llamarme_al_fijo llamar_al_trabajo llamar_al_curro llamar_al_fijo llamarme_a_la_oficina llamarme_por_la llamarme_por_las llamarme_los llamar_por_la
    llamar_por_las desistimiento derecho_de_acceso rectificacion portabilidad llamar_los_domingos no_quiero_que_dejen no_quiero_que_deje no_quiero_que_paren
    no_quiero_que_pare no_vaya_a_dejar no_vayan_a_dejar habian_quedado quedaron_en quedo_en iba_a_llamar que_significa que_quiere_decir quien_dijo le_oigo
    se_oye te_oigo se_corto se_ha_cortado les_oigo llame*_por_mi llame*_de_usted llame*_de_tu llame*_de_don llame*_loc* llame*_tont* llame*_mentiros*
    llame*_doctor* mi_amor seria_posible_volver_a no_me_importaria sin_querer por_error deje_de_estar quiero_volver_a_estar quiero_volver_a_entrar por_hoy
    llamen_antes nao voce voces eu grabacion y_si_me a_ver_si_me_llam* se_grabe graben grabar grabada me_esta*_diciendo_que ya_no_me_vuelven ya_no_me_van
    ya_no_nos_van no_me_van_a no_me_iban no_me_iba no_nos_iban no_nos_van_a donde_puedo donde_me donde_se donde_tengo donde_hay a_quien_tengo a_quien_le
    a_quien_llamo con_quien_hablo con_quien_tengo podria_decirme podria_explicarme me_puede_decir me_puede_explicar sabe_como sabe_si sabe_usted sabes_si
    sabes_como pregunto queria_saber quisiera_saber una_duda esperaba esperabamos estaba_esperando sigo_esperando llevo_esperando no_es_necesario
    no_tiene_que_volver no_te_preocupes quieto quieta callate callaos silencio no_queria_que no_queriamos_que no_me_volvio no_me_volvieron nunca_me_volvieron
    antes_les antes_yo antes_le antes_siempre antes_no_queria me_parece_mal me_entristece cuando_fue nunca_me_vuelven nunca_me_llaman prometen prometieron
    nunca_molesta nunca_me_molesta cuando_quiera* cuando_gust* cuando_pueda* cuando_era cuando_eramos puede_que_no_me era_mi_hij* era_mi_niet* era_el_perro
    a_lo_mejor_no_me que_puedo_hacer llame*_a_este_otro llame*_a_este_nuevo no_la_llamara* no_lo_llamara* no_le_llamara* les_pidio le_pidio pidio_que como_dejar
    como_evitar como_darme como_borrarme como_bloquear explicarme nunca_me_han_molest* nunca_han_molest* hay_alguna_forma quien_decide puede*_volver
    no_quiero_que_borre* que_grabe* puede*_decirme puede*_explicarme si_no_quisiera si_quisiera si_yo_quisiera si_no_quiero_que si_no_quisieramos si_alguien
    si_uno que_pasa_si que_sucede donde_uno es_aqui es_ahi quien_le quien_te por_que_dejaron por_que_dejo por_que_ya_no puedo_darme puedo_borrarme
    puedo_cancelar puedo_quitarme como_se me_han_quitado me_quitaron ya_me_quitaron ya_me_borraron ya_me_han me_han_borrado estoy_en_alguna sigo_en
    sigo_apuntad* no_digo_que no_he_dicho_que no_les_estoy_pidiendo no_le_he_pedido no_les_he_pedido no_pedi_que no_pedi_ser nunca_pedi_que_me_borraran
    no_es_que_no no_nos_molesta no_molesta no_me_importa_que no_tengo_inconveniente no_tengo_nada_en_contra ningun_inconveniente no_cuelgue no_cuelguen
    nunca_me_devolvi* nunca_me_llam* nunca_llamo nunca_llamaron nunca_me_contest* nunca_me_devuelv* hacia_mucho hace_mucho cuanto_tiempo_sin ayer_me ayer_ya
    ya_me_llamaron me_ayuda_mucho me_viene_bien las_suyas no_estoy_en la_aplicacion por_que_no_me_llam* por_que_no_me_contest* por_que_no_me_avis*
    por_que_no_me_dij* por_que_no_me_han por_que_no_me_devuel* no_he_pedido_que no_he_pedido_nada no_he_pedido_la_baja nunca_le_diria nunca_diria
    le_diria_que_no diria_que_no le_quitaron el_movil toque_el_timbre llamar_si_pueden daria_pena da_pena lastima no_llame_a_la no_llame_a_un no_llamen_a_la
    no_llame_al no_llamen_al su_ex a_su_ex no_hace_falta_que_llame*_si no_hace_falta_que_vuelva*_a_llamar_si no_hace_falta_que_me_llame*_para
    no_hace_falta_que_me_llame*_si no_hace_falta_llamar_si no_hace_falta_que_vuelva* no_hace_falta_que_deje* no_hace_falta_que_pare*
    no_hace_falta_que_me_devuelva* no_hace_falta_que_me_llame*_de_nuevo_para no_hace_falta_que_confirme* que_me_operan me_operan pedi_al_gimnasio
    pedi_que_no_me_llamara_mas_pero le_pedi_que_no_me_llamara_mas_pero quien_les_ha_dicho quien_les_dijo marqueme_a_mi marqueme_al marqueme_manana
    marqueme_luego menos_mal telefono_no_acepta perdi_su perdi_el perdi_tu no_he_tenido atiende_llamadas hoy_no_he volvi_a no_volvi no_vaya_a_colgar
    antes_de_colgar no_me_gusta_llamar no_me_gusta_telef* nunca_habia_tenido nunca_he_tenido si_cambio_de_opinion si_cambia_de_opinion cambie_de_opinion_y
    devuelvame_la devuelveme_la me_devolvio me_devolvieron si_algun_dia si_algun_momento llame_a_urgencias llame_a_mi_madre si_yo_se si_se_lo_pid*
    yo_no_le_llame no_le_llame_yo que_nadie_sepa no_escriba demasiado_tarde si_deseo_que_me_llamen no_tuve nunca_tuve nadie_nos_ha nadie_me_ha no_nos_ha_llamado
    no_me_ha_llamado no_hemos_tenido ya_no_he_recibido no_me_han_vuelto no_nos_han_vuelto hace_mucho_que hace_tiempo_que hace_meses_que como_es_que no_me_llego
    nunca_me_llego que_numero a_que_numero cual_numero propio_numero nadie_me_dijo nadie_me_aviso nadie_me_informo no_estoy_enojad* no_estoy_molest*
    no_estoy_enfadad* molestarl* molestarte molestaros molestarla molestarlo llamo_para asi_que_no_llame_mas numero_viejo numero_antiguo jamas_diria
    me_estuvo_llamando me_estaba_llamando me_estuvieron_llamando ninguna_queja no_tengo_quejas pero_llam* pero_si_llam* cualquier_hora nunca_me_canso
    no_me_canso estoy_en_ninguna estoy_en_ninguna_lista problemas_con problema_con paso_por paso_yo proveedor para_confirmar no_se_con no_se_a semana_que_nadie
    semanas_que_nadie meses_que_nadie dias_que_nadie no_me_opongo mas_de_dos mas_de_tres`,
  limit: `
    durante lunes martes miercoles jueves viernes sabado* domingo* trabajo central fijo companero fin_de_semana antes_de antes_del despues_de despues_del
    hasta_manana hasta_que hasta_dentro hasta_despues hasta_fin* hasta_nuevo hasta_ano hasta_enero hasta_julio hasta_agosto hasta_septiembre hasta_diciembre
    hasta_pasado hasta_entonces hasta_otro hasta_el_proximo hasta_el_mes hasta_el_ano hasta_el_dia hasta_el_uno hasta_el_1* hasta_la_semana hasta_la_proxima
    hasta_la_tarde hasta_la_noche hasta_la_manana hasta_las_d* hasta_las_t* hasta_las_ci* hasta_las_cu* hasta_las_s* hasta_las_o* hasta_las_nu* hasta_las_1*
    hasta_las_2* hasta_las_8 hasta_las_9 por_la_manana* por_la_tarde* por_la_noche* por_las_manana* por_las_tarde* por_las_noche* en_la_manana* en_la_tarde*
    en_la_noche* en_las_manana* en_las_tarde* en_las_noche* de_la_manana* de_la_tarde* de_la_noche* de_las_manana* de_las_tarde* de_las_noche* a_la_manana*
    a_la_tarde* a_la_noche* a_las_manana* a_las_tarde* a_las_noche* esta_manana esta_tarde esta_noche manana_por manana_si manana_no mas_tarde tan_tarde
    tan_temprano de_noche muy_temprano muy_tarde hoy_ya_no por_hoy mas_hoy llame*_hoy llame*_ahora llame*_manana marque*_hoy marque*_ahora marque*_manana
    moleste*_hoy moleste*_ahora moleste*_manana ahora_no_puedo ahora_no_es ahora_no_que por_ahora ahora_estoy en_este_momento por_el_momento de_momento
    esta_semana_no esta_semana_ya esta_semana_que mas_esta_semana llame*_esta_semana marque*_esta_semana este_mes_no mas_este_mes que_viene proxima_semana
    proximo_mes estos_dias unos_dias curro chamba laburo pega vacaciones de_viaje mientras conduciendo manejando reunion en_clase siesta a_esta_hora
    a_estas_horas a_la_hora horario madrugada mediodia a_menos_que a_no_ser salvo_que salvo_para salvo_si excepto solo_si solo_cuando solo_para solo_por
    unicamente oculto* al_otro el_otro al_movil al_celular al_cel al_fijo en_vez en_lugar tanto tan_seguido tan_a_menudo tan_pronto a_casa_de en_navidad*
    festivos mas_de_una mas_de_dos mas_de_tres numero_que_es_el_del numero_que_es_de_la numero_que_es_de_mi escribame escribanme me_hable*_de me_hable*_mas_de
    en_agosto mas_que_una mas_que_dos llame*_a_mi_movil llame*_a_mi_celular llame*_a_mi_hij* llame*_a_mi_mujer llame*_a_mi_marid* llame*_a_mi_abogad*
    llame*_a_mi_ofic* llame*_a_mi_espos* buzon cartas hasta_tener llame*_cuando numero_llame*_a numero_llame*_al de_otras de_otra de_otra_empresa
    otras_companias otras_empresas mas_adelante luego antes_de_las despues_de_las hasta_el hasta_las hasta_que_tenga si_todo si_no_hay_nada si_no_cambia
    en_espera a_la_hora_de la_hora_de_comer en_la_comida desconocid* ahora_mismo_no justo_ahora ahora_no por_lo_pronto a_cada_rato a_menos salvo si_no_es_por
    si_no_es_para si_no_es_urgente mi_oficina la_oficina a_oficina en_oficina todavia aun_no hoy_no_puedo hoy_no_me hoy_no_es hoy_no_llame* hoy_no_estoy
    pero_hoy_no numero_privado_no en_privado llamadas_antes de_un_numero_privado desde_un_numero con_numero_privado desde_numero de_otros_clientes
    de_otras_companias de_otras_empresas un_rato cinco_minutos diez_minutos un_ratito`,
  things: `
    recibir_correos correos_electronicos correo correos producto factura cita tarifa suscripcion contrato todavia participantes invitados espera boletin paquete
    aun_no tarjeta poliza reserva lista_de_la lista_de_boda excursion boda grupo_de viejo vieja antiguo antigua hotel carrito sorteo curso turno el_articulo
    mi_exmarido incorrect* internet el_pedido mi_pedido un_pedido del_pedido pedidos su_pedido este_pedido lista_de_la_clase pin clave contrasena`,
  instead: `
    mejor sino llameme llamame llamenme llamadme escribame escribanme escribeme escriban mandeme mandenme mandame envieme envienme enviame solo_por
    solamente_por si_acaso_llame le_llamo le_llamamos les_llamo lo_llamo los_llamo prefiero llama_a llama_al marque_a use_el usen_el llame*_al marque*_al
    yo_llamo yo_les_llamo yo_los_llamo yo_le_llamo yo_la_llamo yo_lo_llamo yo_te_llamo yo_ya_le yo_llamare ya_llamo_yo llamo_yo llamare_yo llame*_a_mi
    llame*_a_la_oficina llame*_a_la_central solo_el solo_despues solo_a_partir ya_paso paso_yo voy_yo solo_si solo_usted solo_ustedes`,
  aside: `
    no_es_a_usted digame diga siga_siga perdone_siga disculpe_era nino_que nina_que ninos_que carino_que que_estoy_al estoy_al_telefono estoy_hablando
    estoy_en_una_llamada es_mi_hij* es_el_perro es_el_nino es_mi_niet* con_usted_no no_era_a_usted no_es_con_usted no_era_con_usted no_hablo_con_usted
    no_va_con_usted no_va_por_usted no_le_hablo hablaba_con hablo_con_mi se_lo_decia_a le_decia_a le_decia_al se_lo_digo_a le_digo_a_mi le_digo_al
    estaba_hablando_con perro perdon_es perdone_es disculpe_es era_a_mi era_con_mi era_para_mi era_mi_hij* los_ninos_aqui no_usted usted_no_se usted_siga
    a_usted_no no_a_usted hablaba_al le_escucho la_escucho te_escucho perdon_digame perdon_le perdone_le disculpe_le perdon_siga perdon_que_es perdon_era
    perdon_estaba perdone_estaba`,
  person: `
    mi_madre mi_mama mi_padre mi_papa mi_hermano mi_hermana mi_hijo mi_hija mi_marido mi_esposo mi_esposa mi_mujer mi_novio mi_novia mi_jefe mi_jefa mi_vecino
    mi_vecina mi_amigo mi_amiga mi_companero mi_companera mi_abuela mi_abuelo mi_tio mi_tia mi_primo mi_prima mi_suegra mi_suegro mi_cunado mi_cunada mi_nieto
    mi_nieta mi_sobrino mi_sobrina mi_ex mi_casero mi_casera mi_medico mi_doctor mi_abogado mi_profesor mi_profesora el_medico el_doctor la_doctora el_jefe
    la_jefa el_vecino la_vecina el_cliente la_cliente un_cliente una_cliente un_senor una_senora un_amigo una_amiga el_banco la_gente alguien un_tipo el_casero
    la_policia el_profesor la_profesora ella su_ex su_madre su_padre su_jefe su_marido su_mujer su_hermano su_hermana mis_padres mis_hijos los_clientes
    sus_hijos el_abogado la_enfermera el_enfermero`,
  says: `
    dijo dice decia dijeron dicen pidio pide pidieron pregunto preguntaron grito gritaron juro prometio escribio contesto respondio ordeno exigio queria conto
    cuenta esta_en esta_inscrit* esta_apuntad*`,
  harmless: `
    desde_hoy a_partir_de_hoy de_hoy_en_adelante a_partir_de_ahora desde_este_momento su_jefe a_su_jefe su_companero su_companera sus_companeros su_colega
    sus_colegas vuestro_jefe otros_numeros otro_numero_distinto numeros_distintos mi_marido_y_yo mi_esposo_y_yo mi_mujer_y_yo mi_esposa_y_yo por_telefono_ni
    por_correo_ni ni_por_correo ni_por_telefono ni_hoy ni_manana ni_ahora ni_mas_tarde ni_mas_adelante ni_despues dia_y_noche noche_y_dia`,
  narrows: `
    antes despues en durante mientras cuando hasta si salvo excepto tan para por con de del al sobre porque como o pero solo hoy manana ahora todavia aun senor
    senora don dona doctor el la los las un una que ni tarde temprano luego por_la a y entre`,
  needless: 'no_hace_falta no_es_necesario no_es_preciso no_necesito_que no_tiene_que no_tiene_por_que',
}
