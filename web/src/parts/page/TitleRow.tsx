import type { ReactNode } from 'react'
import classes from './TitleRow.module.css'

/** A title or a description, and to its right what can be done. */
export function TitleRow({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <div>{children}</div>
      {actions && <div>{actions}</div>}
    </div>
  )
}
