import { MIGRATIONS, readMigrations } from '../../prisma/migrations.ts'
import { lint } from './lint.ts'

/** Checks the locks of migrations, and that servers of the version before can work with the tables after. See docs/upgrades.md. */
const problems = lint(readMigrations(MIGRATIONS))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
