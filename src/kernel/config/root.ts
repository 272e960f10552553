import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const above = (folder: string): string => (existsSync(join(folder, 'package.json')) || folder === dirname(folder) ? folder : above(dirname(folder)))

/** The folder of the package's description, above the sources as above what is built of them. */
export const ROOT = above(dirname(fileURLToPath(import.meta.url)))
