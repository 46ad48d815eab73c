import '#admin/ui/styles/base.css'
import '#admin/ui/styles/parts.css'
import '#admin/ui/styles/tokens.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#admin/lib/api/query-client.ts'
import { currentToast, dismiss } from '#admin/lib/toasts.ts'
import { resetApi, stubbedFetch } from './api.ts'

const defaults = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } })

const address = location.href

beforeEach(async () => {
  vi.stubGlobal('fetch', stubbedFetch)
  await page.viewport(1280, 800)
})

afterEach(async () => {
  await cleanup()
  queryClient.clear()
  // The next file has the same page.
  for (let toast = currentToast(); toast; toast = currentToast()) dismiss(toast.id)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', address)
  vi.unstubAllGlobals()
  vi.useRealTimers()
  expect(resetApi(), 'requests without a stub').toEqual([])
})
