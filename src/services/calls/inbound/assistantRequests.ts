import { clock } from '../../../kernel/lib/clock.ts'
import type { PhoneNumber } from '../../../generated/prisma/client.ts'
import { AssistantAnswer } from '../../../inputs/numbers.ts'
import { parseObject } from '../../../kernel/json/json.ts'
import { BodyError } from '../../../kernel/http/requestBody.ts'
import { keepSourcesNow } from '../../../kernel/json/jsonMembers.ts'
import { post, type PostResult } from '../../../outbound/post.ts'
import { settings } from '../../../kernel/config/settings.ts'
import { validationItems } from '../../../kernel/http/validation.ts'
import { secretOf } from '../../numbers/inboundSettings.ts'
import { signedHeaders } from '../../shared/signatures.ts'

const TYPE = 'assistant.request'
/** What a customer's server may take in all, in milliseconds: the provider itself waits only a few seconds longer. */
const DEADLINE_MS = 4_000
const RETAINED_BYTES = 64 * 1024

/** What the server is told of the call. `requestId` is a UUID; the call has no id of ours yet. */
export interface Question {
  requestId: string
  fromNumber: string
  provider: string
}

export interface Reply {
  /** Null when there is none that can be used; then `problem` says why. */
  answer: AssistantAnswer | null
  problem: string | null
  latencyMs: number
}

/**
 * Asks the customer's server once who answers a call, signed with the number's own secret. Never throws for what the
 * server does: an address in an inner network, a redirect, an answer that is late, too large or not understood, all of
 * them are a problem in words.
 */
export async function ask(number: PhoneNumber & { assistantRequestUrl: string }, question: Question): Promise<Reply> {
  const body = JSON.stringify({
    id: question.requestId,
    type: TYPE,
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
  const outgoing = { url: number.assistantRequestUrl, headers: signedHeaders(TYPE, body, secretOf(number)), body }
  const result = await post(outgoing, { allowPrivate: settings.allowPrivateWebhooks, timeoutMs: DEADLINE_MS, keepBytes: RETAINED_BYTES })
  return { ...understood(result), latencyMs: result.latencyMs }
}

/** With the text of what goes into the call as it was sent: `metadata`. */
function answerIn(text: string): Record<string, unknown> {
  const answer = parseObject(Buffer.from(text))
  keepSourcesNow(text, answer, 1)
  return answer
}

function understood({ status, error, cutShort, response }: PostResult): Pick<Reply, 'answer' | 'problem'> {
  const unusable = (problem: string) => ({ answer: null, problem })
  if (error !== null) return unusable(error)
  if (status !== 200) return unusable(`your server responded with status ${status}`)
  if (cutShort !== null) return unusable(cutShort)
  try {
    const { data, error: refused } = AssistantAnswer.safeParse(answerIn(response ?? ''), { reportInput: true })
    if (data) return { answer: data, problem: null }
    const { loc, msg } = validationItems(refused.issues, [])[0]!
    return unusable(`${loc.join('.')}: ${msg}`)
  } catch (thrown) {
    if (thrown instanceof BodyError) return unusable(`your server sent an unreadable response: ${thrown.message}`)
    throw thrown
  }
}
