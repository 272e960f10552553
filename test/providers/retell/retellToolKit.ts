import type { JsonObject } from '../../../src/providers/provider.ts'
import { toRetellTools } from '../../../src/providers/retell/tools.ts'

/** Lists the fields of a tool that have problems. */
export const problemFields = (...tools: JsonObject[]) => toRetellTools(tools).problems.map(({ field }) => field.replace('general_tools[0].', ''))

export const COLD_TRANSFER = { type: 'cold_transfer' }
export const DESTINATION = { type: 'predefined', number: '+390212340100' }
