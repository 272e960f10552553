import { nowMs } from '../../kernel/lib/clock.ts'
import type { Faults } from '../wire/faults.ts'
import type { Site } from '../wire/http.ts'
import type { Tables } from '../calls/tables.ts'
import type { Post } from '../calls/webhooks.ts'
import { accountKey, addNumber, openDefaultAccounts } from './accounts.ts'
import { createDeliveries } from './deliveries.ts'
import { CARRIER_SIMULATORS } from './carrierSimulators.ts'
import { type BuiltInAccount, openBuiltInAccount } from './builtInAccount.ts'
import { openMessages, messageKey, type Messages } from './messages.ts'
import type { CarrierContext, SimAccount, SimNumber } from './types.ts'

export interface Carriers {
  sites: Site[]
  messages: Messages
  /** Resumes messages that were in progress when the simulator stopped. */
  resume(): void
  close(): Promise<void>
}

interface CarrierOptions {
  tables: Tables
  faults: Faults
  speed: number
  url: string
  post: Post
  log: (line: string) => void
  builtInAccount: BuiltInAccount | undefined
}

/** Simulates the carriers: default accounts, APIs, and messages with their receipts. */
export async function openCarriers({ tables, faults, speed, url, post, log, builtInAccount }: CarrierOptions): Promise<Carriers> {
  if (builtInAccount) await openBuiltInAccount(tables, builtInAccount)
  await openDefaultAccounts(tables)
  const deliveries = createDeliveries(faults, post, log)
  const messages = openMessages(tables, deliveries, { speed, log }, () => context)
  const context = createCarrierContext(tables, messages, url)
  return {
    sites: CARRIER_SIMULATORS.flatMap((simulator) => simulator.sites(context)),
    messages,
    resume: messages.resume,
    async close() {
      messages.close()
      await deliveries.close()
    },
  }
}

function createCarrierContext(tables: Tables, messages: Messages, url: string): CarrierContext {
  const { carrierAccounts, carrierNumbers, carrierMessages } = tables
  const belongsTo = (account: SimAccount) => (row: { carrier: string; accountId: string }) => row.carrier === account.carrier && row.accountId === account.id
  return {
    url,
    account: (carrier, id) => carrierAccounts.get(accountKey({ carrier, id })),
    accountWith: (carrier, credential, value) =>
      carrierAccounts.all().find((account) => account.carrier === carrier && account.credentials[credential] === value),
    saveAccount: (account) => carrierAccounts.save(accountKey(account), account),
    numbers: (account) => carrierNumbers.all().filter(belongsTo(account)),
    async number(account, e164) {
      const phoneNumber = carrierNumbers.get(e164)
      if (phoneNumber) return belongsTo(account)(phoneNumber) ? phoneNumber : undefined
      return account.ownsAny ? addNumber(tables, account, { e164, voice: true, sms: true, registered: true }) : undefined
    },
    numberById: (account, id) => carrierNumbers.all().find((phoneNumber) => phoneNumber.id === id && belongsTo(account)(phoneNumber)),
    saveNumber: (phoneNumber: SimNumber) => carrierNumbers.save(phoneNumber.e164, phoneNumber),
    messages: (account) => carrierMessages.all().filter(belongsTo(account)),
    message(account, id) {
      const message = carrierMessages.get(messageKey(account.carrier, id))
      return message && belongsTo(account)(message) ? message : undefined
    },
    stepOf: (message) => message.steps.findLast((step) => step.at <= nowMs()) ?? null,
    acceptMessage: messages.acceptMessage,
  }
}
