import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { badRequest, notFound } from '../../../kernel/vocabulary/errors.ts'
import { SHORT_PAGE } from '../../../kernel/db/rows.ts'
import { ifGiven, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { parseE164 } from '../../../kernel/lib/phones.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import { type Page, pageById, type PageArgs } from '../../shared/paging.ts'
import { CALL_FACTS, type CallFacts } from './callFacts.ts'
import { signProof, type SignedProof } from './proofDocuments.ts'

const findCalls = statement(
  'callProofs.findCalls',
  sql`
    select c.id, ${CALL_FACTS} as "facts!", c.lead_id, contact.phone_number,
      (select created_at from dnc_entries e where e.workspace_id = $workspaceId and e.phone_number = contact.phone_number) as listed_since,
      (select sentence from opt_outs o where o.workspace_id = $workspaceId and o.call_id = c.id) as sentence
    from calls c left join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id,
      lateral (select case when c.direction = 'inbound' then c.from_number else c.to_number end as phone_number) contact
    where c.workspace_id = $workspaceId and c.id = any($ids) order by c.id desc`,
)

const findErased = statement(
  'callProofs.findErased',
  sql`select id, proof, erased_at, reason from erased_calls where workspace_id = $workspaceId and id = $id and proof is not null`,
)

const findConsents = statement(
  'callProofs.findConsents',
  sql`select id, text, source, evidence, revoked_at from consents where workspace_id = $workspaceId and id = any($ids)`,
)

const findNames = statement(
  'callProofs.findNames',
  sql`
    select (select name from agents where workspace_id = $workspaceId and id = $agentId?::int) as agent,
      (select name from campaigns where workspace_id = $workspaceId and id = $campaignId?::int) as campaign,
      (select u.email from users u join memberships m on m.user_id = u.id where m.workspace_id = $workspaceId and u.id = $userId?::int) as member,
      (select name from api_keys where workspace_id = $workspaceId and id = $keyId?::int) as api_key`,
)

type Workspace = Pick<Actor, 'workspaceId'>

/** Returns the proof of a call, also of one that was erased. Throws NOT_FOUND. */
export async function get(actor: Workspace, id: CallId): Promise<SignedProof> {
  const { workspaceId } = actor
  const call = await findCalls.get({ workspaceId, ids: [id] })
  if (call) return prove(actor, call)
  const erased = await findErased.get({ workspaceId, id })
  if (!erased) throw notFound('Call')
  const facts = fromJson<CallFacts>(erased.proof)
  return signProof({ ...(await partsOf(actor, id, facts)), contact: null, erased: { at: erased.erasedAt.toISOString(), reason: erased.reason } })
}

const listIds = statement(
  'callProofs.listIds',
  sql`
    select id from (
      (select id from calls where workspace_id = $workspaceId and direction <> 'inbound' and to_number = $phoneNumber ${ifGiven('before', sql`and id < $before`)}
        order by id desc limit $take)
      union all
      (select id from calls where workspace_id = $workspaceId and direction = 'inbound' and from_number = $phoneNumber ${ifGiven('before', sql`and id < $before`)}
        order by id desc limit $take)) c
    order by id desc limit $take`,
)

/** Lists the proofs of all calls with a contact's number, newest first. Throws BAD_REQUEST for an invalid number. */
export async function list(actor: Actor, text: string, page: PageArgs): Promise<Page<{ id: number } & SignedProof>> {
  const { workspaceId } = actor
  const phoneNumber = parseE164(text)
  if (!phoneNumber) throw badRequest('invalid_phone_number')
  const { rows, hasMore } = await pageById(page, SHORT_PAGE, ({ where, take }) => listIds.all({ workspaceId, phoneNumber, before: where.id?.lt, take }))
  const calls = await findCalls.all({ workspaceId, ids: rows.map(({ id }) => id) })
  const proofs = []
  for (const call of calls) proofs.push({ id: call.id, ...(await prove(actor, call)) })
  return { rows: proofs, hasMore }
}

type CallRow = Awaited<ReturnType<typeof findCalls.all>>[number]

async function prove(actor: Workspace, { id, facts: json, leadId, phoneNumber, listedSince, sentence }: CallRow): Promise<SignedProof> {
  const facts = fromJson<CallFacts>(json)
  const ids = facts.consents.map((consent) => consent.id)
  const consents = ids.length === 0 ? [] : await findConsents.all({ workspaceId: actor.workspaceId, ids })
  const contact = {
    phone_number: phoneNumber,
    lead_id: leadId,
    on_do_not_call_list_since: listedSince?.toISOString() ?? null,
    opt_out_sentence: sentence ?? null,
    consents: consents.map(({ revokedAt, ...consent }) => ({ ...consent, revoked_at: revokedAt?.toISOString() ?? null })),
  }
  return signProof({ ...(await partsOf(actor, id, facts)), contact, erased: null })
}

/** The parts that calls and erased calls have in common. */
async function partsOf({ workspaceId }: Workspace, callId: CallId, facts: CallFacts) {
  const { decision, start, agent_id: agentId, campaign_id: campaignId, opt_out } = facts
  const userId = decision?.by ? decision.by.user : start?.user
  const keyId = decision?.by ? decision.by.key : start?.key
  const names = await findNames.get({ workspaceId, agentId, campaignId, userId: userId ?? null, keyId: keyId ?? null })
  const { agent, campaign, member, apiKey } = names!
  return {
    workspace_id: workspaceId,
    call_id: callId,
    issued_at: clock.now().toISOString(),
    facts,
    opt_out,
    names: { agent, campaign, member, api_key: apiKey },
  }
}
