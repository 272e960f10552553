import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

const EVERY_MICROSECONDS = 200
let session: Session | null = null

/** Starts to sample this process. */
export async function startProfile() {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: EVERY_MICROSECONDS })
  await session.post('Profiler.start')
}

/** Stops sampling, and writes the profile to a file for Chrome's developer tools. */
export async function stopProfile(file: string) {
  const { profile } = await session!.post('Profiler.stop')
  session!.disconnect()
  writeFileSync(file, JSON.stringify(profile))
}
