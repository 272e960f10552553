import { json, kebab } from './text.ts'

interface Issue {
  loc?: unknown[]
  field?: string
  msg?: string
  message?: string
  action?: string
}

/** Turns the server's validation errors into sentences, with fields named as on the command line. */
export function describeIssues(detail: unknown): string[] {
  if (typeof detail === 'string') return [detail]
  if (Array.isArray(detail)) return ['The server rejected the request:', ...detail.map((each) => describeIssue(each as Issue))]
  if (typeof detail !== 'object' || detail === null) return [json(detail)]
  const { message, code, issues, ...others } = detail as { message?: string; code?: string; issues?: Issue[] }
  const rest = Object.keys(others).length > 0 ? [json(others)] : []
  return [message ?? code ?? 'The server rejected the request', ...(issues ?? []).map(describeIssue), ...rest]
}

function describeIssue({ loc, field, msg, message, action, ...others }: Issue): string {
  const text = msg ?? message ?? json(others)
  return [fieldNameOf(loc, field), action ? `${text} (${action})` : text].filter(Boolean).join(': ')
}

/** Maps `["body", "to_number"]` to `--to-number`. Nested fields keep their own names. */
function fieldNameOf(loc: unknown[] | undefined, field: string | undefined): string {
  const [place, name, ...inside] = loc ?? ['body', field]
  if (name === undefined) return ''
  const text = typeof name === 'string' ? name : json(name)
  const flag = place === 'path' || place === 'header' ? text : `--${kebab(text)}`
  return [flag, ...inside].join('.')
}
