import { pending } from './pending.ts'

export const vonage = pending('vonage')
