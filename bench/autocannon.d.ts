/** The part of autocannon that the benchmark uses. The package has no types. */
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
    /** Number of responses after which the run ends. */
    amount: number
    /** Seconds. */
    timeout: number
    /** Milliseconds between samples. A run ends at a sample. */
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
