import { Fragment } from 'react'
import { groupDigits, splitAtNumbers } from './phoneGroups.ts'
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

/** A sentence with its phone numbers in groups. */
export function PhoneText({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and never move
  return splitAtNumbers(text).map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : <PhoneNumber number={part} />}</Fragment>)
}
