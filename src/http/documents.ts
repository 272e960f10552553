import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse as parseText, type Source, validate as validateDocument } from 'graphql'
import { LRUCache } from 'lru-cache'

/** So many characters of documents are remembered; as syntax trees they take some fifty times that. */
const MOST_REMEMBERED = 256 * 1024

const parsed = new LRUCache<string, DocumentNode>({ maxSize: MOST_REMEMBERED, sizeCalculation: (_, text) => text.length + 1 })
const errorsOf = new WeakMap<DocumentNode, { schema: GraphQLSchema; errors: readonly GraphQLError[] }>()

/** A document that many send is parsed once. Throws a GraphQLError for a text that is none. */
export function parse(source: string | Source): DocumentNode {
  const text = typeof source === 'string' ? source : source.body
  const known = parsed.get(text)
  if (known) return known
  const document = parseText(text)
  parsed.set(text, document)
  return document
}

/** And validated once. */
export function validate(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const known = errorsOf.get(document)
  if (known?.schema === schema) return known.errors
  const errors = validateDocument(schema, document)
  errorsOf.set(document, { schema, errors })
  return errors
}
