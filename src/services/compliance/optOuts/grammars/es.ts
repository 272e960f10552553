import type { Grammar } from '../grammar.ts'

export const es: Grammar = {
  contact: `
    llame llamen llames llameis llama_mas llaman_mas llamar llamarme llamarnos llamando llamaran llamara llamaras llamad telefonee* telefonear*
    contacte contacten contactar contactarme contactarnos contactes marcar marcarme molestar molestarme molestarnos insistan insista insistir
    ponga*_en_contacto comunique* comunicarse fastidi* incordi* acos* busquen busque hostigue* hostigar* llamase* llamarais llamandome llamandonos
    contactara* contactase* contacteis contactad contactando molestara* molestase* molestad molestando* marcara* marcase* marcarnos marcando*
    marcarle_a_este localizar* localice* importunen importunes importunar* perturben perturbes perturbar* agobi* da*_+_lata de*_+_lata da*_+_brasa
    de*_+_brasa joder jodan jodas jodais jodiendo chinguen chingues chingando chingar frieguen friegues fregar fregando rompan_las rompas_las
    rompiendo hinchen_las tocarme_las tocando_las me_hable*_mas nos_hable*_mas ya_no_me_hable* no_me_hablen hablarme_por_telefono me_vuelvan_a_hablar
    nos_vuelvan_a_hablar volver_a_hablarme suene_+_telefono suene_mas insistas insistais insistiendo contactarse ponerse_en_contacto telefonead
    me_busquen hagan_llamadas hacerme_llamadas hacer_llamadas me_est*_hablando esten_hablando me_hable*_a_este me_hable*_a_aqui da*_+_tabarra
    de*_+_tabarra moleste* marque*`,
  contacted: `
    ser_contactad* ser_llamad* ser_molestad* me_llamen me_contacten me_molesten recibir_una_llamada nos_llamen nos_contacten ser_+_contactad*
    nos_molesten ser_+_molestad* ser_+_llamad*`,
  calls: `
    llamada* contacto telefonema* telemarketing llamaditas telefonazos llamadita los_llamados sus_llamados mas_llamados telefonazo comunicacion
    comunicaciones_comerciales tener_+_trato publicidad spam ofertas_por_telefono ofertas_telefonicas ventas_por_telefono propaganda`,
  no: 'no ni ninguna ningun ninguno tampoco nada sin nadie',
  more: `
    mas vuelva vuelvan vuelvas volvais volver volviera volvieran vuelve otra_vez de_nuevo nuevamente nunca jamas en_el_futuro en_lo_sucesivo
    en_adelante ya vuelven recibir_mas sigan siga sigais volviesen volviese siguieran por_siempre para_siempre en_la_vida en_su_vida en_tu_vida
    en_mi_vida en_vuestra_vida a_partir_de_ahora a_partir_de_hoy a_partir_de_ya desde_hoy desde_ahora por_el_resto definitivamente intente* seguir
    tornen nueva_vez otra_ocasion ni_una`,
  never: 'nunca jamas',
  stop: `
    paren pare parad para_de parar cese cesen cesar basta eviten evite evitar absteng* abstenerse terminen termine acaben acabe pongan_fin terminar
    deje*_de deja_de dejad*_de dejar_de dejara*_de dejas*_de dejai*_de dejate_de dejame_de dejaos_de deje_ya_favor_llamadas deje_ya_por_llamadas
    deje_ya_las_llamadas deje_por_favor_llamadas deje_por_por_llamadas deje_por_las_llamadas dejen_ya_favor_llamadas dejen_ya_por_llamadas
    dejen_ya_las_llamadas dejen_por_favor_llamadas dejen_por_por_llamadas dejen_por_las_llamadas deja_ya_favor_llamadas deja_ya_por_llamadas
    deja_ya_las_llamadas deja_por_favor_llamadas deja_por_por_llamadas deja_por_las_llamadas dejad_ya_favor_llamadas dejad_ya_por_llamadas
    dejad_ya_las_llamadas dejad_por_favor_llamadas dejad_por_por_llamadas dejad_por_las_llamadas pararan parasen pareis cortela cortenla cortala
    cortadla cortarla_ya corten_ya ahorrense ahorrese cesaran cesasen dejarian_de suspendan suspenda interrumpan finalicen dejen_ya_de`,
  enough: `
    basta ni_una ninguna_llamada ninguna_otra no_mas no_quiero_mas cero ya_basta suficientes ni_un se_acabo se_acabaron se_termino se_terminaron
    hasta_aqui hasta_las_narices hasta_el_gorro hasta_la_coronilla hasta_el_mono hasta_la_madre hasta_los_huevos hasta_los_cojones podrid* hart*
    cansad*_de ni_media no_quiero_ninguna no_queremos_mas no_quiero_ni no_deseo_mas`,
  forbid: `
    prohibimos me_opongo nos_oponemos no_autorizo no_autorizamos queda_prohibido les_prohibo le_prohibo os_prohibo te_prohibo prohibo_que
    prohibo_termin* prohibo_expres* prohibo_llamar* prohibo_cualquier prohibo_toda me_niego rechazo_cualquier rechazo_tod* rechazo_recibir rechazo_sus
    rechazo_que rechazo_mas rechazo_futur* oposicion no_consiento no_permito no_permitimos no_tolero no_doy no_les_doy no_os_doy no_le_doy
    no_tien*_permiso no_tien*_autoriz* no_tien*_mi no_tien*_nuestr* no_tien*_consent* no_tien*_ningun* no_ten*_permiso no_ten*_autoriz* no_ten*_mi
    no_ten*_nuestr* no_ten*_consent* no_ten*_ningun* no_les_autorizo no_les_permito no_les_autorizamos no_les_consiento no_los_autorizo no_los_permito
    no_los_autorizamos no_los_consiento no_le_autorizo no_le_permito no_le_autorizamos no_le_consiento no_os_autorizo no_os_permito no_os_autorizamos
    no_os_consiento quedan_prohibid* teneis_prohibido prohibido_llamarme prohibido_+_llamarme no_teneis_por_que no_me_pueden no_pueden_+_llamarme
    no_podeis_llamarme desautorizo no_teneis_derecho no_estan_autorizad* no_esta_autorizad* no_estais_autorizad* no_cuentan_con no_cuenta_con
    no_he_dado prohibido_volver prohibido_llamar_aqui prohibido_llamar_a_este prohibido_llamar_a_esta prohibido_llamar_otra no_les_he_dado
    no_os_he_dado no_le_he_dado no_les_di nunca_les_he_dado nunca_os_he_dado nunca_le_he_dado nunca_les_di tiene*_prohibido no_tiene*_derecho
    no_tiene*_por_que`,
  withdraw: `
    revoco revocamos retiro retiramos anulo cancelo revocar retirar revoque revoquen retirad revocad revocado desautorizo dejo_sin_efecto quito
    cancelar cancelen cancele`,
  consent: 'consentimiento permiso autorizacion autorizo autorice autorizado consiento permito doy_permiso di_permiso de_acuerdo acepto',
  remove: `
    borra borrad borrar quita quitad quitar elimina eliminar saca sacar tachar retirar suprima* suprimir baja olvide olviden olvidese olvidense olvida
    bloquee* bloquear anule dar_de_baja den_de_baja eliminame borrame quitame sacame borradme quitadme borrarme quitarme sacarme eliminarme tacharme
    retirarme eliminacion supresion borrado salir borrarnos quitarnos eliminarnos sacarnos borrarlo quitarlo darme_de_baja darnos_de_baja
    dieran_de_baja dieseis_de_baja diesen_de_baja deme_de_baja denme_de_baja dame_de_baja dadme_de_baja denos_de_baja dennos_de_baja dandome_de_baja
    diera_de_baja borrase* borraran quitaran quitase* sacaran sacase* eliminaran eliminase* remueva* remover* desapunt* desuscrib* desinscrib* tachad
    tachame excluya* excluir* desaparecer desaparezca borrarian quitarian sacarian eliminarian sacadme sacad eliminad* retirad retirame retiraran
    suprimid desvincul* borre* quite* saque* elimine* tache* retire*`,
  erase: `
    borra borrar elimina eliminar suprima* suprimir olvide olviden olvidese olvidense olvida bloquee* bloquear eliminacion supresion quita quitar
    borrarlo quitarlo saca sacar tire_mi tire_este tire_nuestro tire_el tiren_mi tiren_este tiren_nuestro tiren_el tirar_mi tirar_este tirar_nuestro
    tirar_el tira_mi tira_este tira_nuestro tira_el tirad_mi tirad_este tirad_nuestro tirad_el pierda_mi pierda_este pierda_nuestro pierda_el
    pierdan_mi pierdan_este pierdan_nuestro pierdan_el pierde_mi pierde_este pierde_nuestro pierde_el perded_mi perded_este perded_nuestro perded_el
    destruy* remueva* remover borrad* sacad eliminad borraran eliminaran borrase* eliminase* olvidate olvidaos olvidarse olvideis borrame eliminame
    borrarme eliminarme suprimid tachad olvidar deshaganse_de den_de_baja dar_de_baja desactiven retirar borre* quite* saque* elimine* tache*
    retire*`,
  dial: 'marcar marquen marque usar usen utilicen use',
  want: 'quiero queremos deseo deseamos necesito acepto aceptamos recibir',
  list: `
    lista* bases sistema* registro* fichero* archivo* agenda directorio contactos campana* base cartera ordenador computador* libreta cuaderno excel
    planilla carpeta marketing fichas publicidad promociones de_ahi de_alli de_todas_partes de_todos_lados`,
  mine: `
    me mi mis nos nuestro nuestros este_numero borreme borrenme quiteme quitenme quitenos saqueme saquenme saquenos elimineme eliminenme eliminenos
    tacheme retireme baja quitennos borrenos eliminame borrame quitame sacame borrarme quitarme sacarme eliminarme tacharme retirarme quiero_salir
    borrarnos quitarnos eliminarnos sacarnos darme_de_baja darnos_de_baja deme_de_baja denme_de_baja dame_de_baja dadme_de_baja denos_de_baja borradme
    quitadme eliminadme sacadme tachame tachenme excluyanme excluyame retirenme retirame mia mio mios`,
  number: `
    mi_numero este_numero nuestro_numero mi_telefono este_telefono mis_datos nuestros_datos mi_nombre mi_informacion mi_contacto mi_celular mi_movil
    mi_registro mi_ficha nuestros_telefonos todos_mis_datos los_datos_mios mis_numeros nuestra_informacion mi_direccion_y numero_de_mi_casa
    numero_de_casa numero_mio telefono_mio nuestro_nombre mi_fijo`,
  noCallList: `
    lista_robinson robinson no_llamar no_contactar lista_negra lista_de_exclusion no_molestar registro_de_no quieren_que_los_llamen lista_de_no
    lista_de_bloque* bloqueados lista_de_excluid* lista_de_personas_que_no lista_de_los_que_no los_que_no_quieren que_no_quieren_llamadas repep reus
    no_llame exclusion_publicitaria que_no_quiero_llamadas que_no_quiero_que que_no_quiero_recibir que_no_quiero_mas que_no_quiero_ser
    que_no_quiero_saber que_no_quiero_contacto no_contactable no_quiere_llamadas no_quiere_que no_quiere_recibir no_quiere_ser que_no_me_contacten
    que_no_me_molesten que_no_nos_llamen no_desea_+_llamad* no_desea_ser no_vuelvan que_no_me_llame*`,
  put: `
    ponga* poner* apunte* anada* anote* incluya* meta* agregue* registre* marque* pon poned apuntad anotad deje_constancia dejen_constancia conste
    inscrib* apuntame anotame ponme registrad escriba escriban mandenme mandeme mandame`,
  last: 'ultima_vez ultima_llamada ultima_llamadita',
  hear: 'saber oir escuchar recibir_noticias tener_noticias supiera supieramos sepa volver_a_oir',
  fromYou: `
    de_ustedes de_usted de_vosotros de_ti de_su_empresa de_vuestra de_su_compania de_su_banco de_su_parte de_tu_empresa de_tu_compania de_esta_empresa
    de_esta_compania de_vosotras con_ustedes de_esa_empresa de_esa_compania su_compania su_empresa vuestra_empresa vuestra_compania`,
  whole: `
    dejeme_en_paz dejenme_en_paz dejame_en_paz dejadme_en_paz dejenos_en_paz dejennos_en_paz dejadnos_en_paz dejeme_tranquil* dejenme_tranquil*
    dejenos_tranquil* dejame_tranquil* dejennos_tranquil* sea_+_ultima dejarme_en_paz dejarme_en_tranquil* dejarnos_en_paz dejarnos_en_tranquil*
    me_deje*_en_paz me_deje*_en_tranquil* me_dejara*_en_paz me_dejara*_en_tranquil* me_dejan_en_paz me_dejan_en_tranquil* me_dejais_en_paz
    me_dejais_en_tranquil* me_dejas*_en_paz me_dejas*_en_tranquil* nos_deje*_en_paz nos_deje*_en_tranquil* nos_dejara*_en_paz nos_dejara*_en_tranquil*
    nos_dejan_en_paz nos_dejan_en_tranquil* nos_dejais_en_paz nos_dejais_en_tranquil* nos_dejas*_en_paz nos_dejas*_en_tranquil* deje*_ya_en_paz
    dejame_ya_en_paz dejen_de_joder dejen_de_chingar dejate_de_joder baja_de_+_llamadas darme_de_baja_de_todo darme_de_baja_de_aqui olvid*_de_mi
    olvid*_de_nosotros olvid*_de_que_exist* olviden_que_existo olvideis_que_existo que_no_existo como_si_no_existiera ejerzo_mi_derecho
    ejerzo_el_derecho ejerzo_nuestro_derecho ejercer_mi_derecho ejercer_el_derecho ejercer_nuestro_derecho ejercito_mi_derecho ejercito_el_derecho
    ejercito_nuestro_derecho ejercitar_mi_derecho ejercitar_el_derecho ejercitar_nuestro_derecho derecho_de_oposicion derecho_al_olvido
    derecho_de_supresion cancel*_todas_las_llamadas quiero_saber_nada_+_ustedes quiero_saber_nada_+_vosotros quiero_saber_nada_+_usted
    queremos_saber_nada_+_ustedes queremos_saber_nada_+_vosotros queremos_saber_nada_+_usted entendeis_de_no si_no_dejan_de_llamar*
    si_no_paran_de_llamar* pierdan_mi_numero pierda_mi_numero pierde_mi_numero no_quiero_ni_una_mas ultima_que_me_llam* no_se_le*_ocurra_+_llamar*
    ni_se_les_ocurra_+_llamar* ni_se_le_ocurra_+_llamar* ni_se_os_ocurra_+_llamar* a_llamar_a_otr* llamen_a_otr* hagan_el_favor_de_no_llamar*
    de_no_llamarme_mas de_no_llamarnos_mas de_no_contactarme_mas de_no_molestarme_mas cuelguen_y_no no_cont*_conmigo vez_que_+_semana_no_+_llam*
    vez_+_semana_no_+_llam* de_ustedes_no_quiero_+_saber de_ustedes_no_quiero_+_oir de_ustedes_no_queremos_+_saber de_ustedes_no_queremos_+_oir
    de_vosotros_no_quiero_+_saber de_vosotros_no_quiero_+_oir de_vosotros_no_queremos_+_saber de_vosotros_no_queremos_+_oir
    de_su_empresa_no_quiero_+_saber de_su_empresa_no_quiero_+_oir de_su_empresa_no_queremos_+_saber de_su_empresa_no_queremos_+_oir
    de_su_compania_no_quiero_+_saber de_su_compania_no_quiero_+_oir de_su_compania_no_queremos_+_saber de_su_compania_no_queremos_+_oir
    de_vuestra_empresa_no_quiero_+_saber de_vuestra_empresa_no_quiero_+_oir de_vuestra_empresa_no_queremos_+_saber
    de_vuestra_empresa_no_queremos_+_oir de_vuestra_compania_no_quiero_+_saber de_vuestra_compania_no_quiero_+_oir
    de_vuestra_compania_no_queremos_+_saber de_vuestra_compania_no_queremos_+_oir de_esta_empresa_no_quiero_+_saber de_esta_empresa_no_quiero_+_oir
    de_esta_empresa_no_queremos_+_saber de_esta_empresa_no_queremos_+_oir de_esta_compania_no_quiero_+_saber de_esta_compania_no_quiero_+_oir
    de_esta_compania_no_queremos_+_saber de_esta_compania_no_queremos_+_oir favor_de_borrarme favor_de_quitarme favor_de_sacarme favor_de_eliminarme
    favor_de_tacharme favor_de_borrarnos no_cuent*_conmigo no_cuent*_mas_conmigo me_dejan_de_llamar_o me_dejan_de_molestar_o o_dejan_de_llamar*
    o_me_dejan_de_paz o_me_dejan_en_paz o_paran_de_llamar* quitenme_ya quitenme_por_favor quitenme_de_una quitenme_inmediatamente quiteme_ya
    quiteme_por_favor quiteme_de_una quiteme_inmediatamente saquenme_ya saquenme_por_favor saquenme_de_una saquenme_inmediatamente saqueme_ya
    saqueme_por_favor saqueme_de_una saqueme_inmediatamente borrenme_ya borrenme_por_favor borrenme_de_una borrenme_inmediatamente borreme_ya
    borreme_por_favor borreme_de_una borreme_inmediatamente elimineme_ya elimineme_por_favor elimineme_de_una elimineme_inmediatamente
    de_hoy_no_+_llam* de_hoy_no_+_marq* de_hoy_no_+_molest* de_hoy_no_+_contact* de_hoy_no_+_quiero desde_hoy_no_+_llam* desde_hoy_no_+_marq*
    desde_hoy_no_+_molest* desde_hoy_no_+_contact* desde_hoy_no_+_quiero de_hoy_ya_no_+_llam* de_hoy_ya_no_+_marq* de_hoy_ya_no_+_quiero
    si_no_quitan_mi si_no_quitan_mis si_no_borran_mi si_no_borran_mis si_no_eliminan_mi si_no_eliminan_mis si_no_me_quitan si_no_me_borran
    si_no_me_sacan dej*_a_mi_familia_en dej*_a_mi_familia_tranquil* entiende*_de_no cancele*_las_llamadas`,
  ask: `
    favor quiero queremos deseo pido pedi prefiero ruego gustaria dije agradezco agradeceria a_mi a_nosotros exijo exigimos solicito solicitamos
    les_digo le_digo os_digo rogamos rogaria quisiera quisieramos por_favor porfa haga hagan haced que_no_me que_no_nos ordeno insisto repito
    necesito`,
  tail: `
    aqui gracias favor aca a_casa casa por mas contactad* llamad* molestad* nunca jamas senor senora senorita joven oiga vale entendido ok porfa
    porfavor a_este este numero telefono tio tia eh amigo y_punto punto muchas ya oye joder cono carajo che pues a_mi de_acuerdo ustedes usted
    vosotros ninguno nadie de_aqui`,
  doing: `
    llaman llamas telefonean llama marcan marcas contactan molestan llamais hacen haceis cojo descuelgo atiendo contestamos me_buscan llamando
    telefoneais insisten molestais dan_la_lata llame`,
  again: `
    otra_vez mas de_nuevo una_vez_mas vuelve vuelven volver siguen sigue seguis siguieran nuevamente vuelva* volveis siga sigan continuan
    proxima_vez`,
  when: 'si como la_proxima a_la_proxima otra_mas',
  threat: `
    denunci* abogad* policia demand* reclamacion juzgado autoridades tribunales legales queja quejas querella proteccion_de_datos consumo facua
    profeco condusef fiscalia ministerio_publico guardia_civil defensa_del_consumidor sancion multa reporto reportar* juicio comisaria consumidor
    consumidores ocu oficina_del_consumidor juez aepd reclamo`,
  other: `
    el_dijo cliente clientes alguien companera yo_ya_no yo_no_vuelvo deje_de_llamarles deje_de_llamarlos deje_de_llamarlas ellos
    despues_de_la_entrevista vuelvo ha_dicho ella grito gritaba decia marido_dic* marido_dij* marido_me marido_no marido_les marido_ya marido_nunca
    marido_pidio espos*_dic* espos*_dij* espos*_me espos*_no espos*_les espos*_ya espos*_nunca espos*_pidio mujer_dic* mujer_dij* mujer_me mujer_no
    mujer_les mujer_ya mujer_nunca mujer_pidio novi*_dic* novi*_dij* novi*_me novi*_no novi*_les novi*_ya novi*_nunca novi*_pidio mi_ex exmarido
    exmujer mi_novio mi_novia mi_jef* el_jefe mi_hij*_me mi_hij*_dij* mi_hij*_dice mi_hij*_no mi_hij*_ya mi_hij*_pidio mi_vecin* el_vecin* la_vecin*
    los_vecin* un_vecin* una_vecin* mi_amig* un_amigo una_amiga mi_herman* nadie_me_llama nadie_me_llamo nadie_me_ha nadie_me_volvio nadie_me_quiere
    nadie_me_contesta nadie_me_dijo nadie_me_llamaba nadie_ha nadie_le nadie_les del_banco mi_banco la_gente mi_padre_me mi_madre_me les_dijo nos_dijo
    me_dijo me_dijeron me_pidio pidieron me_pidieron me_han_dicho le_dije_a le_pedi_a les_dije_a_los si_no_me_llam* si_no_me_vuelv* si_no_vuelv*
    si_no_me_contact* si_no_me_devuel* si_nadie no_tengo_permiso no_tengo_autorizacion empleados mis_padres mi_companer* su_hijo mi_prim* le_digo_a_mi
    mi_abogado_me mi_medic* yo_nunca_mas yo_no_he esta_prohibido no_voy_a_llamar no_voy_a_contactar no_voy_a_volver no_los_voy_a no_les_voy_a
    no_le_voy_a no_pienso_llamar no_volvere no_volveremos yo_no_llamo e_les_dijo y_les_dijo y_les_grito y_les_pidio y_dijo lo_llamo ya_no_los_llamo
    no_lo_vuelvo les_prohibi mi_cunad* mi_niet* mis_hij* mis_vecin* mi_clienta mi_tio mi_tia a_mi_ex mis_amig* le_prohibi he_prohibido no_contest*
    no_tengo_mas no_hay_mas no_hubo no_hice no_hago no_puedo_hacer no_puedo_recibir no_puedo_llamar no_recibi no_recibo no_recibimos no_recibio
    marido_le marido_se marido_quiere mujer_le mujer_se mujer_quiere espos*_le espos*_se espos*_quiere mi_hij*_le mi_hij*_se mi_hij*_nunca
    mi_hij*_quiere`,
  them: `
    les_llame llamarles llamarlos llamarle llamarlo llamarla lo_llame le_llame_ella taller al_senor a_la_senora a_don al_doctor al_gato al_perro
    a_tu_herman* a_tu_abuel* a_la_abuela al_abuelo a_tu_padre a_tu_madre a_tu_mama a_tu_papa a_los_vecinos al_taller contactarles`,
  told: `
    dijo dice pregunta* olvide_de_volver olvide_llamarme olvide_de_llamarme perder no_dejen_de no_deje_de no_dejes_de no_pare no_paren no_me_molesta
    no_me_importa cuando_le cuando_dije lista_de_espera no_hace_falta colgar cuelgue dije_que_llamara deseo_que_me_llamen recibi recibido recibio
    recibimos no_digo tuve dude duden por_que_no_me por_que_no_nos por_que_ya por_que_nunca por_que_dej* pense pensaba pensabamos crei creia creiamos
    creyo temia que_bueno_que que_pasa que_pasaria como_hago como_puedo como_hacer como_consigo como_funciona como_podria como_se_hace como_me_apunto
    como_me_borro como_me_quito como_me_doy que_tengo_que que_hay_que que_debo que_hago si_digo si_pido si_retiro si_solicito si_le_digo si_le_pido
    si_les_digo si_les_pido si_yo_digo si_yo_pido si_me_borran si_me_borro si_me_borra si_me_quitan si_me_apunto si_me_doy si_me_dan usted_cree
    cree_que es_verdad_que es_cierto nunca_dije nunca_he_dicho yo_no_dije no_he_dicho nunca_pedi no_pedi no_he_pedido no_estoy_diciendo no_le_digo
    no_les_digo no_os_digo no_te_digo no_le_estoy_diciendo no_les_estoy_diciendo no_os_estoy_diciendo no_es_que no_quiere_decir no_significa
    ano_pasado hace_anos_pedi hace_anos_les hace_anos_le hace_anos_no hace_anos_yo hace_anos_que_pedi hace_+_anos_pedi hace_+_anos_les hace_+_anos_le
    hace_+_anos_no hace_+_anos_yo hace_tiempo_pedi antes_decia_decia antes_pedia_decia cambi*_de_opinion me_arrepent* al_contrario ahora_si llameme
    llamame llamenme llamadme llamenos marqueme marcame marquenme devol* devuelv* que_me_llame_el que_me_llame_la que_me_llame_su que_me_llame_un
    que_me_llame_una que_me_llame_otro que_me_llame_otra que_me_llame_alguien pero_si_que pero_si_para pero_si_por pero_si_cuando en_paz_un
    a_estas_horas llamarme_al_trabajo llamarme_al_curro llamarme_al_fijo llamar_al_trabajo llamar_al_curro llamar_al_fijo llamarme_a_la_oficina
    llamarme_por_la llamarme_por_las llamarme_los llamar_por_la llamar_por_las desistimiento derecho_de_acceso rectificacion portabilidad
    llamar_los_domingos no_quiero_que_dejen no_quiero_que_deje no_quiero_que_paren no_quiero_que_pare no_vaya_a_dejar no_vayan_a_dejar habian_quedado
    quedaron_en quedo_en iba_a_llamar que_significa que_quiere_decir quien_dijo le_oigo se_oye te_oigo se_corto se_ha_cortado les_oigo llame*_senor*
    llame*_por_mi llame*_de_usted llame*_de_tu llame*_de_don llame*_loc* llame*_tont* llame*_mentiros* llame*_doctor* mi_amor seria_posible_volver_a
    no_me_importaria sin_querer por_error deje_de_estar quiero_volver_a_estar quiero_volver_a_entrar por_hoy llamen_antes nao voce voces eu grabacion
    y_si_me a_ver_si_me_llam* se_grabe graben grabar grabada me_esta*_diciendo_que ya_no_me_vuelven ya_no_me_van ya_no_nos_van no_me_van_a no_me_iban
    no_me_iba no_nos_iban no_nos_van_a donde_puedo donde_me donde_se donde_tengo donde_hay a_quien_tengo a_quien_le a_quien_llamo con_quien_hablo
    con_quien_tengo podria_decirme podria_explicarme me_puede_decir me_puede_explicar sabe_como sabe_si sabe_usted sabes_si sabes_como pregunto
    queria_saber quisiera_saber una_duda esperaba esperabamos estaba_esperando sigo_esperando llevo_esperando no_es_necesario no_tiene_que_volver
    no_te_preocupes quieto quieta callate callaos silencio no_queria_que no_queriamos_que no_me_volvio no_me_volvieron nunca_me_volvieron antes_les
    antes_yo antes_le antes_siempre antes_no_queria me_parece_mal me_entristece cuando_fue nunca_me_vuelven nunca_me_llaman prometen prometieron
    nunca_molesta nunca_me_molesta cuando_quiera* cuando_gust* cuando_pueda* cuando_era cuando_eramos puede_que_no_me era_mi_hij* era_mi_niet*
    era_el_perro a_lo_mejor_no_me que_puedo_hacer llame*_a_este_otro llame*_a_este_nuevo no_la_llamara* no_lo_llamara* no_le_llamara* les_pidio
    le_pidio pidio_que como_dejar como_evitar como_darme como_borrarme como_bloquear explicarme nunca_me_han_molest* nunca_han_molest*
    hay_alguna_forma quien_decide puede*_volver no_quiero_que_borre* que_grabe* puede*_decirme puede*_explicarme`,
  limit: `
    durante lunes martes miercoles jueves viernes sabado* domingo* trabajo oficina central fijo companero fin_de_semana antes_de antes_del despues_de
    despues_del hasta_manana hasta_que hasta_dentro hasta_despues hasta_fin* hasta_nuevo hasta_ano hasta_enero hasta_julio hasta_agosto
    hasta_septiembre hasta_diciembre hasta_pasado hasta_entonces hasta_otro hasta_el_proximo hasta_el_mes hasta_el_ano hasta_el_dia hasta_el_uno
    hasta_el_1* hasta_la_semana hasta_la_proxima hasta_la_tarde hasta_la_noche hasta_la_manana hasta_las_d* hasta_las_t* hasta_las_ci* hasta_las_cu*
    hasta_las_s* hasta_las_o* hasta_las_nu* hasta_las_1* hasta_las_2* hasta_las_8 hasta_las_9 por_la_manana* por_la_tarde* por_la_noche*
    por_las_manana* por_las_tarde* por_las_noche* en_la_manana* en_la_tarde* en_la_noche* en_las_manana* en_las_tarde* en_las_noche* de_la_manana*
    de_la_tarde* de_la_noche* de_las_manana* de_las_tarde* de_las_noche* a_la_manana* a_la_tarde* a_la_noche* a_las_manana* a_las_tarde* a_las_noche*
    esta_manana esta_tarde esta_noche manana_por manana_si manana_no mas_tarde tan_tarde tan_temprano de_noche muy_temprano muy_tarde hoy_no hoy_ya_no
    por_hoy mas_hoy llame*_hoy llame*_ahora llame*_manana marque*_hoy marque*_ahora marque*_manana moleste*_hoy moleste*_ahora moleste*_manana
    ahora_no_puedo ahora_no_es ahora_no_que por_ahora ahora_estoy en_este_momento por_el_momento de_momento esta_semana_no esta_semana_ya
    esta_semana_que mas_esta_semana llame*_esta_semana marque*_esta_semana este_mes_no mas_este_mes que_viene proxima_semana proximo_mes estos_dias
    unos_dias curro chamba laburo pega vacaciones de_viaje mientras conduciendo manejando reunion en_clase siesta a_esta_hora a_estas_horas a_la_hora
    horario madrugada mediodia a_menos_que a_no_ser salvo_que salvo_para salvo_si excepto si_no_es solo_si solo_cuando solo_para solo_por unicamente
    oculto* privado al_otro el_otro al_movil al_celular al_cel al_fijo en_vez en_lugar tanto tan_seguido tan_a_menudo tan_pronto a_casa_de en_navidad*
    festivos mas_de_una mas_de_dos mas_de_tres numero_que_es_el_del numero_que_es_de_la numero_que_es_de_mi escribame escribanme me_hable*_de
    me_hable*_mas_de en_agosto mas_que_una mas_que_dos llame*_a_mi_movil llame*_a_mi_celular llame*_a_mi_hij* llame*_a_mi_mujer llame*_a_mi_marid*
    llame*_a_mi_abogad* llame*_a_mi_ofic* llame*_a_mi_espos* buzon por_correo cartas hasta_tener llame*_cuando numero_llame*_a numero_llame*_al`,
  things: `
    recibir_correos correos_electronicos
    correo correos pedido producto factura cita tarifa suscripcion contrato todavia participantes invitados espera boletin paquete aun_no tarjeta
    poliza reserva lista_de_la lista_de_boda excursion boda grupo_de viejo vieja antiguo antigua hotel carrito sorteo curso turno el_articulo
    mi_exmarido incorrect* internet`,
  instead: `
    mejor sino llameme llamame llamenme llamadme escribame escribanme escribeme escriban mandeme mandenme mandame envieme envienme enviame solo_por
    solamente_por si_acaso_llame le_llamo le_llamamos yo les_llamo lo_llamo los_llamo prefiero llama_a llama_al marque_a use_el usen_el llame*_a
    llame*_al marque*_al`,
  aside: `
    no_es_a_usted digame diga siga_siga perdone_siga disculpe_era nino_que nina_que ninos_que carino_que que_estoy_al estoy_al_telefono estoy_hablando
    estoy_en_una_llamada es_mi_hij* es_el_perro es_el_nino es_mi_niet* con_usted_no no_era_a_usted no_es_con_usted no_era_con_usted no_hablo_con_usted
    no_va_con_usted no_va_por_usted no_le_hablo hablaba_con hablo_con_mi se_lo_decia_a le_decia_a le_decia_al se_lo_digo_a le_digo_a_mi le_digo_al
    estaba_hablando_con perro perdon_es perdone_es disculpe_es era_a_mi era_con_mi era_para_mi era_mi_hij* los_ninos_aqui no_usted usted_no_se
    usted_siga a_usted_no no_a_usted hablaba_al le_escucho la_escucho te_escucho perdon_digame perdon_le perdone_le disculpe_le perdon_siga
    perdon_que_es perdon_era perdon_estaba perdone_estaba`,
  register: 'lista_robinson robinson repep no_llame registro_de_no registro_de_exclusion registro_nacional lista_de_exclusion lista_de_no',
  that: 'que si',
}
