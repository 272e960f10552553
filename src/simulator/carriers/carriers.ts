import { nowMs } from '../../kernel/lib/clock.ts'
import type { Faults } from '../wire/faults.ts'
import type { Site } from '../wire/http.ts'
import type { Tables } from '../calls/tables.ts'
import { accountKey, addLine, openReadyAccounts } from './accounts.ts'
import { newDeliveries } from './deliveries.ts'
import { HALVES } from './carrierSimulators.ts'
import { type House, openHouse } from './builtInAccount.ts'
import { openTexts, textKey, type Texts } from './messages.ts'
import type { CarrierWorld, SimAccount, SimLine } from './types.ts'

export interface Carriers {
  sites: Site[]
  texts: Texts
  /** Goes on with what was under way when the simulator last ended. */
  resume(): void
  close(): Promise<void>
}

interface Parts {
  tables: Tables
  faults: Faults
  speed: number
  url: string
  log: (line: string) => void
  house: House | undefined
}

/** The simulated carriers: ready accounts, their APIs, and the life of their texts. */
export async function openCarriers({ tables, faults, speed, url, log, house }: Parts): Promise<Carriers> {
  if (house) await openHouse(tables, house)
  await openReadyAccounts(tables)
  const deliveries = newDeliveries(faults, log)
  const texts = openTexts(tables, deliveries, { speed, log }, () => context)
  const context = carrierWorld(tables, texts, url)
  return {
    sites: HALVES.flatMap((half) => half.sites(context)),
    texts,
    resume: texts.resume,
    async close() {
      texts.close()
      await deliveries.close()
    },
  }
}

function carrierWorld(tables: Tables, texts: Texts, url: string): CarrierWorld {
  const { carrierAccounts, carrierNumbers, carrierMessages } = tables
  const isOf = (account: SimAccount) => (one: { carrier: string; accountId: string }) => one.carrier === account.carrier && one.accountId === account.id
  return {
    url,
    account: (carrier, id) => carrierAccounts.get(accountKey({ carrier, id })),
    accountWith: (carrier, credential, value) =>
      carrierAccounts.all().find((account) => account.carrier === carrier && account.credentials[credential] === value),
    saveAccount: (account) => carrierAccounts.save(accountKey(account), account),
    lines: (account) => carrierNumbers.all().filter(isOf(account)),
    async line(account, e164) {
      const line = carrierNumbers.get(e164)
      if (line) return isOf(account)(line) ? line : undefined
      return account.ownsAny ? addLine(tables, account, { e164, voice: true, sms: true, registered: true }) : undefined
    },
    lineById: (account, id) => carrierNumbers.all().find((line) => line.id === id && isOf(account)(line)),
    saveLine: (line: SimLine) => carrierNumbers.save(line.e164, line),
    texts: (account) => carrierMessages.all().filter(isOf(account)),
    text(account, id) {
      const text = carrierMessages.get(textKey(account.carrier, id))
      return text && isOf(account)(text) ? text : undefined
    },
    stepOf: (text) => text.steps.findLast((step) => step.at <= nowMs()) ?? null,
    take: texts.take,
  }
}
