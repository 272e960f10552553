import { LeaseLostError } from '../kernel/vocabulary/errors.ts'
import { ProviderError } from './provider.ts'

/** Whether the provider rejected the request: nothing was created, and a retry will not help. */
export const isRefusal = (error: unknown): error is ProviderError => error instanceof ProviderError && (error.kind === 'rejected' || error.kind === 'not_found')

const NUMBER_TAKEN = 'number_taken'

/** Creates the error for a number that already exists at the provider and that we did not import. */
export const numberTakenError = (vendor: string, e164: string) =>
  new ProviderError('rejected', `${vendor} already has the number ${e164} from another setup`, { code: NUMBER_TAKEN })

/** Whether the error means that the number belongs to another setup at the provider. */
export const isNumberTaken = (error: unknown): boolean => error instanceof ProviderError && error.info.code === NUMBER_TAKEN

/** Saves a created resource; deletes it again if saving fails, since an unsaved resource would be an orphan. */
export async function saveOrUndo(save: () => Promise<void>, undo: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof LeaseLostError)) await undo().catch(() => {})
    throw error
  }
}
