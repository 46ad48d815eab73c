import { expect, test } from 'vitest'
import { embedSnippet } from './embed-snippet.ts'

test('embedSnippet loads the script and links to the list', () => {
  expect(embedSnippet('https://jobs.example.com', {}, 'Open Positions')).toBe(
    `<script type="module" src="https://jobs.example.com/embed.js"></script>
<foyer-jobs>
  <a href="https://jobs.example.com/jobs">Open Positions</a>
</foyer-jobs>`,
  )
})

test('embedSnippet writes filters as attributes and escapes them', () => {
  const snippet = embedSnippet(
    'https://jobs.example.com',
    { q: '', team: 'R&D "Labs"', type: 'FULL_TIME' },
    'Open Positions',
  )
  expect(snippet).toContain('<foyer-jobs team="R&amp;D &quot;Labs&quot;" type="FULL_TIME">')
  expect(snippet).toContain(
    '<a href="https://jobs.example.com/jobs?team=R%26D+%22Labs%22&amp;type=FULL_TIME">',
  )
})

test('embedSnippet escapes | in a value, which separates the values of an attribute', () => {
  const snippet = embedSnippet(
    'https://jobs.example.com',
    { team: 'Sales | Support' },
    'Open Positions',
  )
  expect(snippet).toContain(String.raw`<foyer-jobs team="Sales \| Support">`)
  expect(snippet).toContain('<a href="https://jobs.example.com/jobs?team=Sales+%7C+Support">')
})
