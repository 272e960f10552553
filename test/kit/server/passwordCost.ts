import * as passwords from '../../../src/services/access/sessions/passwords.ts'

const REAL = { ...passwords.COST }

/** Lowers the cost of passwords, because nearly every test creates accounts. */
export const lowerPasswordCost = () => void Object.assign(passwords.COST, { memoryCost: 256, timeCost: 1 })

/** Sets the product's cost again, for the tests of a file that are about it. */
export const useRealPasswordCost = () => void Object.assign(passwords.COST, REAL)
