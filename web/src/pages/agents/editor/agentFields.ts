import type { useMessages } from '../../../messages.ts'

/** Labels of an agent's fields. */
const NAMES = {
  name: 'name',
  lang: 'lang',
  voiceEngine: 'engine',
  voiceId: 'voiceId',
  model: 'model',
  systemPrompt: 'systemPrompt',
  firstMessage: 'firstMessage',
  voicemailMessage: 'voicemailMessage',
  generalTools: 'tools',
  postCallAnalysisData: 'questions',
  defaultVariables: 'variables',
  knowledgeBaseIds: 'knowledgeBases',
  recordingEnabled: 'recordingEnabled',
  maxDurationSeconds: 'maxCallSeconds',
  ringTimeoutSeconds: 'ringSeconds',
} as const
const isNamed = (head: string): head is keyof typeof NAMES => Object.hasOwn(NAMES, head)

/** Labels of the parts of tools and questions that the editor shows. */
const PART_NAMES = {
  name: 'toolName',
  url: 'toolUrl',
  method: 'toolMethod',
  parameters: 'toolParameters',
  timeout_ms: 'toolTimeout',
  'transfer_destination.number': 'transferNumber',
  'transfer_destination.prompt': 'transferPrompt',
  'transfer_option.type': 'transferHow',
  'sms_content.text': 'smsText',
  'sms_content.prompt': 'smsPrompt',
} as const
const isNamedPart = (part: string): part is keyof typeof PART_NAMES => Object.hasOwn(PART_NAMES, part)

/** Returns a field's label by its form path, with its parents: `Tools 1 · URL`. */
export function nameOf(path: string, t: ReturnType<typeof useMessages<'agents'>>): string {
  const [head = '', index, ...parts] = path.split('.')
  const part = parts.join('.')
  const name = isNamed(head) ? t(NAMES[head]) : head
  return index === undefined
    ? name
    : [`${name} ${Number(index) + 1}`, ...(part ? [isNamedPart(part) ? t(PART_NAMES[part]) : part.replaceAll(/[._]/g, ' ')] : [])].join(' · ')
}

/** Converts a REST field path to a form path: `general_tools[0].url` becomes `generalTools.0.url`. */
export function pathOf(field: string): string {
  const [head = '', ...rest] = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
  return [head.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), ...rest].join('.')
}
