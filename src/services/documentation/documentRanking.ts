import type { Alternative, Term } from './documentMatches.ts'

/** The positions of a query's lexemes in a document, and of the mark `§` at the start of each section. */
export type LexemePositions = [lexeme: string, positions: number[] | null, weights: string[] | null][]

interface Hit {
  position: number
  /** The index of the section; -1 for the title. */
  section: number
  isHeading: boolean
  weight: number
}

/** A word in a heading counts as this many words. */
const HEADING_WEIGHT = 4
/** Sections up to this length are short. In longer sections a word needs more hits for the same score. */
const SHORT_SECTION_WORDS = 60
/** A word with this many hits in a document has half the maximum score. */
const HALF_SCORE_HITS = 6
const NEAR_DISTANCE = 8
/**
 * Shares of the score: a term's hits in the best section, in the title and anywhere, and neighboring terms. Hits anywhere count because a
 * page's topic occurs in all of it. Otherwise any page with one short matching section would win.
 */
const SHARES = { section: 0.38, title: 0.23, anywhere: 0.31, near: 0.08 }

/**
 * Scores how well a document answers the terms, from 0 to 1. Rarer terms count more, and the best section decides, since people look for an
 * answer and not for a page.
 */
export function scoreDocument(terms: readonly Term[], places: LexemePositions): number {
  const positionIndex = new Map(places.map(([lexeme, positions, weights]) => [lexeme, { positions: positions ?? [], weights: weights ?? [] }]))
  const marks = positionIndex.get('§')?.positions ?? []
  const hits = terms.map(({ alternatives }) => alternatives.flatMap((alternative) => findHits(alternative, positionIndex, marks)))
  const maxScore = terms.reduce((sum, { rarity }) => sum + rarity, 0)
  if (maxScore === 0) return 0
  const sections = new Set(hits.flat().map(({ section }) => section))
  const whole = terms.map((_, at) => ({
    title: Math.max(0, ...hits[at]!.filter(({ section }) => section < 0).map(({ weight }) => weight)),
    anywhere: saturate(sumWeights(hits[at]!), HALF_SCORE_HITS),
  }))
  let best = 0
  for (const section of sections) {
    const length = section < 0 ? SHORT_SECTION_WORDS : (marks[section + 1] ?? (marks[section] ?? 0) + SHORT_SECTION_WORDS) - (marks[section] ?? 0)
    const room = 1.25 + (0.5 * length) / SHORT_SECTION_WORDS
    const sectionHits = hits.map((each) => each.filter((hit) => hit.section === section))
    const sectionScore = terms.reduce((score, { rarity }, at) => {
      const { title, anywhere } = whole[at]!
      return (
        score + rarity * (SHARES.section * (section < 0 ? 0 : saturate(sumWeights(sectionHits[at]!), room)) + SHARES.title * title + SHARES.anywhere * anywhere)
      )
    }, 0)
    best = Math.max(best, sectionScore + SHARES.near * sumNearTerms(terms, sectionHits))
  }
  return best / maxScore
}

/** Maps an amount to 0 to 1: 0.5 at `room`. */
const saturate = (amount: number, room: number) => amount / (amount + room)

const sumWeights = (hits: Hit[]) => hits.reduce((total, { weight, isHeading }) => total + weight * (isHeading ? HEADING_WEIGHT : 1), 0)

/** Sums the rarity of terms that are near a term that precedes or follows them in the query. */
function sumNearTerms(terms: readonly Term[], sectionHits: Hit[][]): number {
  if (terms.length === 1) return sectionHits[0]!.length > 0 ? terms[0]!.rarity : 0
  return terms.reduce((total, { rarity }, at) => {
    const beside = [at - 1, at + 1].some((other) =>
      sectionHits[other]?.some((there) => sectionHits[at]!.some((hit) => Math.abs(hit.position - there.position) <= NEAR_DISTANCE)),
    )
    return beside ? total + rarity : total
  }, 0)
}

type PositionIndex = Map<string, { positions: number[]; weights: string[] }>

function findHits({ lexemes, weight }: Alternative, positionIndex: PositionIndex, marks: number[]): Hit[] {
  const [first, ...others] = lexemes
  const { positions, weights } = positionIndex.get(first!) ?? { positions: [], weights: [] }
  return positions.flatMap((position, at) => {
    const isTogether = others.every((other) => positionIndex.get(other)?.positions.some((there) => Math.abs(there - position) <= others.length + 2))
    if (!isTogether) return []
    return [{ position, weight, isHeading: weights[at] === 'B', section: weights[at] === 'A' ? -1 : sectionAt(marks, position) }]
  })
}

/** Returns the section of a position. */
function sectionAt(marks: number[], position: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]! <= position) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
