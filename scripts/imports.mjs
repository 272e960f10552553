import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/**
 * Holds every import to src/floors.json: a layer imports the layers that are listed for it, a domain of the services the floors below it,
 * and no files import each other in a circle, by types neither. Prints what does not, a line each. `node scripts/imports.mjs [folder]`.
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
  const found = [...text.matchAll(IMPORT)].map((match) => ({
    target: normalize(join(dirname(file), match[4] ?? match[5])).replaceAll('\\', '/'),
    isType: match[2] !== undefined,
    line: text.slice(0, match.index + 1).split('\n').length,
  }))
  imports.set(file, found)
  if (file.startsWith('src/')) for (const one of found) judge(file, one)
}

function judge(file, { target, isType, line }) {
  if (!target.startsWith('src/')) return
  const tell = (problem) => problems.push(`${file}:${line}: ${problem}`)
  const [from, to] = [layerOf(file), layerOf(target)]
  const allowed = layers[from]
  if (!allowed) return tell(`${from} is no layer of src/floors.json`)
  const asksTheDatabase = target === DATABASE || (target.startsWith(PRISMA) && !isType)
  if (asksTheDatabase && !knowTheDatabase.some((place) => place === from || file === `src/${place}`))
    return tell(`${from} does not know the database (${target})`)
  if (to === 'generated') return
  if (from !== to && !allowed.includes(to) && !(isType && allowed.includes(`type ${to}`))) return tell(`${from} may not import ${to} (${target})`)
  if (from === 'services' && to === 'services') judgeDomains(tell, file.split('/')[2], target.split('/')[2])
}

function judgeDomains(tell, from, to) {
  for (const domain of [from, to]) if (!floors.has(domain)) return tell(`${domain} is no domain of src/floors.json`)
  if (from !== to && floors.get(to) >= floors.get(from)) tell(`the domain ${from} may not import ${to}, which is on no floor below it`)
}

/** What lies in src itself puts the product together. */
function layerOf(path) {
  const [, folder, rest] = path.split('/')
  return rest === undefined ? 'start' : folder
}

/** Files that import each other in a circle, by Tarjan's algorithm: each circle once. */
function circles() {
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
    const circle = stack.splice(stack.indexOf(file))
    for (const member of circle) open.delete(member)
    if (circle.length > 1) problems.push(`${circle.at(0)}:1: a circle of imports: ${circle.join(', ')}`)
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
}
circles()

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.exit(problems.length > 0 ? 1 : 0)
