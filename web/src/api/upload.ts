import { stringifyDocument, type TypedDocumentNode } from 'urql'
import { type ErrorExtensions, readReason, RequestError, unwrapData } from './execute.ts'
import { accessToken } from './session.ts'

/** Prepares a mutation with a file, so that the request's size is known before it is sent. */
export const prepareUpload = <Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) => ({
  document,
  body: new Blob([JSON.stringify({ query: stringifyDocument(document), variables })], { type: 'application/json' }),
})

/** Sends the upload and reports the sent share. Throws RequestError, or TypeError if the server can't be reached. */
export async function sendUpload<Data, Variables>({ body }: { document: TypedDocumentNode<Data, Variables>; body: Blob }, onProgress: (share: number) => void) {
  return unwrapData<Data>((await send('POST', '/graphql', body, onProgress)).response)
}

/** Sends a file to a URL and reports the sent share. Returns the JSON of the response. Throws RequestError, or TypeError if the server can't be reached. */
export async function sendFile<Answer>(url: string, file: Blob, onProgress: (share: number) => void): Promise<Answer> {
  const request = await send('PUT', url, file, onProgress)
  const { status, response } = request
  if (status !== 200) throw new RequestError(`Status ${status}`, { ...(response as ErrorExtensions), ...readReason(request.getResponseHeader('Error-Reason')) })
  return response as Answer
}

async function send(method: string, url: string, body: Blob, onProgress: (share: number) => void): Promise<XMLHttpRequest> {
  const token = await accessToken()
  const request = new XMLHttpRequest()
  request.open(method, url)
  request.responseType = 'json'
  if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve()
    request.onerror = () => reject(new TypeError('The server cannot be reached'))
    request.send(body)
  })
  return request
}
