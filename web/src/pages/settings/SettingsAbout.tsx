import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { Facts } from '../../parts/page/Facts.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { ServerSettingsDocument } from './Settings.gql.ts'

/** Version and URLs of the server. */
export function SettingsAbout() {
  const t = useMessages('settings')
  const word = useWords()
  const format = useFormat()
  const result = useQuery({ query: ServerSettingsDocument })
  return (
    <Section title={t('server')} about={t('serverAbout')} actions={<TextLink to="/docs">{t('toDocs')}</TextLink>}>
      <QueryResult result={result}>
        {({ serverInfo: { publicUrl, signUp, simulatedEngines, simulatorSpeed, version } }) => (
          <Facts
            facts={[
              { name: t('version'), value: <CopyableText value={version ?? ''} name={t('version')} /> },
              { name: t('publicUrl'), value: <CopyableText value={publicUrl} name={t('publicUrl')} />, about: t('publicUrlAbout') },
              { name: t('restUrl'), value: <CopyableText value={`${publicUrl}/api/v1`} name={t('restUrl')} /> },
              { name: t('graphqlUrl'), value: <CopyableText value={`${publicUrl}/graphql`} name={t('graphqlUrl')} /> },
              { name: t('newAccounts'), value: word('signUp', signUp) },
              simulatedEngines.length > 0
                ? {
                    name: t('simulator'),
                    value: t('simulatorOn', { engines: format.list(simulatedEngines.map((engine) => word('engine', engine))) }),
                    about: t('simulatorSpeed', { speed: format.number(simulatorSpeed) }),
                  }
                : { name: t('simulator'), value: t('simulatorOff') },
            ]}
          />
        )}
      </QueryResult>
    </Section>
  )
}
