import { Menu, useMantineColorScheme } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { setLanguage, type Language, LANGUAGES, useLanguage } from '../languages.ts'
import { useMessages } from '../messages.ts'
import { useErrorToast } from '../parts/useAction.ts'
import * as session from '../api/session.ts'
import { useViewer } from '../parts/viewer.tsx'
import { AccountButton } from './AccountButton.tsx'
import { PasswordChange } from './PasswordChange.tsx'

const TimezoneChange = lazy(() => import('./TimezoneChange.tsx').then((module) => ({ default: module.TimezoneChange })))

/** The user, theme, language, password, and signing out. */
export function AccountMenu() {
  const t = useMessages('shell')
  const { name, email } = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  const showError = useErrorToast()
  const [isOpen, setOpen] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- opens once the button has the focus, which the menu returns
  useEffect(() => setOpen(true), [])
  const [isChangingPassword, setChangingPassword] = useState(false)
  const [isChangingTimezone, setChangingTimezone] = useState(false)
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
          <Menu.Label>{t('theme')}</Menu.Label>
          {(['light', 'dark', 'auto'] as const).map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme} checked={colorScheme === scheme} onClick={() => setColorScheme(scheme)}>
              {t(scheme)}
            </Menu.RadioItem>
          ))}
          <Menu.Label>{t('language')}</Menu.Label>
          {(Object.keys(LANGUAGES) as Language[]).map((code) => (
            <Menu.RadioItem key={code} value={code} checked={language === code} onClick={() => setLanguage(code)} lang={code}>
              {LANGUAGES[code]}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => (setOpen(false), setChangingTimezone(true))}>{t('changeTimezone')}</Menu.Item>
          <Menu.Item onClick={() => (setOpen(false), setChangingPassword(true))}>{t('changePassword')}</Menu.Item>
          <Menu.Item onClick={() => void session.signOut().catch(showError)}>{t('signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChangingPassword && <PasswordChange onClose={() => setChangingPassword(false)} />}
      {isChangingTimezone && (
        <Suspense>
          <TimezoneChange onClose={() => setChangingTimezone(false)} />
        </Suspense>
      )}
    </>
  )
}
