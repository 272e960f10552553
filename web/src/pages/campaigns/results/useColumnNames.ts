import { useCodedTexts } from '../../../messages.ts'
import { RESULT_COLUMNS } from './resultColumns.ts'

/** Names of result columns in the language of the dashboard, and back. Answers and lead data keep the names that a customer gave them. */
export function useColumnNames() {
  const textOf = useCodedTexts('resultColumns')
  const toLabel = (name: string): string => textOf(name) ?? name
  /** The server derives a label from the name of a column that is not a question with a title. */
  const toHeader = ({ name, label }: { name: string; label: string }) => (label.toLowerCase() === name.replaceAll('_', ' ') ? (textOf(name) ?? label) : label)
  return { toLabel, toHeader, toName: (label: string): string => RESULT_COLUMNS.find((name) => toLabel(name) === label) ?? label }
}
