import type { Prisma } from '../../generated/prisma/client.ts'
import type { CostLine } from '../billing/charges.ts'
import type { AnswerError } from '../extraction/answerValidation.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import type { Routing } from './inbound/inboundRouting.ts'

/** Typed readers of the JSON columns of `call_details` that calls write (see `shared/jsonColumns.ts`). */
export const validationErrorsOf = ({ validationErrors }: { validationErrors: Prisma.JsonValue }) => fromJson<AnswerError[] | null>(validationErrors) ?? []

export const costLinesOf = ({ costLines }: { costLines: Prisma.JsonValue }) => fromJson<CostLine[]>(costLines)

/** Null for an outbound call. */
export const routingOf = ({ routing }: { routing: Prisma.JsonValue }) => fromJson<Routing | null>(routing)
