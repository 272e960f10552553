import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

const EVERY_MICROSECONDS = 200
let session: Session | null = null

/** Begins to look at this process, many times a second. */
export async function startProfile() {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: EVERY_MICROSECONDS })
  await session.post('Profiler.start')
}

/** Ends it, and writes the profile for Chrome's developer tools to a file. */
export async function stopProfile(file: string) {
  const { profile } = await session!.post('Profiler.stop')
  session!.disconnect()
  writeFileSync(file, JSON.stringify(profile))
}
