/** An access key. Those of a role are temporary and have a session token. */
export interface StoreKey {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/**
 * Returns a function that returns the key of the role that this process runs with at AWS: of its pod or container, its machine, or the `AWS_…` environment
 * variables. It gets a new key before the last one expires. Throws an error for the server administrator if there is no role.
 */
export async function roleKey(): Promise<() => Promise<StoreKey>> {
  // Few servers have a role, so the library isn't loaded at the start.
  const { defaultProvider } = await import('./roleProvider.ts')
  const provider = defaultProvider()
  await provider().catch((error: Error) => {
    throw new Error(
      `S3_ENDPOINT requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or a role at AWS that this process runs with, but there is none (${error.message}).`,
    )
  })
  return provider
}
