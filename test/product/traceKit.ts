/** The span of a customer's own system that a request comes from. */
export const CALLER = { traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90', spanId: '00f067aa0ba902b7' }
/** The header by which a request names that span. */
export const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`
