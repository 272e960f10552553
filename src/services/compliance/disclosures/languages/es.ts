import type { Language } from '../statements.ts'

export const es: Language = {
  groups: {
    made: 'virtual automatico automatica automatizado automatizada artificial digital sintetica robotica',
    thing: 'asistente agente voz sistema inteligencia llamada mensaje operadora operador recepcionista servicio',
    being: 'ia robot bot chatbot',
    vague:
      'usted ustedes mi mis su sus tu tus un una el la los las nuestro nuestra alguien aqui todo todos toda todas hoy nuevo acuerdo casa vacaciones ayer este esta que eso',
    company: 'empresa compania negocio organizacion',
  },
  ai: `
    soy|habla|es ~4 un|una|el|la|su|tu @thing ~1 @made|ia
    soy ~3 un|una @being
    le|les|te habla ~3 un|una|el|la|su @thing ~1 @made|ia
    esta|esto|usted es|hablando ~1 un|una|con|por ~1 @thing ~1 @made|ia
    esta|usted hablando|habla con un|una @being|@thing ~1 @made|ia
    hablando con un|una @being
    llamada es|esta|automatizada|automatica|realizada|la ~2 automatizada|automatica|ia|robot`,
  caller: `
    @thing @made|ia de|del la|el? !@vague|@company
    de parte de|del la|el? !@vague|@company
    en nombre de|del la|el? !@vague|@company
    por cuenta de|del la|el? !@vague|@company
    llamo|llamamos|llamando|comunico desde|de|por la|el? !@vague|@company|parte|nuevo
    soy ~4 de|del la|el? !@vague|@company|parte|ia
    habla ~2 de|del la|el? !@vague|@company|parte
    bienvenido|bienvenida|bienvenidos a la? !@vague
    gracias por llamar a la? !@vague
    ha llamado a la? !@vague
    de|la|a|por|en|para|empresa|es|nombre xcompany`,
  recording: `
    llamada|llamadas|conversacion|conversaciones esta|sera|es|puede|podra|queda|estan|seran|se|podria ~3 grabada|grabadas|grabado|grabando|graba
    estamos|estoy grabando ~1 llamada|conversacion
    grabamos ~2 llamada|llamadas|conversacion
    permiso|consentimiento para grabar`,
  orders:
    'di diga digas dile digale digale indica indique informa informe menciona mencione explica explique presentate presentese presente anuncia anuncie empieza empiece comienza comience aclara aclare avisa avise identificate identifiquese',
  orderedAi: `
    eres|es|un|una|como|con ~2 @thing ~1 @made|ia
    eres|es|como|con ~2 @being`,
  orderedCaller: `
    parte|nombre de|del !@vague|la
    parte|nombre de la|nuestra|tu @company
    eres|como|llamas ~5 de|del la? !@vague|@company|ia
    que @company
    xcompany`,
  orderedRecording: `
    llamada|conversacion ~4 grabada|graba|grabando
    grabacion`,
  negations: 'no nunca jamas sin',
  breaks: `sobre acerca vendemos vendo ofrecemos ofrece niega ingeniero ingeniera desarrollador experto experta comercial interesado interesada oculta relacion motivo`,
  undone: `
    si|cuando|solo|solamente ~5 pregunta|preguntan|pregunte|preguntas|pregunten`,
  personas: `
    eres
    usted es
    tu nombre es
    te llamas`,
  sentences: { ai: 'Soy un asistente virtual, una IA.', caller: 'Llamo de parte de {{company}}.', recording: 'Esta llamada se graba.' },
}
