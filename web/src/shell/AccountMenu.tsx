import { Menu, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { chooseLanguage, type Language, LANGUAGES, useLanguage } from '../languages.ts'
import { useMessages } from '../messages.ts'
import { useTellFailure } from '../parts/useAction.ts'
import * as session from '../api/session.ts'
import { useViewer } from '../parts/viewer.tsx'
import { AccountButton } from './AccountButton.tsx'
import { PasswordChange } from './PasswordChange.tsx'

/** Who is signed in, the colours, the language, and the way out. */
export function AccountMenu() {
  const t = useMessages('shell')
  const { name, email } = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  const tellFailure = useTellFailure()
  const [isOpen, open] = useState(true)
  const [isChangingPassword, changePassword] = useState(false)
  return (
    <>
      <Menu opened={isOpen} onChange={open} position="bottom-end" withinPortal closeOnItemClick={false} returnFocus>
        <Menu.Target>
          <AccountButton />
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
          <Menu.Item onClick={() => (open(false), changePassword(true))}>{t('changePassword')}</Menu.Item>
          <Menu.Item onClick={() => void session.signOut().catch(tellFailure)}>{t('signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChangingPassword && <PasswordChange onClose={() => changePassword(false)} />}
    </>
  )
}
