import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'

describe('Served HTML', () => {
  const journey = startJourney()

  test.each([
    ['/', 200],
    ['/jobs', 200],
    ['/jobs?q=engineer', 200],
    ['/jobs?q=zebra', 200],
    ['/jobs/1/apply', 200],
    ['/jobs/3/apply', 410],
    ['/jobs/99999/apply', 404],
    ['/page/about', 200],
    ['/application/success?jobId=1', 200],
    ['/application', 200],
    ['/application?sent', 200],
    ['/application/unknown', 404],
    ['/application/confirm/unknown', 404],
    ['/login', 200],
    ['/forgot-password', 200],
    ['/reset-password', 200],
    ['/maintenance', 200],
    ['/backoffice', 200],
    ['/backoffice/resume-preview', 200],
  ])('is valid at %s', async (path, status) => {
    const answer = await fetch(journey.url + path)
    expect(answer.status).toBe(status)
    expect(await invalidHtml(await answer.text())).toEqual([])
  })

  test('is valid for a form with errors without JavaScript', async () => {
    const form = new FormData()
    form.set('first_name', '"><b>')
    const answer = await fetch(`${journey.url}/jobs/1/apply`, { method: 'POST', body: form })
    expect(answer.status).toBe(400)
    expect(await invalidHtml(await answer.text())).toEqual([])
  })
})
