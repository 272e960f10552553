import type { Context } from './context.ts'

/** Returns a function that creates a value once for each operation, such as the loader that batches a field. */
export function perOperation<Value extends object>(create: (ctx: Context) => Value): (ctx: Context) => Value {
  const values = new WeakMap<Context, Value>()
  return (ctx) => {
    const known = values.get(ctx)
    if (known) return known
    const value = create(ctx)
    values.set(ctx, value)
    return value
  }
}
