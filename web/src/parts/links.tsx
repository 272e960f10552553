import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Native = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A link within the dashboard: `<TextLink to="/calls" search={{ … }}>`. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor {...props} size="sm" />)

/** The same in the shape of a button. */
export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => <Button component="a" {...props} />)

/** The same in the navigation. */
export const PageLink = createLink((props: NavLinkProps & Omit<ComponentPropsWithRef<'a'>, keyof NavLinkProps>) => <NavLink component="a" {...props} />)
