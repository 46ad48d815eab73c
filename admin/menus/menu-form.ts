import { z } from 'zod'
import { type MenuItem, menuItems, pagePath } from '#api/website/menus/contract.ts'
import { linkAddress } from '../ui/editor/link-address.ts'
import type { ListedPage } from './pages.ts'

/** A row of the form: a page, or with `page_id` null a link. */
export type MenuRow = { label: string; page_id: number | null; url: string }
export type MenuValues = { items: MenuRow[] }

const rowOf = (item: MenuItem): MenuRow => ({
  label: item.label,
  page_id: 'page_id' in item ? item.page_id : null,
  url: 'url' in item ? item.url : '',
})

export const valuesOf = (menu?: { items: MenuItem[] }): MenuValues => ({
  items: menu?.items.map(rowOf) ?? [],
})

/** Completes an address: `example.com` becomes an https URL. */
const itemOf = ({ label, page_id, url }: MenuRow): MenuItem =>
  page_id === null ? { label, url: linkAddress(url) ?? url } : { label, page_id }

export const menuForm = z.object({
  items: z.preprocess((rows) => (rows as MenuRow[]).map(itemOf), menuItems),
})

type Page = Pick<ListedPage, 'id' | 'title' | 'slug' | 'is_published'>

/** Where an item leads; undefined while visitors don't see it. */
function shownAddress(row: MenuRow, pages: readonly Page[]) {
  if (row.page_id === null) return linkAddress(row.url) ?? row.url
  const page = pages.find(({ id }) => id === row.page_id)
  return page?.is_published ? pagePath(page.slug) : undefined
}

const addresses = (rows: MenuRow[], pages: readonly Page[]) =>
  rows.map((row) => shownAddress(row, pages))

/** The labels that visitors see. */
export const shownLabels = (rows: MenuRow[], pages: readonly Page[]) =>
  rows.filter((row) => row.label.trim() && shownAddress(row, pages)).map(({ label }) => label)

/** Titles that the footer ends with by itself, because no menu has these pages. */
export const addedLabels = (menus: MenuRow[][], pages: readonly Page[]) => {
  const inMenus = menus.flatMap((rows) => addresses(rows, pages))
  return ['imprint', 'privacy'].flatMap((slug) =>
    pages
      .filter((page) => page.slug === slug && page.is_published)
      .filter(() => !inMenus.includes(pagePath(slug)))
      .map(({ title }) => title),
  )
}
