/** A string, or a mark that begins, divides or ends objects and arrays. Numbers, literals and spaces are skipped. */
const PARTS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g

/** Deeper objects are not looked at: no schema of a file accepts them. */
const MAX_DEPTH = 100

/** An object or array that is being read. */
interface Level {
  /** The members of an object so far; null in an array. */
  names: Set<string> | null
  /** Where it is, such as `calling_hours.2`. */
  path: string
  /** Whether an object's next string is a name. */
  isName: boolean
  /** The name of its current member, or the position in an array. */
  at: string | number
}

/**
 * Lists the members that an object of valid JSON has twice, such as `calling_hours.2.sat`: the parser would silently take the last one. One pass
 * over the text, up to an object or array that is deeper than any that the files need.
 */
export function findRepeatedMembers(json: string): string[] {
  const repeated: string[] = []
  const levels: Level[] = []
  for (const [part] of json.matchAll(PARTS)) {
    if (levels.length > MAX_DEPTH) return repeated
    const level = levels.at(-1)
    const pathOf = (at: string | number) => (level!.path === '' ? String(at) : `${level!.path}.${at}`)
    if (part === '{' || part === '[')
      levels.push({ names: part === '{' ? new Set() : null, path: level ? pathOf(level.at) : '', isName: part === '{', at: part === '{' ? '' : 0 })
    else if (part === '}' || part === ']') levels.pop()
    else if (part === ',') {
      if (!level!.names) level!.at = Number(level!.at) + 1
      level!.isName = level!.names !== null
    } else if (level?.isName && level.names) {
      const name = JSON.parse(part) as string
      if (level.names.has(name)) repeated.push(pathOf(name))
      level.names.add(name)
      level.at = name
      level.isName = false
    }
  }
  return repeated
}
