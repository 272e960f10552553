import type { Env } from '../../kernel/config/env.ts'
import { PlansFile, usePlans } from '../../kernel/vocabulary/plans.ts'
import { PricesFile } from './priceList.ts'
import { usePrices } from './pricing.ts'
import { readDataFile } from '../../kernel/lib/validity.ts'

/**
 * Puts the limits of plans and the prices into force that the server administrator's files name; the built-in ones where there are none. Read once
 * at the start. Throws an Error that names the setting, the file and every place in it that is wrong.
 */
export function useAdministratorData({ PLANS_FILE, PRICES_FILE }: Pick<Env, 'PLANS_FILE' | 'PRICES_FILE'>): void {
  usePlans(PLANS_FILE ? readDataFile('PLANS_FILE', PLANS_FILE, PlansFile).plans : [])
  usePrices(PRICES_FILE ? readDataFile('PRICES_FILE', PRICES_FILE, PricesFile).prices : [])
}
