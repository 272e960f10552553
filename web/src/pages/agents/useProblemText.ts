import { useFormat } from '../../format.ts'
import { useCodedTexts } from '../../messages.ts'
import { useFacts } from '../../parts/text/useFacts.ts'

/** A problem that prevents publishing. A server of an earlier version sends no code. */
interface CodedProblem {
  code?: string
  details?: unknown
  reason: string
}

/** A law that requires a statement, with the country of a rule on recording. */
interface Demand {
  law: string
  country?: string | null
}

/** Returns a function that names laws that require a statement. */
export function useLawNames() {
  const textOf = useCodedTexts('agentProblems')
  const format = useFormat()
  return (demands: readonly Demand[]): string =>
    demands.map(({ law, country }) => textOf(`law.${law}`, { country: country ? format.country(country) : 'none' }) ?? law).join('; ')
}

/** Returns a function that says why an agent can't be published, without the name of the field. */
export function useProblemText() {
  const textOf = useCodedTexts('agentProblems')
  const nameLaws = useLawNames()
  const toFacts = useFacts({ demands: (value) => nameLaws(value as Demand[]) })
  return ({ code, details, reason }: CodedProblem): string => (code && textOf(code, toFacts(details))) || reason
}
