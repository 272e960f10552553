/** Ends with the exit code 0 if this container's server can serve requests: the health check of the image. */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 4000}/readyz`).catch((error) => ({ ok: false, text: async () => String(error.cause ?? error) }))
process.stdout.write(await answer.text())
process.exitCode = answer.ok ? 0 : 1
