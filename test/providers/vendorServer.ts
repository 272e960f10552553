import http from 'node:http'
import { beforeEach, expect } from 'vitest'
import { ProviderError, type VoiceProvider } from '../../src/providers/provider.ts'
import { createRetellProvider } from '../../src/providers/retell/retell.ts'
import { createVapiProvider } from '../../src/providers/vapi/vapi.ts'
import { useListening } from '../kit/fakes/listeningServer.ts'

/** Answers the `nth` request of a test, counted from 1. */
export type Responder = (req: http.IncomingMessage, res: http.ServerResponse, nth: number) => void
type SeenRequest = { method: string; path: string; headers: http.IncomingHttpHeaders; body: unknown }

export const KEY = 'key_0123456789'
export const agent = { providerAgentId: 'agent_1', version: '3', refs: {} }

/** Starts a server in place of both vendors for this file. Each test sets how it responds. */
export function useVendorServer() {
  const requests: SeenRequest[] = []
  const vendor = {
    requests,
    respond: hang,
    get baseUrl() {
      return url()
    },
    /** Creates the adapters for Retell and Vapi, in this order. */
    providers(address?: string): VoiceProvider[] {
      const options = { apiKey: KEY, listLagMs: 0, baseUrl: address ?? vendor.baseUrl }
      return [createRetellProvider(options), createVapiProvider(options)]
    },
  }
  const server = http.createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      requests.push({ method: req.method!, path: req.url!, headers: req.headers, body: text ? JSON.parse(text) : undefined })
      vendor.respond(req, res, requests.length)
    })
  })
  const url = useListening(server)
  beforeEach(() => {
    requests.length = 0
  })
  return vendor
}

/** Responds with JSON. */
export const json =
  (status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Responder =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Resets the connection. */
export const reset: Responder = (req) => req.socket.destroy()

/** Never responds. */
export const hang: Responder = () => {}

/** Expects an operation to fail with an error of a provider, and returns it. */
export async function expectProviderError(operation: Promise<unknown>): Promise<ProviderError> {
  const error = await operation.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}
