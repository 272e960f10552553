import { translateTool } from './foreignTools.ts'
import { RetellTool } from './toolShapes.ts'
import { findShapeProblems } from '../toolShapeProblems.ts'
import type { JsonObject, Problem } from '../provider.ts'

interface ToolTranslation {
  tools: JsonObject[]
  problems: Problem[]
}

/**
 * An agent's tools in Retell's words, and what of them cannot be expressed there. Retell's own pass as they are, once
 * nothing they need is missing and nothing is there that is not known; the other vendor's are translated.
 */
export function toRetellTools(given: JsonObject[]): ToolTranslation {
  const result: ToolTranslation = { tools: [], problems: [] }
  const usedNames = new Set<unknown>()
  for (const [index, tool] of given.entries()) {
    const { tools, problems } = translateOne(tool)
    const duplicate = tools.find(({ name }) => usedNames.has(name))
    if (duplicate) problems.push({ field: 'name', reason: `Another tool already has the name ${String(duplicate.name)}` })
    for (const { name } of tools) usedNames.add(name)
    result.tools.push(...tools)
    result.problems.push(...problems.map(({ field, reason }) => ({ field: `general_tools[${index}].${field}`, reason })))
  }
  return result
}

/** One tool; fields of problems are those of the tool as it was given. */
function translateOne(tool: JsonObject): ToolTranslation {
  const translated = translateTool(tool)
  if (translated && translated.problems.length > 0) return translated
  const tools = (translated?.tools ?? [tool]).map(withName)
  return { tools, problems: tools.flatMap(findProblems) }
}

/** A tool without a name is named after its type. */
const withName = (tool: JsonObject): JsonObject => ({ ...tool, name: tool.name ?? tool.type })

const findProblems = (tool: JsonObject): Problem[] => findShapeProblems(RetellTool, tool, 'Retell')
