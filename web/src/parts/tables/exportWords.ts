import { CALL_STATES, DIRECTIONS } from '../../../../src/kernel/vocabulary/callStates.ts'
import { LEAD_STATES } from '../../../../src/inputs/leads.ts'
import { useWords, type WordKind } from '../../messages.ts'

const OUTCOMES = ['success', 'not_interested', 'callback', 'unknown', 'no_answer', 'busy', 'voicemail', 'failed']

interface ExportColumn {
  name: string
  title: string
}

/** Returns a function that adds the words of statuses, outcomes and directions to the columns of an exported list. */
export function useExportWords(statusKind: 'call' | 'lead') {
  const word = useWords()
  const wordsOf = (kind: WordKind, values: readonly string[]) => values.map((value) => ({ value, label: word(kind, value) }))
  return (columns: ExportColumn | readonly ExportColumn[]) =>
    [columns].flat().map((column: ExportColumn) => {
      if (column.name === 'status') return { ...column, words: wordsOf(statusKind, statusKind === 'call' ? CALL_STATES : LEAD_STATES) }
      if (column.name === 'outcome') return { ...column, words: wordsOf('outcome', OUTCOMES) }
      return column.name === 'direction' ? { ...column, words: wordsOf('direction', DIRECTIONS) } : column
    })
}
