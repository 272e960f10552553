import type { Language } from '../rules.ts'

export const es: Language = {
  joined: `
    nunca mas | jamas | no mas | nunca jamas | mas nunca | en la vida = nunca
    mi hijo nunca | mi hija nunca = casinunca
    en el futuro | en adelante | en lo sucesivo | a partir de ahora = mas
    otra vez | de nuevo | nuevamente = mas
    mi numero | este numero | nuestro numero | mi telefono | este telefono | mi numero de telefono | mi celular | mi movil | esta linea | mi linea | el numero | mi casa | esta casa | nuestro telefono | mi fijo = minumero
    mis datos | nuestros datos | mis datos personales | mi informacion | mi nombre | mi contacto | mis datos de contacto | mi ficha | todos mis datos | mi registro = misdatos
    en paz | tranquilo | tranquila | tranquilos | tranquilas = enpaz
    lista robinson = robinson
    de usted | de tu | de vos = deusted
    por favor | porfavor | porfa | por fa = favor`,
  groups: {
    call: 'llam* llame llamen llames llameis llamar contacten contacte contactes contactar molesten moleste molestes molestar telefonee telefoneen telefonear marque marquen marques molesteis contacteis fastidie fastidien fastidies joda jodan busquen hostigue hostiguen acosen hable hablen',
    inf: 'llamar llamarme llamarnos llamando contactar contactarme contactarnos molestar molestarme molestarnos telefonear telefonearme marcar marcarme molestando llamarme acosar acosarme acosando fastidiar fastidiarme fastidiando insistir contactando hostigar hostigarme llamarle marcando incordiar incordiarme joder molestandome llamandome',
    calls: 'llamadas llamada llamaditas llamadita contacto telefonazos publicidad telemarketing comunicaciones promociones telefonicas spam',
    list: 'lista listas base bases sistema contactos registro registros fichero ficheros directorio archivo archivos listado agenda listados padron',
    drop: 'quite quiten quita quitar quitenme quiteme quitame borre borren borra borrar borrenme borreme borrame elimine eliminen elimina eliminar eliminenme elimineme eliminame elimina saquen saque saca sacar saquenme saqueme sacame retire retiren retirar retireme retirenme suprima supriman suprimir tache tachen desvincule remueva remuevan remuevanme remuevame quitadme borradme sacadme quitarme borrarme sacarme eliminarme dadme den denme deme dar darme tachenme bajen bajenme depure',
    det: 'su la sus las tu tus de esa ese esta este sus vuestra vuestras toda todas cualquier el los',
    people:
      'hijo hija amigo amiga hermano hermana madre padre mama papa abuelo abuela novio novia tio tia primo prima nieto nieta jefe jefa vecino vecina marido mujer esposo esposa nadie banco',
    me: 'me nos a conmigo minumero aqui aca',
  },
  refusals: `
    [que] no|nunca quiero|queremos|quisiera|deseo|deseamos|necesito|acepto|autorizo|consiento|permito|doy|admito|tolero|me ~3 que ~2 me|nos ~1 llam*|contact*|molest*|vuelva*|telefone*|marquen|hablen ~3 =
    [que|si|cuando|porque|por] no|nunca me|nos|vuelva*|vuelvan vuelva*|llam*|contact*|molest*|telefone*|marque*|a|fastidi*|hostig* ~2 mas|nunca|aqui|minumero|favor
    no|nunca me|nos vuelva*|volvais|volver a llamar|contactar|molestar|telefonear|marcar|hablar|buscar
    no|nunca vuelva|vuelvan|vuelvas a llamar a? minumero
    no|nunca vuelva|vuelvan|vuelvas|volvais|volver a llamar|llamarme|llamarnos|contactar|contactarme|contactarnos|molestar|molestarme|telefonear|telefonearme|marcar|marcarme|fastidiar
    no|nunca|ni me|nos vayan|vaya a llamar|contactar mas
    no|nunca llame|llamen|llames|llameis|marque|marquen|telefonee|contacten|contacte ~1 mas|a|aqui =minumero|mas|aqui|favor|a|esta|gracias|y
    no|nunca @call mas|aqui|minumero
    que no ~2 me|nos llam*|contact*|molest*|vuelva*|telefone* mas|nunca|a|jamas
    no|nunca ~2 recibir ~2 mas? @calls =de|suya*|mas|telefonica*|comercial*|publicitaria*|ni|y|favor
    no|nunca quiero|queremos|deseo|quisiera|necesito|deseamos ~1 ser|ser llamado|llamada|contactado|contactada|molestado|molestada|contactados|molestados =
    no|nunca quiero|queremos|deseo|quisiera|necesito ~1 mas ~1 @calls
    no|nunca quiero|queremos|deseo|quisiera ~1 saber|oir|escuchar ~1 nada|mas ~1 de|mas ~2 ustedes|usted|vosotros|ti|vuestra|su
    no|nunca quiero|queremos saber|oir nada
    pido|pedimos|ruego|solicito|exijo|prefiero|preferiria ~2 no|nunca ~2 llamado|llamada|contactado|contactada|llamar*|recibir
    ni una|otra llamada mas
    ni llamadas|una|otra ~1 llamada|mas ~1 mas
    no|ni|nunca mas? mas llamadas|llamada|llamaditas =favor|de|a|gracias|y
    nunca|cero|ninguna llamadas|llamada ~1 =favor|de|a|mas
    no|nunca ~1 moleste|molesten|molestes|moleste*|fastidien|incordien ~1 mas
    no|nunca tienen|tiene|pueden|puede|deben|debe|deberian|podeis que|volver|llamar*|contactar*|molestar*|a ~2 llamar*|contactar*|molestar*|mas
    no|nunca deben|debe|pueden|puede ~1 llamar*|contactar* ~1 =mas|a|aqui
    [que|si|cuando|porque|por|ella|el] no|nunca me|nos llame|llamen|llames|llameis|contacten|contacte|contactes|contacteis|molesten|moleste|molestes|molesteis|telefoneen|telefonee|marquen|marque|fastidien|fastidie|llamis|yame|yamen =mas|nunca|favor|y|gracias|a|aqui|por|de|ni|otra|adios|entendido|yo|este|porque|se|sino|para`,
  demands: `
    no|nunca quiero|queremos|quisiera|deseo|deseamos|necesito|acepto|autorizo|recibir|consiento|admito|gustaria ~2 recibir? ~1 mas? @calls ~1 =de|suya*|mas|telefonica*|comercial*|publicitaria*|suyas|ni|y|favor|gracias|con|por|nunca
    prefiero|prefiriria|preferiria|pido|pedimos|ruego|rogamos|solicito|exijo|agradeceria|gustaria|quiero|quisiera|deseo|favor|dije|dicho|pedi|pedido|insisto|advierto|digo|necesito|encarezco ~3 que ~1 no|nunca|dejen|deje|dejes|paren ~2 llam*|contact*|molest*|vuelva*|telefone*|marquen|de ~3 =
    [me|no|nunca|ha|he|han] deje|dejen|dejes|dejar|deja|dejad|pare|paren|para|parad|cese|cesen|basta|termine|terminen|acaben|abstenga*|abstenganse ~1 de ~1 @inf =de|a|favor|mas|y|gracias|aqui|todos|tanto|por|con|ya|minumero
    basta|paren|pare|cesen|suficiente|alto ~1 de|con|las|estas|esas|sus|tantas ~2 @calls|@inf
    @drop ~1 minumero|misdatos|me|nos|a ~3 de|del ~2 @list
    quitenme|quiteme|quitame|borrenme|borreme|borrame|eliminenme|elimineme|eliminame|saquenme|saqueme|sacame|retireme|retirenme|remuevanme|remuevame|quitadme|borradme|sacadme|tachenme|bajenme|quitarme|borrarme|sacarme|eliminarme ~1 de|del @det? @det? @list
    me|nos quite*|quita|borre*|borra|elimine*|elimina|saque*|saca|retire* de|del @det? @det? @list
    borre|borren|borra|elimine|eliminen|elimina|suprima|supriman|olvide|olviden|olvida|pierda|pierdan|quite|quiten|quita|bloquee|bloqueen|tire|tiren|tachen|borrar|eliminar|suprimir|olvidense|olvidese|olvidar|cancelen|cancele|destruyan|borrad|eliminad|quitad|depuren|saquen|saque ~1 minumero|misdatos =favor|de|ya|inmediatamente|y|ahora|por|gracias|que|definitivamente|cuanto|para
    olvide*|olvida*|pierda*|pierde de? minumero
    denme|deme|dame|dadme|darme|den|quiero|solicito|pido ~2 de? baja|debaja =de|favor|en|ya|y|inmediatamente|para
    quiero|quisiera|solicito|exijo|pido|deseo ~2 salir|darme|baja|eliminen|borren|supresion|cancelacion|eliminacion|estar ~3 de|del|fuera ~2 @list|misdatos|minumero
    quiero|quisiera|solicito|exijo|pido|deseo ~2 la? ~1 baja|supresion|cancelacion|eliminacion ~3 misdatos|minumero|@list
    no|nunca quiero|deseo ~1 estar|figurar|aparecer en ~2 @list
    pongan|ponga|inscriban|incluyan|incluya|anoten|apunten|metan|agreguen|anadan|anada|apunteme|pongame|ponganme|anotenme|incluyanme|apuntenme|agregueme|agreguenme|metanme ~4 robinson|exclusion|negra|llamar
    estoy|esta|inscrito|inscrita|apuntado|apuntada ~3 robinson
    me|nos opongo|oponemos ~5 llamad*|tratamiento|datos|misdatos|publicidad|uso|contact*|llam*|marketing|comercial*
    ejerzo|ejercer|ejercito ~3 derecho ~3 oposicion|supresion|cancelacion|olvido
    derecho ~1 de|al|a ~1 oposicion|supresion|olvido|oponerme
    retiro|revoco|revocar|retirar|anulo|cancelo|revocamos ~2 consentimiento|autorizacion|permiso =
    retiro|revoco|revocar|retirar|anulo|cancelo ~2 consentimiento|autorizacion|permiso para|de|a|y ~3 llam*|contact*|usar|publicidad|datos|misdatos|comercial*
    no|nunca ~2 doy|autorizo|consiento|di|tienen|tiene|autorice|dado|autorizado|permito ~2 permiso|consentimiento|autorizacion|que|a|para ~3 llam*|contact*|llamada*
    no|nunca autorizo|consiento|acepto ~2 @calls
    dejame|dejeme|dejenme|dejadme|dejennos|dejanos|dejarme|dejen|dejenos ~2 enpaz
    quiero que ~1 dejen|deje enpaz
    quiero|pido que ~1 me|nos dejen|deje|dejeis enpaz
    si me|nos vuelve|vuelven|vuelves a llamar ~6 denunci*|policia|abogado|demand*|queja|reclam*
    si me|nos vuelve|vuelven|vuelves|llaman|llama|llamas|siguen|sigue|insiste*|volveis ~4 llamar|llamando|mas|otra|contactar|molestar ~5 denuncia*|denunciare|denunciar|policia|abogado|demanda*|demandare|queja|consumo|agencia|proteccion|reclamacion|reporta*|reportare|bloqueo
    ultima vez ~2 que ~3 llam*|contact*|molest*
    que sea la ultima ~3 llam*`,
  before: `
    no|nunca ~1 digo|dije|dicho|diciendo|quiero|quise|pido|pedi|significa|quiere|decir ~1 que? ~4
    no es que|estoy ~4
    tampoco|no ~1 digo|dije|significa ~4
    el|ella|marido|esposa|esposo|mujer|jefe|jefa|madre|padre|mama|papa|hijo|hija|vecino|vecina|amigo|amiga|hermano|hermana|cliente|clientes|alguien|gente|companero|companera|abogado|abuela|abuelo|senor|senora|tio|tia|novia|novio|medico dijo|dice|decia|grito|pidio|ha|contesto|le|quiere|quiso|me|nos|escribio|dicen|dijeron|grita|gritaba|les|pide ~5
    dijo|dice|grito|pidio ~2 el|ella|marido|esposa|jefe|madre|padre|hijo|hija|vecino|vecina|amigo|amiga|cliente ~5
    le|les dije|dijo|digo|pedi|pidio ~4
    si|cuando|porque|aunque|mientras ~1
    por que ~2
    ha|han|has|habeis|hace ~1
    ellos|ella|el|nadie|amigos|hijos|hija|hijo|banco|casi
    cancion|pelicula|libro|llama|titula ~2
    no|nunca
    @people ya?
    recibi|recibio|recibimos|recibido|tuve|tuvimos|hubo|hay`,
  after: `
    antes|hasta|despues|durante|mientras|cuando|hoy|manana|ahora|salvo|excepto|sin|entre|si|todavia|aun|luego|solo
    tan|tanto|demasiado temprano|tarde|pronto|seguido
    tan|muy temprano|tarde|pronto
    a las|estas|mediodia|esa hora|horas|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|noche
    a las|estas|esas
    al|en|por|los|el|la la? trabajo|oficina|noche|noches|manana|mananas|tarde|tardes|domingo*|sabado*|lunes|martes|miercoles|jueves|viernes|fin|fines|mediodia|momento|vacaciones|semana|coche|hospital|colegio
    en el|la|mi trabajo|oficina|momento|reunion|colegio
    por correo|email|mail|sms|carta|whatsapp
    cada|todos|todo|diario ~1 dia*|rato|hora*|semana*|cinco|momento
    desde un|numero ~1 oculto|privado|desconocido
    de|del ~2 espera|invitados|grupo|chat|pedido|formulario|reserva|factura|cuenta|compra|boletin|anuncio|pagina|perfil|web
    para|a|la|ser ~2 grabacion|grabar|grabado|grabada
    grabar|grabado|grabacion
    dijo|dice|grito
    usted|tu|senor|senora|senorita|carino|guapa|mentiroso|tonto|loco|asi|don|dona|mi|por`,
  times: 'deusted ahora casinunca hoy manana temprano tarde noche noches domingo domingos mediodia momento fin madrugada tardes',
  turns: 'pero sino aunque y entonces',
}
