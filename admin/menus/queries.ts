import { queryOptions } from '@tanstack/react-query'
import { type MenuItem, type MenuName, maxLabel, menuNames } from '#api/website/menus/contract.ts'
import { api, checked } from '../lib/api/api.ts'
import type { ListedPage } from './pages.ts'

const one = api.menus[':name']

/** `updated_at` is the ETag: what a change is based on. */
export type Menu = { id: number; name: MenuName; items: MenuItem[]; updated_at: string }

/** Prefix of all queries of menus. */
export const menusKey = ['menus'] as const

export const menuTitle: Record<MenuName, string> = { header: 'Header', footer: 'Footer' }

/** The ETag of a menu that nobody has saved. */
export const defaultTag = '"default"'

type Answer = { headers: Headers; json(): Promise<unknown> }

async function asMenu(name: MenuName, response: Answer): Promise<Menu> {
  const items = (await response.json()) as MenuItem[]
  const updated_at = response.headers.get('etag') ?? ''
  return { id: menuNames.indexOf(name) + 1, name, items, updated_at }
}

export const readMenu = async (name: MenuName) =>
  asMenu(name, await checked(one.$get({ param: { name } })))

export const menusQuery = queryOptions({
  queryKey: [...menusKey, 'both'],
  queryFn: async () => ({ header: await readMenu('header'), footer: await readMenu('footer') }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

const ifMatch = (basedOn?: string) => (basedOn ? { headers: { 'If-Match': basedOn } } : {})

/** Throws a 409 when the menu has changed since `basedOn`, its ETag. */
export const saveMenu = async (name: MenuName, items: MenuItem[], basedOn?: string) =>
  asMenu(name, await checked(one.$put({ param: { name }, json: items }, ifMatch(basedOn))))

export const resetMenu = async (name: MenuName, basedOn?: string) => {
  await checked(one.$delete({ param: { name } }, ifMatch(basedOn)))
  return readMenu(name)
}

/** A page's title, as far as a label may be long. */
export const labelFor = ({ title }: Pick<ListedPage, 'title'>) =>
  [...title].slice(0, maxLabel).join('').trim()
