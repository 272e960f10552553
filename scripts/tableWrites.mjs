const TABLE = /(?:only\s+)?(?:"?\w+"?\.)?"?(\$\{|\w+)/.source
const UPDATED = /(?:only\s+)?(?:\$\{[^}]*\}|\S+)(?:\s+(?:as\s+)?\w+)?\s+(?:set\b|\$\{)/.source
const WRITE = new RegExp(String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update(?!\s+set\b)(?=\s+${UPDATED}))\s+${TABLE}`, 'gi')

/** Returns the tables that SQL in a text writes, and where. `*` is a table whose name is only known when the text is built. */
export const sqlWrites = (text) => [...text.matchAll(WRITE)].map(({ 1: table, index }) => ({ table: table === '${' ? '*' : table.toLowerCase(), index }))
