import type { RegisterType } from '../../inputs/dncRegisters.ts'
import type { RegisterStatus } from '../../services/compliance/registers/registers.ts'
import { closedSet } from './closedSet.ts'

export const DncRegisterType = closedSet('DncRegisterType', 'What a list of blocked numbers is.', {
  register: 'The do-not-call register of a country.',
  suppression: 'A list of your own.',
} satisfies Record<RegisterType, string>)

export const DncRegisterStatus = closedSet('DncRegisterStatus', 'Whether a register has numbers.', {
  empty: 'No file was loaded yet.',
  loading: 'A file is being loaded. Until then, the earlier numbers stay blocked.',
  ready: '',
  failed: 'The last file could not be loaded. The earlier numbers stay blocked.',
} satisfies Record<RegisterStatus, string>)
