import { pending } from './pending.ts'

export const plivo = pending('plivo')
