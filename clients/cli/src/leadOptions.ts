import type { Command } from 'commander'
import { usage } from './errors.ts'
import type { ColumnMapping } from './leadRows.ts'
import type { Operation } from './manifest.ts'

/** Whether an operation accepts its rows from a file. */
export const takesFile = ({ tool }: Operation) => tool === 'add_leads' || tool === 'upsert_leads'

/** Adds the options of commands that accept a file of leads. */
export function addFileOptions(command: Command): void {
  command
    .option('--file <file>', 'CSV or JSON file of any length, or - for stdin (columns are recognized by name, other columns become custom fields)')
    .option(
      '--column <field=column>',
      'column that contains phone_number, name, external_id, timezone or a consent field such as consent_basis (repeatable)',
      columnOf,
    )
    .option('--errors-to <file>', 'file for rejected rows, each with its error')
}

function columnOf(text: string, before: ColumnMapping = {}): ColumnMapping {
  const [, field, column] =
    /^(phone_number|name|external_id|timezone|consent_(?:basis|purpose|text|source|given_at|evidence|expires_at))=(.+)$/s.exec(text) ?? []
  if (!field)
    throw usage(
      'Use --column like --column phone_number="Mobile number". The field must be phone_number, name, external_id, timezone or a consent field such as consent_basis.',
    )
  return { ...before, [field]: column }
}
