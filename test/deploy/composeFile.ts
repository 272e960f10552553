import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'

export interface ComposeService {
  image: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  deploy?: { replicas: number }
  depends_on?: Record<string, { condition: 'service_healthy' | 'service_completed_successfully' }>
  healthcheck?: { test?: string[]; disable?: boolean; start_interval?: string }
  networks?: string[]
  ports?: string[]
}

export interface ComposeFile {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
  networks: Record<string, { internal?: boolean } | null>
}

export const composeText = () => readFileSync('compose.yaml', 'utf8')

/** Reads compose.yaml with these variables, as `docker compose` would: `${NAME:-default}` and merge keys. */
export function readCompose(variables: Record<string, string> = {}): ComposeFile {
  const text = composeText().replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, byDefault: string) => variables[name] ?? byDefault)
  return load(text) as ComposeFile
}

/** Whether a service runs this product. */
export const isOurs = ({ image }: ComposeService) => image.startsWith('callwright:')
