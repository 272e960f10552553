import { leadErrorsRoute } from './leadErrors.ts'
import { ledgerRoute } from './ledger.ts'
import { recordingRoute } from './recording.ts'
import { resultsCsvRoute, resultsJsonRoute } from './resultExports.ts'
import type { Extension } from './route.ts'

/** Every route beside the table: those whose answer is not one JSON object. Each is described next to its handler. */
export const extensions: readonly Extension[] = [recordingRoute, ledgerRoute, leadErrorsRoute, resultsCsvRoute, resultsJsonRoute]
