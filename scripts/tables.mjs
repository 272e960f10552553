import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlWrites } from './tableWrites.mjs'

/**
 * Checks every write to a table against src/tables.json: only the domain that owns a table writes it, in SQL or with Prisma. Other layers
 * are owners like domains. Prints one line per problem. `node scripts/tables.mjs [folder]`.
 */
const root = process.argv[2] ?? '.'
const { owners, exceptions } = JSON.parse(readFileSync(join(root, 'src/tables.json'), 'utf8'))
const ownerOf = new Map(Object.entries(owners).flatMap(([owner, names]) => names.map((name) => [name, owner])))
const tables = readTables()
const DOT = String.raw`\s*[?!]?\.\s*`
const OPERATION = String.raw`(?:(?:create|update)(?:Many(?:AndReturn)?)?|upsert|delete(?:Many)?)\b`
const CLIENT = String.raw`\b(?:tx|db|anyWorkspace)\b`
const PRISMA_WRITE = new RegExp(`${DOT}([a-z]\\w+)${DOT}${OPERATION}`, 'g')
/** Access to the tables of a client that hides which of them is written: by a computed name, as a value, or taken out of it. */
const HIDDEN_WRITES = [
  new RegExp(String.raw`\]${DOT}${OPERATION}\s*\(`, 'g'),
  new RegExp(String.raw`${CLIENT}(?:\s+as\s[^()]*\))?\s*[?!]?(?:\?\.)?\[`, 'g'),
  new RegExp(String.raw`\{[^{}]*\}\s*(?:=\s*${CLIENT}(?!\s*[.?!([])|:\s*(?:Tx|Db|PrismaClient)\b)`, 'g'),
]
const TABLE_OF_CLIENT = new RegExp(`${CLIENT}${DOT}([a-z]\\w+)\\b(?!${DOT}\\w|\\w)`, 'g')
/** A verb of SQL, or `update` and a table, at the end of a text that another one continues. */
const JOINED_SQL = /\b(?:(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update)\s+|update\s+(\w+)\s*)['"`]/gi
/** A write to the table of a relation within a write to another. */
const NESTED_WRITE = /\{\s*(?:connect(?:OrCreate)?|create(?:Many)?|delete(?:Many)?|disconnect|update(?:Many)?|upsert)\s*:\s*[\w{[]/g

/** Returns the tables by the models of Prisma's schema. */
function readTables() {
  const schema = filesIn('prisma/schema', '.prisma')
    .map((path) => readFileSync(join(root, 'prisma/schema', path), 'utf8'))
    .join('\n')
  return new Map(
    [...schema.matchAll(/^model (\w+) \{([^]*?)\n\}/gm)].map(([, model, body]) => [
      model[0].toLowerCase() + model.slice(1),
      /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
    ]),
  )
}

function filesIn(folder, end) {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(end))
    .sort()
}

const problems = []
for (const table of tables.values()) if (!ownerOf.has(table)) problems.push(`src/tables.json: no domain owns ${table}`)
for (const name of ownerOf.keys())
  if (
    Object.values(owners)
      .flat()
      .filter((other) => other === name).length > 1
  )
    problems.push(`src/tables.json: several domains own ${name}`)

const unused = new Set(exceptions.map(({ file, table }) => `${file} ${table}`))
for (const file of filesIn('src', '.ts').filter((path) => !path.startsWith('generated/'))) {
  const text = readFileSync(join(root, 'src', file), 'utf8')
  for (const { table, index } of writesIn(text)) checkWrite(file, table, text.slice(0, index).split('\n').length)
}
for (const key of unused) problems.push(`src/tables.json: the exception ${key} is not needed`)

function writesIn(text) {
  const byPrisma = [...text.matchAll(PRISMA_WRITE)].flatMap(({ 1: model, index }) => (tables.has(model) ? [{ table: tables.get(model), index }] : []))
  const ofClient = [...text.matchAll(TABLE_OF_CLIENT)].filter(({ 1: model }) => tables.has(model))
  const joined = [...text.matchAll(JOINED_SQL)].filter(({ 1: table }) => table === undefined || ownerOf.has(table))
  const hidden = [...[NESTED_WRITE, ...HIDDEN_WRITES].flatMap((pattern) => [...text.matchAll(pattern)]), ...ofClient, ...joined]
  return [...sqlWrites(text), ...byPrisma, ...hidden.map(({ index }) => ({ table: '*', index }))]
}

function checkWrite(file, table, line) {
  const [layer, domain] = file.split('/')
  const writer = layer === 'services' ? domain : layer
  const owner = ownerOf.get(table)
  if (owner === writer) return
  if (exceptions.some((exception) => exception.file === file && exception.table === table)) return unused.delete(`${file} ${table}`)
  const problem =
    table === '*'
      ? 'writes a table that its text does not name'
      : owner === undefined
        ? `no domain owns ${table}`
        : `${owner} owns ${table}, and ${writer} must ask it to write`
  problems.push(`src/${file}:${line}: ${problem}`)
}

for (const problem of new Set(problems)) process.stdout.write(`${problem}\n`)
process.exit(problems.length === 0 ? 0 : 1)
