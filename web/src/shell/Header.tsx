import { ActionIcon, Badge, Burger, Group, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { CircleUser } from 'lucide-react'
import { chooseLanguage, type Language, LANGUAGES, useLanguage } from '../languages.ts'
import { useMessages } from '../messages.ts'
import * as session from '../session.ts'
import { useTellFailure } from '../parts/useAction.ts'
import { useInstallation, useViewer } from '../viewer.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import { NoticeBell } from './NoticeBell.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { WorkspaceMenu } from './WorkspaceMenu.tsx'

interface HeaderProps {
  /** Whether the navigation is open, where it is not always. */
  isOpen: boolean
  onToggle: () => void
}

export function Header({ isOpen, onToggle }: HeaderProps) {
  const t = useMessages('shell')
  const { simulated } = useInstallation()
  return (
    <Group h="100%" px="md" gap="xs" wrap="nowrap">
      <Burger opened={isOpen} onClick={onToggle} hiddenFrom="sm" size="sm" aria-label={t('menu')} aria-expanded={isOpen} />
      <WorkspaceMenu />
      {simulated && (
        <Tooltip label={t('simulated')}>
          <Badge variant="outline" color="gray" tt="none" visibleFrom="md" tabIndex={0}>
            {t('simulator')}
          </Badge>
        </Tooltip>
      )}
      <Group ml="auto" gap="xs" wrap="nowrap">
        <ConnectionState />
        <PaletteButton />
        <NoticeBell />
        <AccountMenu />
      </Group>
    </Group>
  )
}

function AccountMenu() {
  const t = useMessages('shell')
  const { name, email } = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  const tellFailure = useTellFailure()
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('account')}>
          <CircleUser size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw={200}>
        <Menu.Label>
          {name} · {email}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('colours')}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme} checked={colorScheme === scheme} onClick={() => setColorScheme(scheme)}>
            {t(scheme)}
          </Menu.RadioItem>
        ))}
        <Menu.Label>{t('language')}</Menu.Label>
        {(Object.keys(LANGUAGES) as Language[]).map((code) => (
          <Menu.RadioItem key={code} value={code} checked={language === code} onClick={() => chooseLanguage(code)} lang={code}>
            {LANGUAGES[code]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void session.signOut().catch(tellFailure)}>{t('signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
