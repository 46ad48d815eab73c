import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

test.each(['14.21.3', '20.20.2', '22.99.0'])(
  'the built server says that Node %s is too old',
  async (node) => {
    const cwd = await mkdtemp(join(tmpdir(), 'foyer-old-node-'))
    const pretend = `data:text/javascript,Object.defineProperties(process,{version:{value:'v${node}'},versions:{value:{node:'${node}'}}})`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', pretend, resolve('dist/server/entry.mjs')],
      { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, PORT: '0' } },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `Foyer cannot start: it needs Node 24 or newer, and this is v${node}. npm start brings its own\n`,
    )
    expect(await readdir(cwd)).toEqual([])
    await rm(cwd, { recursive: true })
  },
)
