import { createRequire } from 'node:module'

/**
 * Runs the generators of prisma/schema, as `prisma generate` does, but without the Prisma CLI: it has dozens of dependencies for
 * commands that are not used here, and one of them does not support Node.js 20.
 */
// The ES modules of these packages import files without an extension, which Node.js rejects. Their CommonJS modules work.
const require = createRequire(import.meta.url)
const { getGenerators, loadSchemaContext } = require('@prisma/internals')
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts')

const generators = await getGenerators({
  schemaContext: await loadSchemaContext({ schemaPath: { cliProvidedPath: 'prisma/schema' }, printLoadMessage: false }),
  registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
  skipDownload: true,
  noHints: true,
})
try {
  for (const generator of generators) await generator.generate()
} finally {
  for (const generator of generators) generator.stop()
}
