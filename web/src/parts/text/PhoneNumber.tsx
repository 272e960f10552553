import { groupDigits } from './phoneGroups.ts'
import classes from './PhoneNumber.module.css'

/** A phone number in groups that can be read aloud. The gaps are margins, so it is copied and announced without spaces. */
export function PhoneNumber({ number }: { number: string }) {
  return (
    <bdi className={classes.number}>
      {groupDigits(number).map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups may repeat, and never move
        <span key={index}>{group}</span>
      ))}
    </bdi>
  )
}
