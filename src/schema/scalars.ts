import { DateTimeResolver, JSONResolver } from 'graphql-scalars'
import { GraphQLScalarType } from 'graphql'
import { formatMicros, parseMicros } from '../money.ts'
import { badInput } from '../errors.ts'
import { builder } from './builder.ts'

builder.addScalarType('DateTime', DateTimeResolver)
builder.addScalarType('JSON', JSONResolver)
builder.addScalarType(
  'Money',
  new GraphQLScalarType<bigint, string>({
    name: 'Money',
    description: 'A decimal string with four to six decimals, such as "12.3400"',
    serialize: (value) => formatMicros(value as bigint),
    parseValue: (value) => {
      const micros = typeof value === 'string' ? parseMicros(value) : null
      if (micros === null) throw badInput('An amount is a decimal string with at most six decimals, such as "12.34"')
      return micros
    },
  }),
)
