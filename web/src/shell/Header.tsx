import { Badge, Box, Burger, Group } from '@mantine/core'
import { lazy } from 'react'
import { useMessages } from '../messages.ts'
import { LazyMenu } from '../parts/page/LazyMenu.tsx'
import { useServerInfo } from '../parts/viewer.tsx'
import { AccountButton } from './AccountButton.tsx'
import { ConnectionBadge } from './ConnectionStatus.tsx'
import { AlertBell } from './AlertBell.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { WorkspaceButton } from './WorkspaceButton.tsx'

const WorkspaceMenu = lazy(() => import('./WorkspaceMenu.tsx').then(({ WorkspaceMenu }) => ({ default: WorkspaceMenu })))
const AccountMenu = lazy(() => import('./AccountMenu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu })))

interface HeaderProps {
  /** Whether the navigation is open in narrow windows. */
  isOpen: boolean
  onToggle: () => void
}

export function Header({ isOpen, onToggle }: HeaderProps) {
  const t = useMessages('shell')
  const { simulated } = useServerInfo()
  return (
    <Group h="100%" px="md" gap="xs" wrap="nowrap">
      <Burger opened={isOpen} onClick={onToggle} hiddenFrom="sm" size="sm" aria-label={t('menu')} aria-expanded={isOpen} />
      <Box component="img" src="/static/mark.svg" w={22} h={22} alt="" visibleFrom="sm" />
      <LazyMenu menu={<WorkspaceMenu />}>{(open) => <WorkspaceButton onClick={open} />}</LazyMenu>
      {simulated && (
        <Badge variant="outline" color="gray" miw="max-content" title={t('simulated')}>
          <Box component="span" visibleFrom="sm">
            {t('simulator')}
          </Box>
          <Box component="span" hiddenFrom="sm">
            {t('simulatorShort')}
          </Box>
        </Badge>
      )}
      <Group ml="auto" gap="xs" wrap="nowrap">
        <ConnectionBadge />
        <PaletteButton />
        <AlertBell />
        <LazyMenu menu={<AccountMenu />}>{(open) => <AccountButton onClick={open} />}</LazyMenu>
      </Group>
    </Group>
  )
}
