import type { Cache, FieldInfo, UpdateResolver } from '@urql/exchange-graphcache'

interface Text {
  id: string
  conversationId: string
  keyword?: string | null
  errorReason?: string | null
}

/** A text that comes, goes or is told of takes its place in the lists that show it, so that they need not be asked for anew. */
export const placeText: UpdateResolver = (result, _args, cache) => {
  const text = (result.messagesUpdated ?? result.sendSms) as Text | null
  if (!text) return
  putIntoThread(cache, text)
  if (putIntoConversation(cache, text)) raiseConversation(cache, text)
  if (text.keyword || text.errorReason === 'opted_out') forget(cache, (field) => field.fieldName === 'dncCheck' || field.fieldName === 'dncEntries')
}

const messageKey = (id: string) => `Message:${id}`
const isNewer = (key: string, than: string) => Number(key.split(':')[1]) > Number(than.split(':')[1])
const fieldsOf = (cache: Cache, name: string) => cache.inspectFields('Query').filter(({ fieldName }) => fieldName === name)
const isFirstPage = ({ arguments: args }: FieldInfo) => !args?.after
const nodesOf = (cache: Cache, list: string) => cache.resolve(list, 'nodes') as string[] | undefined

function forget(cache: Cache, isIt: (field: FieldInfo) => boolean) {
  for (const field of cache.inspectFields('Query')) if (isIt(field)) cache.invalidate('Query', field.fieldKey)
}

/** By age, into the first page of its thread: what is older than that page is there already, or is not shown yet. */
function putIntoThread(cache: Cache, { id, conversationId }: Text) {
  const key = messageKey(id)
  for (const field of fieldsOf(cache, 'messages')) {
    if (!isFirstPage(field) || field.arguments?.conversationId !== conversationId) continue
    const list = cache.resolve('Query', field.fieldKey) as string | undefined
    const nodes = list && nodesOf(cache, list)
    if (!nodes || nodes.includes(key)) continue
    const place = nodes.findIndex((known) => isNewer(key, known))
    const hasMore = cache.resolve(cache.resolve(list, 'pageInfo') as string, 'hasNextPage')
    if (place === -1 && hasMore) continue
    cache.link(list, 'nodes', nodes.toSpliced(place === -1 ? nodes.length : place, 0, key))
  }
}

/** Whether it is new in its conversation, as its latest text. */
function putIntoConversation(cache: Cache, { id, conversationId }: Text): boolean {
  const conversation = `Conversation:${conversationId}`
  const latest = cache.resolve(conversation, 'lastMessage') as string | null | undefined
  if (latest && !isNewer(messageKey(id), latest)) return false
  if (latest) cache.link(conversation, 'lastMessage', messageKey(id))
  return true
}

/** To the top of the lists that have it; one that is not known yet is asked for with the first page. */
function raiseConversation(cache: Cache, { conversationId }: Text) {
  const key = `Conversation:${conversationId}`
  const isKnown = cache.resolve(key, 'lastMessage') !== undefined
  for (const field of fieldsOf(cache, 'conversations')) {
    const list = cache.resolve('Query', field.fieldKey) as string | undefined
    const nodes = list && nodesOf(cache, list)
    if (!nodes) continue
    const others = nodes.filter((known) => known !== key)
    if (!isFirstPage(field)) cache.link(list, 'nodes', others)
    else if (!isKnown) cache.invalidate('Query', field.fieldKey)
    else if (isListed(cache, key, field)) cache.link(list, 'nodes', [key, ...others])
  }
}

const isListed = (cache: Cache, key: string, { arguments: args }: FieldInfo) =>
  (args?.numberId == null || args.numberId === cache.resolve(key, 'numberId')) && (args?.peer == null || args.peer === cache.resolve(key, 'peer'))
