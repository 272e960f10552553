import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { syncFolder } from '../kernel/lib/syncFolder.ts'
import type { FileStore } from './fileStore.ts'

/** No part of a key starts with a dot, so that no key leads out of the folder. */
const KEY = /^\w[\w.-]*(\/\w[\w.-]*)*$/

/** Stores files in a local folder, or in one that several machines share. */
export function localStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is not a valid file name`)
    return join(folder, ...key.split('/'))
  }
  const partialPathOf = (key: string) => `${pathOf(key)}.part`

  return {
    async write(key, source) {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
      const bytes = await writeAndSync(partialPathOf(key), source)
      // If the machine dies before this, the file is a `.part`. Once it is renamed, all of it is on disk.
      await rename(partialPathOf(key), pathOf(key))
      await syncFolder(dirname(pathOf(key)))
      return bytes
    },
    async read(key, part) {
      const file = createReadStream(pathOf(key), part)
      return once(file, 'open').then(
        () => file,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        },
      )
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(partialPathOf(key), { force: true })
    },
  }
}

/** Writes a file and syncs it to disk; deletes it if the source fails. */
async function writeAndSync(path: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    let bytes = 0
    for await (const chunk of source) {
      await file.writeFile(chunk)
      bytes += chunk.length
    }
    await file.sync()
    return bytes
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
