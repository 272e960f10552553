import { expiryOf } from '../../compliance/registers/registerRules.ts'
import type { CountryRegister } from './preflightFacts.ts'

/** A country whose register the law demands to look at, for these leads: there is none, or the newest has expired. */
export interface RegisterGap {
  country: string
  leads: number
  expired: { register: string; at: Date } | null
}

/** Lists the countries for which no register is valid at a time. */
export const findRegisterGaps = (demanding: ReadonlyMap<string, number>, registers: readonly CountryRegister[], now: Date): RegisterGap[] =>
  [...demanding].flatMap(([country, leads]) => {
    const known = registers.filter((register) => register.country === country).map((register) => ({ register: register.name, at: findExpiry(register) }))
    if (known.some(({ at }) => at === null || at >= now)) return []
    return { country, leads, expired: (known as { register: string; at: Date }[]).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null }
  })

const findExpiry = ({ washedAt, ...register }: CountryRegister) => expiryOf({ ...register, type: 'register', washedAt: new Date(washedAt) })
