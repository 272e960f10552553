import type { ProviderName } from '../provider.ts'

/** The vendor operations that faults can be aimed at. `get_call` is reading one call or the list of them. */
export const OPERATIONS = ['place_call', 'publish', 'get_call', 'any'] as const
export type Operation = (typeof OPERATIONS)[number]

/** `slow` answers late but truly; every other mode does nothing of what was asked. */
export const FAULT_MODES = ['http500', 'http503', 'http429', 'reset', 'hang', 'slow'] as const
export type FaultMode = (typeof FAULT_MODES)[number]

export interface Fault {
  provider: ProviderName | null
  operation: Operation
  mode: FaultMode
  /** How many more requests it befalls. */
  times: number
}

/** Faults waiting to happen, oldest first; each request takes at most one. */
export interface Faults {
  add(fault: Fault): void
  take(provider: ProviderName, operation: Operation | null): FaultMode | null
  list(): Fault[]
  clear(): void
}

export function newFaults(): Faults {
  let waiting: Fault[] = []
  return {
    add: (fault) => void waiting.push(fault),
    take(provider, operation) {
      const fault = waiting.find((one) => (one.provider ?? provider) === provider && (one.operation === 'any' || one.operation === operation))
      if (!fault) return null
      fault.times -= 1
      waiting = waiting.filter((one) => one.times > 0)
      return fault.mode
    },
    list: () => waiting,
    clear: () => {
      waiting = []
    },
  }
}
