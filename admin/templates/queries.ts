import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import {
  type AutomaticEmail,
  type AutomaticRow,
  automaticEmails,
  type automaticText,
} from '#api/core/templates/contract/automatic.ts'
import type { newTemplate } from '#api/core/templates/contract.ts'
import { api, read, readAll, readList } from '../lib/api/api.ts'
import { formQuery, listQuery } from '../lib/api/entity-queries.ts'

const one = api.templates[':id']

export type Template = InferResponseType<typeof api.templates.$get, 200>[number]
export type TemplateValues = z.input<typeof newTemplate>
type TemplateInput = z.output<typeof newTemplate>
export type TemplateFormState = UseFormReturn<TemplateValues, unknown, TemplateInput>

/** Prefix of all template queries. */
export const templatesKey = ['templates'] as const

export const templateListQuery = (page: number) =>
  listQuery<Template>([...templatesKey, 'list'], page, (query) =>
    readList(api.templates.$get({ query })),
  )

/** All templates, for a select. */
export const templateChoicesQuery = queryOptions({
  queryKey: [...templatesKey, 'choices'],
  queryFn: () => readAll<Template>((query) => readList(api.templates.$get({ query }))),
})

export const templateFormQuery = (id: string) =>
  formQuery(templatesKey, id, () => read(one.$get({ param: { id } })))

/** Creates a template, or updates `id`; throws a 409 when it has changed since `updated_at`. */
export const saveTemplate = (input: TemplateInput, id?: number, updated_at?: string) =>
  id === undefined
    ? read(api.templates.$post({ json: input }))
    : read(one.$put({ param: { id: String(id) }, json: { ...input, updated_at } }))

export const deleteTemplate = (id: number) => one.$delete({ param: { id: String(id) } })

const automatic = api.templates.automatic

export type AutomaticValues = z.output<ReturnType<typeof automaticText>>
export type Automatic = Omit<AutomaticRow, 'updated_at'> & { id: number; updated_at: string }

export const automaticListQuery = queryOptions({
  queryKey: [...templatesKey, 'automatic'],
  queryFn: () => read(automatic.$get()),
})

/** With an id and a time, which forms need, also while the text is the built-in one. */
export const automaticFormQuery = (id: string) =>
  formQuery([...templatesKey, 'automatic'], id, async (): Promise<Automatic> => {
    const row = await read(automatic[':name'].$get({ param: { name: id as AutomaticEmail } }))
    const updated_at = row.updated_at ?? ''
    return { ...row, id: automaticEmails.indexOf(row.name) + 1, updated_at }
  })

/** Throws a 409 when the text has changed since `updated_at`. */
export const saveAutomatic = (name: AutomaticEmail, input: AutomaticValues, updated_at = '') =>
  read(
    automatic[':name'].$put({
      param: { name },
      json: { ...input, updated_at: updated_at || null },
    }),
  )

export const resetAutomatic = (name: AutomaticEmail) =>
  automatic[':name'].$delete({ param: { name } })
