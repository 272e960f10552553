/** Messages that every page needs are one file of a language; the others are a file for each subject. */
export const bundleOf = (subject: string) => (['common', 'shell', 'words'].includes(subject) ? 'base' : subject)
