import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by half of what is in use before it is collected. By itself, V8 would let it grow to several times that, and an idle server would keep
 * the garbage of its busiest minute. The young generation is limited by the flag with which the server is started.
 */
export const limitHeapGrowth = () => setFlagsFromString('--heap-growing-percent=50')
