import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, checked, read } from '../lib/api.ts'

const calls = api.auth['second-factor']

export type SecondFactorStatus = InferResponseType<typeof calls.$get, 200>
export type Secret = InferResponseType<typeof calls.$post, 200>

/** Whether one's own two-step sign-in is on. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => read(calls.$get()),
})

/** What a person types to show who they are; a code may be a recovery code as well. */
export type Proof = { currentPassword: string; code: string }

/** Answers the secret to confirm; nothing changes at sign-in before that. */
export const beginSetUp = (currentPassword: string) =>
  read(calls.$post({ json: { currentPassword } }))

/** Switches it on and ends all other sessions; answers the recovery codes. */
export const confirmSetUp = async (code: string) =>
  (await read(calls.confirm.$post({ json: { code } }))).recovery_codes

/** New recovery codes; the ones before work no longer. */
export const renewCodes = async (proof: Proof) =>
  (await read(calls['recovery-codes'].$post({ json: proof }))).recovery_codes

export const turnOff = (proof: Proof) => checked(calls['turn-off'].$post({ json: proof }))
