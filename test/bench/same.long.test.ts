import { expect, test } from 'vitest'
import { compareAnswers } from '../../bench/same.ts'
import { useContestants } from './contestantsKit.ts'

const started = useContestants(['callwright', 'express-pg', 'fastify-pg', 'yoga-prisma'], { calls: 400 })

/** Sends about forty requests to servers of four kinds, one after the other. */
test('the servers of the benchmark do the same work: reads, writes, repetitions and refusals return the same', async () => {
  const { contestants, prepared } = started()
  expect(await compareAnswers(contestants, prepared.environment)).toEqual([])
})
