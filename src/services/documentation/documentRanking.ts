import type { Alternative, Term } from './documentMatches.ts'

/** Where the lexemes of a query stand in a document: `[lexeme, positions, weights]`, and among them the mark `§` of its sections. */
export type LexemePositions = [lexeme: string, positions: number[] | null, weights: string[] | null][]

interface Hit {
  position: number
  /** The section it is in; -1 in the title. */
  section: number
  isHeading: boolean
  weight: number
}

/** Of what a section says, the words of its heading count as so many. */
const HEADING_WEIGHT = 4
/** A section of so many words is short: in longer ones a word has to be said more often. */
const SHORT_SECTION_WORDS = 60
/** A word that is said so often in a document tells half of what it can. */
const HALF_SCORE_HITS = 6
const NEAR_DISTANCE = 8
/**
 * What a term's hits count in the best section, in the title and anywhere; and what terms that stand near each other add.
 * What a page is about shows in all of it: without that, any page with one short section that has the words would win.
 */
const SHARES = { section: 0.38, title: 0.23, anywhere: 0.31, near: 0.08 }

/**
 * Scores how well a document answers the terms, from 0 to 1. Rarer terms count more, and the best section decides, since people look for an
 * answer and not for a page.
 */
export function scoreDocument(terms: readonly Term[], places: LexemePositions): number {
  const standing = new Map(places.map(([lexeme, positions, weights]) => [lexeme, { positions: positions ?? [], weights: weights ?? [] }]))
  const marks = standing.get('§')?.positions ?? []
  const hits = terms.map(({ alternatives }) => alternatives.flatMap((alternative) => findHits(alternative, standing, marks)))
  const maxScore = terms.reduce((sum, { rarity }) => sum + rarity, 0)
  if (maxScore === 0) return 0
  const sections = new Set(hits.flat().map(({ section }) => section))
  const whole = terms.map((_, at) => ({
    title: Math.max(0, ...hits[at]!.filter(({ section }) => section < 0).map(({ weight }) => weight)),
    anywhere: saturate(sum(hits[at]!), HALF_SCORE_HITS),
  }))
  let best = 0
  for (const section of sections) {
    const length = section < 0 ? SHORT_SECTION_WORDS : (marks[section + 1] ?? (marks[section] ?? 0) + SHORT_SECTION_WORDS) - (marks[section] ?? 0)
    const room = 1.25 + (0.5 * length) / SHORT_SECTION_WORDS
    const here = hits.map((each) => each.filter((hit) => hit.section === section))
    const said = terms.reduce((score, { rarity }, at) => {
      const { title, anywhere } = whole[at]!
      return score + rarity * (SHARES.section * (section < 0 ? 0 : saturate(sum(here[at]!), room)) + SHARES.title * title + SHARES.anywhere * anywhere)
    }, 0)
    best = Math.max(best, said + SHARES.near * nearness(terms, here))
  }
  return best / maxScore
}

/** From 0 towards 1, the more there is: half at `room`. */
const saturate = (amount: number, room: number) => amount / (amount + room)

const sum = (hits: Hit[]) => hits.reduce((total, { weight, isHeading }) => total + weight * (isHeading ? HEADING_WEIGHT : 1), 0)

/** The rarity of terms that stand beside one that was asked beside them. */
function nearness(terms: readonly Term[], here: Hit[][]): number {
  if (terms.length === 1) return here[0]!.length > 0 ? terms[0]!.rarity : 0
  return terms.reduce((total, { rarity }, at) => {
    const beside = [at - 1, at + 1].some((other) =>
      here[other]?.some((there) => here[at]!.some((hit) => Math.abs(hit.position - there.position) <= NEAR_DISTANCE)),
    )
    return beside ? total + rarity : total
  }, 0)
}

type PositionIndex = Map<string, { positions: number[]; weights: string[] }>

function findHits({ lexemes, weight }: Alternative, standing: PositionIndex, marks: number[]): Hit[] {
  const [first, ...others] = lexemes
  const { positions, weights } = standing.get(first!) ?? { positions: [], weights: [] }
  return positions.flatMap((position, at) => {
    const isTogether = others.every((other) => standing.get(other)?.positions.some((there) => Math.abs(there - position) <= others.length + 2))
    if (!isTogether) return []
    return [{ position, weight, isHeading: weights[at] === 'B', section: weights[at] === 'A' ? -1 : sectionAt(marks, position) }]
  })
}

/** The last section that begins before the position. */
function sectionAt(marks: number[], position: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]! <= position) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
