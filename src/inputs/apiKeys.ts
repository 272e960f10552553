import { z } from 'zod'
import { Name, text } from './common.ts'

/** A new key. The service validates the scopes, because an invalid one is a 400 and not a 422 (spec: Scopes). */
export const ApiKeyInput = z.object({
  name: Name,
  scopes: z.array(text(100)).max(100),
  expiresAt: z.date().nullish(),
})
export type ApiKeyInput = z.output<typeof ApiKeyInput>

/** How long the old key stays valid after a rotation, in seconds: at most 30 days. */
export const OverlapSeconds = z.number().int().min(0).max(2_592_000).nullish()
