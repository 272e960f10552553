import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

/** Makes src/generated from the OpenAPI document and compiles src to dist. Nothing of either is committed. */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const document = JSON.parse(readFileSync(here('../../openapi.json'), 'utf8'))

mkdirSync(here('src/generated'), { recursive: true })
writeFileSync(here('src/generated/api.ts'), astToString(await openapiTS(document)))
writeFileSync(
  here('src/generated/idempotent.ts'),
  `/** The endpoints that take an Idempotency-Key. */\nexport const IDEMPOTENT: ReadonlySet<string> = new Set(${JSON.stringify(idempotent(document))})\n`,
)
rmSync(here('dist'), { recursive: true, force: true })
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', here('tsconfig.json')], { stdio: 'inherit' })
process.exit(status ?? 1)

/** `METHOD /path` of every operation with that header among its parameters. */
function idempotent({ paths, components }) {
  const resolved = (parameter) => (parameter.$ref ? components.parameters[parameter.$ref.split('/').at(-1)] : parameter)
  const takesKey = ({ parameters = [] }) => parameters.map(resolved).some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key')
  return Object.entries(paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods)
      .filter(([, operation]) => takesKey({ parameters: [...parameters, ...(operation.parameters ?? [])] }))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
}
