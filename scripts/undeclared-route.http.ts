import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('a route without a declaration stops the start in one line that names it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-start-'))
  symlinkSync(join(root, 'db'), join(folder, 'db'))
  const preload = join(root, 'scripts/testing/fixtures/processes/undeclared-route.ts')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, join(root, 'api/server.ts')],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, SEED: 'empty', ADMIN_PASSWORD: 'three green bottles' },
    },
  )
  rmSync(folder, { recursive: true })
  expect([status, stderr.trim().split('\n')]).toEqual([
    1,
    [
      'Foyer cannot start: No single declared access: GET /api/jobs/secret. Register one handler for it: route({ access, … }, handler)',
    ],
  ])
})
