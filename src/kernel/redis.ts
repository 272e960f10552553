/** The client of Redis, for servers that have one: import this module when it is needed. */
export { Redis } from 'ioredis'
