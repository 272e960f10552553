import { randomUUID } from 'node:crypto'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { parseMicros } from '../../../src/kernel/lib/money.ts'
import { close } from '../../../src/services/calls/progress/callClosing.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { graphql } from '../../kit/clients/client.ts'
import type { TestWorkspace, NewWorkspace, TestServer } from '../../kit/server/testServer.ts'

/** Creates a workspace and signs in its owner. `gql` throws the first error. */
export async function createAlertWorkspace(testServer: TestServer, options?: NewWorkspace) {
  const acme = await testServer.workspace({ wallet: '10', ...options })
  const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'
  const { data } = await graphql(testServer.url, {}, signIn, { input: { email: acme.email, password: acme.password } })
  const ask = (query: string, variables?: object) => graphql(testServer.url, { Authorization: `Bearer ${data.signIn.accessToken}` }, query, variables)
  return {
    acme,
    ask,
    async gql(query: string, variables?: object) {
      const answer = await ask(query, variables)
      if (answer.errors) throw Object.assign(new Error(answer.errors[0]!.message), answer.errors[0])
      return answer.data
    },
    async set(input: object) {
      const { updateAlertSettings } = await this.gql(
        `mutation ($input: AlertSettingsInput!) { updateAlertSettings(input: $input) {
          failureRatePercent failureRateCalls webhookFailures numberUnansweredPercent numberUnansweredCalls emails mutedTypes canSendEmail } }`,
        { input },
      )
      return updateAlertSettings as Record<string, unknown>
    },
    /** Lists the alerts, newest first. */
    async alerts(openOnly = true): Promise<Seen[]> {
      const { alerts } = await this.gql(
        `query ($o: Boolean) { alerts(openOnly: $o) { nodes { id type subject title message path data clearedAt emails { address status attempts error sentAt } } } }`,
        { o: openOnly },
      )
      return alerts.nodes
    },
    debit: (amount: string) => wallet.debit(acme.id, parseMicros(amount)!, 'Paid back', randomUUID()),
    credit: (amount: string) => wallet.credit(acme.id, parseMicros(amount)!, 'Paid', randomUUID()),
  }
}
export type AlertWorkspace = Awaited<ReturnType<typeof createAlertWorkspace>>

export interface Seen {
  id: string
  type: string
  subject: string
  title: string
  message: string
  path: string
  // eslint-disable-next-line typescript/no-explicit-any -- tests read facts as sent
  data: any
  clearedAt: string | null
  emails: { address: string; status: string; attempts: number; error: string | null; sentAt: string | null }[] | null
}

/** Creates and closes calls with these statuses, one after another. */
export async function closeAll(workspaceId: number, statuses: string[], numberId: number | null = null, direction: 'outbound' | 'inbound' = 'outbound') {
  for (const status of statuses) {
    const call = await anyWorkspace.call.create({
      data: {
        workspaceId,
        ref: randomUUID(),
        fromNumber: '+12125550001',
        toNumber: '+12125550009',
        provider: 'retell',
        providerAgent: {},
        recorded: true,
        recordingReason: 'enabled',
        numberId,
        direction,
        status,
        endedAt: new Date(),
        endedReason: status === 'failed' ? 'dial_failed' : null,
        detail: { create: {} },
      },
    })
    await transaction((tx) => close(tx, workspaceId, call.id))
  }
}

export const numberOf = async ({ id: workspaceId }: TestWorkspace) => anyWorkspace.phoneNumber.findFirstOrThrow({ where: { workspaceId } })
export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
