import { ActionIcon, Group, Select, Slider, Stack, Text } from '@mantine/core'
import { Pause, Play } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { ErrorAlert } from '../../parts/page/States.tsx'
import type { Player } from './usePlayer.ts'

const SPEEDS = [0.75, 1, 1.25, 1.5, 2]

/** Recording player with position and speed. Arrow keys on the bar seek by five seconds. */
export function CallPlayer({ player }: { player: Player }) {
  const t = useMessages('player')
  const format = useFormat()
  const { audio, src, isPlaying, seconds, length, speed, error } = player
  return (
    <Stack gap="xs">
      <Group gap="sm" wrap="nowrap">
        <ActionIcon size="lg" radius="xl" onClick={player.toggle} aria-label={t(isPlaying ? 'pause' : 'play')}>
          {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        </ActionIcon>
        <Slider
          flex={1}
          min={0}
          max={Math.max(1, Math.ceil(length))}
          step={5}
          value={seconds}
          onChange={(value) => player.seek(value)}
          label={(value) => format.duration(value)}
          thumbLabel={t('position')}
          thumbProps={{ 'aria-valuetext': t('positionOf', { at: format.duration(seconds), length: format.duration(length) }) }}
        />
        <Text size="sm" w={92} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {format.duration(seconds)} / {format.duration(length)}
        </Text>
        <Select
          w={84}
          size="xs"
          aria-label={t('speed')}
          allowDeselect={false}
          data={SPEEDS.map((value) => ({ value: String(value), label: t('times', { speed: format.number(value) }) }))}
          value={String(speed)}
          onChange={(value) => player.setSpeed(Number(value))}
        />
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said in it stands below, line by line */}
      <audio ref={audio} src={src} preload="metadata" aria-label={t('recording')} />
      {error && <ErrorAlert error={error} onRetry={player.toggle} />}
    </Stack>
  )
}
