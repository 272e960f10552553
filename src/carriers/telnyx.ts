import { pending } from './pending.ts'

export const telnyx = pending('telnyx')
