import { addServer } from '../../../src/kernel/serverState.ts'
import { type StartedTestServer, startTestServer, type TestServerOptions } from './testServer.ts'

/** A further server in this process, with a state of its own. */
export interface AddedServer extends StartedTestServer {
  /** Runs work as this server, such as a call of a service or a look into its database. */
  as<T>(work: () => T): T
}

/** Starts the real server like `useTestServer`, in addition to the servers that run in this process. */
export async function startAddedServer(options: TestServerOptions = {}): Promise<AddedServer> {
  const as = addServer()
  const started = await as(() => startTestServer(options))
  return {
    ...started,
    as,
    async workspace(wanted) {
      const workspace = await as(() => started.workspace(wanted))
      return { ...workspace, key: (...scopes) => as(() => workspace.key(...scopes)) }
    },
  }
}
