import { pending } from './pending.ts'

export const twilio = pending('twilio')
