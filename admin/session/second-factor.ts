import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, checked, read } from '../lib/api/api.ts'

const calls = api.auth['second-factor']

export type SecondFactorStatus = InferResponseType<typeof calls.$get, 200>
export type Secret = InferResponseType<typeof calls.$post, 200>

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => read(calls.$get()),
})

/** `code` is from the app or a recovery code. */
export type Proof = { currentPassword: string; code: string }

/** People without a password leave it out. */
const proven = ({ currentPassword, ...rest }: Proof) =>
  currentPassword ? { ...rest, currentPassword } : rest

/** Returns the secret. Sign-in changes only after confirmSetUp. */
export const beginSetUp = (currentPassword: string) =>
  read(calls.$post({ json: currentPassword ? { currentPassword } : {} }))

/** Turns it on, ends all other sessions and returns the recovery codes. */
export const confirmSetUp = async (code: string) =>
  (await read(calls.confirm.$post({ json: { code } }))).recovery_codes

/** Returns new recovery codes, which replace the old ones. */
export const renewCodes = async (proof: Proof) =>
  (await read(calls['recovery-codes'].$post({ json: proven(proof) }))).recovery_codes

export const turnOff = (proof: Proof) => checked(calls['turn-off'].$post({ json: proven(proof) }))
