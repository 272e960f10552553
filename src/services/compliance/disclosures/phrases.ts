import type { Token } from '../optOuts/sentences.ts'

/**
 * A phrase is a line of elements:
 *
 * - `call|ring`: one of these words; `call*`: a word that begins so; `@name`: the words of a group
 * - `call?`: may be missing
 * - `~3`: up to three words of any kind
 * - `=again|back`: the next word is one of these, or the clause ends here
 * - `!honey|names`: the next word is none of these
 * - `[you|they]`, first: the word before is none of these
 */
type Element = { type: 'word' | 'next' | 'notNext'; words: Words; isOptional: boolean } | { type: 'any' }

interface Words {
  exact: ReadonlySet<string>
  prefixes: readonly string[]
}

export interface Phrase {
  notAfter: Words | null
  elements: readonly Element[]
}

/** Names of groups with their words, separated by spaces. A group may name others that stand before it. */
export type Groups = Record<string, string>

/** Reads phrases, one a line. */
export const toPhrases = (lines: string, groups: Groups): Phrase[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => toPhrase(line, groups))

function toPhrase(line: string, groups: Groups): Phrase {
  const [first = '', ...rest] = line.split(/\s+/)
  const isGuarded = first.startsWith('[')
  const elements = (isGuarded ? rest : [first, ...rest]).flatMap((text) => toElements(text, groups))
  return { notAfter: isGuarded ? toWords(first.slice(1, -1), groups) : null, elements }
}

function toElements(text: string, groups: Groups): Element[] {
  if (text.startsWith('~')) return Array.from({ length: Number(text.slice(1)) }, () => ({ type: 'any' }))
  if (text.startsWith('=')) return [{ type: 'next', words: toWords(text.slice(1), groups), isOptional: false }]
  if (text.startsWith('!')) return [{ type: 'notNext', words: toWords(text.slice(1), groups), isOptional: false }]
  const isOptional = text.endsWith('?')
  return [{ type: 'word', words: toWords(isOptional ? text.slice(0, -1) : text, groups), isOptional }]
}

function toWords(text: string, groups: Groups): Words {
  const words = text.split('|').flatMap((word) => (word.startsWith('@') ? expand(word.slice(1), groups) : word))
  return {
    exact: new Set(words.filter((word) => !word.endsWith('*'))),
    prefixes: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  }
}

function expand(name: string, groups: Groups): string[] {
  const group = groups[name]
  if (group === undefined) throw new Error(`No group of words has the name ${name}`)
  return group
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => (word.startsWith('@') ? expand(word.slice(1), groups) : word))
}

const has = ({ exact, prefixes }: Words, word: string) => exact.has(word) || prefixes.some((prefix) => word.startsWith(prefix))

/** Whether a phrase can begin with the word. */
export const canBegin = ({ elements: [first] }: Phrase, word: string) => first?.type !== 'word' || has(first.words, word)

/**
 * Returns the end of the longest match of a phrase that begins at a word, or null. Follows every possibility at the same time, word by word,
 * so that the work is at most the length of the phrase for each word.
 */
export function matchAt({ notAfter, elements }: Phrase, tokens: readonly Token[], start: number): number | null {
  const before = tokens[start - 1]
  if (notAfter && before && has(notAfter, before.word)) return null
  let positions = [0]
  let end: number | null = null
  for (let index = start; positions.length > 0; index++) {
    const token = tokens[index]
    positions = passAssertions(elements, positions, token, index > start)
    if (positions.at(-1) === elements.length) end = index
    if (!token) break
    positions = positions.filter((at) => at < elements.length && accepts(elements[at]!, token.word)).map((at) => at + 1)
  }
  return end
}

/** Adds the positions that are reached without a word, in ascending order and each once. */
function passAssertions(elements: readonly Element[], positions: readonly number[], token: Token | undefined, isInside: boolean): number[] {
  const reached = new Set(positions)
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at]!
    if (!reached.has(at)) continue
    const isPassed = element.type === 'any' || (element.type === 'word' ? element.isOptional : isMet(element, token, isInside))
    if (isPassed) reached.add(at + 1)
  }
  return [...reached].toSorted((a, b) => a - b)
}

function isMet({ type, words }: Exclude<Element, { type: 'any' }>, token: Token | undefined, isInside: boolean): boolean {
  if (!token || (isInside && token.mark !== null)) return true
  return has(words, token.word) === (type === 'next')
}

const accepts = (element: Element, word: string) => element.type === 'any' || (element.type === 'word' && has(element.words, word))
