import type { Grammar } from '../grammar.ts'

export const es: Grammar = {
  contact: `
    llame llamen llames llameis llama_mas llaman_mas llamar llamarme llamarnos llamando llamaran llamara llamaras llamad telefonee* telefonear*
    contacte contacten contactar contactarme contactarnos contactes marque marquen marques marcar marcarme moleste molesten molestar molestarme
    molestarnos molestes insistan insista insistir ponga*_en_contacto pongan_en_contacto comunique* comunicarse fastidi* incordi* acos* busquen
    busque hostigue* hostigar*`,
  contacted: 'ser_contactad* ser_llamad* ser_molestad* me_llamen me_contacten me_molesten recibir_una_llamada',
  calls: 'llamada* contacto telefonema* telemarketing llamaditas telefonazos publicidad_telefonica',
  no: 'no ni ninguna ningun ninguno tampoco nada sin nadie',
  more: `
    mas vuelva vuelvan vuelvas volvais volver volviera volvieran vuelve otra_vez de_nuevo nuevamente nunca jamas en_el_futuro en_lo_sucesivo
    en_adelante ya_no ya vuelven recibir_mas sigan siga sigais`,
  never: 'nunca jamas nunca_mas',
  stop: `
    deje dejen deja dejad dejar paren pare parad para_de parar cese cesen cesar basta eviten evite evitar absteng* abstenerse dejaran dejara dejasen
    dejais terminen termine acaben acabe pongan_fin dejes terminar`,
  enough: 'basta ni_una ninguna_llamada ninguna_otra no_mas no_quiero_mas cero harto_de harta_de ya_basta suficientes ni_un',
  forbid: `
    prohibo prohibimos niego me_opongo nos_oponemos rechazo no_autorizo no_autorizamos tienen_prohibido tiene_prohibido queda_prohibido
    no_tienen_derecho no_tiene_derecho prohibido`,
  withdraw: 'revoco revocamos retiro retiramos anulo cancelo revocar retirar revoque revoquen',
  consent: 'consentimiento permiso autorizacion autorizo autorice autorizado consiento permito doy_permiso di_permiso de_acuerdo acepto',
  remove: `
    borre borren borra borrad borrar borreme borrenme borrenos borrenlos quite quiten quita quitad quitar quiteme quitenme quitenos quitennos
    elimine eliminen elimina eliminar elimineme eliminenme eliminenos saque saquen saca sacar saqueme saquenme saquenos tache tachen tachar tacheme
    retire retiren retirar retireme suprima* suprimir baja olvide olviden olvidese olvidense olvida bloquee* bloquear anule dar_de_baja den_de_baja
    eliminame borrame quitame sacame eliminadme borradme quitadme borrarme quitarme sacarme eliminarme tacharme retirarme eliminacion supresion
    borrado salir borrarnos quitarnos eliminarnos sacarnos borrarlo quitarlo`,
  erase: `
    borre borren borra borrad borrar elimine eliminen elimina eliminar tache tachen suprima* suprimir olvide olviden olvidese olvidense olvida
    bloquee* bloquear eliminacion supresion borrado quite quiten quita quitar borrarlo quitarlo saque saquen saca sacar`,
  dial: 'marcar marquen marque usar usen utilicen use',
  want: 'quiero queremos deseo deseamos necesito acepto aceptamos recibir',
  list: 'lista* base_de_datos bases sistema* registro* fichero* archivo* agenda directorio listado* contactos campana*',
  mine: `
    me mi mis nos nuestro nuestros este_numero borreme borrenme quiteme quitenme quitenos saqueme saquenme saquenos elimineme eliminenme eliminenos
    tacheme retireme baja quitennos borrenos eliminame borrame quitame sacame borrarme quitarme sacarme eliminarme tacharme retirarme quiero_salir
    borrarnos quitarnos eliminarnos sacarnos`,
  number: `
    mi_numero este_numero nuestro_numero mi_telefono este_telefono mis_datos nuestros_datos mi_nombre mi_informacion mi_contacto mi_celular mi_movil
    mi_registro mi_ficha mi_linea`,
  noCallList: `
    lista_de_no_llamar lista_robinson robinson no_llamar no_contactar lista_negra lista_de_exclusion no_molestar registro_de_no
    quieren_que_los_llamen`,
  put: 'ponga* pongan* poner* apunte* apunten* anada* anote* inscriba* incluya* meta* agregue* registre*',
  last: 'ultima_vez ultima_llamada',
  hear: 'saber oir escuchar recibir_noticias tener_noticias',
  fromYou: 'de_ustedes de_usted de_vosotros de_ti de_su_empresa de_vuestra',
  whole: `
    dejeme_en_paz dejenme_en_paz dejame_en_paz dejadme_en_paz dejenos_en_paz dejennos_en_paz dejadnos_en_paz dejeme_tranquil* dejenme_tranquil*
    dejenos_tranquil* dejame_tranquil* dejennos_tranquil* sea_+_ultima`,
  ask: 'favor quiero queremos deseo pido pedi prefiero ruego gustaria dije agradezco agradeceria',
  tail: 'aqui gracias favor aca a_casa casa por mas contactad* llamad* molestad*',
  doing: 'llaman llamas telefonean llama',
  again: 'otra_vez mas de_nuevo una_vez_mas vuelve vuelven volver',
  when: 'si como la_proxima',
  threat: 'denuncio denuncia denunci* abogad* policia demand* reclamacion juzgado autoridades tribunales legales',
  other: `
    el_dijo ella_dijo marido esposa esposo mujer jefe jefa hijo hija vecino vecina amigo amiga hermano hermana cliente clientes alguien companera
    banco gente yo_ya_no yo_no_vuelvo nadie deje_de_llamarles deje_de_llamarlos deje_de_llamarlas ellos despues_de_la_entrevista vuelvo ha_dicho
    ella grito gritaba decia`,
  them: 'les_llame llamarles llamarlos llamarle llamarlo llamarla senora senor don lo_llame le_llame_ella taller',
  told: `
    por_que dijo dice pregunta* olvide_de_volver olvide_llamarme olvide_de_llamarme perder no_dejen_de no_deje_de no_dejes_de no_pare no_paren
    no_me_molesta no_me_importa cuando_le cuando_dije puede_volver pueden_volver lista_de_espera no_hace_falta colgar cuelgue dije_que_llamara
    deseo_que_me_llamen recibi recibido recibio recibimos no_digo tuve grabe graben grabar ayer dude_en dude duden`,
  limit: `
    antes despues hasta durante manana mananas tarde tardes noche noches lunes martes miercoles jueves viernes sabado* domingo* hoy ahora trabajo
    oficina central fijo companero fin_de_semana escriba*`,
  things: 'correo correos pedido producto factura cita tarifa suscripcion contrato todavia participantes invitados espera boletin paquete aun_no',
  instead: 'mejor sino prefiero_que',
}
