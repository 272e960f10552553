import { once } from 'node:events'
import { EXIT, type Failure } from './errors.ts'
import { describeIssues } from './issues.ts'
import { formatRecord, formatTable } from './tables.ts'
import { json, manyLines, withoutSecrets } from './text.ts'

export interface Style {
  /** Whether to print JSON instead of text. */
  json: boolean
  /** Whether to suppress notes: only results and errors are printed. */
  quiet: boolean
  color: boolean
}

/** Output of a run: results go to stdout, everything else to stderr. */
export interface Output extends Style {
  /** Whether stdout is a terminal. */
  isTerminal: boolean
  /** Writes to stdout and waits for a slow reader. */
  write(text: string): Promise<void>
  /** Prints an object as fields or as JSON. */
  object(value: object): Promise<void>
  /** Prints rows as a table, or as JSON with the page's other fields. */
  page(page: { items: object[] }, columns: readonly string[]): Promise<void>
  /** Prints a progress note to stderr. */
  note(text: string): void
  /** Prints an error as one JSON object or as sentences. */
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
    object: (value) => (asJson ? document(value) : write(formatRecord(value, { strong, faint }))),
    page: (page, names) => (asJson ? document(page) : write(formatTable(page.items, names, { strong, columns }))),
    note: (text) => {
      if (!quiet && !asJson) stderr.write(`${text}\n`)
    },
    failure: (failure) => {
      stderr.write(`${withoutSecrets(asJson ? json(toObject(failure)) : toSentences(failure, paint(31)))}\n`)
    },
  }
}

const toObject = ({ word, detail, more }: Failure) => ({
  error: word,
  detail,
  status: more.status ?? null,
  ...(more.idempotencyKey ? { idempotency_key: more.idempotencyKey } : {}),
})

function toSentences({ detail, exit, more }: Failure, red: (text: string) => string): string {
  const [first = '', ...others] = describeIssues(detail).flatMap(manyLines)
  const hints = more.idempotencyKey ? [`The request may have succeeded. Retry safely with --idempotency-key ${more.idempotencyKey}`] : []
  if (exit === EXIT.unauthenticated && more.status === 401) hints.push('To log in, run callwright login')
  return [`${red('error:')} ${first}`, ...[...others, ...hints].map((line) => `  ${line}`)].join('\n')
}
