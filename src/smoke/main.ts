import { existsSync } from 'node:fs'
import { smoke } from './smoke.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
process.exitCode = await smoke(process.argv.slice(2), process.env, (line) => void process.stdout.write(`${line}\n`))
