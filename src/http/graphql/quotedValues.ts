import { GraphQLError } from 'graphql'

/**
 * Removes the invalid value that graphql-js quotes in an error: it may be a password or a credential in the wrong field.
 */
export function withoutQuotedValue(error: GraphQLError): GraphQLError {
  const message = redactedMessage(error)
  return message === error.message
    ? error
    : new GraphQLError(message, { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path, extensions: error.extensions })
}

function redactedMessage({ message, originalError }: GraphQLError): string {
  const [, variable] = /^Variable "\$(\w+)" got invalid value /.exec(message) ?? []
  if (variable === undefined || !originalError) return withoutValue(message)
  const [, place] = / at "([\w.[\]]+)"$/.exec(message.slice(0, -`; ${originalError.message}`.length)) ?? []
  return `Variable "$${variable}" got invalid value${place === undefined ? '' : ` at "${place}"`}; ${withoutValue(originalError.message)}`
}

const withoutValue = (message: string) =>
  message
    .replace(/^(\w+ cannot represent [^:]*): [^]*$/, '$1')
    .replace(/^Value [^]* does not exist in /, 'The value does not exist in ')
    .replace(/^(Expected value of type "[^"]*"), found [^]*$/, '$1')
    .replace(/^(Syntax Error: [^]*?(?:String|BlockString)) ".*$/s, '$1')
