import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, checked, deleted, read } from '../lib/api/api.ts'
import { apiAddress } from '../lib/api/api-base.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { readToSend } from '../lib/api/chosen-file.ts'
import { token } from '../lib/session.ts'

const one = api.imports[':id']

export type Import = InferResponseType<typeof one.$get, 200>
export type ImportChange = InferRequestType<typeof one.$put>['json']

export const importsKey = ['imports'] as const

export const isAtWork = ({ state }: Pick<Import, 'state'>) =>
  state === 'checking' || state === 'running' || state === 'undoing'

export const importListQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: () => read(api.imports.$get({ query: {} })),
})

const param = (id: number) => ({ param: { id: String(id) } })

/** Read again while it is at work. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [...importsKey, id],
    queryFn: () => read(one.$get(param(id))),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? 700 : false),
  })

export const changeImport = (id: number, json: ImportChange) =>
  read(one.$put({ ...param(id), json }))
export const checkImport = (id: number) => checked(one.check.$post(param(id)))
export const runImport = (id: number) => checked(one.run.$post(param(id)))
export const undoImport = (id: number) => checked(one.undo.$post(param(id)))
export const deleteImport = (id: number) => deleted(one.$delete(param(id)))
export const problemsOf = (id: number) => one['problems.csv'].$get(param(id))

const unreachable = "Can't reach the server. Check your connection and try again."

/** By XMLHttpRequest: fetch doesn't report the progress of an upload. Returns the import's id. */
export async function uploadImport(
  kind: Import['kind'],
  chosen: File,
  onProgress: (part: number) => void,
): Promise<number> {
  const file = await readToSend(chosen, 'file')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('kind', kind)
    form.append('file', file, file.name)
    request.open('POST', apiAddress('/api/imports'))
    request.setRequestHeader('Authorization', `Bearer ${token()}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onload = () =>
      request.status === 201
        ? resolve((request.response as Import).id)
        : reject(new ApiError(request.status, request.response ?? { error: 'Upload failed.' }))
    request.onerror = () => reject(new ApiError(0, { error: unreachable }))
    request.send(form)
  })
}
