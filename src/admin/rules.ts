import { Readable } from 'node:stream'
import { ruleChangesCsv } from '../kernel/lib/csv.ts'
import * as ruleChanges from '../services/planning/compliance/ruleChanges.ts'
import { describeRule } from '../services/planning/compliance/ruleTexts.ts'

/** The server administrator's commands for rules of law. */
export const ruleCommands = { 'rules check': async () => Readable.from(compare()).compose(ruleChangesCsv()) }

/** Yields each change with each running campaign that it concerns, or with none. */
async function* compare() {
  const changes = await ruleChanges.preview()
  const concerned = []
  for await (const ofWorkspace of ruleChanges.listConcerned(changes)) concerned.push(...ofWorkspace)
  for (const change of changes) {
    const { table, place } = change
    const row = { table, place, before: describeRule(table, change.before), after: describeRule(table, change.after) }
    const campaigns = concerned.filter((each) => each.changes.includes(change))
    if (campaigns.length === 0) yield row
    for (const { workspaceId, id, name } of campaigns) yield { ...row, workspaceId, campaignId: id, campaign: name }
  }
}
