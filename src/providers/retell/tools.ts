import { fromOtherVendor } from './foreignTools.ts'
import { RetellTool } from './toolShapes.ts'
import { shapeProblems } from '../toolShapeProblems.ts'
import type { JsonObject, Problem } from '../provider.ts'

interface Read {
  tools: JsonObject[]
  problems: Problem[]
}

/**
 * An agent's tools in Retell's words, and what of them cannot be expressed there. Retell's own pass as they are, once
 * nothing they need is missing and nothing is there that is not known; the other vendor's are translated.
 */
export function retellTools(given: JsonObject[]): Read {
  const all: Read = { tools: [], problems: [] }
  const taken = new Set<unknown>()
  for (const [index, tool] of given.entries()) {
    const { tools, problems } = readTool(tool)
    const twice = tools.find(({ name }) => taken.has(name))
    if (twice) problems.push({ field: 'name', reason: `Another tool already has the name ${String(twice.name)}` })
    for (const { name } of tools) taken.add(name)
    all.tools.push(...tools)
    all.problems.push(...problems.map(({ field, reason }) => ({ field: `general_tools[${index}].${field}`, reason })))
  }
  return all
}

/** One tool; fields of problems are those of the tool as it was given. */
function readTool(tool: JsonObject): Read {
  const translated = fromOtherVendor(tool)
  if (translated && translated.problems.length > 0) return translated
  const tools = (translated?.tools ?? [tool]).map(named)
  return { tools, problems: tools.flatMap(problemsOf) }
}

/** A tool without a name is named after its type. */
const named = (tool: JsonObject): JsonObject => ({ ...tool, name: tool.name ?? tool.type })

const problemsOf = (tool: JsonObject): Problem[] => shapeProblems(RetellTool, tool, 'Retell')
