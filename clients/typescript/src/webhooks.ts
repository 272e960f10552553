import type { webhooks } from './generated/api.ts'

type EventOf<Type extends keyof webhooks> = webhooks[Type] extends { post: { requestBody: { content: { 'application/json': infer Body } } } } ? Body : never

/** A webhook event; `type` tells which one. Later versions of the API may add types. */
export type Event = { [Type in Exclude<keyof webhooks, 'assistant.request'>]: EventOf<Type> }[Exclude<keyof webhooks, 'assistant.request'>]

/** The request to your `assistant_request_url` that asks which agent answers an inbound call. */
export type AssistantRequest = EventOf<'assistant.request'>
/** The response to an AssistantRequest, due within four seconds. */
export type AssistantAnswer = webhooks['assistant.request']['post']['responses'][200]['content']['application/json']

/** The signature doesn't match the secret. Respond with 401 and ignore the request. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

/**
 * Verifies the signature of a webhook and returns the parsed event. For the request that asks which agent answers a
 * call, use that number's secret and `verifyWebhook<AssistantRequest>`. `rawBody` is the body as received, before JSON
 * parsing. `signature` is the `X-Service-Signature` header. `secret` is the full text including `whsec_`. Throws
 * SignatureError if the signature is missing or wrong.
 */
export async function verifyWebhook<Sent extends { type: string } = Event>(
  rawBody: string | Uint8Array,
  signature: string | null | undefined,
  secret: string,
): Promise<Sent> {
  if (!secret) throw new TypeError('a signing secret is required')
  const text = new TextEncoder()
  const body = Uint8Array.from(typeof rawBody === 'string' ? text.encode(rawBody) : rawBody)
  const key = await crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  // `verify` compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', key, bytesOf(signature), body))) throw new SignatureError('the signature does not match the body and the secret')
  return JSON.parse(new TextDecoder().decode(body)) as Sent
}

function bytesOf(signature: string | null | undefined): Uint8Array<ArrayBuffer> {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1]
  if (!hex) throw new SignatureError(signature ? 'the signature is malformed' : 'the signature is missing')
  return Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16))
}
