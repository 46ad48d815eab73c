import { password } from '#scripts/testing/world.ts'
import {
  credentials,
  forgottenPassword,
  passwordChange,
  passwordReset,
  profileChange,
  secondFactorCode,
  secondFactorProof,
  secondFactorStart,
} from '../auth/contract.ts'
import { type Call, field, optional, person, updated_at } from './call.ts'

/** For a user with two-step sign-in off. */
const proof = {
  as: 'rita',
  fields: { currentPassword: field('ownPassword', 1000), code: field('token', 100) },
  good: () => ({ currentPassword: password, code: '000000' }),
  status: 409,
} as const

export const authCalls: Record<string, Call> = {
  'POST /auth/login': {
    schema: credentials,
    fields: {
      email: field('email', 254),
      password: field('password', 1000),
      code: optional('password', 100),
    },
    good: () => ({ email: 'nobody@example.org', password: 'x' }),
    status: 401,
  },
  'PUT /auth/profile': {
    as: 'rita',
    schema: profileChange,
    fields: { ...person, currentPassword: optional('ownPassword', 1000), updated_at },
    good: () => ({ currentPassword: password }),
    status: 200,
    partial: true,
  },
  'POST /auth/change-password': {
    as: 'rita',
    schema: passwordChange,
    fields: { currentPassword: field('ownPassword', 1000), newPassword: field('newPassword', 128) },
    good: () => ({ currentPassword: password, newPassword: password }),
    status: 204,
  },
  'POST /auth/second-factor': {
    as: 'rita',
    schema: secondFactorStart,
    fields: { currentPassword: field('ownPassword', 1000) },
    good: () => ({ currentPassword: password }),
    status: 200,
  },
  'POST /auth/second-factor/confirm': {
    as: 'joe',
    schema: secondFactorCode,
    fields: { code: field('token', 100) },
    good: () => ({ code: '000000' }),
    status: 409,
  },
  'POST /auth/second-factor/recovery-codes': { ...proof, schema: secondFactorProof },
  'POST /auth/second-factor/turn-off': { ...proof, schema: secondFactorProof },
  'POST /auth/forgot-password': {
    schema: forgottenPassword,
    fields: { email: field('email', 254) },
    good: () => ({ email: 'nobody@example.org' }),
    status: 202,
  },
  'POST /auth/reset-password': {
    schema: passwordReset,
    fields: { token: field('token', 200), newPassword: field('newPassword', 128) },
    good: () => ({ token: 'x', newPassword: 'three green kelp' }),
    status: 400,
  },
}
