/** What the benchmark uses of autocannon, which comes without types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  interface Options {
    url: string
    connections: number
    /** How many answers end the run. */
    amount: number
    /** Seconds. */
    timeout: number
    /** Milliseconds between samples; a run ends at one. */
    sampleInt: number
    requests: Request[]
  }
  interface Result {
    errors: number
    timeouts: number
  }
  type Response = (client: unknown, statusCode: number, bytes: number, responseTimeMs: number) => void
  type Run = Promise<Result> & Pick<EventEmitter, 'once'> & { on(event: 'response', listener: Response): void }

  export default function autocannon(options: Options): Run
}
