import { GraphQLError, GraphQLScalarType, type GraphQLScalarTypeConfig, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'
import { DateTimeResolver, JSONResolver } from 'graphql-scalars'
import { describeFault } from '../../kernel/json/json.ts'
import { rememberSourcesSync } from '../../kernel/json/jsonMembers.ts'
import { jsonText, verbatim } from '../../kernel/json/jsonSource.ts'
import { formatMicros, parseMicros } from '../../kernel/lib/money.ts'
import { builder } from './builder.ts'

/**
 * Wraps a scalar so that every invalid value causes a GraphQLError with a message for the caller. Other errors would be logged as internal.
 * The message does not contain the value, which may be secret.
 */
function strict<Internal, External>(config: Readonly<GraphQLScalarTypeConfig<Internal, External>>, expected: string) {
  const withMessage = <Arguments extends unknown[]>(parse: (...values: Arguments) => Internal | null | undefined) =>
    function (...values: Arguments): Internal {
      try {
        const value = parse(...values)
        if (value != null) return value
      } catch {
        // Handled below, with our own message.
      }
      const message = `${config.name} cannot represent this value: ${expected}`
      // graphql-js wraps the error of a variable and keeps only its original error.
      throw new GraphQLError(message, { originalError: new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } }) })
    }
  const { parseValue, parseLiteral } = new GraphQLScalarType(config)
  return new GraphQLScalarType<Internal, External>({ ...config, parseValue: withMessage(parseValue), parseLiteral: withMessage(parseLiteral) })
}

builder.addScalarType('DateTime', strict(DateTimeResolver.toConfig(), 'expected a date and time such as 2026-01-31T09:00:00Z'))
/** Free JSON, which is returned as it was sent (`jsonSource.ts`). Literals in documents keep the spelling of their numbers. */
builder.addScalarType(
  'JSON',
  new GraphQLScalarType({
    ...JSONResolver.toConfig(),
    serialize: verbatim,
    parseLiteral: (node, variables) => literalOf(node, variables ?? {}),
  }),
)

function literalOf(node: ValueNode, variables: Record<string, unknown>): unknown {
  const value = valueFromASTUntyped(node, variables)
  if (typeof value !== 'object' || value === null) return value
  const text = textOf(node, variables)
  const parsed = JSON.parse(text) as object
  const fault = describeFault(parsed)
  if (fault) throw new GraphQLError(`JSON cannot represent this value: ${fault}`, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })
  rememberSourcesSync(`[${text}]`, [parsed], 1)
  return parsed
}

function textOf(node: ValueNode, variables: Record<string, unknown>): string {
  switch (node.kind) {
    case Kind.OBJECT:
      return `{${node.fields.map(({ name, value }) => `${JSON.stringify(name.value)}:${textOf(value, variables)}`).join()}}`
    case Kind.LIST:
      return `[${node.values.map((value) => textOf(value, variables)).join()}]`
    case Kind.INT:
    case Kind.FLOAT:
      return node.value
    case Kind.VARIABLE:
      return jsonText(variables[node.name.value] ?? null)
    default:
      return JSON.stringify(valueFromASTUntyped(node))
  }
}

builder.addScalarType(
  'Money',
  strict<bigint, string>(
    {
      name: 'Money',
      description: 'Decimal string with four to six decimals, such as "12.3400".',
      serialize: (value) => formatMicros(value as bigint),
      parseValue: amountOf,
      parseLiteral: (node) => amountOf(valueFromASTUntyped(node)),
    },
    'expected a decimal string with at most six decimals, such as "12.34"',
  ),
)

function amountOf(value: unknown): bigint {
  const micros = typeof value === 'string' ? parseMicros(value) : null
  if (micros === null) throw new TypeError('not an amount')
  return micros
}
