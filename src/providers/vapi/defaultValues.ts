import { isObject } from '../../kernel/json/isObject.ts'
import type { AgentConfig, JsonObject } from '../provider.ts'
import { causeOf } from '../problem.ts'
import type { ProblemReporter } from './problems.ts'

/** Maximum number of characters that defaults can add to an assistant. */
const MAX_ADDED_LENGTH = 200_000
/** `{{company}}` or `{{ company | upcase }}`, in parts: up to the name, the name, and its filters. */
const VARIABLE = /(\{\{-?\s{0,20})([A-Za-z_](?:[\w-]{0,98}\w)?)(?=\s{0,20}(\|[^{}]{0,200})?-?\}\})/g
const HAS_DEFAULT = /\|\s*default\s*:/
/** Keys of tools whose values are no words: code, addresses, and paths in the tool's own result. */
const NO_WORDS = new Set(['code', 'url', 'response_variables', 'variableExtractionPlan', 'rejectionPlan'])
/** Characters that would end the text or the placeholder, or that Liquid reads as an escape. */
const UNSAFE = /["\\{}%\p{Cc}\u2028\u2029]/gu

/**
 * Writes the defaults of variables into the agent's words, as `{{company | default: "Rossi"}}`, because a Vapi assistant has no defaults of its
 * own. Without them it would speak a gap in a call that Callwright has not given its variables, such as one handed over by another agent.
 */
export function withDefaultValues(config: AgentConfig, reportProblem: ProblemReporter): AgentConfig {
  const { defaultVariables = {}, firstMessage, voicemailMessage, systemPrompt, tools, analysis } = config
  const defaults = new Map(Object.entries(defaultVariables).flatMap(([name, value]) => (value === '' ? [] : [[name, toFilter(value)]])))
  if (defaults.size === 0) return config
  let left = MAX_ADDED_LENGTH
  const fill = (text: string) =>
    text.replaceAll(VARIABLE, (match, start: string, name: string, filters: string | undefined) => {
      const filter = defaults.get(name)
      if (filter === undefined || HAS_DEFAULT.test(filters ?? '')) return match
      left -= filter.length
      return left < 0 ? match : `${start}${name}${filter}`
    })
  const filled = {
    ...config,
    firstMessage: firstMessage && fill(firstMessage),
    voicemailMessage: voicemailMessage && fill(voicemailMessage),
    systemPrompt: fill(systemPrompt),
    tools: tools.map((tool) => mapTexts(tool, fill)),
    analysis: analysis.map((item) => ({ ...item, description: fill(item.description) })),
  }
  if (left < 0) reportProblem('default_variables', causeOf('defaults_too_long', { max: MAX_ADDED_LENGTH }))
  return filled
}

/** The filter that replaces a missing or empty value, with the text as a LiquidJS string. */
const toFilter = (value: string) => ` | default: "${value.replaceAll(UNSAFE, (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`

/** Replaces every text in a tool. Without recursion, because the depth is the customer's. */
function mapTexts(tool: JsonObject, change: (text: string) => string): JsonObject {
  const copy = structuredClone(tool)
  const rest: (JsonObject | unknown[])[] = [copy]
  while (rest.length > 0) {
    const next = rest.pop() as JsonObject
    for (const key of Object.keys(next)) {
      const value = next[key]
      if (NO_WORDS.has(key)) continue
      if (typeof value === 'string') next[key] = change(value)
      else if (isObject(value) || Array.isArray(value)) rest.push(value)
    }
  }
  return copy
}
