import { translateVapiTool } from './foreignTools.ts'
import { RetellTool } from './toolShapes.ts'
import { findShapeProblems } from '../toolShapeProblems.ts'
import { causeOf, type Problem } from '../problem.ts'
import type { JsonObject } from '../provider.ts'

interface ToolTranslation {
  tools: JsonObject[]
  problems: Problem[]
}

/** Translates the agent's tools to Retell's format and lists their problems. Keeps Retell tools unchanged and translates Vapi tools. */
export function toRetellTools(agentTools: JsonObject[]): ToolTranslation {
  const result: ToolTranslation = { tools: [], problems: [] }
  const usedNames = new Set<unknown>()
  for (const [index, tool] of agentTools.entries()) {
    const { tools, problems } = translateTool(tool)
    const duplicate = tools.find(({ name }) => usedNames.has(name))
    if (duplicate) problems.push({ field: 'name', ...causeOf('tool_name_taken', { name: String(duplicate.name) }) })
    for (const { name } of tools) usedNames.add(name)
    result.tools.push(...tools)
    result.problems.push(...problems.map((problem) => ({ ...problem, field: `general_tools[${index}].${problem.field}` })))
  }
  return result
}

/** Translates one tool. Problems name the fields of the original tool. */
function translateTool(tool: JsonObject): ToolTranslation {
  const translation = translateVapiTool(tool)
  if (translation && translation.problems.length > 0) return translation
  const tools = (translation?.tools ?? [tool]).map(withName)
  return { tools, problems: tools.flatMap(findProblems) }
}

/** Names a tool without a name after its type. */
const withName = (tool: JsonObject): JsonObject => ({ ...tool, name: tool.name ?? tool.type })

const findProblems = (tool: JsonObject): Problem[] => findShapeProblems(RetellTool, tool, 'retell')
