import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appliedLevels, knownLevels } from '../../prisma/migrate.ts'
import { findRunningPostgres } from '../embedded/postgres.ts'
import { type Env, loadEnv } from '../kernel/config/env.ts'
import { connect, disconnect, pool } from '../kernel/db/db.ts'
import { DatabaseProblem, requireDatabase } from '../kernel/db/requirements.ts'
import { closeMail, setMailServer } from '../kernel/mail.ts'
import { openFiles } from '../parts.ts'
import { useAdministratorData } from '../services/operator/administratorData.ts'
import { checkClock, checkDatabase, checkJobs, checkKeys } from '../services/operator/doctor/databaseChecks.ts'
import { type Finding, findingsOf, reasonOf } from '../services/operator/doctor/finding.ts'
import { checkNames } from '../services/operator/doctor/nameChecks.ts'
import { checkPort, checkSimulator } from '../services/operator/doctor/portChecks.ts'
import { checkFolder, checkSettings, checkVersion } from '../services/operator/doctor/machineChecks.ts'
import { checkCollector, checkFiles, checkMail, checkProviders, checkPublicUrl, checkRedis } from '../services/operator/doctor/serviceChecks.ts'
import { fileStore } from '../services/shared/files.ts'

/** Checks everything that a server with these settings depends on, and changes nothing. Returns what it found. */
export async function examine(load = loadEnv, variables: NodeJS.ProcessEnv = process.env): Promise<Finding[]> {
  let env: Env
  try {
    env = load()
    useAdministratorData(env)
  } catch (error) {
    return [checkVersion(), findingsOf('settings').failure(reasonOf(error), 'Correct the settings. See docs/settings.md.'), ...checkNames(variables)]
  }
  setMailServer(env.SMTP_URL, env.MAIL_FROM)
  const openStore = async () => (await openFiles(env, STORE_TIMEOUT_MS), fileStore())
  const folder = await checkFolder(env)
  const services = Promise.all([
    checkRedis(env),
    checkMail(env),
    ...(folder.some(({ state }) => state === 'failure') ? [] : [checkFiles(env, openStore)]),
    checkCollector(env),
    checkPort(env),
  ]).finally(closeMail)
  const database = await examineDatabase(env)
  const hasKeys = database.some(({ check, state }) => check === 'keys' && state === 'ok')
  const address = await checkPublicUrl(env, hasKeys)
  const others = [...(await services), address, ...(await checkSimulator(env)), ...(await checkProviders(env))]
  return [checkVersion(), ...checkSettings(env), ...checkNames(variables), ...folder, ...database, ...others]
}

/** How long an S3 store may take for a request, which is repeated. */
const STORE_TIMEOUT_MS = 5_000

/** PostgreSQL's code for a right that is missing. */
const NOT_PERMITTED = '42501'

async function examineDatabase(env: Env): Promise<Finding[]> {
  const { warning, failure } = findingsOf('database')
  const url = env.DATABASE_URL ?? (await findRunningPostgres(env.DATA_DIR))
  if (!url) return [warning('The embedded database is not running, so it was not checked.', 'Start the server, and run this command again.')]
  connect(url, { size: 6, directUrl: env.DATABASE_DIRECT_URL })
  try {
    await requireDatabase()
    const [known, applied] = [knownLevels(), await appliedLevels(pool)]
    const findings = [...(await checkDatabase({ known, applied })), await checkClock()]
    if (applied.length !== known.length) return findings
    return [...findings, await checkKeys(env, existsSync(join(env.DATA_DIR, 'encryption.key'))), ...(await checkJobs())]
  } catch (error) {
    if (!env.DATABASE_URL) return [failure(reasonOf(error), 'Restart the server.')]
    if ((error as { code?: string }).code === NOT_PERMITTED)
      return [failure(`The user of DATABASE_URL may not read the tables: ${reasonOf(error)}`, 'Use the user who owns the tables, as the server does.')]
    return [error instanceof DatabaseProblem ? failure(error.problem, error.advice) : failure(reasonOf(error), 'Start the database, or correct DATABASE_URL.')]
  } finally {
    await disconnect()
  }
}

/** Returns a line for each finding, with what to do below it. */
export const formatFindings = (findings: readonly Finding[]) =>
  findings.map(({ check, state, text, advice }) => `${state.padEnd(8)} ${check.padEnd(9)} ${text}\n${advice ? `${' '.repeat(19)}${advice}\n` : ''}`).join('')

/** Whether a server can work with what was found. Otherwise, the command ends with an exit code other than 0. */
export const isWorking = (findings: readonly Finding[]) => findings.every(({ state }) => state !== 'failure')
