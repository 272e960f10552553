import { isObject } from '../kernel/json/isObject.ts'
import type { VoiceEngine } from '../kernel/vocabulary/engines.ts'

/** The parts of an agent that can have variables. Tools and questions are free JSON. */
export interface AgentWords {
  firstMessage: string | null
  systemPrompt: string | null
  voicemailMessage: string | null
  tools: unknown
  questions: unknown
}

/** The highest number of open variables that is listed; further ones are left out. */
export const MAX_OPEN_VARIABLES = 100

/**
 * Lists the variables that an agent's words leave open, such as `{{company}}`, in the order of their first use. A call has to fill them.
 * Leaves out what the voice provider fills itself, what has a default in the text (Liquid at Vapi), and what the agent's own tools set
 * during the call. Takes linear time for any text.
 */
export function listOpenVariables(engine: VoiceEngine, { firstMessage, systemPrompt, voicemailMessage, tools, questions }: AgentWords): string[] {
  const { nameOf, listAssigned } = SYNTAX[engine]
  const toolList = Array.isArray(tools) ? tools.filter(isObject) : []
  const words = [firstMessage, systemPrompt, voicemailMessage]
  const filled = new Set([...toolList.flatMap(listResults), ...words.flatMap((text) => listAssigned(text ?? ''))])
  const open = new Set<string>()
  const note = (texts: Iterable<string>, local: readonly string[] = []) => {
    for (const text of texts)
      for (const [, expression] of text.matchAll(PLACEHOLDER)) {
        if (open.size === MAX_OPEN_VARIABLES) return
        const name = nameOf(expression!)
        if (name !== null && !filled.has(name) && !local.includes(name)) open.add(name)
      }
  }
  note(textsOf(words))
  for (const tool of toolList) note(textsOf(tool), listArguments(tool))
  note(textsOf(questions))
  return [...open]
}

/** Bounded, so that unclosed braces take linear time. */
const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g

/** How a voice provider reads `{{…}}`. */
interface Syntax {
  /** Returns the variable that the expression leaves open; null if there is none. */
  nameOf(expression: string): string | null
  /** Lists the variables that a text sets itself. */
  listAssigned(text: string): string[]
}

/** Retell's system variables. Those of time also exist for each time zone, as in `current_time_Europe/Rome`. */
const RETELL_VARIABLES = new Set(
  'current_agent_state,previous_agent_state,current_time,current_hour,current_calendar,system_timezone,session_type,session_duration,direction,user_number,agent_number,call_id,call_type,chat_id'.split(
    ',',
  ),
)
const RETELL_TIMES = /^current_(?:time|hour|calendar)_/
const RETELL_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ ./-]{0,99}$/u

/** Vapi's default variables, and the names that Liquid reads as values. */
const VAPI_VARIABLES = new Set('now,date,time,month,day,year,customer,transport,phoneNumber,call,assistant,true,false,nil,null,empty,blank,forloop'.split(','))
const LIQUID_PATH = /^([A-Za-z_](?:[\w-]{0,98}\w)?)(?:$|[\s.[|])/
const LIQUID_DEFAULT = /\|\s*default\s*:/
const LIQUID_ASSIGNMENT = /\{%-?\s{0,20}(?:assign|capture|increment|decrement|for|tablerow)\s{1,20}([A-Za-z_][\w-]{0,99})/g

const SYNTAX: Record<VoiceEngine, Syntax> = {
  retell: {
    nameOf: (expression) => {
      const name = expression.trim()
      return !RETELL_NAME.test(name) || RETELL_VARIABLES.has(name) || RETELL_TIMES.test(name) ? null : name
    },
    listAssigned: () => [],
  },
  vapi: {
    nameOf: (expression) => {
      const [, name] = LIQUID_PATH.exec(expression.replaceAll(/^-|-$/g, '').trim()) ?? []
      return name === undefined || VAPI_VARIABLES.has(name) || LIQUID_DEFAULT.test(expression) ? null : name
    },
    listAssigned: (text) => [...text.matchAll(LIQUID_ASSIGNMENT)].map(([, name]) => name!),
  },
}

/** Keys of tools whose values are no words: code, and paths in the tool's own result. */
const NO_WORDS = new Set(['code', 'response_variables', 'variableExtractionPlan', 'rejectionPlan'])

/** Yields every text within a JSON value, in order. Without recursion, because the depth is the customer's. */
function* textsOf(value: unknown): Generator<string> {
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string') yield next
    else if (Array.isArray(next)) for (let at = next.length - 1; at >= 0; at--) rest.push(next[at])
    else if (isObject(next)) for (const [key, inner] of Object.entries(next).toReversed()) if (!NO_WORDS.has(key)) rest.push(inner)
  }
}

/** Lists the variables that a tool sets with its result, in the format of either vendor. */
function listResults({ type, variables, response_variables: paths, variableExtractionPlan: plan }: Fields): string[] {
  const extracted = type === 'extract_dynamic_variable' ? namesOf(variables, 'name') : []
  const { aliases, schema } = isObject(plan) ? plan : {}
  return [...extracted, ...keysOf(paths), ...namesOf(aliases, 'key'), ...listProperties(schema)]
}

/** Lists the arguments that the model gives to a tool, which only its own texts can use. */
const listArguments = ({ parameters, body, function: signature }: Fields): string[] => [
  ...listProperties(parameters),
  ...listProperties(body),
  ...(isObject(signature) ? listProperties(signature.parameters) : []),
]

type Fields = Record<string, unknown>
const keysOf = (value: unknown) => (isObject(value) ? Object.keys(value) : [])
const listProperties = (schema: unknown) => (isObject(schema) ? keysOf(schema.properties) : [])
const namesOf = (items: unknown, key: string) =>
  (Array.isArray(items) ? items : []).flatMap((item: unknown) => (isObject(item) && typeof item[key] === 'string' ? [item[key]] : []))
