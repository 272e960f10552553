import type { Item } from './useAgentForm.ts'

/** Tools that have a form of their own; any other is written as JSON. Each with what it is when it is added. */
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

/** Which parts of a tool its form has fields for. */
const SHOWN: Record<KnownTool, string[]> = {
  end_call: [],
  transfer_call: ['transfer_destination.number', 'transfer_destination.prompt', 'transfer_destination.extension', 'transfer_option.type'],
  press_digit: [],
  send_sms: ['sms_content.text', 'sms_content.prompt'],
  custom: ['url', 'method', 'timeout_ms', 'parameters'],
}
export const isShown = (type: unknown) => (part: string) => part === 'name' || part === 'description' || (isKnown(type) && SHOWN[type].includes(part))

export const isObject = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)
export const areObjects = (value: unknown): value is Item[] => Array.isArray(value) && value.every(isObject)

/** A name that no other has, as tools need it: `transfer_call_2`. */
export function freeName(name: string, items: Item[]): string {
  const taken = new Set(items.map((item) => item.name))
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
