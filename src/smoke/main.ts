import { existsSync } from 'node:fs'
import { runSmokeTest } from './smoke.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
process.exitCode = await runSmokeTest(process.argv.slice(2), process.env, (line) => void process.stdout.write(`${line}\n`))
