import { json, kebab } from './text.ts'

interface Issue {
  loc?: unknown[]
  field?: string
  msg?: string
  message?: string
  action?: string
}

/** What the server says is wrong as sentences, the fields by the names that they have on the command line. */
export function issuesOf(detail: unknown): string[] {
  if (typeof detail === 'string') return [detail]
  if (Array.isArray(detail)) return ['The server refuses this:', ...detail.map((each) => issueOf(each as Issue))]
  if (typeof detail !== 'object' || detail === null) return [json(detail)]
  const { message, code, issues, ...others } = detail as { message?: string; code?: string; issues?: Issue[] }
  const rest = Object.keys(others).length > 0 ? [json(others)] : []
  return [message ?? code ?? 'The server refuses this', ...(issues ?? []).map(issueOf), ...rest]
}

function issueOf({ loc, field, msg, message, action, ...others }: Issue): string {
  const said = msg ?? message ?? json(others)
  return [nameOf(loc, field), action ? `${said} (${action})` : said].filter(Boolean).join(': ')
}

/** `["body", "to_number"]` as `--to-number`; what lies inside of it follows in its own words. */
function nameOf(loc: unknown[] | undefined, field: string | undefined): string {
  const [place, name, ...inside] = loc ?? ['body', field]
  if (name === undefined) return ''
  const text = typeof name === 'string' ? name : json(name)
  const flag = place === 'path' || place === 'header' ? text : `--${kebab(text)}`
  return [flag, ...inside].join('.')
}
