import type { Cache, FieldInfo, UpdateResolver } from '@urql/exchange-graphcache'

interface CachedMessage {
  id: string
  conversationId: string
  keyword?: string | null
  errorReason?: string | null
}

/** Inserts a new or updated message into the cached lists that show it, so that they need no refetch. */
export const insertMessage: UpdateResolver = (result, _args, cache) => {
  const message = (result.messagesUpdated ?? result.sendSms) as CachedMessage | null
  if (!message) return
  addToConversation(cache, message)
  if (setLastMessage(cache, message)) moveConversationToTop(cache, message)
  if (message.keyword || message.errorReason === 'opted_out')
    invalidateFields(cache, (field) => field.fieldName === 'dncCheck' || field.fieldName === 'dncEntries')
}

const messageKey = (id: string) => `Message:${id}`
const isNewer = (key: string, than: string) => Number(key.split(':')[1]) > Number(than.split(':')[1])
const fieldsOf = (cache: Cache, name: string) => cache.inspectFields('Query').filter(({ fieldName }) => fieldName === name)
const isFirstPage = ({ arguments: args }: FieldInfo) => !args?.after
const nodesOf = (cache: Cache, list: string) => cache.resolve(list, 'nodes') as string[] | undefined

function invalidateFields(cache: Cache, isIt: (field: FieldInfo) => boolean) {
  for (const field of cache.inspectFields('Query')) if (isIt(field)) cache.invalidate('Query', field.fieldKey)
}

/** Inserts a message by age into the first page of its conversation. A message older than that page is on a later page, or not loaded yet. */
function addToConversation(cache: Cache, { id, conversationId }: CachedMessage) {
  const key = messageKey(id)
  for (const field of fieldsOf(cache, 'messages')) {
    if (!isFirstPage(field) || field.arguments?.conversationId !== conversationId) continue
    const list = cache.resolve('Query', field.fieldKey) as string | undefined
    const nodes = list && nodesOf(cache, list)
    if (!nodes || nodes.includes(key)) continue
    const index = nodes.findIndex((known) => isNewer(key, known))
    const hasMore = cache.resolve(cache.resolve(list, 'pageInfo') as string, 'hasNextPage')
    if (index === -1 && hasMore) continue
    cache.link(list, 'nodes', nodes.toSpliced(index === -1 ? nodes.length : index, 0, key))
  }
}

/** Sets the message as its conversation's latest. Returns whether it is. */
function setLastMessage(cache: Cache, { id, conversationId }: CachedMessage): boolean {
  const conversation = `Conversation:${conversationId}`
  const latest = cache.resolve(conversation, 'lastMessage') as string | null | undefined
  if (latest && !isNewer(messageKey(id), latest)) return false
  if (latest) cache.link(conversation, 'lastMessage', messageKey(id))
  return true
}

/** Moves the conversation to the top of its lists. An unknown conversation refetches the first page. */
function moveConversationToTop(cache: Cache, { conversationId }: CachedMessage) {
  const key = `Conversation:${conversationId}`
  const isKnown = cache.resolve(key, 'lastMessage') !== undefined
  for (const field of fieldsOf(cache, 'conversations')) {
    const list = cache.resolve('Query', field.fieldKey) as string | undefined
    const nodes = list && nodesOf(cache, list)
    if (!nodes) continue
    const others = nodes.filter((known) => known !== key)
    if (!isFirstPage(field)) cache.link(list, 'nodes', others)
    else if (!isKnown) cache.invalidate('Query', field.fieldKey)
    else if (matchesFilter(cache, key, field)) cache.link(list, 'nodes', [key, ...others])
  }
}

const matchesFilter = (cache: Cache, key: string, { arguments: args }: FieldInfo) =>
  (args?.numberId == null || args.numberId === cache.resolve(key, 'numberId')) &&
  (args?.contactNumber == null || args.contactNumber === cache.resolve(key, 'contactNumber'))
