import { type DocumentNode, GraphQLError, type GraphQLSchema, Lexer, parse as parseText, Source, TokenKind, validate as validateDocument } from 'graphql'
import { LRUCache } from 'lru-cache'

/** Tokens of a document: twice what the largest file of the dashboard's and the REST facade's documents has. */
export const MAX_TOKENS = 1_000
/** Characters of a document. Values of any length travel as variables. */
export const MAX_CHARACTERS = 64 * 1024
/** How deep its brackets may be nested. The parser recurses, and has to end before the stack does. */
export const MAX_NESTING = 32
/** Mistakes of one document that are listed. Each of them costs a search for a name that is meant. */
const MAX_MISTAKES = 20
/** So many characters of documents are remembered; as syntax trees they take some fifty times that. */
const MAX_REMEMBERED = 256 * 1024

const parsed = new LRUCache<string, DocumentNode>({ maxSize: MAX_REMEMBERED, sizeCalculation: (_, text) => text.length + 1 })
const errorsOf = new WeakMap<DocumentNode, { schema: GraphQLSchema; errors: readonly GraphQLError[] }>()

/**
 * A document that many send is parsed once; one that is not to be `remembered` leaves no trace, so that callers without a
 * credential cannot push out what others send. Throws a GraphQLError for a text that is none, or too large: the latter
 * before anything is parsed.
 */
export function parse(source: string | Source, { remembered = true } = {}): DocumentNode {
  const text = typeof source === 'string' ? source : source.body
  const known = parsed.get(text)
  if (known) return known
  requireBounded(text)
  const document = parseText(text)
  if (remembered) parsed.set(text, document)
  return document
}

/** And validated once. */
export function validate(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const known = errorsOf.get(document)
  if (known?.schema === schema) return known.errors
  const errors = validateDocument(schema, document, undefined, { maxErrors: MAX_MISTAKES })
  errorsOf.set(document, { schema, errors })
  return errors
}

/** Throws unless the text has few enough tokens and levels; it reads no further than that, and does not recurse. */
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
