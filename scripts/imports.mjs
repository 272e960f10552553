import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/**
 * Checks every import against src/floors.json: a layer imports only the layers listed for it, a domain of the services only domains on
 * lower floors, and there are no import cycles, including type imports. Prints one line per problem. `node scripts/imports.mjs [folder]`.
 */
const root = process.argv[2] ?? '.'
const { layers, knowTheDatabase, domains } = JSON.parse(readFileSync(join(root, 'src/floors.json'), 'utf8'))
const IMPORT = /(?:^|\n)(import|export)\s+(type\s)?([^'"]*?from\s*)?'(\.{1,2}\/[^']+)'|\bimport\(\s*'(\.{1,2}\/[^']+)'/g
const DATABASE = 'src/kernel/db/db.ts'
const PRISMA = 'src/generated/prisma/'
const floors = new Map(domains.flatMap((names, floor) => names.map((name) => [name, floor])))

const isSource = (path) => /\.tsx?$/.test(path) && !path.startsWith('src/generated/') && !path.endsWith('.gql.ts')
const filesIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .filter(isSource)
    : []

const problems = []
const imports = new Map()
for (const file of [...filesIn('src'), ...filesIn('web/src')]) {
  const text = readFileSync(join(root, file), 'utf8')
  const fileImports = [...text.matchAll(IMPORT)].map((match) => ({
    target: normalize(join(dirname(file), match[4] ?? match[5])).replaceAll('\\', '/'),
    isType: match[2] !== undefined,
    line: text.slice(0, match.index + 1).split('\n').length,
  }))
  imports.set(file, fileImports)
  if (file.startsWith('src/')) for (const fileImport of fileImports) checkImport(file, fileImport)
}

function checkImport(file, { target, isType, line }) {
  if (!target.startsWith('src/')) return
  const report = (problem) => problems.push(`${file}:${line}: ${problem}`)
  const [from, to] = [layerOf(file), layerOf(target)]
  const allowed = layers[from]
  if (!allowed) return report(`${from}: not a layer in src/floors.json`)
  const usesDatabase = target === DATABASE || (target.startsWith(PRISMA) && !isType)
  if (usesDatabase && !knowTheDatabase.some((place) => place === from || file === `src/${place}`))
    return report(`${from}: must not access the database (${target})`)
  if (to === 'generated') return
  if (from !== to && !allowed.includes(to) && !(isType && allowed.includes(`type ${to}`))) return report(`${from}: must not import ${to} (${target})`)
  if (from === 'services' && to === 'services') checkDomains(report, file.split('/')[2], target.split('/')[2])
}

function checkDomains(report, from, to) {
  for (const domain of [from, to]) if (!floors.has(domain)) return report(`${domain}: not a domain in src/floors.json`)
  if (from !== to && floors.get(to) >= floors.get(from)) report(`the domain ${from} must not import ${to}, which is not on a lower floor`)
}

/** Returns the layer of a path. Files directly in src are the composition root, the layer `start`. */
function layerOf(path) {
  const [, folder, rest] = path.split('/')
  return rest === undefined ? 'start' : folder
}

/** Finds import cycles with Tarjan's algorithm, each cycle once. */
function findCycles() {
  const [order, low, open, stack] = [new Map(), new Map(), new Set(), []]
  const visit = (file) => {
    order.set(file, order.size)
    low.set(file, order.get(file))
    stack.push(file)
    open.add(file)
    for (const { target } of imports.get(file)) {
      if (!imports.has(target)) continue
      if (!order.has(target)) visit(target)
      if (open.has(target)) low.set(file, Math.min(low.get(file), low.get(target)))
    }
    if (low.get(file) !== order.get(file)) return
    const cycle = stack.splice(stack.indexOf(file))
    for (const member of cycle) open.delete(member)
    if (cycle.length > 1) problems.push(`${cycle.at(0)}:1: import cycle: ${cycle.join(', ')}`)
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
}
findCycles()

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.exit(problems.length > 0 ? 1 : 0)
