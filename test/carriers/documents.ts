import { readFileSync } from 'node:fs'
import { documentPath } from '../kit/runner/vendorFolder.ts'
import { createValidator, type Schema } from '../providers/vendorDocuments.ts'

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
interface PathItem {
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
  paths: Record<string, PathItem>
}

/** A request and its reply, as the simulator logs them. */
export interface LoggedRequest {
  method: string
  path: string
  body: unknown
  status: number | null
  response: unknown
}

/**
 * Validates requests to carriers and their replies against the carrier's documents. Returns the problems and the operations that
 * occurred. Skips requests that no document describes. `hosts` replaces host names of the documents.
 */
export function findProblems(documents: string[], requests: LoggedRequest[], hosts: Record<string, string> = {}) {
  const documented = documents.flatMap((name) => listOperations(name, hosts))
  const problems: string[] = []
  const operations = new Set<string>()
  for (const { method, path, body, status, response } of requests) {
    const { pathname, searchParams } = new URL(path, 'http://simulator')
    const operation = documented.find((candidate) => candidate.method === method && candidate.pattern.test(pathname))
    if (!operation) continue
    operations.add(operation.name)
    const report = (problem: string) => problems.push(`${operation.name}: ${problem}`)
    for (const name of searchParams.keys())
      if (!operation.queries.some((query) => query === name || query === name.split('[')[0])) report(`unknown query ${name}`)
    for (const problem of operation.validateBody?.(body) ?? []) report(`request ${problem}`)
    const validateReply = operation.replyValidator(String(status))
    if (validateReply === undefined) report(`status ${status} is not documented`)
    else for (const problem of validateReply?.(response) ?? []) report(`reply ${status} ${problem}`)
  }
  return { problems, operations: [...operations].toSorted() }
}

/** Validates a value, such as a webhook's body, against a schema of a document. */
export function schemaProblems(document: string, schema: string, value: unknown): string[] {
  return createValidator(readDocument(document), document)({ $ref: `#/components/schemas/${schema}` })(value)
}

/** Reads a document. Replaces the format `uri`, because carriers' own examples have relative and empty URIs. */
const readDocument = (name: string) =>
  JSON.parse(readFileSync(documentPath(`${name}.subset.json`), 'utf8').replace(/("format":\s*)"uri"/g, '$1"uri-reference"')) as Document

function listOperations(name: string, hosts: Record<string, string>) {
  const document = readDocument(name)
  const validatorOf = createValidator(document, name)
  const resolve = <Node extends { $ref?: string }>(node: Node): Node =>
    node.$ref
      ? (node.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], document) as Node)
      : node
  const schemaOf = (media: Media | undefined) => {
    const content = media && resolve(media).content
    return content && Object.entries(content).find(([type]) => !type.includes('xml'))?.[1].schema
  }

  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const { url } = (operation.servers ?? item.servers ?? document.servers)![0]!
      const address = Object.entries(hosts).reduce((text, [from, to]) => text.replace(from, to), url + path)
      const bodySchema = schemaOf(operation.requestBody)
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve)
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
          queries: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name!] : [])),
          validateBody: bodySchema && validatorOf(bodySchema),
          /** Returns undefined for an undocumented status, null if the document has no schema for the body. */
          replyValidator(status: string) {
            const { responses } = operation
            const media = responses[status] ?? responses[`${status[0]}XX`] ?? responses.default
            if (!media) return undefined
            const schema = schemaOf(media)
            return schema ? validatorOf(schema) : null
          },
        },
      ]
    }),
  )
}
