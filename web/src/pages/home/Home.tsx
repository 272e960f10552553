import { Grid, SimpleGrid, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { useMessages } from '../../messages.ts'
import { Page } from '../../parts/page/Page.tsx'
import { PeriodSelect, usePeriod } from '../../parts/forms/PeriodSelect.tsx'
import { useCan, useViewer } from '../../parts/viewer.tsx'
import { HomeCampaigns } from './HomeCampaigns.tsx'
import { HomeDays } from './HomeDays.tsx'
import { HomeFigures } from './HomeFigures.tsx'
import { HomeFirstSteps } from './HomeFirstSteps.tsx'
import { HomeFunnel } from './HomeFunnel.tsx'
import { HomeHours } from './HomeHours.tsx'
import { HomeBalance, HomeActiveCalls, HomeAlerts } from './HomeNow.tsx'

/** Overview page: what is active now, and a period compared with the one before. */
export function Home() {
  const t = useMessages('home')
  const search = useSearch({ from: '/signed-in/' })
  const navigate = useNavigate()
  const period = usePeriod(search.days)
  const { timezone } = useViewer().workspace
  const canBegin = useCan('agents:write')
  return (
    <Page
      title={t('title')}
      about={t('about', { days: period.days, timezone })}
      actions={<PeriodSelect days={period.days} onChange={(days) => void navigate({ to: '/', search: { ...search, days } })} />}
    >
      <Stack gap="md">
        {canBegin && <HomeFirstSteps />}
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          <HomeActiveCalls />
          <HomeBalance />
          <HomeAlerts />
        </SimpleGrid>
        <HomeCampaigns />
        <HomeFigures {...period} />
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <HomeDays {...period} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <HomeFunnel {...period} />
          </Grid.Col>
        </Grid>
        <HomeHours {...period} />
      </Stack>
    </Page>
  )
}
