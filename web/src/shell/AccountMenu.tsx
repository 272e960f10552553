import { Menu, useMantineColorScheme } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { setLanguage, type Language, LANGUAGES, useLanguage } from '../languages.ts'
import { useMessages } from '../messages.ts'
import { useOpening } from '../parts/page/useOpening.ts'
import { useErrorToast } from '../parts/useAction.ts'
import * as session from '../api/session.ts'
import { useViewer } from '../parts/viewer.tsx'
import { AccountButton } from './AccountButton.tsx'
import { PasswordChange } from './PasswordChange.tsx'

const ShortcutsDialog = lazy(() => import('./shortcuts/ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })))
const TimezoneChange = lazy(() => import('./TimezoneChange.tsx').then((module) => ({ default: module.TimezoneChange })))

/** The user, theme, language, password, keyboard shortcuts, and signing out. */
export function AccountMenu() {
  const t = useMessages('shell')
  const shortcuts = useMessages('shortcuts')
  const { name, email } = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  const showError = useErrorToast()
  const [isOpen, setOpen] = useOpening()
  const [isChangingPassword, setChangingPassword] = useState(false)
  const [isChangingTimezone, setChangingTimezone] = useState(false)
  const [isShowingShortcuts, setShowingShortcuts] = useState(false)
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal closeOnItemClick={false} returnFocus>
        <Menu.Target>
          <AccountButton />
        </Menu.Target>
        <Menu.Dropdown miw={200}>
          <Menu.Label>
            {name} · {email}
          </Menu.Label>
          <Menu.Divider />
          <div role="group" aria-label={t('theme')}>
            <Menu.Label aria-hidden>{t('theme')}</Menu.Label>
            {(['light', 'dark', 'auto'] as const).map((scheme) => (
              <Menu.RadioItem key={scheme} value={scheme} checked={colorScheme === scheme} onClick={() => setColorScheme(scheme)}>
                {t(scheme)}
              </Menu.RadioItem>
            ))}
          </div>
          <div role="group" aria-label={t('language')}>
            <Menu.Label aria-hidden>{t('language')}</Menu.Label>
            {(Object.keys(LANGUAGES) as Language[]).map((code) => (
              <Menu.RadioItem key={code} value={code} checked={language === code} onClick={() => setLanguage(code)} lang={code}>
                {LANGUAGES[code]}
              </Menu.RadioItem>
            ))}
          </div>
          <Menu.Divider />
          <Menu.Item onClick={() => (setOpen(false), setChangingTimezone(true))}>{t('changeTimezone')}</Menu.Item>
          <Menu.Item onClick={() => (setOpen(false), setChangingPassword(true))}>{t('changePassword')}</Menu.Item>
          <Menu.Item onClick={() => (setOpen(false), setShowingShortcuts(true))}>{shortcuts('title')}</Menu.Item>
          <Menu.Item onClick={() => void session.signOut().catch(showError)}>{t('signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isChangingPassword && <PasswordChange onClose={() => setChangingPassword(false)} />}
        {isChangingTimezone && <TimezoneChange onClose={() => setChangingTimezone(false)} />}
        {isShowingShortcuts && <ShortcutsDialog onClose={() => setShowingShortcuts(false)} />}
      </Suspense>
    </>
  )
}
