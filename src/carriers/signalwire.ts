import { pending } from './pending.ts'

export const signalwire = pending('signalwire')
