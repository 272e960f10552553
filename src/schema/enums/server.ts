import { CHECK_STATES, type CheckState as State, type StatusCheckName as Name } from '../../services/operator/serverStatus.ts'
import { closedSet } from './closedSet.ts'

const PROCESS_ROLES = {
  all: 'It serves requests and runs jobs.',
  api: 'It serves requests.',
  worker: 'It runs jobs.',
  simulator: 'It is the simulator of voice providers and carriers.',
}
export const ProcessRole = closedSet('ProcessRole', 'What a process of the server does.', PROCESS_ROLES)

/** Whether this version knows the role. Processes of a newer one share the list during an update. */
export const isProcessRole = (role: string) => Object.hasOwn(PROCESS_ROLES, role)

export const CheckState = closedSet('CheckState', 'Result of a check of the server.', CHECK_STATES satisfies readonly State[])

export const StatusCheckName = closedSet('ServerCheckName', 'What a check of the server looks at.', {
  processes: 'Whether processes serve requests and run jobs. Counts those that are silent.',
  versions: 'Number of versions that run.',
  jobs: 'Jobs that wait.',
  failed_jobs: 'Jobs that failed in every attempt.',
  webhooks: 'Webhook deliveries that wait.',
  provider_webhooks: 'Webhooks of voice providers that wait to be processed.',
  dialing: 'Campaigns that wait for the dialer.',
  migrations: 'Migrations that the database lacks, or that this version does not know.',
  redis: 'Connection to Redis.',
  backup: 'Age of the last backup.',
} satisfies Record<Name, string>)
