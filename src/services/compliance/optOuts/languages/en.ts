import type { Language } from '../rules.ts'

export const en: Language = {
  joined: `
    do not | don t | do nt | donot | doo not | dont you | please dont = dont
    does not = doesnt
    did not = didnt
    will not = wont
    would not = wouldnt
    should not = shouldnt
    must not = mustnt
    may not = mustnt
    are not = arent
    is not = isnt
    can not | cannot = cant
    any more | any longer = anymore
    no longer = nolonger
    ever again | another time | once more | one more time | a second time = again
    phone calls | phone call | sales calls | sales call | telephone calls | telephone call | marketing calls | cold calls | nuisance calls | spam calls | robo calls | calls or texts = calls
    at all = atall
    in the future | in future | from now on | going forward = forever
    i am | we are | we re = im
    i will = ill
    this number | that number | my number | our number | this phone | my phone | our phone | my cell | my mobile | my house | this house | my home | this line | my line | our line | our house | our home | my landline | this address | this place = mynumber
    my phone number | my cell phone | my telephone number | my cell number | our phone number | this phone number | this telephone number | my mobile number | my home number | the number | my private number | my contact number = mynumber
    my data | our data | my personal data | my details | my personal details | my information | my personal information | my contact details | my contact information | my info | my records | my record | my file | my contact | my contact data = mydata
    my name | our name = myname
    do not call list | do not call registry | do not call register | do not call database | dont call list | no call list | dont call registry | do not contact list | dont contact list | opt out list | do not phone list | suppression list | dnc list | dnc registry | do not call lists | no contact list = dnclist
    leave us = leaveme
    leave me = leaveme
    by phone | by telephone | over the phone | on the phone | via phone = byphone
    you guys | you people | you all | you folks | yall | y all | you lot = you`,
  groups: {
    call: 'call called col cal ring phone dial telephone contact bother disturb hassle harass pester bug reach coldcall',
    calling: 'calling callin ringing phoning dial* contacting bothering disturbing harassing hassling pestering bugging telephoning',
    called: 'called phoned contacted rung telephoned bothered disturbed harassed pestered solicited dialed dialled hassled reached',
    me: 'me us here mynumber',
    tail: `again anymore ever evermore back please or and for about with from any i im we its it thanks thank ok okay because since as so you your
      do dont thats thats that is no nor never not nolonger atall regarding concerning under through to byphone using unsolicited stop alright
      right sir madam man ma mate buddy dude ya yall got understand understood goodbye bye take remove delete lose anyway either whatsoever man forever by mynumber period going there theres the`,
    mid: 'you ever dare even again try to keep be bother guys people folks just really fucking bloody freaking goddamn damn please think about start go continue',
    list: 'list lists database databases system systems file files record records register registry directory crm books roster contacts calllist campaign',
    kind: 'call calls calling caller contact contacts contacting marketing phone telephone telemarketing telemarketer sales customer customers client clients prospect prospects prospecting damn bloody stupid company companies internal lead leads phoning dialing dialer number numbers people silly fucking spam whatever robocall outbound campaign',
    kin: 'mother mom mum father dad wife husband parents family son daughter kids children grandmother grandma grandfather grandpa sister brother',
    det: 'your the this that any all every these those you ur',
    drop: 'take remove delete erase scrub strike drop wipe cross pull get scratch clear purge taking removing deleting removed deleted erased eliminate cut kick',
  },
  refusals: `
    [you|why] dont|never|not|nolonger|cant|mustnt|shouldnt|arent @mid? @mid? @mid? @call|@calling @me =@tail
    you never|dont|cant|mustnt|shouldnt @call me|us|here|mynumber again
    you can|may|must|should|shall|are|will|better never|not ~1 @call|@calling|contact @me? =@tail
    you cant|mustnt|shouldnt|arent ~2 @call|@calling|contact @me? =again|anymore|ever|here|me|mynumber
    [i|ill|we|they|he|she|people|you|who|would|nobody|id] dont|never|not @mid? @mid? @call|@calling|dial back? again|anymore|anyone
    dont bother|waste ~2 @calling|ringing|phoning back? =@tail
    dont|never|nolonger @call my|our @kin again|anymore|ever|forever
    dont|never|not @mid? dial|use|using|try|trying mynumber again|anymore|ever
    never|not|dont @call|use mynumber =@tail
    no more|further|additional|future ~1 calls|phonecalls|contact|robocalls|telemarketing !with|between|information|today|until|left
    no more calling|phoning|ringing
    no calls|contact|phonecalls anymore|again|ever|whatsoever|please
    dont|nolonger|not|never want|wanna|wish|need|appreciate|like|welcome|accept|interested|take ~1 any|anymore|more|these|your|to|further|such|those|receive|get|getting|receiving|of|another ~3 calls|phonecalls|robocalls|solicitation*|telemarketing =@tail
    dont|nolonger|not|never|doesnt want|wanna|wish|like|care|desire|agree|expect|need|asked|interested ~2 @called =@tail
    dont|nolonger|not|never want|wanna|wish ~1 contact =@tail
    dont|nolonger|not|never want|wanna|like|need ~1 you|anyone|anybody|people|nobody|your|them|somebody|someone ~3 @call|@calling @me? =@tail
    dont|not|never|nolonger want|wanna|wish|need|care to? hear|hearing|heard anything? from|of|about you|your|yours|them|this|anyone
    dont|never let? me|us? hear from|of you|your
    rather|prefer not ~3 @called =@tail
    not to be @called =@tail
    not to @call|ring =please|again|anymore|me|us|here|mynumber|ever
    [if|you|when] never|dont want to? hear your|that ~2 voice
    dont|never wish|want|need|care|have ~1 to ~2 talk|speak to|with you|your ~3 again|anymore|ever
    not|dont|never accept|accepting|taking|welcome ~3 calls from you|your|anyone|telemarketers|this|companies|solicitors`,
  demands: `
    stop|quit|cease|discontinue|desist|halt ~1 @calling @me? =@tail
    stop|quit|cease|end|enough|discontinue|halt with? making? with? all? of? the|these|your|those|this|all|any|making|placing ~2 calls|calls|calling|contact|robocalls|phonecalls|harassment|telemarketing
    stop|quit calls
    stop|quit|cease ~1 @calling my|our @kin =@tail
    refrain|desist from ~2 @calling
    nolonger wish|want|like to be on ~3 @list
    dont want|wish|like to be on your|any|this|the @kind? @kind? @list
    dont want|like mynumber|myname|mydata on|in|used
    rather|prefer|preferred|happy|happier|grateful|glad|appreciate|better|wish|love|best|nice|like it? if? you|it|that|your|they? if? ~3 didnt|dont|not|stopped|never|wouldnt|quit|stop|cease|ceased ~1 call|calling|called|ring|phone|contact|contacting|ringing|phoning @me? =@tail
    wish|want|like|need|ask|asking|urge|beg|begging|demand|request|insist|insisting ~2 you ~2 stop|quit|cease|refrain ~2 @calling|calls
    @drop me|us|mynumber|myname|mydata|this|it ~1 off|from|out of? @det? @kind? @kind? @kind? @list
    @drop me|us|mynumber|myname|mydata|this|it off|from|out of? everything|there|whatever
    take|taken|get|taking|getting|strike|cross|knock me|us|mynumber|myname off =please|now|thanks|thank|and|immediately|right|today|asap|your
    be|get|got|am|was|come removed|deleted|erased|taken|off off? from? out? of? @det? @kind? @kind? @list
    want|wanna|like|wish|need|please off|out of? @det @kind? @kind? @list
    get off|out of? @det @kind? @kind? @list
    mynumber|myname|mydata off|out|removed|deleted|erased|taken of? from? @det? @kind? @kind? @list
    remove|delete|erase|lose|forget|block|scrap|ditch|destroy|trash|bin|burn|blacklist|purge|losing|deleting|removing|toss mynumber|mydata =please|now|and|immediately|from|in|i|im|dont|permanently|right|today|forever|completely|thanks|thank|ok|okay|for|or|stop|as|at|asap|straight
    remove|unsubscribe|delist|deregister|blacklist me|us =please|now|and|immediately|permanently|thanks|thank|asap|right|today|straight
    unsubscribe =please|now|thanks|me|from
    have|get|want|wants mynumber|mydata|myname removed|deleted|erased|taken|wiped|off
    put|add|place|register|include|enter|stick|flag|mark|list|have|get me|us|mynumber|myname|this|it ~1 on|to|in|as|onto|for ~3 dnclist
    put|add|place|mark|flag|list me|us|mynumber|this as? dnclist
    [if|whether] im|mynumber|myname|is|been|number ~2 on|with|in|to ~3 dnclist
    mark|flag|make|note ~4 dnclist
    withdraw|revoke|rescind|cancel|retract|withdrawing|revoking|withdrew|revoked|rescinding|cancelling|remove my|any|all|our|the ~2 consent|permission|authorization|authorisation
    dont|nolonger|never|not|didnt consent|consented|agree|agreed|authorize|authorise|gave|give|given|consenting ~3 calls|calling|contacted|marketing|telemarketing|call|contact|solicit*|called
    dont|nolonger|never|not|didnt have|got|had my|our|any|given ~1 permission|consent ~2 @call|@calling|use|@called
    consent|permission to|for ~2 call|contact|calls|calling ~2 withdrawn|revoked|cancelled|over|denied|ends
    object|objecting|objection to ~4 marketing|calls|processing|contacted|called|mydata|calling|use|using|profiling|contact|solicitation*
    right to object|erasure|forgotten
    right to be forgotten
    opt|opting me|us? out =please|now|and|today|thanks|thank|immediately|i|completely|altogether|right
    opt|opted|opting ~1 out of|from ~3 calls|calling|marketing|contact*|list|lists|everything|these|telemarketing|communication*
    delete|erase|destroy|wipe|deleting ~1 all|everything|any|whatever ~3 mydata|me|mynumber|have|data
    leaveme|leave alone|be|in
    leaveme the|hell|fuck|heck ~3 alone
    let me be
    last|final time|call|calls you|i|that|we|your ~2 call|get|want|calling|receive|ring|phone|contact|hear|take|make|bother @me? =@tail
    if|should you|i|anyone|they|your|somebody ~2 @call @me? ~1 again ~6 report|reporting|sue|police|lawyer|complaint
    if|should you|i|anyone|they|your|somebody ~3 @call|@calling|calls|contact|get|hear ~6 report|reporting|reported|sue|suing|police|lawyer|lawyers|complaint|harassment|ftc|fcc|ofcom|ico|legal|attorney|court|authorities
    @call me|us|here|mynumber again and|or ~5 report|reporting|sue|suing|police|lawyer|complaint|harassment|ftc|fcc|legal|attorney|court|block
    asked|told|tell|telling|ask|asking|warned|beg|begging|begged|demand|requested|said|like|want|instruct|notifying|informing you|them|u|your|company|to ~3 not|never|stop ~1 to? @call|@calling|contact|calls @me? =@tail
    want|need|demand|asking|insist|like|expect|make|making|have ~2 calls|calling|contact|harassment to|must stop|cease|end|stopped
    sure|ensure|guarantee ~1 nobody|noone|none|no ~4 calls|call|contacts|phones|rings|bothers @me? =@tail
    calls|calling must|should|need|needs|has|have|got|better|gotta ~2 stop|end|cease|ceased
    lose|forget mynumber`,
  before: `
    not|didnt|never|wasnt|isnt|dont|doesnt|cant|aint|wouldnt say|saying|said|mean|meaning|means|meant|ask|asking|asked|telling|tell|suggesting|implying|claim|think|demanding ~4
    he|she|they|husband|wife|boss|mother|mom|mum|dad|father|brother|sister|son|daughter|neighbor|neighbour|friend|people|customers|guy|someone|somebody|everyone|everybody|sign|ad|man|woman|lady|doctor|lawyer|colleague|client|clients|grandmother|grandma|roommate|partner|kids|teacher|landlord|ex|cousin|uncle|aunt|others|one|who|girlfriend|boyfriend|song|message|letter|book|article|caller|customer said|says|told|tells|yelled|shouted|wrote|asked|goes|keeps|kept|say|screamed|would|saying|telling|asks|want|wants|screaming !you|your ~5
    if|unless|whether|suppose|when|once|because|until you|they|i|we|he|she
    why|how|wherever ~1 you|we|they|did|dont|would|should|do|havent
    why|when|since ~1
    did|have|havent|had|has|hasnt|didnt|never you|they|he|she|i|we ~1
    wont|cant|couldnt|didnt|doesnt|never|never|havent|not|dont|wouldnt ~1 you|they|i|we|he|she|people? to? =stop|quit|take|remove|delete|opt|withdraw|lose|unsubscribe|put|block|erase|forget
    cant|couldnt|wont|not|never|dont|didnt|wouldnt|doesnt
    told|asked|tell|telling|asking|told him|her|them|my|the ~3
    he|she|they|people|friends|friend|kids|daughter|son|nobody|husband|wife|customers|telemarketers|company|recruiters|bank
    should|shall i|we ~1
    was|is|called|song|titled|named|movie|book|entitled|sign|slogan`,
  after: `
    before|until|till|after|while|when|whenever|during|today|tonight|tomorrow|now|unless|without|between|past|around|if|yet|once|early|late
    so|this|that|too|quite early|late|often|much|morning|week|evening|afternoon|month|many|frequently|soon|long
    on|at|in the|my|a|sunday*|monday*|saturday*|friday*|weekend*|weekdays|tuesday*|wednesday*|thursday*|work|night|lunch*|dinner*|noon|midnight|holidays|home|school|this|such|six|seven|eight|nine|ten|five
    by email|mail|post|text|sms|letter|fax|e
    via email|mail|post|text|sms|letter|whatsapp
    right now
    for a|the|another|few|at|next|now ~1 day*|week*|month*|hour*|while|couple|next|few|rest|least|minute*|bit|moment
    from work|abroad|the|different|private|blocked|hidden|withheld
    the|every day|hour|minute|week|night|morning
    every|twice|daily|constantly
    he|she|they said|says|shouted|yelled|told
    to|for|about ~1 record*|being|treatment
    from|of ~2 waiting|guest|group|order|team|meeting|chat|queue|appointment|booking|form|account|profile|website|reservation|ad|invoice|newsletter|email*|conversation|insurance|plan|old|warranty|trial|subscription|thread|delivery|policy|pension
    recording|recorded`,
  times: 'now today tonight tomorrow early late weekend weekends sunday sundays evening evenings mornings nights lunchtime',
  turns: 'but however so and then',
}
