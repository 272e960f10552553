import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typedDocuments from '@graphql-codegen/typed-document-node'
import * as operations from '@graphql-codegen/typescript-operations'
import { lexicographicSortSchema, parse, printSchema } from 'graphql'
import { EnvSchema } from './src/env.ts'
import { schema } from './src/schema/index.ts'

/** Prints schema.graphql, and makes typed documents of the REST facade's .graphql files. openapi.json follows from both. */
const sdl = `${printSchema(lexicographicSortSchema(schema))}\n`
writeFileSync('schema.graphql', sdl)

const documents = readdirSync('src/rest')
  .filter((name) => name.endsWith('.graphql'))
  .sort()
  .map((name) => {
    const location = `src/rest/${name}`
    return { location, document: parse(readFileSync(location, 'utf8')) }
  })
writeFileSync(
  'src/generated/rest.ts',
  await codegen({
    filename: 'src/generated/rest.ts',
    schema: parse(sdl),
    documents,
    config: {
      useTypeImports: true,
      documentMode: 'documentNode',
      dedupeFragments: true,
      onlyOperationTypes: true,
      skipTypename: true,
      importExtension: '.ts',
      // The facade answers ids as integers (contract: ids); see rest/handle.ts.
      scalars: { ID: { input: 'string | number', output: 'number' }, JSON: 'unknown', DateTime: 'string', Money: 'string' },
    },
    plugins: [{ operations: {} }, { typedDocuments: {} }],
    pluginMap: { operations, typedDocuments },
  }),
)

writeFileSync('.env.example', envExample())
writeFileSync('docs/settings.md', settingsPage())

const { openApiDocument } = await import('./src/rest/openapi.ts')
writeFileSync('openapi.json', `${JSON.stringify(openApiDocument(schema), null, 2)}\n`)

function envExample(): string {
  const blocks = Object.entries(EnvSchema.shape).map(([name, type]) => `# ${type.description}\n# ${name}=${defaultOf(type)}\n`)
  return `# Every setting; all are optional. Generated from src/env.ts.\n\n${blocks.join('\n')}`
}

function settingsPage(): string {
  const rows = Object.entries(EnvSchema.shape).map(([name, type]) => `| \`${name}\` | ${defaultOf(type) || '–'} | ${type.description} |`)
  return `# Settings\n\nSettings are environment variables, or lines of a file \`.env\`. All are optional; a wrong value stops the start with a sentence.\n\n| name | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`
}

function defaultOf(type: object): string {
  const { defaultValue } = (type as { def: { defaultValue?: string | number | boolean } }).def
  return defaultValue === undefined ? '' : String(defaultValue)
}
