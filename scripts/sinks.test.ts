import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('{db,api,admin,site}/**/*.{js,ts,tsx,astro}', { cwd: root })
  .filter((file) => !/\.(test|e2e|http)\.tsx?$|\/(fixtures|fuzz)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** APIs that can do harm, and the files that may use them; each file says why. */
const sinks: [string, RegExp, string[]][] = [
  [
    'HTML that is not escaped',
    /set:html=|dangerouslySetInnerHTML=|set:text=\{.*html/,
    [
      'admin/ui/RichText.tsx',
      'site/candidate/CandidateMessages.astro',
      'site/candidate/CandidatePage.astro',
      'site/jobs/page/CountVisit.astro',
      'site/jobs/page/JobPosting.astro',
      'site/components/PictureStyles.astro',
      'site/layout/InYourLanguage.astro',
      'site/layout/Prefetch.astro',
      'site/components/RichText.astro',
      'site/blocks/BlockIcons.astro',
      'site/blocks/PageHtml.astro',
      'site/blocks/Video.astro',
      'site/blocks/TextHead.astro',
      'site/jobs/page/ShareJob.astro',
      'site/layout/Public.astro',
      'site/layout/Standalone.astro',
      'site/pages/application/index.astro',
      'site/pages/backoffice/[...path].astro',
      'site/layout/PreviewFrame.astro',
      'site/canvas/Canvas.astro',
    ],
  ],
  [
    'a document made of a string',
    /\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/,
    [],
  ],
  [
    'HTML that is parsed',
    /parseFromString|createContextualFragment/,
    ['admin/ui/editor/content.ts'],
  ],
  ['a policy of Trusted Types', /createPolicy\(['"]/, ['admin/lib/trusted-html.ts']],
  ['text that becomes script', /\beval\(|new Function\(|javascript:/, []],
  [
    'another program',
    /node:child_process|node:worker_threads/,
    [
      'api/core/child/limited-child.ts',
      'api/hiring/busy-calendars/read-hours.ts',
      'api/hiring/busy-calendars/worker/main.ts',
    ],
  ],
  // Of pictures and imports, which nobody else gets, and what stands between a file and its readers.
  [
    'a received file without a look at what the virus scanner said',
    /[sS]tore(?:\(\))?\??\.(?:open|link)\b|\{[^{}]*\bopen\b[^{}]*\}\s*(?:=|:)[^=].*[sS]tore/,
    [
      'api/core/virus-scan/received-files.ts',
      'api/core/virus-scan/worker.ts',
      'api/office/imports/read-file.ts',
      'api/website/media/slow-formats.ts',
    ],
  ],
  // Of our own names, words and lengths.
  [
    'SQL that is put together',
    /sql\.raw\(|sql\.identifier\(/,
    [
      'api/accounts/users/rules.ts',
      'api/core/mail/queue.ts',
      'api/core/reviewers/scope.ts',
      'api/hiring/applications/counts.ts',
      'api/hiring/applications/list.ts',
      'api/hiring/applications/matching.ts',
      'api/hiring/applications/version.ts',
      'api/hiring/applications/same-person.ts',
      'api/website/content/fields.ts',
      'api/website/content/versions.ts',
      'api/website/postings/record.ts',
      'api/core/mail/outbox-queue.ts',
      'api/core/mail/recipient-limit.ts',
      'api/core/mail/staff-notices.ts',
      'db/generated-columns.ts',
      'db/schema/columns.ts',
    ],
  ],
]

test.each(sinks)('%s is where it has to be, and nowhere else', (_, pattern, allowed) => {
  expect(sources.length).toBeGreaterThan(300)
  const files = sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
  expect(files.sort()).toEqual(allowed.toSorted())
})
