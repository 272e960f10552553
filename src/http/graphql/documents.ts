import { type DocumentNode, GraphQLError, type GraphQLSchema, Lexer, parse as parseText, Source, TokenKind, validate as validateDocument } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Maximum tokens of a document: twice the largest document of the dashboard and the REST API. */
export const MAX_TOKENS = 1_000
/** Maximum characters of a document. Values of any length are sent as variables. */
export const MAX_CHARACTERS = 64 * 1024
/** Maximum nesting of brackets, since the parser recurses. */
export const MAX_NESTING = 32
/** Maximum errors reported per document. Each error costs a search for similar names. */
const MAX_ERRORS = 20
/** Maximum characters of cached documents; their syntax trees take about fifty times as much memory. */
const MAX_CACHED_CHARACTERS = 256 * 1024

const parsedDocuments = new LRUCache<string, DocumentNode>({ maxSize: MAX_CACHED_CHARACTERS, sizeCalculation: (_, text) => text.length + 1 })
const errorsOf = new WeakMap<DocumentNode, { schema: GraphQLSchema; errors: readonly GraphQLError[] }>()

/**
 * Parses a document, with a cache. Documents of callers without a credential are not cached (`remembered`), so that they cannot evict
 * others. Throws a GraphQLError for invalid text, and for text that is too large, before parsing it.
 */
export function parse(source: string | Source, { remembered = true } = {}): DocumentNode {
  const text = typeof source === 'string' ? source : source.body
  const known = parsedDocuments.get(text)
  if (known) return known
  requireBounded(text)
  const document = parseText(text)
  if (remembered) parsedDocuments.set(text, document)
  return document
}

/** Validates a document, with a cache. */
export function validate(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const known = errorsOf.get(document)
  if (known?.schema === schema) return known.errors
  const errors = validateDocument(schema, document, undefined, { maxErrors: MAX_ERRORS })
  errorsOf.set(document, { schema, errors })
  return errors
}

/** Throws if the text has too many tokens or levels. Stops reading at the limit, and does not recurse. */
function requireBounded(text: string) {
  if (text.length > MAX_CHARACTERS) throw tooLarge(`A GraphQL document can have at most ${MAX_CHARACTERS} characters. Send values as variables.`)
  const lexer = new Lexer(new Source(text))
  let depth = 0
  for (let count = 0; lexer.advance().kind !== TokenKind.EOF; count++) {
    if (count === MAX_TOKENS) throw tooLarge(`A GraphQL document can have at most ${MAX_TOKENS} tokens. Send values as variables.`)
    const { kind } = lexer.token
    if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) depth++
    if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) depth--
    if (depth > MAX_NESTING) throw tooLarge(`A GraphQL document can be nested at most ${MAX_NESTING} levels deep.`)
  }
}

const tooLarge = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', detail: message, http: { status: 400 } } })
