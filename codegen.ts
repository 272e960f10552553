import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as typedDocuments from '@graphql-codegen/typed-document-node'
import * as operations from '@graphql-codegen/typescript-operations'
import { Kind, lexicographicSortSchema, parse, printSchema } from 'graphql'
import { EnvSchema } from './src/kernel/config/env.ts'
import { schema } from './src/schema/index.ts'

/** Prints schema.graphql, and makes typed documents of the .graphql files of the REST facade and of the dashboard. openapi.json and the manifest of the command line follow from both. */
const sdl = `${printSchema(lexicographicSortSchema(schema))}\n`
writeFileSync('schema.graphql', sdl)

const documentIn = (location: string) => ({ location, document: parse(readFileSync(location, 'utf8')) })

/** The fragments of the files that a file imports with a line such as `#import "../consents/consents.graphql"`. */
const importedFragments = (location: string) =>
  [...readFileSync(location, 'utf8').matchAll(/^#import "(.+)"$/gm)].map(([, imported]) => {
    const { location: path, document } = documentIn(join(dirname(location), imported!))
    return { location: path, document: { ...document, definitions: document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION) } }
  })

/** Typed documents of `documents`, as one module. */
const typed = (filename: string, documents: ReturnType<typeof documentIn>[], config: object) =>
  codegen({
    filename,
    schema: schemaDocument,
    documents,
    config: { useTypeImports: true, documentMode: 'documentNode', dedupeFragments: true, onlyOperationTypes: true, importExtension: '.ts', ...config },
    plugins: [{ operations: {} }, { typedDocuments: {} }],
    pluginMap: { operations, typedDocuments },
  })
const schemaDocument = parse(sdl)
const named = (folder: string, pattern = /\.graphql$/) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => `${folder}/${name}`)

writeFileSync(
  'src/generated/rest.ts',
  await typed('src/generated/rest.ts', named('src/rest').map(documentIn), {
    skipTypename: true,
    // The facade answers ids as integers (contract: ids); see rest/handler.ts.
    scalars: { ID: { input: 'string | number', output: 'number' }, JSON: 'unknown', DateTime: 'string', Money: 'string' },
  }),
)

// The dashboard's: a module beside each .graphql file, so that a page loads its own documents and no others.
for (const path of named('web/src')) {
  const filename = path.replace(/\.graphql$/, '.gql.ts')
  const text = await typed(filename, [documentIn(path), ...importedFragments(path)], {
    skipTypename: true,
    scalars: { ID: 'string', JSON: 'unknown', DateTime: 'string', Money: 'string' },
  })
  if (!existsSync(filename) || readFileSync(filename, 'utf8') !== text) writeFileSync(filename, text)
}

writeFileSync('.env.example', envExample())
writeFileSync('docs/settings.md', settingsPage())

const { openApiDocument } = await import('./src/rest/openapi/openapi.ts')
writeFileSync('openapi.json', `${JSON.stringify(openApiDocument(schema), null, 2)}\n`)

const { commandManifest } = await import('./scripts/commands.ts')
mkdirSync('clients/cli/src/generated', { recursive: true })
writeFileSync('clients/cli/src/generated/commands.json', `${JSON.stringify(commandManifest(schema))}\n`)
// Files of leads are read by the same rules, wherever they are read.
copyFileSync('src/services/leads/imports/leadColumns.ts', 'clients/cli/src/generated/leadColumns.ts')

function envExample(): string {
  const blocks = Object.entries(EnvSchema.shape).map(([name, type]) => `# ${type.description}\n# ${name}=${defaultOf(type)}\n`)
  return `# Every setting; all are optional. Generated from src/kernel/config/env.ts.\n\n${blocks.join('\n')}`
}

function settingsPage(): string {
  const rows = Object.entries(EnvSchema.shape).map(([name, type]) => `| \`${name}\` | ${defaultOf(type) || '–'} | ${type.description} |`)
  return `# Settings\n\nSettings are environment variables, or lines of a file \`.env\`. All are optional; a wrong value stops the start with a sentence.\n\nEach setting can also be in a file, as secrets of containers and clusters are: add \`_FILE\` to its name and give the path, such as \`RETELL_API_KEY_FILE=/run/secrets/retell\`.\n\n| name | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`
}

function defaultOf(type: object): string {
  const { defaultValue } = (type as { def: { defaultValue?: string | number | boolean } }).def
  return defaultValue === undefined ? '' : String(defaultValue)
}
