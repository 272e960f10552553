import { Box, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useMessages } from '../../messages.ts'
import classes from './TextDiff.module.css'
import { diffTexts, type Piece } from './textDiff.ts'

/** Differences between two texts, with a few lines of context. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => diffTexts(before, after), [before, after])
  return (
    <Box className={classes.text}>
      {pieces.map((piece, index) => (
        <DiffPiece key={index} piece={piece} isFirst={index === 0} isLast={index === pieces.length - 1} />
      ))}
    </Box>
  )
}

function DiffPiece({ piece: { kind, text }, isFirst, isLast }: { piece: Piece; isFirst: boolean; isLast: boolean }): ReactNode {
  const t = useMessages('common')
  if (kind === 'removed') return <del className={classes.removed}>{text}</del>
  if (kind === 'added') return <ins className={classes.added}>{text}</ins>
  const lines = text.split('\n')
  const head = isFirst ? [] : lines.slice(0, CONTEXT_LINES)
  const tail = isLast ? [] : lines.slice(-CONTEXT_LINES)
  const hiddenCount = lines.length - head.length - tail.length
  if (hiddenCount < 2) return text
  return (
    <>
      {head.join('\n')}
      <Text component="div" size="xs" c="dimmed" my={4}>
        {t('unchangedLines', { count: hiddenCount })}
      </Text>
      {tail.join('\n')}
    </>
  )
}

const CONTEXT_LINES = 3
