import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { leftovers } from '../../../scripts/integrity.ts'
import { signIn } from '../../../scripts/testing/serve.ts'
import { randomFrom } from '../../bench/kit/random-text.ts'
import { type Acknowledged, apply, findId } from '../kit/load.ts'
import {
  createDisk,
  missingForRecording,
  withMount,
  withRecordedMount,
} from '../kit/recorded-disk.ts'
import { percentiles, type Scenario, timed, unless } from '../kit/scenario.ts'
import { root, type ScenarioContext, withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'
import { readWriteLog, replay } from '../kit/write-log.ts'

/** `position` is the length of the write log when the response arrived. */
type RecordedLoad = {
  begin: number
  end: number
  applications: (Acknowledged & { position: number })[]
  shortlisted: { id: number; position: number }[]
}

const filesOf = (recording: string) => ({
  before: join(recording, 'before.img'),
  log: join(recording, 'writes.log'),
  load: join(recording, 'load.json'),
})

/** Candidates apply and a member of staff shortlists them while the disk is recorded. */
async function record(context: ScenarioContext, count: number, env: Record<string, string> = {}) {
  const recording = join(context.folder, 'recording')
  const files = filesOf(recording)
  const image = join(context.folder, 'disk.img')
  const path = join(context.folder, 'disk')
  mkdirSync(recording)
  createDisk(image)
  await withMount(image, path, async () => (await context.start({}, 'disk')).stop())
  root('cp', '--sparse=always', image, files.before)
  await withRecordedMount({ image, log: files.log, path }, async () => {
    const server = await context.start(env, 'disk')
    try {
      const position = () => statSync(files.log).size
      const load = await applyAndShortlist(server.url, count, position)
      writeFileSync(files.load, JSON.stringify(load))
    } finally {
      await server.kill()
    }
  })
  return { recording, image }
}

async function applyAndShortlist(origin: string, count: number, position: () => number) {
  const { token } = await signIn(origin)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ status: 'shortlisted' })
  const load: RecordedLoad = { begin: position(), end: 0, applications: [], shortlisted: [] }
  const until = Date.now() + 60_000
  const isOver = () => load.applications.length >= count
  const candidates = Array.from({ length: 8 }, async () => {
    while (!isOver()) {
      const { acknowledged, status } = await apply(origin)
      if (!acknowledged || Date.now() > until) throw new Error(`An application got ${status}`)
      load.applications.push({ ...acknowledged, position: position() })
    }
  })
  const staff = async () => {
    while (!isOver()) {
      const { email = '' } = load.applications.at(-1) ?? {}
      const id = email && (await findId(origin, headers, email))
      if (id) {
        const url = `${origin}/api/applications/${id}`
        const { ok } = await fetch(url, { method: 'PUT', headers, body })
        if (ok) load.shortlisted.push({ id, position: position() })
      }
      await pause(5)
    }
  }
  await Promise.all([...candidates, staff()])
  return { ...load, end: position() }
}

async function check(
  { start }: ScenarioContext,
  folder: string,
  load: RecordedLoad,
  position: number,
) {
  const before = <T extends { position: number }>(list: T[]) =>
    list.filter((one) => one.position <= position)
  const started = await timed(() => start({}, 'crash'))
  const left = leftovers(folder)
  await started.value.stop()
  const db = new DatabaseSync(join(folder, 'careers.db'), { readOnly: true })
  const rows = db.prepare(`SELECT id FROM applications WHERE status = 'shortlisted'`).all()
  db.close()
  const shortlisted = new Set(rows.map(({ id }) => id))
  const undone = before(load.shortlisted).filter(({ id }) => !shortlisted.has(id))
  return {
    ms: started.ms,
    faults: [
      ...verifyStored({ folder, acknowledged: before(load.applications) }),
      ...undone.map(({ id }) => `application ${id} is no longer shortlisted`),
      ...unless(left === 0, `${left} half received files after a restart`),
    ],
  }
}

/** Cuts the power at random points of a recording and checks what each leaves. */
async function cut(context: ScenarioContext, recording: string, images: number, seed: number) {
  const files = filesOf(recording)
  const load: RecordedLoad = JSON.parse(readFileSync(files.load, 'utf8'))
  const entries = readWriteLog(files.log)
  const random = randomFrom(seed)
  const countAt = (position: number) => entries.filter(({ end }) => end <= position).length
  const [first, last] = [countAt(load.begin), countAt(load.end)]
  const anywhere = () => first + Math.floor(random() * (last - first + 1))
  const counts = [last, ...Array.from({ length: images - 1 }, anywhere)]
  const replayed = join(context.folder, 'replayed.img')
  const path = join(context.folder, 'crash')
  root('cp', '--sparse=always', files.before, replayed)
  const disk = replay(replayed, entries)
  const broken: { count: number; faults: string[] }[] = []
  const starts: number[] = []
  for (const [index, count] of counts.sort((a, b) => a - b).entries()) {
    // A name of its own: mount reuses a loop device that still has the file open.
    const crash = join(context.folder, `crash-${index}.img`)
    disk.cutAfter(count, crash, random)
    const position = entries[count - 1]?.end ?? 0
    const { ms, faults } = await withMount(crash, path, () =>
      check(context, path, load, position),
    ).catch((error: Error) => ({ ms: 0, faults: [error.message] }))
    rmSync(crash)
    starts.push(ms)
    if (faults.length) broken.push({ count, faults })
  }
  disk.replayTo(entries.length)
  disk.close()
  const flushes = entries.slice(first, last).filter(({ isFlush }) => isFlush).length
  return { load, broken, starts, replayed, writes: last - first - flushes, flushes }
}

const newSeed = () => Math.floor(Math.random() * 2 ** 32)

export const powerCut: Scenario = {
  name: 'power cut',
  missing: missingForRecording,
  run: ({ long, seed = newSeed(), recording: earlier }) =>
    withScenarioContext(async (context) => {
      const images = long ? 150 : 5
      const { recording, image } = earlier
        ? { recording: earlier, image: undefined }
        : await record(context, long ? 1_000 : 60)
      const { load, broken, starts, replayed, ...counts } = await cut(
        context,
        recording,
        images,
        seed,
      )
      // Proves that the log was parsed correctly.
      if (image) root('cmp', image, replayed)
      const { p50, max } = percentiles(starts)
      const kept = join(tmpdir(), `foyer-power-cut-${seed}`)
      if (image && broken.length) renameSync(recording, kept)
      return {
        figures: `${images} images from ${counts.writes} writes and ${counts.flushes} flushes, ${load.applications.length} applications and ${load.shortlisted.length} status changes acknowledged, ${broken.length} images with a loss; ready again after ${p50} ms, at most ${max}; seed ${seed}`,
        faults: [
          ...unless(
            !broken.length,
            `to repeat: ${long ? '' : '--short '}--seed ${seed} --recording ${earlier ?? kept}`,
          ),
          ...broken.map(
            ({ count, faults }) =>
              `cut after entry ${count}: ${faults[0]} (${faults.length} faults)`,
          ),
        ],
      }
    }),
}

const dropSync = { LD_PRELOAD: 'libeatmydata.so' }

/** Shows that the check can fail. */
export const powerCutWithoutSync: Scenario = {
  name: 'power cut, fsync off',
  missing: () => missingForRecording() ?? missingLibrary(),
  run: ({ long, seed = newSeed() }) =>
    withScenarioContext(async (context) => {
      const images = long ? 20 : 3
      const { recording } = await record(context, long ? 1_000 : 60, dropSync)
      const { broken } = await cut(context, recording, images, seed)
      const lost = broken.filter(({ faults }) => faults.some((one) => one.endsWith('is not there')))
      return {
        figures: `the check finds applications lost in ${lost.length} of ${images} images; seed ${seed}`,
        faults: unless(lost.length > 0, 'nothing is lost although nothing was synced'),
      }
    }),
}

function missingLibrary() {
  const { stderr } = spawnSync('true', { env: { ...process.env, ...dropSync }, encoding: 'utf8' })
  return stderr ? 'there is no libeatmydata (Debian: apt install eatmydata)' : undefined
}
