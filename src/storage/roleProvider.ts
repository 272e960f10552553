/** The library that finds credentials of a role, for servers whose store needs them: import this module when it is needed. */
export { defaultProvider } from '@aws-sdk/credential-provider-node'
