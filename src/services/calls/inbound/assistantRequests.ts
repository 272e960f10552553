import { clock } from '../../../kernel/lib/clock.ts'
import type { PhoneNumber } from '../../../generated/prisma/client.ts'
import { AssistantAnswer } from '../../../inputs/numbers.ts'
import { parseObject } from '../../../kernel/json/json.ts'
import { BodyError } from '../../../kernel/http/requestBody.ts'
import { rememberSourcesSync } from '../../../kernel/json/jsonMembers.ts'
import { post, type PostResult } from '../../../outbound/post.ts'
import { settings } from '../../../kernel/config/settings.ts'
import { validationItems } from '../../../kernel/http/validation.ts'
import { readRequestSecret } from '../../numbers/inboundSettings.ts'
import { signedHeaders } from '../../shared/signatures.ts'

const REQUEST_TYPE = 'assistant.request'
/** Total time limit for the customer's server. The provider itself waits only a few seconds longer. */
const RESPONSE_TIMEOUT_MS = 4_000
const MAX_RESPONSE_BYTES = 64 * 1024

/** The call as sent to the customer's server. `requestId` is a UUID; the call has no ID of its own yet. */
export interface AssistantQuestion {
  requestId: string
  fromNumber: string
  provider: string
}

export interface AssistantReply {
  /** Null if there is no usable answer; `problem` then has the reason. */
  answer: AssistantAnswer | null
  problem: string | null
  latencyMs: number
}

/**
 * Asks the customer's server once which agent answers a call. Signs the request with the number's own secret. Never throws for the server's
 * behavior: a private address, a redirect, or a late, oversized or invalid answer is returned as `problem`.
 */
export async function send(number: PhoneNumber & { assistantRequestUrl: string }, question: AssistantQuestion): Promise<AssistantReply> {
  const body = JSON.stringify({
    id: question.requestId,
    type: REQUEST_TYPE,
    created_at: clock.now().toISOString(),
    workspace_id: String(number.workspaceId),
    data: {
      request_id: question.requestId,
      number_id: String(number.id),
      from_number: question.fromNumber,
      to_number: number.phoneNumber,
      provider: question.provider,
    },
  })
  const outgoing = { url: number.assistantRequestUrl, headers: signedHeaders(REQUEST_TYPE, body, readRequestSecret(number)), body }
  const result = await post(outgoing, { allowPrivate: settings.allowPrivateWebhooks, timeoutMs: RESPONSE_TIMEOUT_MS, keepBytes: MAX_RESPONSE_BYTES })
  return { ...toReply(result), latencyMs: result.latencyMs }
}

/** Parses the answer and keeps the source text of `metadata`, so that it is stored as sent. */
function parseAnswer(text: string): Record<string, unknown> {
  const answer = parseObject(Buffer.from(text))
  rememberSourcesSync(text, answer, 1)
  return answer
}

function toReply({ status, error, incompleteReason, response }: PostResult): Pick<AssistantReply, 'answer' | 'problem'> {
  const unusable = (problem: string) => ({ answer: null, problem })
  if (error !== null) return unusable(error)
  if (status !== 200) return unusable(`your server responded with status ${status}`)
  if (incompleteReason !== null) return unusable(incompleteReason)
  try {
    const { data, error: refused } = AssistantAnswer.safeParse(parseAnswer(response ?? ''), { reportInput: true })
    if (data) return { answer: data, problem: null }
    const { loc, msg } = validationItems(refused.issues, [])[0]!
    return unusable(`${loc.join('.')}: ${msg}`)
  } catch (err) {
    if (err instanceof BodyError) return unusable(`your server sent an unreadable response: ${err.message}`)
    throw err
  }
}
