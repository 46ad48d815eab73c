/** Every call that takes JSON, field by field; a test fails when one is missing here. */
import type { z } from 'zod'
import { applicationChange, manualApplication } from '../contract/applications.ts'
import {
  credentials,
  forgottenPassword,
  passwordChange,
  passwordReset,
  profileChange,
  secondFactorCode,
  secondFactorProof,
  secondFactorStart,
} from '../contract/auth.ts'
import { jobChange, jobInput } from '../contract/jobs.ts'
import { pageChange, pageInput } from '../contract/pages.ts'
import { settingChange, settingInput } from '../contract/setting-input.ts'
import { userChange, userInput } from '../contract/users.ts'
import { type Name, password } from '../world.ts'
import type { Field, Kind } from './values.ts'

export type Call = {
  /** Who may make it; nobody is a visitor. */
  as?: Name
  schema: z.ZodObject
  fields: Record<string, Field>
  /** A body that is right, different each time; what it is answered with. */
  good: (unique: number) => Record<string, unknown>
  status: number
  /** Fields may be left out: the call changes what there is. */
  partial?: true
}

const field = (kind: Kind, max?: number): Field => ({ kind, ...(max && { max }) })
const optional = (kind: Kind, max?: number): Field => ({ ...field(kind, max), optional: true })

const person = {
  first_name: field('line', 100),
  last_name: field('line', 100),
  email: field('email', 254),
}
const application = { ...person, phone: optional('line', 40), status: field('status') }
const job = {
  title: field('line', 200),
  description: field('richText', 200_000),
  requirements: optional('richText', 200_000),
  location: optional('line', 200),
  salary_range: optional('line', 200),
  is_active: field('flag'),
}
const page = {
  title: field('line', 200),
  slug: field('slug', 100),
  content: field('richText', 200_000),
  meta_description: field('description', 2000),
  is_published: field('flag'),
}
const user = {
  ...person,
  role: field('role'),
  is_active: field('flag'),
  permissions: field('permissions'),
}
const updated_at = field('time')
/** Of somebody who has two-step sign-in off. */
const proof = {
  as: 'rita',
  fields: { currentPassword: field('ownPassword', 1000), code: field('token', 100) },
  good: () => ({ currentPassword: password, code: '000000' }),
  status: 409,
} as const
const mira = { first_name: 'Mira', last_name: 'Ostergard' }
const emailed = (unique: number) => ({ ...mira, email: `mira${unique}@example.org` })
const nothing = () => ({})

export const calls: Record<string, Call> = {
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
  'POST /pages': {
    as: 'pam',
    schema: pageInput,
    fields: page,
    good: (unique) => ({ title: 'Team', slug: `team-${unique}`, content: '<p>We.</p>' }),
    status: 201,
  },
  'PUT /pages/:id': {
    as: 'pam',
    schema: pageChange,
    fields: { ...page, updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'POST /jobs': {
    as: 'joe',
    schema: jobInput,
    fields: job,
    good: () => ({ title: 'Baker', description: '<p>Bake.</p>' }),
    status: 201,
  },
  'PUT /jobs/:id': {
    as: 'joe',
    schema: jobChange,
    fields: { ...job, updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'POST /applications/manual': {
    as: 'rita',
    schema: manualApplication,
    fields: {
      ...application,
      job_id: field('jobId'),
      motivation_letter: optional('letter', 20_000),
    },
    good: (unique) => ({ ...emailed(unique), job_id: 1 }),
    status: 201,
  },
  'PUT /applications/:id': {
    as: 'rita',
    schema: applicationChange,
    fields: { ...application, notes: optional('richText', 200_000), updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'POST /settings': {
    as: 'sam',
    schema: settingInput,
    fields: {
      key: field('key', 64),
      value: field('value', 2000),
      category: field('key', 64),
      description: optional('line', 500),
      is_public: field('flag'),
    },
    good: (unique) => ({ key: `key_${unique}`, category: 'general' }),
    status: 201,
  },
  'PUT /settings/:id': {
    as: 'sam',
    schema: settingChange,
    fields: { value: field('value', 2000), updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'PUT /settings/key/:key': {
    as: 'sam',
    schema: settingChange,
    fields: { value: field('value', 2000), updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'POST /users': {
    as: 'ada',
    schema: userInput,
    fields: { ...user, password: field('newPassword', 128), invite: field('invite') },
    good: (unique) => ({ ...emailed(unique), password: 'three green kelp', role: 'user' }),
    status: 201,
  },
  'PUT /users/:id': {
    as: 'ada',
    schema: userChange,
    fields: { ...user, password: optional('newPassword', 128), updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
}
