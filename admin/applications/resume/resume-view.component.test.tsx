import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#admin/lib/api/query-client.ts'
import { serverError, stubApi } from '#scripts/testing/components/api.ts'
import { application } from '#scripts/testing/components/rows.ts'
import type { FrameMessage, ResumeType } from '../../resume-frame/messages.ts'
import { Resumes } from './Resumes.tsx'
import { ResumeView } from './ResumeView.tsx'

const open = (type: ResumeType) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ResumeView application={application} type={type} onEscape={() => {}} />
    </QueryClientProvider>,
  )

/** As if the frame had sent it. */
function report(data: FrameMessage) {
  const source = document.querySelector('iframe')?.contentWindow ?? null
  dispatchEvent(new MessageEvent('message', { source, data }))
}

const resume = { 'GET /api/applications/5/resume': new Response('%PDF-1.7') }

describe('The view of a resume', () => {
  test.each([
    ['empty', 'pdf', "Can't show this PDF here", 'This file has no pages.'],
    ['xfa', 'pdf', "Can't show this PDF here", 'This is an XFA form'],
    ['locked', 'pdf', "Can't show this PDF here", 'This file needs a password.'],
    ['large', 'docx', "Can't show this Word document here", 'This file is too large'],
    ['broken', 'docx', "Can't show this Word document here", 'This file may be damaged.'],
  ] as const)(
    'a file that is %s (%s) shows the reason and the download',
    async (fault, type, title, reason) => {
      stubApi(resume)
      await open(type)
      await expect.element(page.getByTitle("Mira Ostergard's resume")).toBeInTheDocument()
      report(fault)
      await expect.element(page.getByRole('alert')).toMatchTextContent(title)
      await expect.element(page.getByRole('alert')).toMatchTextContent(reason)
      await expect.element(page.getByRole('button', { name: 'Download Resume' })).toBeVisible()
    },
  )

  test('the pages are counted, but not those of a DOC, which is text', async () => {
    stubApi(resume)
    const { unmount } = await open('pdf')
    await expect.element(page.getByTitle("Mira Ostergard's resume")).toBeInTheDocument()
    report({ pages: 3 })
    await expect.element(page.getByText('3 pages')).toBeVisible()
    await unmount()
    await open('doc')
    await expect.element(page.getByText('Text only, without its layout')).toBeVisible()
  })

  test('a failed load shows an error, and Retry loads it', async () => {
    stubApi({ 'GET /api/applications/5/resume': serverError })
    await open('pdf')
    await expect.element(page.getByText("Couldn't load the resume")).toBeVisible()
    stubApi(resume)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByTitle("Mira Ostergard's resume")).toBeInTheDocument()
  })
})

describe('The resume beside the letter', () => {
  const next = { ...application, id: 6, first_name: 'Olga' }
  const resumes = (current: typeof application) => (
    <QueryClientProvider client={queryClient}>
      <Resumes current={current} upcoming={undefined} />
    </QueryClientProvider>
  )
  const frameOf = (name: string) => page.getByTitle(`${name} Ostergard's resume`)
  const painted = (name: string) => {
    const { contentWindow: source } = frameOf(name).element() as HTMLIFrameElement
    dispatchEvent(new MessageEvent('message', { source, data: 'shown' }))
  }
  const isVisible = (name: string) =>
    getComputedStyle(frameOf(name).element().closest('section')!).opacity === '1'

  test('the earlier resume stays until the next is painted', async () => {
    stubApi({ ...resume, 'GET /api/applications/6/resume': new Response('%PDF-1.7') })
    const { rerender } = await render(resumes(application))
    await expect.element(frameOf('Mira')).toBeInTheDocument()
    painted('Mira')
    await rerender(resumes(next))
    await expect.element(frameOf('Olga')).toBeInTheDocument()
    const earlier = frameOf('Mira').element().closest('section')
    expect(earlier?.inert).toBe(true)
    expect(isVisible('Mira')).toBe(true)
    painted('Olga')
    await expect.element(frameOf('Mira')).not.toBeInTheDocument()
    expect(isVisible('Olga')).toBe(true)
  })

  test('says when searches find none of its words', async () => {
    stubApi(resume)
    const { rerender } = await render(resumes({ ...application, resume_text: 'no_text' }))
    await expect.element(frameOf('Mira')).toBeInTheDocument()
    await expect.element(page.getByText('No text: scanned')).toBeInTheDocument()
    await rerender(resumes({ ...application, resume_text: 'unreadable' }))
    await expect.element(page.getByText('Searches can’t read its text')).toBeInTheDocument()
    await rerender(resumes({ ...application, resume_text: 'read' }))
    await expect.element(page.getByText('Searches can’t read its text')).not.toBeInTheDocument()
  })

  test('a resume that fails to load replaces the earlier one', async () => {
    stubApi({ ...resume, 'GET /api/applications/6/resume': serverError })
    const { rerender } = await render(resumes(application))
    await expect.element(frameOf('Mira')).toBeInTheDocument()
    painted('Mira')
    await rerender(resumes(next))
    await expect.element(page.getByText("Couldn't load the resume")).toBeVisible()
    await expect.element(frameOf('Mira')).not.toBeInTheDocument()
  })
})
