import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = 'web/src/messages'

export const LANGUAGES = readdirSync(FOLDER)
export const filesOf = (language: string) => readdirSync(`${FOLDER}/${language}`)
export const textsOf = (language: string, file: string) => JSON.parse(readFileSync(`${FOLDER}/${language}/${file}`, 'utf8')) as Record<string, string>

/** Files whose keys are codes of the API, which no source names. */
export const CODED_FILES = [
  'agentProblems.json',
  'agentTools.json',
  'alertTexts.json',
  'auditEvents.json',
  'auditFields.json',
  'campaignFields.json',
  'carrierFields.json',
  'decisions.json',
  'dncReasons.json',
  'errors.json',
  'launch.json',
  'recording.json',
  'resources.json',
  'resultColumns.json',
  'scopes.json',
  'timing.json',
  'words.json',
]

/** The placeholders of a message by name, also within its plurals and choices. */
export const placeholders = (text: string) => [...new Set(namesIn(compileMessage(text)))].sort()

function namesIn(parts: CompiledMessage): string[] {
  if (typeof parts === 'string') return []
  return parts.flatMap((part) => {
    if (typeof part === 'string') return []
    const [name, , branches] = part
    return [
      name,
      ...Object.values((branches ?? {}) as Record<string, unknown>).flatMap((branch) => (Array.isArray(branch) ? namesIn(branch as CompiledMessage) : [])),
    ]
  })
}
