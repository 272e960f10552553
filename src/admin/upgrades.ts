import { appliedLevels, brokenOffMigrations, knownLevels } from '../../prisma/migrate.ts'
import { exceptionsOf, MIGRATIONS, readMigrations } from '../../prisma/migrations.ts'
import type { Env } from '../kernel/config/env.ts'
import { version } from '../kernel/config/version.ts'
import { pool } from '../kernel/db/db.ts'
import { compareMigrations } from '../services/operator/doctor/databaseChecks.ts'
import { type Finding, findingsOf } from '../services/operator/doctor/finding.ts'
import { prepareDatabase } from '../prepare.ts'
import { requireExistingDatabase, withDatabase } from './databases.ts'

/** Applies the migrations of this version, as the start of a server does. Returns their names. If the process dies, the next run or start continues. */
export const upgrade = (env: Env): Promise<{ version: string; migrations: string[] }> =>
  withDatabase(env, async ({ directUrl }) => {
    const before = new Set((await appliedLevels(pool)).map(({ name }) => name))
    await prepareDatabase(env, directUrl)
    return { version, migrations: (await appliedLevels(pool)).map(({ name }) => name).filter((name) => !before.has(name)) }
  })

/** Finds what an upgrade of the database to this version will do, and what prevents it. Changes nothing. Throws CONFLICT without a database. */
export async function checkUpgrade(env: Env): Promise<Finding[]> {
  requireExistingDatabase(env)
  return withDatabase(env, async () => compare(await appliedLevels(pool), await brokenOffMigrations(pool)))
}

type Levels = Awaited<ReturnType<typeof appliedLevels>>

function compare(applied: Levels, brokenOff: readonly string[]): Finding[] {
  const { ok, warning, failure } = findingsOf('migration')
  const known = knownLevels()
  const { unknown, missing } = compareMigrations({ known, applied })
  if (unknown[0])
    return [failure(`The database has ${unknown[0]}, which Callwright ${version} does not know.`, 'Install the version that the database belongs to.')]
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  const changed = applied.filter(({ name, checksum }) => checksums.get(name) !== checksum)
  const untried = readMigrations(MIGRATIONS).filter(({ name }) => missing.includes(name) && !brokenOff.includes(name))
  const findings = [
    ...changed.map(({ name }) => failure(`${name} differs from what was applied to the database.`, 'Install an unchanged copy of Callwright.')),
    ...brokenOff.map((name) => warning(`${name} broke off.`, 'The upgrade applies it again, and reports the reason if it fails.')),
    ...untried.flatMap(describeMissing),
  ]
  return findings.length > 0 ? findings : [ok(`The database is up to date with Callwright ${version}.`)]
}

/** A migration that blocks a table or breaks earlier servers says so in a comment, with the reason. */
function describeMissing({ name, sql }: { name: string; sql: string }): Finding[] {
  const { ok, warning } = findingsOf('migration')
  const exceptions = exceptionsOf(sql)
  if (exceptions.length === 0) return [ok(`${name} will be applied.`)]
  return exceptions.map(({ rule, reason }) => warning(`${name} will be applied (${rule}). ${reason}`, `See "${rule}" in docs/upgrades.md.`))
}
