import type { IncomingMessage } from 'node:http'
import type { GraphQLParams, Plugin } from 'graphql-yoga'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { parse } from './documents.ts'
import { judge } from './operations.ts'

interface ServerContext {
  req: IncomingMessage & { actor?: Actor | null; bodyBytes?: number }
  params: GraphQLParams
}

/** What our own server adds to a request: yoga types a context that any server could have made. */
const serverContextOf = (context: object) => context as ServerContext

/** Has every document parsed and every operation judged in our way, before anything of it runs. */
export const judgeOperations: Plugin = {
  onParse({ context, setParseFn }) {
    const { actor } = serverContextOf(context).req
    setParseFn((source: string) => parse(source, { remembered: actor != null }))
  },
  onValidate({ context, params: { schema, documentAST }, setResult }) {
    const { req, params } = serverContextOf(context)
    const operation = { schema, document: documentAST, operationName: params.operationName, variables: params.variables ?? {} }
    setResult(judge(operation, req.actor ?? null, req.bodyBytes))
  },
}
