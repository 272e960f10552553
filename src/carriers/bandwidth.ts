import { pending } from './pending.ts'

export const bandwidth = pending('bandwidth')
