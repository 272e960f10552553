import { pending } from './pending.ts'

export const sinch = pending('sinch')
