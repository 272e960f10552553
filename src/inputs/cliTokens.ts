import { z } from 'zod'
import { ApiKeyInput } from './apiKeys.ts'

/** A new CLI token. The service validates it like a key. */
export const CliTokenInput = ApiKeyInput
export type CliTokenInput = z.output<typeof CliTokenInput>
