import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { forbidden } from '../../kernel/vocabulary/errors.ts'
import { anyWorkspace, pool } from '../../kernel/db/db.ts'
import * as storedSettings from '../../kernel/db/storedSettings.ts'
import { redisState } from '../../kernel/events.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { perServer } from '../../kernel/serverState.ts'
import { listAll, type ServerProcess } from './serverProcesses.ts'
import { readState } from './serverState.ts'

export const STATUS_CHECKS = [
  'processes',
  'versions',
  'jobs',
  'failed_jobs',
  'webhooks',
  'provider_webhooks',
  'dialing',
  'migrations',
  'redis',
  'backup',
] as const
export type StatusCheckName = (typeof STATUS_CHECKS)[number]
export const CHECK_STATES = ['ok', 'warning', 'failure', 'unknown'] as const
export type CheckState = (typeof CHECK_STATES)[number]

export interface StatusCheck {
  name: StatusCheckName
  state: CheckState
  /** How long the oldest work of this kind has waited, in seconds. */
  seconds: number | null
  count: number | null
}

/** The migrations that this version needs. Set at the start. */
export const knownMigrations = perServer((): readonly string[] => [])

/** Seconds that work may wait before it is late, as in the alert rules of `deploy/observability`, and before that is a failure. */
export const LATE: Record<'jobs' | 'webhooks' | 'provider_webhooks' | 'dialing', { key: string; late: number; failed: number }> = {
  jobs: { key: 'oldest_job', late: 120, failed: 600 },
  webhooks: { key: 'oldest_webhook', late: 120, failed: 600 },
  provider_webhooks: { key: 'oldest_event', late: 60, failed: 300 },
  dialing: { key: 'dial_lag', late: 30, failed: 300 },
}

/** A backup that is older than this deserves a look. */
const BACKUP_SECONDS = 7 * 24 * 3_600

/**
 * Reads what runs, which version, and what is late, for people who run the server. No workspace is named. Throws FORBIDDEN to everyone
 * else: the right belongs to the account, whatever its role in a workspace.
 */
export async function read({ kind, userId }: Actor) {
  const isAllowed = kind === 'session' && userId !== undefined && (await isAdministrator(userId))
  if (!isAllowed) throw forbidden('server_administrator_required')
  const [processes, state, applied, backup] = await Promise.all([listAll(), readState(), listMigrations(), storedSettings.find<{ at: string }>('last_backup')])
  const valueOf = (key: string) => state.find(({ name }) => name === key)?.value ?? 0
  const work = Object.entries(LATE).map(([name, { key, late, failed }]): StatusCheck => {
    const seconds = Math.round(valueOf(key))
    return { name: name as StatusCheckName, state: seconds > failed ? 'failure' : seconds > late ? 'warning' : 'ok', seconds, count: null }
  })
  return {
    checkedAt: clock.now(),
    processes,
    checks: [
      ...checkProcesses(processes),
      ...work,
      counted('failed_jobs', valueOf('jobs_failed'), 'warning'),
      checkMigrations(applied),
      checkRedis(processes),
      checkBackup(backup),
    ],
    lastBackupAt: backup ? new Date(backup.at) : null,
  }
}
export type ServerStatus = Awaited<ReturnType<typeof read>>

const isAdministrator = async (id: number) =>
  (await anyWorkspace.user.findUnique({ where: { id, disabledAt: null }, select: { isServerAdministrator: true } }))?.isServerAdministrator === true

const counted = (name: StatusCheckName, count: number, otherwise: CheckState): StatusCheck => ({
  name,
  state: count === 0 ? 'ok' : otherwise,
  seconds: null,
  count,
})

/** Silent processes, and whether any process serves requests and any runs jobs. */
function checkProcesses(processes: readonly ServerProcess[]): StatusCheck[] {
  const running = processes.filter(({ isSilent }) => !isSilent)
  const silent = processes.length - running.length
  const isComplete = (['api', 'worker'] as const).every((role) => running.some((one) => one.role === role || one.role === 'all'))
  const versions = new Set(running.map(({ version }) => version)).size
  return [
    isComplete ? counted('processes', silent, 'warning') : { name: 'processes', state: 'failure', seconds: null, count: silent },
    { name: 'versions', state: versions > 1 ? 'warning' : 'ok', seconds: null, count: versions },
  ]
}

/** Migrations that are missing or that this version does not know. */
function checkMigrations(applied: readonly string[]): StatusCheck {
  const known = knownMigrations()
  const missing = known.filter((name) => !applied.includes(name)).length
  const unknown = applied.filter((name) => !known.includes(name)).length
  return { name: 'migrations', state: missing > 0 ? 'failure' : unknown > 0 ? 'warning' : 'ok', seconds: null, count: missing + unknown }
}

/** Several processes need Redis to share events and rate limits. */
function checkRedis(processes: readonly ServerProcess[]): StatusCheck {
  const state = redisState()
  const serving = processes.filter(({ role, isSilent }) => ['all', 'api'].includes(role) && !isSilent).length
  return { name: 'redis', state: state === 'unreachable' ? 'failure' : state === 'off' && serving > 1 ? 'warning' : 'ok', seconds: null, count: null }
}

/** The last backup that the command `backup` made. Of other backups, nothing is known. */
function checkBackup(backup: { at: string } | undefined): StatusCheck {
  const seconds = backup ? Math.max(0, Math.round((clock.now().getTime() - Date.parse(backup.at)) / 1_000)) : null
  return { name: 'backup', state: seconds === null ? 'unknown' : seconds > BACKUP_SECONDS ? 'warning' : 'ok', seconds, count: null }
}

async function listMigrations(): Promise<string[]> {
  const { rows } = await pool.query<{ migration_name: string }>(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  )
  return rows.map(({ migration_name: name }) => name)
}
