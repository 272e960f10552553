import type { DocumentNode, GraphQLSchema } from 'graphql'
import { compileQuery, type CompiledQuery, type CompilerOptions, isCompiledQuery } from 'graphql-jit'

/** Compiles an operation of a valid document, to run it many times. Throws an error if it cannot be compiled. */
export function compile(schema: GraphQLSchema, document: DocumentNode, operationName?: string, options?: Partial<CompilerOptions>): CompiledQuery['query'] {
  const compiled = compileQuery(schema, document, operationName, options)
  if (!isCompiledQuery(compiled)) throw compiled.errors?.[0] ?? new Error('a document cannot be compiled')
  return compiled.query
}
