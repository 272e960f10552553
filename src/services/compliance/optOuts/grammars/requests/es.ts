import type { Requests } from '../../grammar.ts'

export const es: Requests = {
  contact: `
    llame llamen llames llameis llama_mas llaman_mas llamar llamarme llamarnos llamando llamaran llamara llamaras llamad telefonee* telefonear* contacte
    contacten contactar contactarme contactarnos contactes marcar marcarme molestar molestarme molestarnos insistan insista insistir ponga*_en_contacto
    comunique* comunicarse fastidi* incordi* acos* busquen busque hostigue* hostigar* llamase* llamarais llamandome llamandonos contactara* contactase*
    contacteis contactad contactando molestara* molestase* molestad molestando* marcara* marcase* marcarnos marcando* marcarle_a_este localizar* localice*
    importunen importunes importunar* perturben perturbes perturbar* agobi* da*_+_lata de*_+_lata da*_+_brasa de*_+_brasa joder jodan jodas jodais jodiendo
    chinguen chingues chingando chingar frieguen friegues fregar fregando rompan_las rompas_las rompiendo hinchen_las tocarme_las tocando_las me_hable*_mas
    nos_hable*_mas ya_no_me_hable* no_me_hablen hablarme_por_telefono me_vuelvan_a_hablar nos_vuelvan_a_hablar volver_a_hablarme suene_+_telefono suene_mas
    insistas insistais insistiendo contactarse ponerse_en_contacto telefonead me_busquen hagan_llamadas hacerme_llamadas hacer_llamadas me_est*_hablando
    esten_hablando me_hable*_a_este me_hable*_a_aqui da*_+_tabarra de*_+_tabarra moleste* marque* llamarlo_mas llamarnos_mas llamen_a_este llamo_no telefoneando
    molestarlo insistir_con insistieran insistiese insistiesen insistiera devuelvan_la_llamada devolver_la_llamada devuelva_la_llamada me_anden_llamando
    me_ande_llamando andar_llamando ande_llamando anden_llamando estar_llamando esten_llamando este_llamando estan_llamando seguir_llamando sigan_llamando
    siga_llamando sigais_llamando vuelva_a_intentar* vuelvan_a_intentar* dirigirse_a_mi se_dirijan_a se_dirija_a se_pongan_en ponerse_en se_pongais_en
    se_ponga_en volver_a_contactar timbren timbre suene_el sonar_el vuelvan_a_marcar jorobar jorobe jorobeis jorobando dar_la_tabarra den_la_tabarra
    dar_la_murga dando_la_lata dar_la_lata dar_la_brasa abordar abordarme tocar_las llamaos lo_hagan lo_haga lo_hagas lo_hagais hacerlo me_llaman_me
    me_devuelva_la incomod* jorob* buscarme telefoneas* buscaran buscara buscase* buscarais perseguirnos perseguirme perseguir venderme vendernos venderle
    buscando buscandome seguimiento lo_intenten lo_intente contactandome contactandonos molestandome molestandonos marcandome telefoneandome hostigandome
    fastidiandome acosandome acosandonos incordiandome buscandonos insistiendome`,
  contacted: `
    ser_contactad* ser_llamad* ser_molestad* me_llamen me_contacten me_molesten recibir_una_llamada nos_llamen nos_contacten ser_+_contactad* nos_molesten
    ser_+_molestad* ser_+_llamad* que_me_llamen que_nos_llamen que_se_me_llame que_se_nos_llame que_se_me_contacte se_me_llame se_me_contacte se_me_moleste
    se_me_telefonee ser_importunad* ser_localizad* recibir_llamadas_de recibir_sus_llamadas`,
  calls: `
    llamada* contacto telefonema* telemarketing llamaditas telefonazos llamadita los_llamados sus_llamados mas_llamados telefonazo comunicacion
    comunicaciones_comerciales tener_+_trato publicidad spam ofertas_por_telefono ofertas_telefonicas ventas_por_telefono propaganda telemercadeo mercadotecnia
    ventas_telefonicas contactos_telefonicos contacto_telefonico comunicacion_telefonica comunicaciones_telefonicas comunicaciones marcaciones llamadera acoso
    hostigamiento insistencia_telefonica timbrazos publicidad_por_telefono publicidad_telefonica intentos_de_contacto intento_de_contacto intentos_de_llamada
    campanas_telefonicas bombardeo marketing_directo seguimiento`,
  no: 'no ni ninguna ningun ninguno tampoco nada nadie ya_no sin_que',
  more: `
    mas vuelva vuelvan vuelvas volvais volver volviera volvieran vuelve otra_vez de_nuevo nuevamente nunca jamas en_el_futuro en_lo_sucesivo en_adelante ya
    vuelven recibir_mas sigan siga sigais volviesen volviese siguieran por_siempre para_siempre en_la_vida en_su_vida en_tu_vida en_mi_vida en_vuestra_vida
    a_partir_de_ahora a_partir_de_hoy a_partir_de_ya desde_hoy desde_ahora por_el_resto definitivamente intente* seguir tornen nueva_vez otra_ocasion ni_una
    volveran volverme volverse nunca_jamas al_futuro ninguna_vez ni_una_vez insistir_mas ya_mas a_futuro un_dia_mas de_una_vez de_una_vez_por_todas
    de_ahora_en_mas de_hoy_en_mas de_aqui_en_adelante mas_adelante_tampoco`,
  never: `
    nunca jamas ni_hoy_ni_manana bajo_ningun_concepto en_ningun_caso de_ninguna_manera de_ningun_modo por_ningun_motivo bajo_ninguna_circunstancia nunca_mas_me
    nunca_mas_nunca nunca_mas_me_llam* nadie_me_llame para_que_nadie que_nadie`,
  stop: `
    paren pare parad para_de parar cese cesen cesar basta eviten evite evitar absteng* abstenerse terminen termine acaben acabe pongan_fin terminar deje*_de
    deja_de dejad*_de dejar_de dejara*_de dejas*_de dejai*_de dejate_de dejame_de dejaos_de deje_ya_favor_llamadas deje_ya_por_llamadas deje_ya_las_llamadas
    deje_por_favor_llamadas deje_por_por_llamadas deje_por_las_llamadas dejen_ya_favor_llamadas dejen_ya_por_llamadas dejen_ya_las_llamadas
    dejen_por_favor_llamadas dejen_por_por_llamadas dejen_por_las_llamadas deja_ya_favor_llamadas deja_ya_por_llamadas deja_ya_las_llamadas
    deja_por_favor_llamadas deja_por_por_llamadas deja_por_las_llamadas dejad_ya_favor_llamadas dejad_ya_por_llamadas dejad_ya_las_llamadas
    dejad_por_favor_llamadas dejad_por_por_llamadas dejad_por_las_llamadas pararan parasen pareis cortela cortenla cortala cortadla cortarla_ya corten_ya
    ahorrense ahorrese cesaran cesasen dejarian_de suspendan suspenda interrumpan finalicen dejen_ya_de dejara_de dejaran_de dejase_de dejasen_de dejarais_de
    deje_ya_de dejad_ya_de deje_por_favor_de dejen_por_favor_de dejeis_de terminenla terminela paren_ya pare_ya parar_de pararse corten_con corta_con corte_con
    cortad_con suspendan_las cesad cesara dejenme_de dejeme_de dejenos_de dejennos_de acaben_con acabad_con termina_con terminen_con ponga_fin poner_fin
    dejar_ya_de ahorrarse ahorrese_la ahorrense_la detengan detenga deten detened detener pararas dejas_de dejais_de dejan_de el_cese el_fin fin_inmediato
    cese_inmediato parenle parele cortale cortenle ahorreme ahorrenme ahorrame ahorradme abstuvier* abstengan abstenga`,
  stopThat: `
    paren_ya pare_ya parad_ya parele parenle ya_paren ya_pare ya_basta ya_esta_bien ya_estuvo ya_estuvo_bueno basta_ya cortenla cortela cortala cortadla
    dejenlo_ya dejelo_ya dejadlo_ya se_acabo hasta_aqui ya_vale ya_chole cortale_con cortenla_con cortale_ya tiene_que_acabar tiene_que_terminar tiene_que_parar
    tienen_que_acabar tienen_que_parar nunca_mas`,
  repeated: `
    segunda_vez tercera_vez cuarta_vez quinta_vez sexta_vez decima_vez enesima_vez ultima_vez_que_les ultima_vez_que_le mil_veces cien_veces cuantas_veces
    ya_les_dije ya_le_dije ya_te_dije ya_os_dije ya_les_he ya_le_he ya_os_he ya_te_he les_pedi le_pedi os_pedi ya_les_pedi les_he_pedido le_he_pedido
    os_he_pedido les_he_dicho le_he_dicho os_he_dicho varias_veces se_les_dijo se_les_aviso se_les_pidio ya_se_les ya_se_le pedi_dos_veces pedi_tres_veces
    pedido_dos_veces pedido_tres_veces pedido_muchas_veces dicho_dos_veces dicho_tres_veces dije_dos_veces dije_tres_veces dicho_muchas_veces ya_van_tres_veces
    ya_van_dos_veces les_pedimos le_pedimos os_pedimos les_dijimos le_dijimos`,
  enough: `
    basta ni_una ninguna_llamada ninguna_otra no_mas no_quiero_mas cero ya_basta suficientes ni_un se_acabo se_acabaron se_termino se_terminaron hasta_aqui
    hasta_las_narices hasta_el_gorro hasta_la_coronilla hasta_el_mono hasta_la_madre hasta_los_huevos hasta_los_cojones podrid* hart* cansad*_de ni_media
    no_quiero_ninguna no_queremos_mas no_quiero_ni no_deseo_mas ya_estuvo estoy_hart* estoy_cansad* estamos_hart* aburrid*_de me_tienen_hart* me_teneis_hart*
    ya_esta_bien_de ya_vale_de ya_fue_con se_acabaron_las se_acabo_lo_de ya_no_mas ninguna_mas ni_una_sola no_aguanto_mas nada_de`,
  forbid: `
    prohibimos me_opongo nos_oponemos no_autorizo no_autorizamos queda_prohibido les_prohibo le_prohibo os_prohibo te_prohibo prohibo_que prohibo_termin*
    prohibo_expres* prohibo_llamar* prohibo_cualquier prohibo_toda me_niego rechazo_cualquier rechazo_tod* rechazo_recibir rechazo_sus rechazo_que rechazo_mas
    rechazo_futur* oposicion no_consiento no_permito no_permitimos no_tolero no_doy no_les_doy no_os_doy no_le_doy no_tien*_permiso no_tien*_autoriz*
    no_tien*_mi no_tien*_nuestr* no_tien*_consent* no_tien*_ningun* no_ten*_permiso no_ten*_autoriz* no_ten*_mi no_ten*_nuestr* no_ten*_consent* no_ten*_ningun*
    no_les_autorizo no_les_permito no_les_autorizamos no_les_consiento no_los_autorizo no_los_permito no_los_autorizamos no_los_consiento no_le_autorizo
    no_le_permito no_le_autorizamos no_le_consiento no_os_autorizo no_os_permito no_os_autorizamos no_os_consiento quedan_prohibid* teneis_prohibido
    prohibido_llamarme prohibido_+_llamarme no_teneis_por_que no_me_pueden no_pueden_+_llamarme no_podeis_llamarme desautorizo no_teneis_derecho
    no_estan_autorizad* no_esta_autorizad* no_estais_autorizad* no_cuentan_con no_cuenta_con no_he_dado prohibido_volver prohibido_llamar_aqui
    prohibido_llamar_a_este prohibido_llamar_a_esta prohibido_llamar_otra no_les_he_dado no_os_he_dado no_le_he_dado no_les_di nunca_les_he_dado
    nunca_os_he_dado nunca_le_he_dado nunca_les_di tiene*_prohibido no_tiene*_derecho no_tiene*_por_que no_deseado* indeseada* no_solicitad* no_he_autorizado
    nunca_autorice nunca_he_autorizado nunca_les_he_autorizado no_les_autorice nunca_di nunca_di_mi no_he_dado_mi no_di_mi no_di_permiso nunca_les_di_permiso
    nunca_pedi_que prohibo sin_mi_permiso sin_mi_consentimiento sin_mi_autorizacion no_son_bienvenid* no_es_bienvenid* no_deben_llamar no_debe_llamar
    no_deberian_llamar no_deberian_estar_llamando me_opongo_a nos_oponemos_a no_admito no_acepto_que derecho_de_oposicion derecho_a_oponerme
    derecho_de_supresion derecho_de_cancelacion rechazar renuncio_a rechazo_fut* esta_prohibido les_esta_prohibido le_esta_prohibido prescindo_de
    prescindimos_de interdiccion prohibido_llamar prohibido_contact* esta_prohibido_llam* vivir_sin pasar_sin prescindir_de vetad* preferiria_no_tener
    ninguna_gana ningun_deseo me_rehuso rehuso_a no_estoy_de_acuerdo`,
  withdraw: `
    revoco revocamos retiro retiramos anulo cancelo revocar retirar revoque revoquen retirad revocad revocado desautorizo dejo_sin_efecto quito cancelar
    cancelen cancele revocad* retirad* anulad*`,
  consent: `
    consentimiento permiso autorizacion autorizo autorice autorizado consiento permito doy_permiso di_permiso de_acuerdo acepto mi_permiso licencia
    mi_autorizacion autorizacion_para`,
  remove: `
    borra borrad borrar quita quitad quitar elimina eliminar saca sacar tachar retirar suprima* suprimir baja olvide olviden olvidese olvidense olvida bloquee*
    bloquear anule dar_de_baja den_de_baja eliminame borrame quitame sacame borradme quitadme borrarme quitarme sacarme eliminarme tacharme retirarme
    eliminacion supresion borrado salir borrarnos quitarnos eliminarnos sacarnos borrarlo quitarlo darme_de_baja darnos_de_baja dieran_de_baja dieseis_de_baja
    diesen_de_baja deme_de_baja denme_de_baja dame_de_baja dadme_de_baja denos_de_baja dennos_de_baja dandome_de_baja diera_de_baja borrase* borraran quitaran
    quitase* sacaran sacase* eliminaran eliminase* remueva* remover* desapunt* desuscrib* desinscrib* tachad tachame excluya* excluir* desaparecer desaparezca
    borrarian quitarian sacarian eliminarian sacadme sacad eliminad* retirad retirame retiraran suprimid desvincul* borre* quite* saque* elimine* tache* retire*
    darme_por_baja causar_baja solicitar_la_baja tramite_mi_baja tramitar_mi_baja desafili* borrarse salirme salirnos salgamos que_me_saquen que_me_quiten
    que_me_borren que_me_eliminen anulen cancelen cancele cancelar cancelacion borrad* excluid* ser_eliminad* ser_borrad* ser_excluid* descarte* me_quitara
    me_borrara me_sacara me_eliminara quitara borrara sacara eliminara fuera_de fuera`,
  erase: `
    borra borrar elimina eliminar suprima* suprimir olvide olviden olvidese olvidense olvida bloquee* bloquear eliminacion supresion quita quitar borrarlo
    quitarlo saca sacar tire_mi tire_este tire_nuestro tire_el tiren_mi tiren_este tiren_nuestro tiren_el tirar_mi tirar_este tirar_nuestro tirar_el tira_mi
    tira_este tira_nuestro tira_el tirad_mi tirad_este tirad_nuestro tirad_el pierda_mi pierda_este pierda_nuestro pierda_el pierdan_mi pierdan_este
    pierdan_nuestro pierdan_el pierde_mi pierde_este pierde_nuestro pierde_el perded_mi perded_este perded_nuestro perded_el destruy* remueva* remover borrad*
    sacad eliminad borraran eliminaran borrase* eliminase* olvidate olvidaos olvidarse olvideis borrame eliminame borrarme eliminarme suprimid tachad olvidar
    deshaganse_de den_de_baja dar_de_baja desactiven retirar borre* quite* saque* elimine* tache* retire* darme_de_baja darnos_de_baja darse_de_baja
    que_me_borren que_me_eliminen que_me_quiten eliminen borren desechen deseche tiren descarten pierdan perdieran olvidaran eliminarse borrarse suprimirse
    eliminars*`,
  dial: `
    marcar marquen marque usar usen utilicen use a_este_numero_no_llama tratar utilizar procesar usando guardar guarden guarde conserven tengan guardaran
    guardara guardase*`,
  doIt: `
    lo_haga lo_hagan lo_hagas lo_hagais hacerlo volver_a_hacerlo vuelva_a_hacerlo vuelvan_a_hacerlo haga_eso hagan_eso las_hagan las_haga hagan_mas haga_mas`,
  want: 'quiero queremos deseo deseamos necesito acepto aceptamos recibir queria queriamos deseaba',
  list: `
    lista* bases sistema* registro* fichero* archivo* agenda directorio contactos campana* base cartera ordenador computador* libreta cuaderno excel planilla
    carpeta marketing fichas publicidad promociones de_ahi de_alli de_todas_partes de_todos_lados base_de_datos padron marcador marcadora discador agenda_de
    bases_de aplicacion centralita listin programa ese_sistema robinson ahi alli todo_lo_que_tenga todo_lo_que_tengan todo_lo_que_tienen marcacion la_suya
    las_suyas la_vuestra`,
  callList: 'lista_de_llamadas listas_de_llamadas lista_de_telefonos lista_telefonica lista_de_marcado',
  mine: `
    me mi mis nos nuestro nuestros este_numero borreme borrenme quiteme quitenme quitenos saqueme saquenme saquenos elimineme eliminenme eliminenos tacheme
    retireme baja quitennos borrenos eliminame borrame quitame sacame borrarme quitarme sacarme eliminarme tacharme retirarme quiero_salir borrarnos quitarnos
    eliminarnos sacarnos darme_de_baja darnos_de_baja deme_de_baja denme_de_baja dame_de_baja dadme_de_baja denos_de_baja borradme quitadme eliminadme sacadme
    tachame tachenme excluyanme excluyame retirenme retirame mia mio mios apuntarme desapuntarme salirme yo excluirme excluirnos desuscribirme eliminarme_de
    tacharnos retirarnos causar_baja mi_baja ser_eliminad* ser_borrad* ser_excluid* saquennos saquennos_de eliminennos borrennos me_quitara me_quitaran
    me_borrara me_borraran me_sacara me_sacaran me_eliminara me_eliminaran me_diera me_quiten me_borren me_saquen me_eliminen me_quite me_borre me_saque
    me_elimine dejeme dejenme dejame dejadme dejenos dejennos dejarme dejarnos que_me_borren que_me_eliminen que_me_quiten puedo_ser desuscrib* desapunt*
    suscripcion quisiera_quedar quiero_quedar`,
  number: `
    mi_numero este_numero nuestro_numero mi_telefono este_telefono mis_datos nuestros_datos mi_nombre mi_informacion mi_contacto mi_celular mi_movil mi_registro
    mi_ficha nuestros_telefonos todos_mis_datos los_datos_mios mis_numeros nuestra_informacion mi_direccion_y numero_de_mi_casa numero_de_casa numero_mio
    telefono_mio nuestro_nombre mi_fijo mi_linea nuestra_linea esta_linea mi_numero_de_telefono mi_numero_de_celular mi_numero_de_movil mi_telefono_de_casa
    mis_datos_personales mis_datos_de mi_informacion_personal toda_mi_informacion todo_lo_que_tengan todo_lo_que_tienen todo_lo_mio mi_expediente mi_perfil
    el_numero_de_mi mi_numero_telefonico mi_entrada nuestro_telefono mi_numerito de_mi_persona que_existo este_celular este_movil este_fijo
    informacion_que_teng* informacion_que_tien* datos_que_teng* informacion_sobre_mi datos_sobre_mi informacion_mia numero_privado`,
  noCallList: `
    lista_robinson robinson no_llamar no_contactar lista_negra lista_de_exclusion no_molestar registro_de_no quieren_que_los_llamen lista_de_no lista_de_bloque*
    bloqueados lista_de_excluid* lista_de_personas_que_no lista_de_los_que_no los_que_no_quieren que_no_quieren_llamadas repep reus no_llame
    exclusion_publicitaria que_no_quiero_llamadas que_no_quiero_que que_no_quiero_recibir que_no_quiero_mas que_no_quiero_ser que_no_quiero_saber
    que_no_quiero_contacto no_contactable no_quiere_llamadas no_quiere_que no_quiere_recibir no_quiere_ser que_no_me_contacten que_no_me_molesten
    que_no_nos_llamen no_desea_+_llamad* no_desea_ser no_vuelvan que_no_me_llame* no_llamarme no_contactarme no_volver_a nunca_llamar no_quiere_que_le
    no_quiere_que_la no_desea_que no_desean_ser no_deseo_llamadas no_deseo_recibir no_deseo_ser no_acepto_llamadas no_quiero_llamadas no_quiero_ser
    no_quiero_recibir no_quieren_recibir no_quieren_llamadas no_llamar_mas no_llamen no_se_me_llame no_se_me_contacte nunca_mas_me no_molesten no_me_llamen
    no_me_contacten como_no_llamar como_no_contactar lista_interna exclusion los_que_no_llaman de_los_que_no`,
  put: `
    ponga* poner* apunte* anada* anote* incluya* meta* agregue* registre* marque* pon poned apuntad anotad deje_constancia dejen_constancia conste inscrib*
    apuntame anotame ponme registrad escriba escriban mandenme mandeme mandame tomen_nota tome_nota tomad_nota tomar_nota haga_constar hagan_constar ponedme
    incluirme anademe marcar_mi deje_anotado dejen_anotado dejar_constancia asegurese asegurense asegurarse conste_que escribalo respeten respete respetad
    puede_marcar pueden_marcar marcar_este`,
  last: `
    ultima_vez ultima_llamada ultima_llamadita ultima_ocasion ultima_que_me ultimo_llamado ultimo_contacto ultimo_telefonazo la_ultima_y sea_la_ultima
    que_sea_la_ultima`,
  hear: 'saber oir escuchar recibir_noticias tener_noticias supiera supieramos sepa volver_a_oir hablar ver',
  fromYou: `
    de_ustedes de_usted de_vosotros de_ti de_su_empresa de_vuestra de_su_compania de_su_banco de_su_parte de_tu_empresa de_tu_compania de_esta_empresa
    de_esta_compania de_vosotras con_ustedes de_esa_empresa de_esa_compania su_compania su_empresa vuestra_empresa vuestra_compania de_su_gente de_los_suyos
    de_ninguno_de con_usted con_vosotros con_tu con_su con_vuestra de_vuestro de_su_grupo su_numero`,
  whole: `
    dejeme_en_paz dejenme_en_paz dejame_en_paz dejadme_en_paz dejenos_en_paz dejennos_en_paz dejadnos_en_paz dejeme_tranquil* dejenme_tranquil*
    dejenos_tranquil* dejame_tranquil* dejennos_tranquil* sea_+_ultima dejarme_en_paz dejarme_en_tranquil* dejarnos_en_paz dejarnos_en_tranquil* me_deje*_en_paz
    me_deje*_en_tranquil* me_dejara*_en_paz me_dejara*_en_tranquil* me_dejan_en_paz me_dejan_en_tranquil* me_dejais_en_paz me_dejais_en_tranquil*
    me_dejas*_en_paz me_dejas*_en_tranquil* nos_deje*_en_paz nos_deje*_en_tranquil* nos_dejara*_en_paz nos_dejara*_en_tranquil* nos_dejan_en_paz
    nos_dejan_en_tranquil* nos_dejais_en_paz nos_dejais_en_tranquil* nos_dejas*_en_paz nos_dejas*_en_tranquil* deje*_ya_en_paz dejame_ya_en_paz dejen_de_joder
    dejen_de_chingar dejate_de_joder baja_de_+_llamadas darme_de_baja_de_todo darme_de_baja_de_aqui olvid*_de_mi olvid*_de_nosotros olvid*_de_que_exist*
    olviden_que_existo olvideis_que_existo que_no_existo como_si_no_existiera ejerzo_mi_derecho ejerzo_el_derecho ejerzo_nuestro_derecho ejercer_mi_derecho
    ejercer_el_derecho ejercer_nuestro_derecho ejercito_mi_derecho ejercito_el_derecho ejercito_nuestro_derecho ejercitar_mi_derecho ejercitar_el_derecho
    ejercitar_nuestro_derecho derecho_de_oposicion derecho_al_olvido derecho_de_supresion cancel*_todas_las_llamadas quiero_saber_nada_+_ustedes
    quiero_saber_nada_+_vosotros quiero_saber_nada_+_usted queremos_saber_nada_+_ustedes queremos_saber_nada_+_vosotros queremos_saber_nada_+_usted
    entendeis_de_no si_no_dejan_de_llamar* si_no_paran_de_llamar* pierdan_mi_numero pierda_mi_numero pierde_mi_numero no_quiero_ni_una_mas ultima_que_me_llam*
    no_se_le*_ocurra_+_llamar* ni_se_les_ocurra_+_llamar* ni_se_le_ocurra_+_llamar* ni_se_os_ocurra_+_llamar* a_llamar_a_otr* llamen_a_otr*
    hagan_el_favor_de_no_llamar* de_no_llamarme_mas de_no_llamarnos_mas de_no_contactarme_mas de_no_molestarme_mas cuelguen_y_no no_cont*_conmigo
    vez_que_+_semana_no_+_llam* vez_+_semana_no_+_llam* de_ustedes_no_quiero_+_saber de_ustedes_no_quiero_+_oir de_ustedes_no_queremos_+_saber
    de_ustedes_no_queremos_+_oir de_vosotros_no_quiero_+_saber de_vosotros_no_quiero_+_oir de_vosotros_no_queremos_+_saber de_vosotros_no_queremos_+_oir
    de_su_empresa_no_quiero_+_saber de_su_empresa_no_quiero_+_oir de_su_empresa_no_queremos_+_saber de_su_empresa_no_queremos_+_oir
    de_su_compania_no_quiero_+_saber de_su_compania_no_quiero_+_oir de_su_compania_no_queremos_+_saber de_su_compania_no_queremos_+_oir
    de_vuestra_empresa_no_quiero_+_saber de_vuestra_empresa_no_quiero_+_oir de_vuestra_empresa_no_queremos_+_saber de_vuestra_empresa_no_queremos_+_oir
    de_vuestra_compania_no_quiero_+_saber de_vuestra_compania_no_quiero_+_oir de_vuestra_compania_no_queremos_+_saber de_vuestra_compania_no_queremos_+_oir
    de_esta_empresa_no_quiero_+_saber de_esta_empresa_no_quiero_+_oir de_esta_empresa_no_queremos_+_saber de_esta_empresa_no_queremos_+_oir
    de_esta_compania_no_quiero_+_saber de_esta_compania_no_quiero_+_oir de_esta_compania_no_queremos_+_saber de_esta_compania_no_queremos_+_oir
    favor_de_borrarme favor_de_quitarme favor_de_sacarme favor_de_eliminarme favor_de_tacharme favor_de_borrarnos no_cuent*_conmigo no_cuent*_mas_conmigo
    me_dejan_de_llamar_o me_dejan_de_molestar_o o_dejan_de_llamar* o_me_dejan_de_paz o_me_dejan_en_paz o_paran_de_llamar* quitenme_ya quitenme_por_favor
    quitenme_de_una quitenme_inmediatamente quiteme_ya quiteme_por_favor quiteme_de_una quiteme_inmediatamente saquenme_ya saquenme_por_favor saquenme_de_una
    saquenme_inmediatamente saqueme_ya saqueme_por_favor saqueme_de_una saqueme_inmediatamente borrenme_ya borrenme_por_favor borrenme_de_una
    borrenme_inmediatamente borreme_ya borreme_por_favor borreme_de_una borreme_inmediatamente elimineme_ya elimineme_por_favor elimineme_de_una
    elimineme_inmediatamente de_hoy_no_+_llam* de_hoy_no_+_marq* de_hoy_no_+_molest* de_hoy_no_+_contact* de_hoy_no_+_quiero desde_hoy_no_+_llam*
    desde_hoy_no_+_marq* desde_hoy_no_+_molest* desde_hoy_no_+_contact* desde_hoy_no_+_quiero de_hoy_ya_no_+_llam* de_hoy_ya_no_+_marq* de_hoy_ya_no_+_quiero
    si_no_quitan_mi si_no_quitan_mis si_no_borran_mi si_no_borran_mis si_no_eliminan_mi si_no_eliminan_mis si_no_me_quitan si_no_me_borran si_no_me_sacan
    dej*_a_mi_familia_en dej*_a_mi_familia_tranquil* entiende*_de_no cancele*_las_llamadas dejanos_en_paz me_deje_en_paz me_dejen_en_paz me_dejeis_en_paz
    nos_dejen_en_paz nos_deje_en_paz dejadme_tranquil* me_dejen_tranquil* me_deje_tranquil* dejarme_tranquil* no_me_dejan_en_paz no_me_dejan_tranquil*
    no_me_deja_en_paz no_me_deja_tranquil* olvidense_de_mi olvidese_de_mi olvidate_de_mi olvidaos_de_mi olvidarse_de_mi se_olviden_de_mi se_olvide_de_mi
    se_olvidaran_de_mi se_olvidara_de_mi quiero_darme_de_baja_de_las quiero_darme_de_baja_de_sus quiero_darme_de_baja_de_la_lista estoy_en_la_lista_robinson
    estoy_inscrito_en_la_lista_robinson estamos_en_la_lista_robinson estoy_en_el_registro_no_llame ahorrese_las_llamadas ahorrense_las_llamadas
    ahorraos_las_llamadas ahorrense_el_telefonazo ahorrese_la_llamada espero_que_sea_la_ultima no_manches_+_borrenme no_me_dejan_tranquila_y
    que_esta_sea_la_ultima por_favor_hijo_ya_no_mas por_favor_ya_no_mas ya_no_mas_por_favor borrenme_tambien borrenme_a_mi que_no_me_llame_nadie
    cancelar_sus_llamadas cancelar_estas_llamadas cancelar_las_llamadas_de ni_una_mas no_quiero_que_lo_vuelvan_a_hacer no_quiero_que_se_repita no_lo_intente_mas
    no_lo_intenten_mas fuera_de_sus_campanas ya_saquenme denme_de_baja destruyanlo no_lo_vuelvan_a_hacer no_lo_vuelva_a_hacer no_me_devuelva*_la_llamada
    inscrit*_en_la_lista_robinson apuntad*_en_la_lista_robinson estoy_en_el_registro_de_no inscrit*_en_el_reus inscrit*_en_el_repep estoy_en_el_reus
    no_pinta_nada_en no_tiene_que_estar_en_su no_debe_estar_en_su cesen_y_desistan cese_y_desista suscripcion_a_sus_llamadas que_no_se_repita
    ultima_llamada_que_les ultima_llamada_que_recib* ultima_llamada_que_acept*`,
  ask: `
    favor quiero queremos deseo pido pedi prefiero ruego gustaria dije agradezco agradeceria a_mi a_nosotros exijo exigimos solicito solicitamos les_digo
    le_digo os_digo rogamos rogaria quisiera quisieramos por_favor porfa haga hagan haced que_no_me que_no_nos ordeno insisto repito necesito les_ruego le_ruego
    les_pido le_pido os_pido les_suplico le_suplico suplico les_agradeceria le_agradeceria desearia desearian preferiria prefeririamos preferimos hagame
    hagannos haganme haganos tenga_la tengan_la sea_tan sean_tan digo diciendo dicho le_he_dicho les_he_dicho mejor_no haz hacedme necesitamos pediria pedirian
    peticion dije_que ustedes vosotros quedaria_agradecid* y_no`,
  tail: `
    aqui gracias favor aca a_casa casa por mas contactad* llamad* molestad* nunca jamas senor senora senorita joven oiga vale entendido ok porfa porfavor a_este
    este numero telefono tio tia eh amigo y_punto punto muchas ya oye joder cono carajo che pues a_mi de_acuerdo ustedes usted vosotros ninguno nadie de_aqui
    mijo mijito mija manito wey guey compa hermano viejo pibe flaco caballero amiguito cielo corazon hijo hija de_corazon ya_esta ya_estuvo ni_hoy ni_manana
    por_caridad por_dios se_lo_pido se_lo_ruego hombre mujer majo maja gracias_y adios hasta_luego tambien inmediatamente ahora_mismo definitivamente
    completamente a_esta_casa esta a`,
  doing: `
    llaman llamas telefonean llama marcan marcas contactan molestan llamais hacen haceis cojo descuelgo atiendo contestamos me_buscan llamando telefoneais
    insisten molestais dan_la_lata llame me_llaman siguen_llamando sigue_llamando seguis_llamando esto_vuelve esto_se_repite vuelve_a_pasar vuelve_a_suceder
    se_repite han_llamado ha_llamado habeis_llamado has_llamado`,
  again: `
    otra_vez mas de_nuevo una_vez_mas vuelve vuelven volver siguen sigue seguis siguieran nuevamente vuelva* volveis siga sigan continuan proxima_vez
    vuelvo_a_ver vuelvo_a_encontrar otra_llamada cualquier_otra vuelves_a insisten insiste insistis la_proxima_llamada proxima_llamada se_repite`,
  when: `
    si como la_proxima a_la_proxima otra_mas si_me_vuelves la_proxima_llamada a_la_proxima_llamada con_la_proxima vuelva_a_llam* vuelvan_a_llam* vuelve_a_llam*
    vuelva_a_marc*`,
  threat: `
    denunci* abogad* policia demand* reclamacion juzgado autoridades tribunales legales queja quejas querella proteccion_de_datos consumo facua profeco condusef
    fiscalia ministerio_publico guardia_civil defensa_del_consumidor sancion multa reporto reportar* juicio comisaria consumidor consumidores ocu
    oficina_del_consumidor juez aepd reclamo considerare_acoso sera_acoso como_acoso considerara_acoso considerada_acoso te_denuncio mossos carabineros pdi
    sernac indecopi pdp defensoria quejare quejarme medidas`,
  register: `
    lista_robinson robinson repep no_llame registro_de_no registro_de_exclusion registro_nacional lista_de_exclusion lista_de_no inscrita_en_la_lista
    inscrito_en_la_lista`,
  that: 'que si',
  and: 'y e no_me_interesa no_nos_interesa no_estoy_interesad* no_gracias no_quiero_nada no_necesito_nada no_tengo_interes no_estamos_interesad*',
  filler: '',
  you: 'que',
  request: `
    puede podria pueden podrian puedes podrias podeis podriais seria seria_posible es_posible le_importaria les_importaria te_importaria quiere_hacer
    quieren_hacer cuantas_veces por_que_no_me_dejan por_que_no_me_deja cuando_me_van_a_dejar cuando_van_a_dejar me_hace_el me_harian me_haria seria_tan
    serian_tan tendria_la tendrian tendria hara haran me_borra me_quita me_quitan me_borran me_sacan me_da_de_baja me_dan_de_baja harian podemos mucho_pedir
    es_mucho_pedir por_que_no_entiend* por_que_no_comprend* por_que_siguen le_puedo_pedir les_puedo_pedir puedo_pedir podria_pedir* puedo_rogar* que_tal
    hasta_cuando cuando_van_a_parar que_tan_dificil es_tan_dificil seria_usted serian_ustedes que_tengo_que_hacer que_debo_hacer`,
  so: 'asi_que por_eso por_lo_tanto por_tanto entonces conque de_modo_que y_no_quiero y_quiero y_no_queremos y_por_favor quedado_claro sido_claro',
  leave: `
    deje dejen deja dejad dejar dejara dejaran dejasen dejarais dejeis dejan dejeme dejenme dejame dejadme dejenos dejennos dejarme dejarnos dejada dejado`,
  peace: 'en_paz tranquilo tranquila tranquilos tranquilas',
  anyNumber: 'el_numero ese_numero numero este_numero el_telefono',
}
