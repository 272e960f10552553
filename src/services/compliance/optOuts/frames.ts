import type { WordClass } from './grammar.ts'

/** Word classes that are a wish together, in a clause. The last is the one that the others stand around. */
export interface Frame {
  of: readonly (WordClass | readonly WordClass[])[]
  /** How far from the last class the others stand, in words. */
  within: number
  /** Whether the first class stands before the last. */
  isOrdered?: boolean
  /** Whether commas may divide the classes. */
  isWide?: boolean
  /** Whether it is a request: it begins the clause or is asked for, and only `tail` follows. */
  isPlain?: boolean
  /** Whether only `tail` follows. */
  isLast?: boolean
  /** Whether the last class begins a clause. */
  isOwn?: boolean
  /** Whether nothing stands before it in the clause. */
  isFirst?: boolean
  /** Classes that make it something else, near it. */
  unless: readonly WordClass[]
}

const ASKED = ['contact', 'contacted'] as const
const DONE = [...ASKED, 'doing'] as const
const ALIKE = ['told', 'other', 'aside'] as const
const LIMITED = [...ALIKE, 'limit', 'instead', 'them'] as const

/** What is a wish, in every language. */
export const FRAMES: readonly Frame[] = [
  { of: ['never', ASKED], within: 8, unless: LIMITED },
  { of: ['no', 'more', ASKED], within: 10, unless: LIMITED },
  { of: ['no', ASKED, 'never'], within: 11, isOrdered: true, isWide: true, isLast: true, unless: LIMITED },
  { of: ['no', ASKED], within: 4, isPlain: true, unless: [...LIMITED, 'needless'] },
  { of: ['no', 'calls'], within: 1, isOrdered: true, isFirst: true, isLast: true, unless: [...ALIKE, 'limit', 'things'] },
  { of: ['want', 'calls', 'no'], within: 4, isOrdered: true, isLast: true, unless: [...LIMITED, 'things'] },
  { of: ['no', 'contacted', 'want'], within: 5, isOrdered: true, unless: [...LIMITED, 'things'] },
  { of: ['no', 'more', 'calls'], within: 6, unless: [...ALIKE, 'limit', 'them'] },
  { of: ['never', 'calls'], within: 6, unless: [...ALIKE, 'limit'] },
  { of: ['no', 'want', 'you', ASKED], within: 12, isOrdered: true, unless: LIMITED },
  { of: ['no', 'want', 'contacted'], within: 9, isOrdered: true, unless: [...LIMITED, 'things'] },
  { of: ['no', 'want', 'calls'], within: 6, isOrdered: true, unless: [...ALIKE, 'limit', 'stop'] },
  { of: [['never', 'more'], ['never', 'no'], 'dial', 'number'], within: 9, isWide: true, unless: [...ALIKE, 'limit'] },
  { of: [['calls', 'contact', 'contacted'], ['no', 'never'], ['more', 'never', 'again'], 'doIt'], within: 11, isWide: true, unless: LIMITED },
  { of: ['number', ['never', 'no'], ['never', 'more'], 'dial'], within: 10, isOrdered: true, isWide: true, unless: [...ALIKE, 'limit'] },
  { of: ['enough', ['calls', 'contact']], within: 5, isOrdered: true, unless: [...ALIKE, 'limit', 'things'] },
  { of: ['stop', ['contact', 'calls']], within: 6, isOrdered: true, isWide: true, unless: LIMITED },
  { of: ['stop', 'dial', 'number'], within: 9, unless: LIMITED },
  { of: ['calls', 'ask', 'stop'], within: 12, isOrdered: true, isWide: true, unless: [...ALIKE, 'limit'] },
  { of: ['withdraw', 'calls', 'mine'], within: 7, unless: [...ALIKE, 'limit', 'things'] },
  { of: ['repeated', ['stop', 'erase']], within: 10, isOrdered: true, isWide: true, isLast: true, unless: LIMITED },
  { of: [['calls', 'doing'], 'stop'], within: 10, isOrdered: true, isWide: true, isLast: true, isOwn: true, unless: LIMITED },
  { of: ['repeated', ['no', 'never'], ASKED], within: 11, isOrdered: true, isWide: true, unless: LIMITED },
  { of: [['calls', 'doing', 'repeated'], 'stopThat'], within: 9, isOrdered: true, isWide: true, unless: ['other', 'aside', 'limit', 'instead', 'them'] },
  { of: ['calls', 'stop'], within: 4, isOrdered: true, unless: ALIKE },
  { of: ['forbid', ['contact', 'contacted', 'calls', 'number']], within: 10, isWide: true, unless: ALIKE },
  { of: ['withdraw', 'consent'], within: 6, unless: ALIKE },
  { of: [['no', 'never'], 'consent', ['contact', 'contacted', 'calls']], within: 6, isWide: true, unless: ALIKE },
  { of: ['remove', 'mine', 'list'], within: 8, unless: [...ALIKE, 'things'] },
  { of: ['no', 'want', 'callList'], within: 8, unless: [...ALIKE, 'limit'] },
  { of: ['remove', 'list'], within: 3, isLast: true, isOwn: true, unless: [...ALIKE, 'things', 'limit'] },
  { of: ['callList', 'erase'], within: 5, unless: [...ALIKE, 'things', 'limit'] },
  { of: ['repeated', 'mine', 'remove'], within: 8, unless: [...ALIKE, 'things', 'limit'] },
  { of: ['remove', 'mine', 'calls'], within: 7, unless: [...ALIKE, 'things', 'limit'] },
  { of: ['erase', 'number'], within: 7, unless: [...ALIKE, 'things'] },
  { of: ['erase', 'mine'], within: 3, isPlain: true, unless: [...ALIKE, 'things', 'limit'] },
  { of: ['anyNumber', 'erase'], within: 3, isPlain: true, unless: [...ALIKE, 'things', 'limit'] },
  { of: ['number', 'erase'], within: 10, isOrdered: true, isWide: true, unless: [...ALIKE, 'things', 'limit'] },
  { of: ['leave', 'mine', 'peace'], within: 6, unless: [...ALIKE, 'limit'] },
  { of: ['put', 'noCallList'], within: 9, isWide: true, unless: ALIKE },
  { of: ['put', ['no', 'never'], [...ASKED, 'calls']], within: 9, isOrdered: true, isWide: true, unless: LIMITED },
  { of: ['last', DONE], within: 6, isWide: true, unless: LIMITED },
  { of: [['no', 'never'], ['more', 'never'], 'hear', 'fromYou'], within: 8, unless: ALIKE },
  { of: ['no', 'ask', 'hear', 'fromYou'], within: 6, isLast: true, unless: [...ALIKE, 'limit', 'things'] },
  { of: [['no', 'never'], ['more', 'never'], 'want', 'fromYou'], within: 3, unless: [...ALIKE, 'limit', 'things'] },
  { of: ['when', ['more', 'again'], DONE, 'threat'], within: 12, isWide: true, unless: ['other'] },
  { of: ['when', ['more', 'again'], 'number', 'threat'], within: 14, isWide: true, unless: ['other'] },
  { of: ['again', 'calls', 'threat'], within: 14, isWide: true, unless: ['other'] },
  { of: [['no', 'never'], 'register', [...ASKED, 'calls']], within: 14, isWide: true, unless: LIMITED },
  { of: ['no', ['want', 'ask'], 'you', 'dial', 'number'], within: 8, unless: [...ALIKE, 'limit', 'things'] },
  { of: ['whole'], within: 0, unless: [...ALIKE, 'things', 'limit'] },
]

/** The frames whose last words may be a sentence of their own: "You call every day. Stop it!" */
export const ENDINGS: readonly Frame[] = FRAMES.filter(({ of }) => of.at(-1) === 'stopThat')
