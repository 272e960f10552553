import type { Command } from 'commander'
import { usage } from './errors.ts'
import type { Named } from './leadRows.ts'
import type { Operation } from './manifest.ts'

/** Whether the rows of that operation may come in a file. */
export const takesFile = ({ tool }: Operation) => tool === 'add_leads' || tool === 'upsert_leads'

/** What a command that takes a file of leads takes beside it. */
export function addFileOptions(command: Command): void {
  command
    .option('--file <file>', 'rows of a CSV or JSON file of any length, - for stdin; columns are recognised by their names, others become a part of data')
    .option('--column <field=column>', 'which column holds phone_number, name, external_id or timezone; may be repeated', columnOf)
    .option('--errors-to <file>', 'keep the rows that are refused, each with the reason')
}

function columnOf(text: string, before: Named = {}): Named {
  const [, field, column] = /^(phone_number|name|external_id|timezone)=(.+)$/s.exec(text) ?? []
  if (!field) throw usage('--column is like --column phone_number="Mobile number"; the field is phone_number, name, external_id or timezone')
  return { ...before, [field]: column }
}
