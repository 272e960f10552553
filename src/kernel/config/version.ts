import { existsSync, readFileSync } from 'node:fs'

/** The sources lie one folder nearer to package.json than what is compiled from them. */
const manifest = ['../../../package.json', '../../../../package.json'].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))

/** Which Callwright this is. */
export const { version } = JSON.parse(readFileSync(manifest!, 'utf8')) as { version: string }
