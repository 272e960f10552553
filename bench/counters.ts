import { Session } from 'node:inspector/promises'
import type { HeapProfiler } from 'node:inspector'

/** Bytes between two samples. Smaller makes the sum more exact. */
const SAMPLING_INTERVAL = 4_096
let session: Session | null = null

/** Stops the time by which caches expire, so that a slow machine doesn't look up more. */
export function holdTime() {
  const now = performance.now()
  performance.now = () => now
}

/** Starts to sample what this process allocates, including what is collected meanwhile. */
export async function startAllocations() {
  session = new Session()
  session.connect()
  const rest = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true }
  await session.post('HeapProfiler.startSampling', { samplingInterval: SAMPLING_INTERVAL, ...rest })
}

/** Stops sampling. Returns the allocated bytes. */
export async function stopAllocations(): Promise<number> {
  const { profile } = await session!.post('HeapProfiler.stopSampling')
  session!.disconnect()
  return sizeOf(profile.head)
}

const sizeOf = ({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number => children.reduce((sum, child) => sum + sizeOf(child), selfSize)

/** Starts to count the functions of the product and its packages that this process calls. */
export async function startFunctions() {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
}

/** Stops counting. Returns the number of calls. `__name` is from the compiler of the tests. */
export async function stopFunctions(): Promise<number> {
  const { result } = await session!.post('Profiler.takePreciseCoverage')
  await session!.post('Profiler.stopPreciseCoverage')
  session!.disconnect()
  const functions = result.filter(({ url }) => url.startsWith('file:') || url.startsWith('/')).flatMap(({ functions }) => functions)
  return functions.reduce((sum, { functionName, ranges }) => sum + (functionName === '__name' ? 0 : ranges[0]!.count), 0)
}
