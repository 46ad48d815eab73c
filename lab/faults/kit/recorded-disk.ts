import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { mustBeRoot } from './scenario.ts'
import { root } from './scenario-context.ts'

/** Below 500 MB of free disk, applications get 507. The file is sparse. */
const megabytes = 1_000

const devices = ['/dev/fuse', '/dev/loop-control']
const packages = { 'qemu-storage-daemon': 'qemu-system-common', 'mkfs.ext4': 'e2fsprogs' }

/** Why writes to a disk can't be recorded here. */
export function missingForRecording() {
  const device = devices.find((path) => !existsSync(path))
  const [program, name] =
    Object.entries(packages).find(([one]) => spawnSync(one, ['-V']).error) ?? []
  return (
    mustBeRoot('mounting a disk') ??
    (device && `there is no ${device}`) ??
    (program && `there is no ${program} (Debian: apt install ${name})`)
  )
}

export function createDisk(image: string) {
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1_048_576)
  // Without these, the kernel would go on initializing the disk while it is recorded.
  const options = 'lazy_itable_init=0,lazy_journal_init=0'
  root('mkfs.ext4', '-q', '-F', '-J', 'size=8', '-E', options, image)
}

/** Mounts an image at the folder `path`; this replays the file system's journal. */
export async function withMount<T>(image: string, path: string, work: () => Promise<T>) {
  mkdirSync(path, { recursive: true })
  // Frequent journal commits put more kinds of writes between two flushes.
  root('mount', '-t', 'ext4', '-o', 'loop,commit=1', image, path)
  try {
    return await work()
  } finally {
    root('umount', '--lazy', path)
  }
}

/** Like `withMount`, and records each write and each flush in `log`, in order. */
export async function withRecordedMount<T>(
  { image, log, path }: { image: string; log: string; path: string },
  work: () => Promise<T>,
) {
  const device = `${image}.device`
  writeFileSync(log, '')
  writeFileSync(device, '')
  const qemu = spawn(
    'qemu-storage-daemon',
    [
      ['--blockdev', `driver=file,node-name=image,filename=${image},discard=unmap`],
      ['--blockdev', `driver=file,node-name=log,filename=${log}`],
      ['--blockdev', 'driver=blklogwrites,node-name=disk,file=image,log=log,discard=unmap'],
      ['--export', `type=fuse,id=disk,node-name=disk,mountpoint=${device},writable=on`],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const exited = once(qemu, 'exit')
  try {
    const deadline = Date.now() + 5_000
    while (statSync(device).size === 0) {
      if (Date.now() > deadline) throw new Error('qemu-storage-daemon exported no disk')
      await sleep(10)
    }
    return await withMount(device, path, work)
  } finally {
    spawnSync('umount', ['--lazy', device])
    qemu.kill('SIGTERM')
    await exited
  }
}
