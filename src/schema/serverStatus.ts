import * as serverStatus from '../services/operator/serverStatus.ts'
import type { ServerProcess as ProcessRow } from '../services/operator/serverProcesses.ts'
import { actorOf, builder } from './base/builder.ts'
import { CheckState, isProcessRole, ProcessRole, StatusCheckName } from './enums/server.ts'

const ServerProcess = builder.objectRef<ProcessRow>('ServerProcess').implement({
  description: 'Process of this server.',
  fields: (t) => ({
    id: t.exposeID('id'),
    host: t.exposeString('host', { description: 'Name of the machine or container that it runs on.' }),
    role: t.field({
      type: ProcessRole,
      nullable: true,
      description: 'What it does. `null` if it runs a newer version, with a role that this one does not know.',
      resolve: ({ role }) => (isProcessRole(role) ? role : null),
    }),
    version: t.exposeString('version', { description: 'Version of Callwright that it runs.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    lastSeenAt: t.expose('seenAt', { type: 'DateTime', description: 'When it last reported. It reports every 30 seconds.' }),
    isSilent: t.exposeBoolean('isSilent', { description: 'Whether it has missed three reports. It is removed from the list after an hour.' }),
  }),
})

const ServerCheck = builder.objectRef<serverStatus.StatusCheck>('ServerCheck').implement({
  description: 'Part of the status of this server.',
  fields: (t) => ({
    name: t.expose('name', { type: StatusCheckName }),
    state: t.expose('state', { type: CheckState }),
    seconds: t.exposeInt('seconds', { nullable: true, description: 'How long the oldest work has waited, or the age of the last backup.' }),
    count: t.exposeInt('count', { nullable: true, description: 'Number of processes, versions, jobs or migrations that the check counts.' }),
  }),
})

const ServerStatus = builder.objectRef<serverStatus.ServerStatus>('ServerStatus').implement({
  description: 'What runs on this server, and what is late.',
  fields: (t) => ({
    checkedAt: t.expose('checkedAt', { type: 'DateTime' }),
    processes: t.expose('processes', { type: [ServerProcess], description: 'Running processes, and those that stopped within an hour without notice.' }),
    checks: t.expose('checks', { type: [ServerCheck] }),
    lastBackupAt: t.expose('lastBackupAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the command `backup` last ran. `null` if it never did.',
    }),
  }),
})

builder.queryField('serverStatus', (t) =>
  t.field({
    type: ServerStatus,
    description: 'Get the status of this server. Only for server administrators.',
    authScopes: { person: true },
    resolve: (_, __, ctx) => serverStatus.read(actorOf(ctx)),
  }),
)
