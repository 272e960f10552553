/**
 * Makes a question that many ask cost little: the last answer is returned while it is under way and for `keptMs` milliseconds after it, also
 * if it is an error. Rejects if there is none within `timeoutMs`.
 */
export function keepBriefly<T>(ask: () => Promise<T>, { keptMs, timeoutMs }: { keptMs: number; timeoutMs: number }): () => Promise<T> {
  let last: Promise<T> | undefined
  let endedAt: number | null = null
  return () => {
    if (last && (endedAt === null || performance.now() - endedAt < keptMs)) return last
    endedAt = null
    last = limit(ask(), timeoutMs).finally(() => (endedAt = performance.now()))
    return last
  }
}

const limit = <T>(answer: Promise<T>, timeoutMs: number) =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`There was no answer within ${timeoutMs} ms`)), timeoutMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
