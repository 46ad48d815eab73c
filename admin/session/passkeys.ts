import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, checked, read } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { makePasskey } from './passkey-device.ts'

const calls = api.auth.passkeys

export type Passkey = InferResponseType<typeof calls.$get, 200>[number]
type Sent = InferRequestType<typeof calls.$post>['json']

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => read(calls.$get()),
})

/** Asks the device for a passkey and adds it. Throws an ApiError with the reason when it has none. */
export async function addPasskey({
  name,
  currentPassword,
}: {
  name: string
  currentPassword: string
}) {
  const options = await read(
    calls.options.$post({ json: { ...(currentPassword && { currentPassword }) } }),
  )
  const device = await makePasskey(options)
  if ('reason' in device) throw new ApiError(400, { error: device.reason })
  // The library's types have more in them than JSON.
  const made = device.made as unknown as Omit<Sent, 'name'>
  return read(calls.$post({ json: { ...made, name } }))
}

export const renamePasskey = (id: number, json: { name: string; updated_at: string | undefined }) =>
  read(calls[':id'].$put({ param: { id: String(id) }, json }))

export const removePasskey = (id: number) =>
  checked(calls[':id'].$delete({ param: { id: String(id) } }))
