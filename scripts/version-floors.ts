/**
 * Below these versions a dependency has a hole that is known, or loses what it was given. `advisories`
 * says which: ids of CVE, of GitHub (GHSA), or a thread. A new advisory is a new row, or a higher floor.
 */
export const floors: { name: string; atLeast: string; advisories: string[]; why: string }[] = [
  {
    name: 'node',
    atLeast: '24.14.1',
    advisories: ['CVE-2026-21710', 'CVE-2026-21637', 'CVE-2026-21717'],
    why: 'a header called __proto__ ends the process, so does a name in TLS; colliding hashes stop it',
  },
  {
    name: 'hono',
    atLeast: '4.13.5',
    advisories: [
      ...['CVE-2026-44456', 'CVE-2026-54288', 'CVE-2026-54290', 'CVE-2026-39407'],
      ...[
        'GHSA-wwfh-h76j-fc44',
        'GHSA-v8w9-8mx6-g223',
        'GHSA-g6gw-c38x-mqfc',
        'GHSA-q7jf-gf43-6x6p',
      ],
    ],
    why: 'body limits without Content-Length, origins reflected, polluted prototypes, paths read twice',
  },
  {
    name: '@hono/node-server',
    atLeast: '2.1.0',
    advisories: ['CVE-2026-29087', 'CVE-2026-39406'],
    why: 'encoded slashes lead past what guards a path',
  },
  {
    name: 'astro',
    atLeast: '6.4.8',
    advisories: [
      ...['CVE-2025-64765', 'GHSA-vj59-8hwv-xxmv', 'CVE-2026-54299', 'CVE-2026-27829'],
      ...['CVE-2026-45028', 'CVE-2026-41067'],
    ],
    why: 'a path is read differently where it is checked; the Host header decides what is fetched',
  },
  {
    name: '@astrojs/node',
    atLeast: '10.0.0',
    advisories: ['CVE-2026-29772'],
    why: 'the body of a request may fill the memory',
  },
  {
    name: 'drizzle-orm',
    atLeast: '0.45.2',
    advisories: ['CVE-2026-39356'],
    why: 'names of columns go into SQL unescaped',
  },
  {
    name: '@libsql/client',
    atLeast: '0.18.0',
    advisories: ['libsql-client-ts#288', 'libsql-client-ts#345'],
    why: 'a transaction forgets the settings of its connection',
  },
  {
    name: 'sanitize-html',
    atLeast: '2.17.4',
    advisories: ['CVE-2026-44990'],
    why: 'script inside <xmp> is let through',
  },
  {
    name: 'dompurify',
    atLeast: '3.4.11',
    advisories: ['CVE-2026-47423', 'CVE-2026-49458'],
    why: 'several ways around it; nothing here needs it today',
  },
  {
    name: 'prosemirror-view',
    atLeast: '1.42.3',
    advisories: ['GHSA-c8x8-7fp4-3x9w'],
    why: 'pasted HTML runs script',
  },
  {
    name: 'linkifyjs',
    atLeast: '4.3.2',
    advisories: ['CVE-2025-8101'],
    why: 'polluted prototypes become attributes',
  },
  {
    name: 'pdfjs-dist',
    atLeast: '4.2.67',
    advisories: ['CVE-2024-4367'],
    why: 'a font in a PDF runs script',
  },
  {
    name: 'nodemailer',
    atLeast: '9.0.5',
    advisories: ['GHSA-rcmh-qjqh-p98v', 'GHSA-vvjj-xcjg-gr5g', 'GHSA-c7w3-x93f-qmm8'],
    why: 'addresses that never end, line breaks in headers, files read from a message',
  },
]

/** The engine inside Node: before it, two connections that checkpoint at once may damage the file. */
export const sqliteFloor = { atLeast: '3.51.3', advisories: ['sqlite.org: the WAL-reset bug'] }

/** Whether a version is that one or a later one. What stands behind a hyphen makes it an earlier one. */
export function isAtLeast(version: string, floor: string): boolean {
  const [release = '', early] = version.split('-', 2)
  const numbers = release.split('.').map(Number)
  const wanted = floor.split('.').map(Number)
  const at = wanted.findIndex((number, place) => number !== numbers[place])
  return at < 0 ? early === undefined : (numbers[at] ?? 0) > (wanted[at] ?? 0)
}
