import type { DocumentNode, GraphQLSchema } from 'graphql'
import { compileQuery, type CompiledQuery, type CompilerOptions, isCompiledQuery } from 'graphql-jit'

/** Compiles an operation of a valid document, to be run many times. Throws what makes that impossible. */
export function compile(schema: GraphQLSchema, document: DocumentNode, operationName?: string, options?: Partial<CompilerOptions>): CompiledQuery['query'] {
  const compiled = compileQuery(schema, document, operationName, options)
  if (!isCompiledQuery(compiled)) throw compiled.errors?.[0] ?? new Error('a document cannot be compiled')
  return compiled.query
}
