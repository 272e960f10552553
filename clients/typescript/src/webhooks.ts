import type { webhooks } from './generated/api.ts'

type EventOf<Type extends keyof webhooks> = webhooks[Type] extends { post: { requestBody: { content: { 'application/json': infer Body } } } } ? Body : never

/** An event as it arrives; `type` tells which one. A later version of the API may send further types. */
export type Event = { [Type in Exclude<keyof webhooks, 'assistant.request'>]: EventOf<Type> }[Exclude<keyof webhooks, 'assistant.request'>]

/** The question who answers a call to one of your numbers, as it arrives at its `assistant_request_url`. */
export type AssistantRequest = EventOf<'assistant.request'>
/** What to answer it with, within four seconds. */
export type AssistantAnswer = webhooks['assistant.request']['post']['responses'][200]['content']['application/json']

/** The request was not signed with this secret: answer 401 and forget it. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

/**
 * The event in a webhook's body, once its signature is proved; of the question who answers a call, with that number's
 * secret, `verifyWebhook<AssistantRequest>`. `rawBody` is the body as it arrived, before any JSON
 * parser has touched it; `signature` is the header `X-Service-Signature`; `secret` is the whole text, `whsec_` included.
 * Throws SignatureError when the signature is missing or wrong.
 */
export async function verifyWebhook<Sent extends { type: string } = Event>(
  rawBody: string | Uint8Array,
  signature: string | null | undefined,
  secret: string,
): Promise<Sent> {
  if (!secret) throw new TypeError('a signing secret is needed')
  const text = new TextEncoder()
  const body = Uint8Array.from(typeof rawBody === 'string' ? text.encode(rawBody) : rawBody)
  const key = await crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  // `verify` compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', key, bytesOf(signature), body))) throw new SignatureError('the signature is not of this body and secret')
  return JSON.parse(new TextDecoder().decode(body)) as Sent
}

function bytesOf(signature: string | null | undefined): Uint8Array<ArrayBuffer> {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1]
  if (!hex) throw new SignatureError(signature ? 'the signature is not written like one' : 'there is no signature')
  return Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16))
}
