import { expect, test } from 'vitest'
import { mapWaiting, streamEvents } from '../../src/kernel/events.ts'

const openStream = () => streamEvents('campaign.updated', () => true)
const event = (campaignId: number) => ({ workspaceId: 1, campaignId })

test('events that wait are mapped together and arrive one by one, in order', async () => {
  const source = openStream()
  const groups: number[][] = []
  const mapped = mapWaiting(source, (events) => {
    groups.push(events.map(({ campaignId }) => campaignId))
    return Promise.resolve(events.map(({ campaignId }) => `campaign ${campaignId}`))
  })
  for (const id of [1, 2, 3]) source.push(event(id))
  const seen = [(await mapped.next()).value]
  source.push(event(4))
  for (let next = 0; next < 3; next++) seen.push((await mapped.next()).value)
  expect(seen).toEqual(['campaign 1', 'campaign 2', 'campaign 3', 'campaign 4'])
  expect(groups).toEqual([[1, 2, 3], [4]])
})

test('after its end, a mapping yields nothing that was still to come', async () => {
  const source = openStream()
  const mapped = mapWaiting(source, (events) => Promise.resolve(events))
  for (const id of [1, 2, 3]) source.push(event(id))
  expect((await mapped.next()).value).toEqual(event(1))
  await mapped.return!()
  expect(await mapped.next()).toEqual({ done: true, value: undefined })
})

test('a stream that is ended ends its mapping, also while a reader waits', async () => {
  const mapped = mapWaiting(openStream(), (events) => Promise.resolve(events))
  const waiting = mapped.next()
  await mapped.return!()
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(await mapped.next()).toEqual({ done: true, value: undefined })
})
