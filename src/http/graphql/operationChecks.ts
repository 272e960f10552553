import type { IncomingMessage } from 'node:http'
import type { GraphQLParams, Plugin } from 'graphql-yoga'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { parse } from './documents.ts'
import { checkOperation } from './operations.ts'

interface ServerContext {
  req: IncomingMessage & { actor?: Actor | null; bodyBytes?: number }
  params: GraphQLParams
}

/** Returns the context with the fields that our server adds; yoga types it for any server. */
const serverContextOf = (context: object) => context as ServerContext

/** Parses documents and checks operations with our own rules before they run. */
export const checkOperations: Plugin = {
  onParse({ context, setParseFn }) {
    const { actor } = serverContextOf(context).req
    setParseFn((source: string) => parse(source, { remembered: actor != null }))
  },
  onValidate({ context, params: { schema, documentAST }, setResult }) {
    const { req, params } = serverContextOf(context)
    const operation = { schema, document: documentAST, operationName: params.operationName, variables: params.variables ?? {} }
    setResult(checkOperation(operation, req.actor ?? null, req.bodyBytes))
  },
}
