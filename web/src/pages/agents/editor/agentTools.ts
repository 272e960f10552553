import type { Item } from './useAgentForm.ts'

/** Initial values of tools that have a form. Other tools are edited as JSON. */
export const NEW_TOOLS = {
  end_call: { type: 'end_call', name: 'end_call', description: '' },
  transfer_call: {
    type: 'transfer_call',
    name: 'transfer_call',
    description: '',
    transfer_destination: { type: 'predefined', number: '' },
    transfer_option: { type: 'cold_transfer' },
  },
  press_digit: { type: 'press_digit', name: 'press_digit', description: '' },
  send_sms: { type: 'send_sms', name: 'send_sms', description: '', sms_content: { type: 'predefined', text: '' } },
  custom: { type: 'custom', name: 'my_tool', description: '', url: '', method: 'POST' },
} satisfies Record<string, Item>
export type KnownTool = keyof typeof NEW_TOOLS
export const KNOWN_TOOLS = Object.keys(NEW_TOOLS) as KnownTool[]

export const isKnown = (type: unknown): type is KnownTool => typeof type === 'string' && Object.hasOwn(NEW_TOOLS, type)

/** Properties of a tool that its form shows. */
const FORM_PROPERTIES: Record<KnownTool, string[]> = {
  end_call: [],
  transfer_call: ['transfer_destination.number', 'transfer_destination.prompt', 'transfer_destination.extension', 'transfer_option.type'],
  press_digit: [],
  send_sms: ['sms_content.text', 'sms_content.prompt'],
  custom: ['url', 'method', 'timeout_ms', 'parameters'],
}
export const isShown = (type: unknown) => (part: string) => part === 'name' || part === 'description' || (isKnown(type) && FORM_PROPERTIES[type].includes(part))

export const isObject = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)
export const areObjects = (value: unknown): value is Item[] => Array.isArray(value) && value.every(isObject)

/** Returns a unique tool name: `transfer_call_2`. */
export function createUniqueName(name: string, items: Item[]): string {
  const usedNames = new Set(items.map((item) => item.name))
  if (!usedNames.has(name)) return name
  let number = 2
  while (usedNames.has(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
