import type { Env } from '../../kernel/config/env.ts'
import { planOverrides, PlansFile } from '../../kernel/vocabulary/plans.ts'
import { PricesFile } from './priceList.ts'
import { usePrices } from './pricing.ts'
import { readDataFile } from '../../kernel/lib/validity.ts'

/**
 * Applies the plan limits and prices from the server administrator's files, or the built-in ones. Called once at startup. Throws an Error
 * that names the setting, the file and every mistake in it.
 */
export function useAdministratorData({ PLANS_FILE, PRICES_FILE }: Pick<Env, 'PLANS_FILE' | 'PRICES_FILE'>): void {
  planOverrides.set(PLANS_FILE ? readDataFile('PLANS_FILE', PLANS_FILE, PlansFile).plans : [])
  usePrices(PRICES_FILE ? readDataFile('PRICES_FILE', PRICES_FILE, PricesFile).prices : [])
}
