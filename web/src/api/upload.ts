import { stringifyDocument, type TypedDocumentNode } from 'urql'
import { answered } from './ask.ts'
import { accessToken } from './session.ts'

/** A mutation with a file in it, ready to be sent, so that its size is known before. */
export const uploadOf = <Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) => ({
  document,
  body: new Blob([JSON.stringify({ query: stringifyDocument(document), variables })], { type: 'application/json' }),
})

/** Sends it and tells meanwhile what share has left. Throws Refused, or TypeError where the server cannot be reached. */
export async function send<Data, Variables>({ body }: { document: TypedDocumentNode<Data, Variables>; body: Blob }, onProgress: (share: number) => void) {
  const token = await accessToken()
  const request = new XMLHttpRequest()
  request.open('POST', '/graphql')
  request.responseType = 'json'
  if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve()
    request.onerror = () => reject(new TypeError('The server cannot be reached'))
    request.send(body)
  })
  return answered<Data>(request.response)
}
