/** An error that is shown without a stack, because its message says what to do. */
export const plainError = (message: string) => Object.assign(new Error(message), { stack: '' })
