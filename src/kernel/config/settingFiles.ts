import { readFileSync, statSync } from 'node:fs'

const SUFFIX = '_FILE'
const MAX_BYTES = 65_536

/**
 * Adds the settings that are in files: `RETELL_API_KEY_FILE` names the file with RETELL_API_KEY, as secrets of containers and clusters are.
 * A line break at the end is not part of a value. Throws one Error that lists every file that cannot be read, and every setting given twice.
 */
export function readSettingFiles(names: readonly string[], variables: Record<string, string | undefined>): Record<string, string | undefined> {
  const settings = { ...variables }
  const problems: string[] = []
  for (const name of names) {
    const variable = `${name}${SUFFIX}`
    const path = variables[variable]
    if (!path || names.includes(variable)) continue
    if (variables[name]) problems.push(`${name}: is also set by ${variable}. Remove one of them.`)
    else
      try {
        settings[name] = readValue(path)
      } catch (error) {
        problems.push(`${variable}: ${(error as Error).message}`)
      }
  }
  if (problems.length > 0) throw new Error(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  return settings
}

function readValue(path: string): string {
  const file = statSync(path)
  // A device or a pipe could block the start, or never end.
  if (!file.isFile() || file.size > MAX_BYTES) throw new Error(`${path} is not a file with at most ${MAX_BYTES} bytes`)
  const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  if (value === '') throw new Error(`${path} is empty`)
  return value
}
