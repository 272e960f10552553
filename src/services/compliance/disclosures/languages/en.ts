import type { Language } from '../statements.ts'

export const en: Language = {
  groups: {
    made: 'ai automated virtual digital artificial synthetic computer computerized robotic robot',
    thing: 'assistant agent voice system intelligence caller representative receptionist bot call message service',
    being: 'ai bot robot chatbot voicebot',
    end: 'from at of for and calling that who with speaking here on',
    vague: `a an my your our his her their its someone somebody us you me home here work abroad yesterday many good great any all this that these those
      recorded course now i it he she they one something`,
    company: 'company business organi* brand firm',
    place: 'office car road number same other way beginning start first last billing sales support team best',
  },
  ai: `
    this is ~4 a|an|the|your|our @made ~1 @thing
    this is an? automated|ai ~1 call|message|voice
    im|name ~5 a|an|the|your|our @made ~1 @thing
    i am ~4 a|an|the|your|our @made ~1 @thing
    im|am|is|with|to|by an ai|bot =@end
    im|am a bot|robot|chatbot|voicebot =@end
    [are] youre|are speaking|talking|chatting|connected with|to ~1 @made ~1 @thing
    youre|are speaking|talking|chatting|connected with|to a|an @being =@end
    @made assistant|agent here|speaking|calling
    call|voice uses|using ~2 ai|artificial|synthetic|automated
    call|conversation is made|placed|handled|conducted ~1 by|with|using ~2 ai|artificial|automated|bot|robot
    voice is ~1 artificial|synthetic|generated|ai|computer`,
  caller: `
    @made ~1 @thing from|of|at|with|for the? !@vague|@place|@company|the
    on behalf of the !@vague|@company
    on behalf of !@vague|the
    calling|phoning|ringing you? from the !@vague|@place|@company
    calling|phoning|ringing you? from !@vague|the
    this is ~3 from|with|of|at|for the? !@vague|@place|the
    im ~4 from|of the? !@vague|@place|the
    i am ~4 from|of the? !@vague|@place|the
    name is ~3 from|with|of|at the? !@vague|@place|the
    reached|calling the? xcompany
    reached the? !@vague|voicemail|the|limit|end|point|age|agreement
    thank|thanks you? for calling the? !@vague|back|the|back
    welcome to the? !@vague|the
    from|for|of|with|at|by|is|here xcompany`,
  recording: `
    call|calls|conversation|line|it|we|this is|may|will|are|can|could|might|being|am|are ~2 recorded
    call|calls|conversation recorded for
    recorded line =@end
    we|im|i|were record|recording ~1 call|calls|conversation
    we|i may|will|would|am|are record|recording ~1 call|calls|conversation
    consent|permission|okay|ok to|if|that we|i|us? record*
    to record this|the|our call|conversation`,
  orders: 'say tell state introduce disclose inform mention announce explain identify begin start open declare clarify present notify greet',
  orderedAi: `
    you|youre|yourself|as|this|they|theyre|caller|call|to|with ~4 @made ~1 @thing
    you|youre|yourself|as|this|they|theyre|caller|to|with ~4 ai|bot|robot|chatbot`,
  orderedCaller: `
    company|business|brand|clinic|organization name
    name of the|our @company
    which|what @company you
    behalf of
    you|youre|yourself|as ~5 from|of|for|with|at the? !@vague|@place|the
    xcompany`,
  orderedRecording: `
    call|conversation|calls|it|line|they|theyre ~4 recorded
    recording =@end|is`,
  negations: 'not dont never without avoid',
  breaks: `no isnt arent wasnt about regarding sell selling sells offer offers offering buy build pretend deny 
    whether think believe fan engineer replace replaced instead than someone unless interested`,
  undone: `
    if|when|whenever|unless|until|only|once ~5 ask|asks|asked|asking|wonders|insists
    whether|who ~4 ai|bot|robot|human|behalf`,
  personas: `
    you are !speaking|talking|chatting|connected|on|being
    youre !speaking|talking|chatting|connected|on
    your name is
    act as`,
  sentences: { ai: 'I’m an AI assistant.', caller: 'I’m calling on behalf of {{company}}.', recording: 'This call is recorded.' },
}
