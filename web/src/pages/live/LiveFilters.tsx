import { Button, Group } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { ACTIVE_STATES, hasEnded } from '../../../../src/kernel/vocabulary/callStates.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { AgentPicker, CampaignPicker } from '../../parts/forms/pickers.tsx'
import type { LiveRow } from './liveBoard.ts'

/** Filters by status, with counts, and by agent or campaign. `rows` is null while the active calls are not known. */
export function LiveFilters({ rows }: { rows: readonly LiveRow[] | null }) {
  const t = useMessages('live')
  const word = useWords()
  const format = useFormat()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/live' })
  const set = (change: Partial<typeof search>) => void navigate({ to: '/live', search: { ...search, ...change }, replace: true, resetScroll: false })
  const chips = [
    { state: undefined, name: t('all'), count: rows?.filter(({ status }) => !hasEnded(status)).length },
    ...ACTIVE_STATES.map((state) => ({ state, name: word('call', state), count: rows?.filter(({ status }) => status === state).length })),
  ]
  return (
    <Group gap="sm" justify="space-between">
      <Group gap={6} role="group" aria-label={t('byStatus')}>
        {chips.map(({ state, name, count }) => (
          <Button
            key={name}
            size="compact-sm"
            fw={500}
            variant={search.status === state ? 'light' : 'default'}
            aria-pressed={search.status === state}
            onClick={() => set({ status: state })}
            data-count={state ?? 'all'}
            rightSection={<strong style={{ fontVariantNumeric: 'tabular-nums' }}>{format.number(count)}</strong>}
          >
            {name}
          </Button>
        ))}
      </Group>
      <Group gap="sm" grow preventGrowOverflow={false} maw="100%" wrap="nowrap">
        <AgentPicker
          size="xs"
          aria-label={t('agent')}
          placeholder={t('everyAgent')}
          clearable
          value={search.agent ?? null}
          onChange={(id) => set({ agent: id ?? undefined })}
        />
        <CampaignPicker
          size="xs"
          aria-label={t('campaign')}
          placeholder={t('everyCampaign')}
          clearable
          value={search.campaign ?? null}
          onChange={(id) => set({ campaign: id ?? undefined })}
        />
      </Group>
    </Group>
  )
}
