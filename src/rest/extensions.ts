import { leadErrorsRoute } from './files/leadErrors.ts'
import { ledgerRoute } from './files/ledger.ts'
import { recordingRoute } from './files/recording.ts'
import { resultsCsvRoute, resultsJsonRoute } from './files/resultExports.ts'
import type { Extension } from './route.ts'

/** All routes outside the table: those whose response is not one JSON object. Each is described next to its handler. */
export const extensions: readonly Extension[] = [recordingRoute, ledgerRoute, leadErrorsRoute, resultsCsvRoute, resultsJsonRoute]
