import { isObject } from '../../kernel/json/isObject.ts'
import type { Vapi } from '@vapi-ai/server-sdk'
import type { JsonObject } from '../provider.ts'

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'])

const isText = (value: unknown): value is string => typeof value === 'string'

/** Converts a JSON Schema to the keywords that Vapi supports. Adds the others to the description, for the model to read. */
export function toVapiSchema(schema: JsonObject): Vapi.JsonSchema {
  const { type: declaredType, title, description, properties, items, required, enum: choices, pattern, format, $schema: _dialect, ...others } = schema
  const type = [declaredType].flat().find((candidate) => isText(candidate) && TYPES.has(candidate)) ?? inferType(schema)
  const supported = {
    type,
    ...(isText(title) && { title }),
    ...(type === 'object' && isObject(properties) && { properties: mapProperties(properties) }),
    ...(type === 'array' && { items: isObject(items) ? toVapiSchema(items) : { type: 'string' } }),
    ...(Array.isArray(required) && { required: required.filter(isText) }),
    ...(Array.isArray(choices) && type === 'string' && choices.every(isText) && { enum: choices }),
    ...(isText(pattern) && { pattern }),
    ...(isText(format) && FORMATS.has(format) && { format }),
  }
  const unsupported: JsonObject = {
    ...others,
    ...(choices !== undefined && !('enum' in supported) && { enum: choices }),
    ...(format !== undefined && !('format' in supported) && { format }),
  }
  const descriptions = [
    isText(description) ? description : '',
    Object.keys(unsupported).length > 0 ? `As JSON Schema: ${JSON.stringify(unsupported)}` : '',
  ].filter(Boolean)
  return { ...supported, ...(descriptions.length > 0 && { description: descriptions.join('\n') }) } as Vapi.JsonSchema
}

const inferType = (schema: JsonObject) => (isObject(schema.properties) ? 'object' : isObject(schema.items) ? 'array' : 'string')

const mapProperties = (properties: JsonObject) =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, toVapiSchema(isObject(property) ? property : {})]))
