import type { Token } from './sentences.ts'

/** The words with which people of one language say the parts of a wish not to be called again. */
export interface Requests {
  /** What the other side does: calls, rings, bothers, in the forms of a request. */
  contact: string
  /** What is done to the contact: called, rung, bothered. */
  contacted: string
  /** Names of what happens: calls, contact. */
  calls: string
  /** Negations. */
  no: string
  /** That it is for good: again, anymore, in future. */
  more: string
  /** Negation and permanence in one: never. */
  never: string
  /** Requests to end something. */
  stop: string
  /** Requests to end it, whatever it is: cut it out. */
  stopThat: string
  /** That it was asked for before: the third time. */
  repeated: string
  /** Refusals that need no verb: no more, enough. */
  enough: string
  /** The contact forbids, refuses or objects. */
  forbid: string
  /** Withdraws. */
  withdraw: string
  /** Consent or permission, as a noun or in the first person. */
  consent: string
  /** To do what the sentence spoke of: do that. */
  doIt: string
  /** Requests to remove something. */
  remove: string
  /** Requests that say on their own that something goes: delete, forget. */
  erase: string
  /** What is done with a number: dial, use. */
  dial: string
  /** Wants, accepts, receives. */
  want: string
  /** Places that numbers are kept in. */
  list: string
  /** Lists of people who are called. */
  callList: string
  /** What is removed from a list: me, my number. */
  mine: string
  /** What is removed on its own: my number, my data. */
  number: string
  /** A number, where the request has nothing else: the number. */
  anyNumber: string
  /** Lists of people who are not called. */
  noCallList: string
  /** Requests to put somebody on a list. */
  put: string
  /** The last time. */
  last: string
  /** To hear from. */
  hear: string
  /** From you, after `hear`. */
  fromYou: string
  /** Phrases that say everything. */
  whole: string
  /** A request or a wish in the first person: please, I want. */
  ask: string
  /** What may end a request: me, here, please. */
  tail: string
  /** What the other side does, as a statement. Only with `last` and a threat. */
  doing: string
  /** One more time, in a threat. */
  again: string
  /** Conditions of a threat: if. */
  when: string
  /** Threats: the police, a lawyer. */
  threat: string
  /** Registers of people who don't want calls, by name. */
  register: string
  /** Words that continue a clause after a comma: that. */
  that: string
  /** What the contact doesn't want the other side to do, after `want`: that you, that anybody. */
  you: string
  /** What joins a clause to the next one, or says all of it: and, not interested. */
  and: string
  /** What begins a conclusion, so that nothing before it counts: so, therefore. */
  so: string
  /** Requests to leave the contact, with `peace`. */
  leave: string
  /** Alone, in peace. */
  peace: string
  /** What makes a question a request: could you. */
  request: string
  /** Sounds that mean nothing here, and are words of other languages. */
  filler: string
}

/** The words that make something else of it. */
export interface Exceptions {
  /** Others who wish, say or do something. */
  other: string
  /** Other people: my brother, the doctor. */
  person: string
  /** What makes an `other` of a person, up to three words after: said, asked. */
  says: string
  /** Words of others' calls: him, them. */
  them: string
  /** Words that make a question of it, or tell what was. */
  told: string
  /** What limits a wish: hours, places, another way. */
  limit: string
  /** Other things that are removed or ended: orders, emails. */
  things: string
  /** What limits a wish after it: rather, instead. */
  instead: string
  /** That a call would be of no use, which says nothing of later ones: no need to. */
  needless: string
  /** Words that begin a limit or name another matter after a request: at, before, if. */
  narrows: string
  /** Phrases that have words of an exception, and are none: from today on, your colleague. */
  harmless: string
  /** What says after it that somebody in the room was meant: "not you", "my son". */
  aside: string
}

/**
 * The words of one language, separated by spaces. `take_off` is a sequence of words, `take_+_off` one with up to three others between, and
 * `call*` a word that begins so. Only forms that speak of what the other side does: "I call" is in none of them.
 */
export interface Grammar extends Requests, Exceptions {}

export type WordClass = Exclude<keyof Grammar, 'filler'>

interface Entry {
  words: readonly string[]
  of: WordClass
}
type Words = ReadonlyMap<string, readonly Entry[]>

/** A grammar by the first word of its entries, so that few are tried at each word. */
export interface CompiledGrammar {
  exact: Words
  /** Entries of one word's beginning, by their first two letters. */
  prefixes: Words
  fillers: ReadonlySet<string>
  /** The words with which a request to end something begins. */
  endings: ReadonlySet<string>
}

/** Prepares a grammar, once. */
export function compileGrammar({ filler, ...grammar }: Grammar): CompiledGrammar {
  const [exact, prefixes] = [new Map<string, Entry[]>(), new Map<string, Entry[]>()]
  for (const [of, text] of Object.entries(grammar) as [WordClass, string][]) {
    for (const entry of text.split(/\s+/).filter(Boolean)) {
      const words = entry.split('_')
      const [map, key] = words[0]!.endsWith('*') ? [prefixes, words[0]!.slice(0, 2)] : [exact, words[0]!]
      map.set(key, [...(map.get(key) ?? []), { words, of }])
    }
  }
  const endings = new Set(grammar.stopThat.split(/\s+/).map((entry) => entry.split('_')[0]!))
  return { exact, prefixes, fillers: new Set(filler.split(' ')), endings }
}

/** Whether words follow from a token on. `+` stands for up to three words of any kind. */
function isAt([first, ...rest]: readonly string[], tokens: readonly Token[], at: number): boolean {
  if (first === undefined) return true
  if (first === '+') return [0, 1, 2, 3].some((skipped) => isAt(rest, tokens, at + skipped))
  return isWord(first, tokens[at]?.word) && isAt(rest, tokens, at + 1)
}

const isWord = (pattern: string, word: string | undefined) =>
  word !== undefined && (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : pattern === word)

const isMarked = (tokens: readonly Token[], at: number) => at === 0 || (tokens[at]?.mark ?? null) !== null

/** What a harmless phrase is not. */
const EXCEPTIONAL = ['other', 'person', 'limit', 'told', 'them', 'things', 'instead'] as const

const longest = (entries: readonly Entry[], of: WordClass) => Math.max(...entries.filter((entry) => entry.of === of).map(({ words }) => words.length))

/** The classes of a sentence's words. */
export interface ClassifiedWords {
  /** Those of the entries that begin at each word. */
  at: readonly ReadonlySet<WordClass>[]
  /** Those of any word. Most sentences have few, so most frames need no further look. */
  all: ReadonlySet<WordClass>
}

/** Finds the entries of a grammar that begin at each word of a sentence. */
export function classify({ exact, prefixes }: CompiledGrammar, tokens: readonly Token[]): ClassifiedWords {
  const [all, none] = [new Set<WordClass>(), new Set<WordClass>()]
  const masks: [number, number][] = []
  const tails: [number, number][] = []
  const at: Set<WordClass>[] = tokens.map(({ word }, index) => {
    const [whole, begun] = [exact.get(word) ?? [], prefixes.get(word.slice(0, 2)) ?? []]
    if (whole.length === 0 && begun.length === 0) return none
    const found = [...whole, ...begun].filter(({ words }) => isAt(words, tokens, index))
    if (found.length === 0) return none
    const of = new Set(found.map((entry) => entry.of))
    // "When" asks what was, and "when will you stop" asks for it.
    if (of.has('request') && of.has('told') && longest(found, 'request') > longest(found, 'told')) of.delete('told')
    // "No, call me again": an answer negates nothing.
    if (isMarked(tokens, index) && isMarked(tokens, index + 1)) of.delete('no')
    if (of.has('harmless')) masks.push([index, longest(found, 'harmless')])
    if (of.has('tail')) tails.push([index, longest(found, 'tail')])
    for (const each of of) all.add(each)
    return of
  })
  for (const [index, length] of masks) for (const of of at.slice(index, index + length)) for (const each of EXCEPTIONAL) of.delete(each)
  for (const [index, length] of tails) for (let next = index + 1; next < Math.min(index + length, at.length); next++) at[next] = new Set([...at[next]!, 'tail'])
  if (all.has('person') && all.has('says')) {
    const isSpeaker = (index: number) => at[index]!.has('person') && at.slice(index + 1, index + 4).some((each) => each.has('says'))
    for (let index = 0; index < at.length; index++) if (isSpeaker(index)) at[index]!.add('other')
  }
  return { at, all }
}
