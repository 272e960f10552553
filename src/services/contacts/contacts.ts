import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { parseE164, readPhone } from '../../kernel/lib/phones.ts'
import type { Lead } from '../../generated/prisma/client.ts'
import * as contactLeads from '../leads/contactLeads.ts'

/** The person at the other end of calls, messages and leads: one phone number, in E.164. Exists for every number, with or without data. */
export interface Contact {
  phoneNumber: string
  leads: Lead[]
}

/** Returns a contact. Throws NOT_FOUND for what is no phone number in E.164, and for the workspace's own numbers. */
export async function get(actor: Actor, text: string): Promise<Contact> {
  const phoneNumber = parseE164(text)
  if (phoneNumber === null || (await isOwnNumber(actor, phoneNumber))) throw notFound('Contact')
  return { phoneNumber, leads: await contactLeads.listOfNumber(actor, phoneNumber) }
}

/** The name of a contact's newest lead that has one, or null. */
export const nameOf = ({ leads }: Contact): string | null => leads.find(({ name }) => name)?.name ?? null

async function isOwnNumber({ workspaceId }: Actor, phoneNumber: string): Promise<boolean> {
  return (await db.phoneNumber.findFirst({ where: { workspaceId, phoneNumber }, select: { id: true } })) !== null
}

/** A contact that a search found. */
export interface ContactMatch {
  phoneNumber: string
  name: string | null
}

const MAX_MATCHES = 8
const MIN_TEXT_LENGTH = 2
const MAX_TEXT_LENGTH = 100

/**
 * Finds contacts by a part of the name, the number or the external ID of the newest leads, or by a whole number as people write it. Returns at
 * most 8, each number once; none for a text of less than 2 or more than 100 characters.
 */
export async function search(actor: Actor, query: string): Promise<ContactMatch[]> {
  const text = query.trim()
  if (text.length < MIN_TEXT_LENGTH || text.length > MAX_TEXT_LENGTH) return []
  const number = readPhone(text)
  const matches = await contactLeads.searchNewest(actor, number ?? text)
  const isKnown = number === null || matches.length > 0 || (await isOwnNumber(actor, number))
  if (!isKnown) return [{ phoneNumber: number, name: null }]
  return firstOfEachNumber(matches).slice(0, MAX_MATCHES)
}

function firstOfEachNumber(matches: ContactMatch[]): ContactMatch[] {
  const byNumber = new Map<string, ContactMatch>()
  for (const match of matches) if (!byNumber.get(match.phoneNumber)?.name) byNumber.set(match.phoneNumber, match)
  return [...byNumber.values()]
}
