import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appliedLevels, knownLevels } from '../../prisma/migrate.ts'
import { findRunningPostgres } from '../embedded/postgres.ts'
import { type Env, loadEnv } from '../kernel/config/env.ts'
import { connect, disconnect, pool, requireDatabase } from '../kernel/db/db.ts'
import { closeMail, setMailServer } from '../kernel/mail.ts'
import { openFiles } from '../parts.ts'
import { useAdministratorData } from '../services/operator/administratorData.ts'
import { checkClock, checkDatabase, checkJobs, checkKeys } from '../services/operator/doctor/databaseChecks.ts'
import { type Finding, findingsOf, reasonOf } from '../services/operator/doctor/finding.ts'
import { checkFolder, checkSettings, checkVersion } from '../services/operator/doctor/machineChecks.ts'
import { checkCollector, checkFiles, checkMail, checkProviders, checkPublicUrl, checkRedis } from '../services/operator/doctor/serviceChecks.ts'
import { fileStore } from '../services/shared/files.ts'

/** Checks everything that a server with these settings depends on, and changes nothing. Returns what it found. */
export async function examine(load = loadEnv): Promise<Finding[]> {
  let env: Env
  try {
    env = load()
    useAdministratorData(env)
  } catch (error) {
    return [checkVersion(), findingsOf('settings').failure(reasonOf(error), 'Correct the settings. See docs/settings.md.')]
  }
  setMailServer(env.SMTP_URL, env.MAIL_FROM)
  const openStore = async () => (await openFiles(env), fileStore())
  const folder = await checkFolder(env)
  const services = Promise.all([
    checkRedis(env),
    checkMail(env),
    ...(folder.some(({ state }) => state === 'failure') ? [] : [checkFiles(env, openStore)]),
    checkPublicUrl(env),
    checkCollector(env),
  ]).finally(closeMail)
  return [checkVersion(), ...checkSettings(env), ...folder, ...(await examineDatabase(env)), ...(await services), ...(await checkProviders(env))]
}

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
    return [failure(reasonOf(error), env.DATABASE_URL ? 'Start the database, or correct DATABASE_URL.' : 'Restart the server.')]
  } finally {
    await disconnect()
  }
}

/** Returns a line for each finding, with what to do below it. */
export const formatFindings = (findings: readonly Finding[]) =>
  findings.map(({ check, state, text, advice }) => `${state.padEnd(8)} ${check.padEnd(9)} ${text}\n${advice ? `${' '.repeat(19)}${advice}\n` : ''}`).join('')

/** Whether a server can work with what was found. Otherwise, the command ends with an exit code other than 0. */
export const isWorking = (findings: readonly Finding[]) => findings.every(({ state }) => state !== 'failure')
