import { once } from 'node:events'
import { EXIT, type Failure } from './errors.ts'
import { issuesOf } from './issues.ts'
import { records, tables } from './tables.ts'
import { json, manyLines, withoutSecrets } from './text.ts'

export interface Style {
  /** JSON rather than something to be read. */
  json: boolean
  /** No notes: answers and errors only. */
  quiet: boolean
  color: boolean
}

/** Where a run writes: answers to stdout, everything else to stderr. */
export interface Output extends Style {
  /** Whether a person sees what is written on stdout. */
  isTerminal: boolean
  /** Writes to stdout, waiting where nobody reads. */
  write(text: string): Promise<void>
  /** One answer: an object as its fields, or as JSON. */
  object(value: object): Promise<void>
  /** Rows as a table, or as JSON with what is beside them. */
  page(page: { items: object[] }, columns: readonly string[]): Promise<void>
  /** A sentence for who is watching. */
  note(text: string): void
  /** What went wrong, as one JSON object or as sentences. */
  failure(failure: Failure): void
  strong(text: string): string
  faint(text: string): string
}

export function outputOf({ json: asJson, quiet, color }: Style): Output {
  const { stdout, stderr } = process
  const isTerminal = stdout.isTTY === true
  const paint = (code: number) => (text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text)
  const [strong, faint] = [paint(1), paint(2)]
  const write = async (text: string) => {
    if (!stdout.write(text)) await once(stdout, 'drain')
  }
  const document = (value: unknown) => write(`${json(value, isTerminal ? 2 : undefined)}\n`)
  const columns = stdout.columns || 80
  return {
    json: asJson,
    quiet,
    color,
    isTerminal,
    write,
    strong,
    faint,
    object: (value) => (asJson ? document(value) : write(records(value, { strong, faint }))),
    page: (page, names) => (asJson ? document(page) : write(tables(page.items, names, { strong, columns }))),
    note: (text) => {
      if (!quiet && !asJson) stderr.write(`${text}\n`)
    },
    failure: (failure) => {
      stderr.write(`${withoutSecrets(asJson ? json(asObject(failure)) : asSentences(failure, paint(31)))}\n`)
    },
  }
}

const asObject = ({ word, detail, more }: Failure) => ({
  error: word,
  detail,
  status: more.status ?? null,
  ...(more.idempotencyKey ? { idempotency_key: more.idempotencyKey } : {}),
})

function asSentences({ detail, exit, more }: Failure, red: (text: string) => string): string {
  const [first = '', ...others] = issuesOf(detail).flatMap(manyLines)
  const again = more.idempotencyKey ? [`It may have been done all the same. To repeat it without doing it twice: --idempotency-key ${more.idempotencyKey}`] : []
  if (exit === EXIT.unauthenticated && more.status === 401) again.push('To log in: callwright login')
  return [`${red('error:')} ${first}`, ...[...others, ...again].map((line) => `  ${line}`)].join('\n')
}
