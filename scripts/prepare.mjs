// Prepares a clone: installs packages (`--dev-tools`: also those for checks and tests), builds the
// server (`--build`) and finds or installs a browser for tests (`--chromium`).
// Runs before anything is installed, so: plain JavaScript, Node 20 and newer.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'

const bin = resolve(fileURLToPath(new URL('..', import.meta.url)), 'node_modules/.bin')
process.chdir(resolve(bin, '../..'))

/** Packages to build and run the server. */
const packages = {
  stamp: 'node_modules/.foyer-installed',
  madeFrom: /^package(-lock)?\.json$/,
  make: () => install('--workspaces=false'),
}
/** The same and the workspace scripts/dev-tools. */
const packagesAndTools = {
  ...packages,
  stamp: 'node_modules/.foyer-installed-dev-tools',
  make: () => install(),
}
const build = {
  stamp: 'dist/.foyer-built',
  madeFrom: /^(db|api|admin|site|astro\.config\.\w+|package(-lock)?\.json|tsconfig\.json)$/,
  make: buildServer,
}

requireNode(20)
if (process.argv.includes('--chromium')) requireChromium()
const withTools = process.argv.includes('--dev-tools') || existsSync(packagesAndTools.stamp)
bringUpToDate(withTools ? packagesAndTools : packages)
if (process.argv.includes('--build')) bringUpToDate(build)

function requireNode(major) {
  const [ours] = process.versions.node.split('.')
  if (Number(ours) < major) fail(`Foyer needs Node ${major} or newer; this is ${process.version}.`)
}

function requireChromium() {
  if (findChromium()) return
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) fail(`CHROME_PATH is no program that can be run: ${CHROME_PATH}`)
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (mayInstall) {
    say('Installing Chromium for the browser tests')
    run('apt-get', ['update', '-qq'])
    // The smaller one is not in every release of Debian.
    const install = ['install', '-y', '-qq']
    const { status } = spawnSync('apt-get', [...install, 'chromium-headless-shell'])
    if (status !== 0) run('apt-get', [...install, 'chromium'])
  }
  if (!findChromium()) {
    fail('The browser tests need Chromium: install the package `chromium`, or set CHROME_PATH.')
  }
}

function bringUpToDate(step) {
  const source = digest(step.madeFrom)
  if (readIfThere(step.stamp) === source) return
  requireWriteAccess('node_modules')
  // Without a stamp, an interrupted run counts as incomplete.
  rmSync(step.stamp, { force: true })
  step.make()
  writeFileSync(step.stamp, source)
}

function install(...workspaces) {
  // npm removes what it is not asked for, so the other installation is no longer complete.
  for (const { stamp } of [packages, packagesAndTools]) rmSync(stamp, { force: true })
  const seconds = stopwatch()
  say('Installing packages (the first time takes a minute)')
  // No install scripts: nothing here needs them, and one of an optional package fails everywhere.
  // Not `npm ci`: it refuses a lock file in which packages for other platforms are missing.
  // Not saved: npm 10 would rewrite the lock file without the field `libc`, which it does not know.
  const quiet = ['--no-audit', '--no-fund']
  npm('install', '--no-save', '--ignore-scripts', '--include=dev', ...workspaces, ...quiet)
  // The one exception: the package `node` fetches the Node that Astro needs in its install script.
  npm('rebuild', 'node', '--ignore-scripts=false')
  run(join(bin, 'node'), ['--version'])
  say(`Installed packages in ${seconds()} s`)
}

/** Builds into another folder first: a running server still reads from the earlier build. */
function buildServer() {
  const seconds = stopwatch()
  const fresh = 'node_modules/.foyer-build'
  run('astro', ['build', '--outDir', fresh])
  rmSync('dist', { recursive: true, force: true })
  renameSync(fresh, 'dist')
  say(`Built the server in ${seconds()} s`)
}

/** The npm that was called, under the Node it runs on: ours is about to be replaced. */
function npm(...given) {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env
  // npm's default retry delay of a minute makes a missing network look like progress.
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  const args = [...given, '--loglevel=error', ...patience]
  if (/npm-cli\.c?js$/.test(cli)) run(node, [cli, ...args])
  else run('npm', args)
}

/** Silent on success; on failure prints the output and exits. */
function run(command, args) {
  const env = {
    ...process.env,
    PATH: bin + delimiter + process.env.PATH,
    ASTRO_TELEMETRY_DISABLED: '1',
    DEBIAN_FRONTEND: 'noninteractive',
  }
  const stdio = ['ignore', 'pipe', 'pipe']
  const done = spawnSync(command, args, { env, stdio, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (done.status === 0) return
  process.stdout.write(`${done.stdout ?? ''}${done.stderr ?? ''}`)
  fail(
    `Failed (${done.error?.message ?? done.signal ?? `exit code ${done.status}`}): ${command} ${args.join(' ')}`,
  )
}

function requireWriteAccess(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    fail(
      'The program has changed: run `node scripts/prepare.mjs --build` as a user with write access to this folder.',
    )
  }
}

/** SHA-256 over names and contents, so that a fresh clone with new times counts as unchanged. */
function digest(pattern) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  const top = readdirSync('.').filter((name) => pattern.test(name))
  for (const file of top.sort().flatMap(filesIn)) {
    const content = readFileSync(file)
    hash.update(`${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Every file at or below a path, tests left out, in an order that is the same everywhere. */
function filesIn(path) {
  if (/\.(test|e2e|http)\.tsx?$/.test(path)) return []
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesIn(join(path, name)))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function stopwatch() {
  const start = performance.now()
  return () => ((performance.now() - start) / 1000).toFixed(1)
}

function say(line) {
  console.log(line)
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
