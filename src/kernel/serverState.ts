import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'

/** What one server was given at its start and what it remembers: the values that `perServer` declares, by their number. */
type ServerState = unknown[]

/** The state of a server that `addServer` added, for everything that the server starts. */
const added = new AsyncLocalStorage<ServerState>()
/** The state of all other work: of the only server of a process, and of commands. */
let ofProcess: ServerState = []
let count = 0

const current = () => added.getStore() ?? ofProcess

/** A value that each server in this process has for itself. A call returns the current server's. */
export interface PerServer<T> {
  (): T
  set(value: T): void
}

/** Declares a value that is never undefined. `create` makes it for each server, when the server first needs it. */
export function perServer<T>(create: () => T): PerServer<T> {
  const index = count++
  const get = () => {
    const state = current()
    const value = state[index]
    return (value === undefined ? (state[index] = create()) : value) as T
  }
  return Object.assign(get, { set: (value: T) => void (current()[index] = value) })
}

/**
 * Returns an object that always is the current server's, for values that many modules import. Methods run on the server's own object. Compare it
 * only with itself.
 */
export const forwardTo = <T extends object>(currentObject: () => T): T =>
  new Proxy({} as T, {
    get(_, key) {
      const object = currentObject()
      const value: unknown = Reflect.get(object, key, object)
      return typeof value === 'function' ? (value.bind(object) as unknown) : value
    },
    set: (_, key, value) => Reflect.set(currentObject(), key, value),
    defineProperty: (_, key, descriptor) => Reflect.defineProperty(currentObject(), key, descriptor),
    has: (_, key) => Reflect.has(currentObject(), key),
    ownKeys: () => Reflect.ownKeys(currentObject()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(currentObject(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(currentObject()),
  })

/** Adds a server to this process. Returns a function that runs work as this server, such as its start; all that begins there belongs to it. */
export function addServer(): <T>(work: () => T) => T {
  const state: ServerState = []
  return (work) => added.run(state, work)
}

/** Returns a function that runs as the current server, whoever calls it. */
export function asCurrentServer<Args extends unknown[], Result>(call: (...args: Args) => Result): (...args: Args) => Result {
  const state = added.getStore()
  return (...args) => added.run(state as ServerState, call, ...args)
}

/** Runs an emitter's listeners as the current server. Needed for connections that Node accepts, since their events begin outside of any added server. */
export function emitAsCurrentServer(emitter: EventEmitter): void {
  if (added.getStore()) emitter.emit = asCurrentServer(emitter.emit.bind(emitter))
}

/** Empties the state of work outside of added servers, for tests that share a process. */
export const resetState = () => void (ofProcess = [])
