import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink, isPlainClick, useRouter } from '../../router/index.ts'
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import classes from './PageLink.module.css'

type Native = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** Link within the dashboard: `<TextLink to="/calls" search={{ … }}>`. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor {...props} size="sm" />)

/** Link styled as a button. */
export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => <Button component="a" {...props} />)

interface PageLinkProps extends ComponentPropsWithRef<'a'> {
  label: string
  icon?: ReactNode
  /** At the end of the line. */
  mark?: ReactNode
}

/** Link of the navigation. The current one has `aria-current`. */
export const PageLink = createLink(({ label, icon, mark, ...props }: PageLinkProps) => (
  <a {...props} className={classes.link}>
    {icon}
    <span>{label}</span>
    {mark}
  </a>
))

/** Link to a path that the server provides: `/calls?status=failed`. */
export function PathLink({ path, ...props }: AnchorProps & Native & { path: string }) {
  const router = useRouter()
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    void router.navigate({ href: path })
  }
  return <Anchor {...props} href={path} onClick={(event) => (props.onClick?.(event), open(event))} />
}
