import { readFileSync } from 'node:fs'
import { documentAt } from '../kit/vendorFolder.ts'
import { complainer, type Schema } from '../providers/vendorDocuments.ts'

interface Media {
  content?: Record<string, { schema?: Schema }>
  $ref?: string
}
interface Parameter {
  name?: string
  in?: string
  $ref?: string
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: Media
  responses: Record<string, Media>
  servers?: { url: string }[]
}
interface Path {
  get?: Operation
  post?: Operation
  put?: Operation
  patch?: Operation
  delete?: Operation
  servers?: { url: string }[]
  parameters?: Parameter[]
}
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
interface Document {
  servers?: { url: string }[]
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Path>
}

/** A request and its answer, as the simulator's log has them. */
export interface Logged {
  method: string
  path: string
  body: unknown
  status: number | null
  response: unknown
}

/**
 * Holds requests to carriers and their answers against the carrier's documents. Says what is wrong, and which operations
 * were met; requests that no document describes are left out. `hosts` renames a document's hosts.
 */
export function against(documents: string[], requests: Logged[], hosts: Record<string, string> = {}) {
  const operations = documents.flatMap((name) => operationsOf(name, hosts))
  const wrong: string[] = []
  const met = new Set<string>()
  for (const { method, path, body, status, response } of requests) {
    const { pathname, searchParams } = new URL(path, 'http://simulator')
    const operation = operations.find((one) => one.method === method && one.pattern.test(pathname))
    if (!operation) continue
    met.add(operation.name)
    const say = (what: string) => wrong.push(`${operation.name}: ${what}`)
    for (const name of searchParams.keys()) if (!operation.queries.some((known) => known === name || known === name.split('[')[0])) say(`unknown query ${name}`)
    for (const complaint of operation.body?.(body) ?? []) say(`request ${complaint}`)
    const answer = operation.answer(String(status))
    if (answer === undefined) say(`status ${status} is not documented`)
    else for (const complaint of answer?.(response) ?? []) say(`answer ${status} ${complaint}`)
  }
  return { wrong, met: [...met].toSorted() }
}

/** What is wrong with a value by one of a document's schemas, such as that of a webhook. */
export function complaintsBySchema(name: string, schema: string, value: unknown): string[] {
  return complainer(read(name), name)({ $ref: `#/components/schemas/${schema}` })(value)
}

/** Where documents say uri, carriers' own examples have relative and empty ones. */
const read = (name: string) =>
  JSON.parse(readFileSync(documentAt(`${name}.subset.json`), 'utf8').replace(/("format":\s*)"uri"/g, '$1"uri-reference"')) as Document

function operationsOf(name: string, hosts: Record<string, string>) {
  const document = read(name)
  const complaintsOf = complainer(document, name)
  const resolved = <Node extends { $ref?: string }>(node: Node): Node =>
    node.$ref
      ? (node.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Node)
      : node
  const schemaOf = (media: Media | undefined) => {
    const content = media && resolved(media).content
    return content && Object.entries(content).find(([type]) => !type.includes('xml'))?.[1].schema
  }

  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      if (!operation) return []
      const { url } = (operation.servers ?? methods.servers ?? document.servers)![0]!
      const address = Object.entries(hosts).reduce((text, [from, to]) => text.replace(from, to), url + path)
      const body = schemaOf(operation.requestBody)
      const parameters = [...(methods.parameters ?? []), ...(operation.parameters ?? [])].map(resolved)
      return [
        {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          pattern: new RegExp(
            `^/carriers/${address
              .replace(/^https:\/\//, '')
              .replaceAll('.', '\\.')
              .replace(/\{[^}]+\}/g, '[^/]+?')}$`,
          ),
          queries: parameters.flatMap((one) => (one.in === 'query' ? [one.name!] : [])),
          body: body && complaintsOf(body),
          /** Undefined for a status that is not documented, null where nothing is said of the body. */
          answer(status: string) {
            const { responses } = operation
            const media = responses[status] ?? responses[`${status[0]}XX`] ?? responses.default
            if (!media) return undefined
            const schema = schemaOf(media)
            return schema ? complaintsOf(schema) : null
          },
        },
      ]
    }),
  )
}
