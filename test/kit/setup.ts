import { useMasterKey } from '../../src/seal.ts'

useMasterKey(Buffer.alloc(32, 7))
