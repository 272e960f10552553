/** An error that is shown without the lines of code it comes from: its message says what somebody has to do. */
export const plainError = (message: string) => Object.assign(new Error(message), { stack: '' })
