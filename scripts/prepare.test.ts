import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unprivileged } from './testing/unprivileged.ts'

let folder: string
const at = (path: string) => join(folder, path)

/** Installs a fake program. */
async function program(name: string, lines: string) {
  await writeFile(at(`node_modules/.bin/${name}`), `#!/bin/sh\n${lines}\n`)
  await chmod(at(`node_modules/.bin/${name}`), 0o755)
}

const run = ([program, args]: [string, string[]]) =>
  spawnSync(program, args, { env: { PATH: process.env.PATH ?? '' }, encoding: 'utf8' })
const prepare = (...flags: string[]) =>
  run([process.execPath, [at('scripts/prepare.mjs'), '--build', ...flags]])

/** A clone with one source file and an earlier build. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-prepare-'))
  for (const name of ['scripts', 'site/server', 'node_modules/.bin', 'dist'])
    await mkdir(at(name), { recursive: true })
  for (const name of ['prepare.mjs', 'chromium.mjs'])
    await copyFile(join(import.meta.dirname, name), at(`scripts/${name}`))
  await writeFile(at('site/server/entry.ts'), '')
  await writeFile(at('dist/before'), '')
  for (const name of ['npm', 'node']) await program(name, '')
})
afterEach(() => rm(folder, { recursive: true }))

test('a build replaces the earlier one only when it is complete', async () => {
  // Invoked as: astro build --outDir FOLDER
  await program('astro', 'ls dist > seen && mkdir "$3" && touch "$3/fresh"')
  expect(prepare().stderr).toBe('')
  expect(await readFile(at('seen'), 'utf8')).toBe('before\n')
  expect((await readdir(at('dist'))).sort()).toEqual(['.foyer-built', 'fresh'])
})

test('a failed build keeps the earlier one and is repeated', async () => {
  await program('astro', 'mkdir "$3" && touch "$3/half" && echo "no such page" && exit 3')
  const { status, stdout } = prepare()
  expect([status, stdout.includes('no such page')]).toEqual([1, true])
  expect(await readdir(at('dist'))).toEqual(['before'])
  await program('astro', 'rm -r "$3" && mkdir "$3" && touch "$3/fresh"')
  expect(prepare().status).toBe(0)
  expect((await readdir(at('dist'))).sort()).toEqual(['.foyer-built', 'fresh'])
  await program('astro', 'exit 3')
  expect(prepare().status).toBe(0)
})

test.each(['npm', 'astro'])('a start after %s was killed runs it again', async (name) => {
  await program('astro', 'mkdir "$3"')
  expect(prepare().status).toBe(0)
  await writeFile(at('package.json'), '{}')
  await program(name, 'kill -9 $PPID')
  expect(prepare().signal).toBe('SIGKILL')
  await program(name, `touch ${at('again')}${name === 'astro' ? ' && mkdir "$3"' : ''}`)
  expect(prepare().status).toBe(0)
  expect(await readdir(folder)).toContain('again')
})

test('a folder that the user may not write to is reported in one line', async () => {
  await chmod(at('node_modules'), 0o555)
  const { status, stderr } = run(
    unprivileged(process.execPath, [at('scripts/prepare.mjs'), '--build']),
  )
  await chmod(at('node_modules'), 0o755)
  expect([status, stderr]).toEqual([
    1,
    'The program has changed: run `node scripts/prepare.mjs --build` as a user with write access to this folder.\n',
  ])
})

test('the dev tools are installed on demand and kept', async () => {
  await program('astro', 'mkdir "$3"')
  await program('npm', `echo "$@" >> ${at('calls')}`)
  const installs = async () =>
    (await readFile(at('calls'), 'utf8')).split('\n').filter((call) => call.startsWith('install'))
  prepare()
  expect(await installs()).toEqual([expect.stringContaining('--workspaces=false')])
  prepare('--dev-tools')
  expect(await installs()).toHaveLength(2)
  expect((await installs())[1]).not.toContain('--workspaces=false')
  prepare()
  prepare('--dev-tools')
  expect(await installs()).toHaveLength(2)
})
