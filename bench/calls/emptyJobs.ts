import { Logger, makeWorkerUtils, run, type Runner } from 'graphile-worker'
import { answer } from '../ipc.ts'

let runner: Runner
let remaining = 0
let onEmpty = () => {}
const silent = new Logger(() => () => {})

/** A worker whose jobs do nothing, with as many at a time as the product has for calls. */
answer({
  async start(connectionString: string) {
    const taskList = { empty: () => void (--remaining === 0 && onEmpty()) }
    runner = await run({ connectionString, taskList, concurrency: 10, pollInterval: 20_000, noHandleSignals: true, logger: silent })
  },
  /** Adds the jobs one by one, as transactions do, and waits until all have run. */
  async work({ connectionString, jobs }: { connectionString: string; jobs: number }) {
    const utils = await makeWorkerUtils({ connectionString, logger: silent })
    remaining = jobs
    const done = new Promise<void>((resolve) => (onEmpty = resolve))
    for (let nth = 0; nth < jobs; nth++) await utils.addJob('empty', { nth })
    await done
    await utils.release()
  },
  cpu: () => process.cpuUsage(),
  stop: () => runner.stop(),
})
