import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const findPackageRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) || folder === dirname(folder) ? folder : findPackageRoot(dirname(folder))

/** The folder of `package.json`, both for the sources and for the built files. */
export const ROOT = findPackageRoot(dirname(fileURLToPath(import.meta.url)))
