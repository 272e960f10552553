import type { Measured, Round } from './measure.ts'
import type { Aim, Operation } from './operations.ts'

export const median = (numbers: number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

/** Returns the median cost of a contender over its rounds. */
export const middle = ({ rounds }: Measured, cost: (round: Round) => number) => median(rounds.map(cost))

/** Returns the cost of a contender relative to another: the median of the ratios of adjacent rounds. */
export const ratio = (measured: Measured, reference: Measured, cost: (round: Round) => number) =>
  median(measured.rounds.map((round, i) => cost(round) / cost(reference.rounds[i]!)))

/** An operation with its measurements. */
export interface Result {
  operation: Operation
  measured: Measured[]
}
export interface Verdict {
  aim: Aim
  ratio: number
  isMet: boolean
}

/** Compares the product with its targets, as far as the contenders took part. */
export const verdicts = (results: Result[]): Verdict[] =>
  results.flatMap(({ operation, measured }) => {
    const product = measured.find(({ contender }) => contender === 'callwright')
    return operation.aims.flatMap((aim) => {
      const other = measured.find(({ contender }) => contender === aim.to)
      if (!product || !other) return []
      const value = ratio(product, other, ({ server }) => server)
      return [{ aim, ratio: value, isMet: value <= aim.most }]
    })
  })
