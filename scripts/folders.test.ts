import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const filesBelow = (layer: string) =>
  readdirSync(join(root, layer), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))

const isCode = (file: string) =>
  /\.(tsx?|astro|mjs)$/.test(file) && !/\.(test|http|e2e|component\.test)\.tsx?$/.test(file)

/** Imports of values: types leave no trace at run time. */
const imports =
  /^(?:import|export) (?!type )(?!\{(?: *type \w+,?)* *\} from)[^;']*?from '([^']+)'|(?:^import |import\()'([^']+)'/gm

/** The folder that stands for a file; one at the top of its layer stands for itself. */
const folderOf = (file: string) => (dirname(file).includes('/') ? dirname(file) : file)

/** The folder so many levels down, with all below it. */
const topFolder = (levels: number) => (file: string) => file.split('/').slice(0, levels).join('/')

/** Each folder's imports from others of its layer, but for contracts, which all may import. */
function roomsOf(layer: string, roomOf = folderOf) {
  const rooms = new Map<string, Set<string>>()
  for (const file of filesBelow(layer).filter(isCode)) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, named, unnamed] of text.matchAll(imports)) {
      const path = (named ?? unnamed ?? '').split('?')[0] ?? ''
      const target = path.startsWith('#')
        ? path.slice(1)
        : path.startsWith('.')
          ? normalize(join(dirname(file), path))
          : ''
      if (!target.startsWith(`${layer}/`) || /\/contract[./]/.test(target)) continue
      if (!isCode(target) || roomOf(target) === roomOf(file)) continue
      rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? new Set()).add(roomOf(target)))
    }
  }
  return rooms
}

/** Folders that reach themselves through others. */
function inCircles(rooms: Map<string, Set<string>>) {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(rooms.get(from) ?? [])].some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  return [...rooms.keys()].filter((room) => reaches(room, room)).sort()
}

test('no folders of api import each other in a circle', () => {
  expect(inCircles(roomsOf('api'))).toEqual([])
})

test('no folders of admin import each other in a circle', () => {
  expect(inCircles(roomsOf('admin'))).toEqual([])
})

test.each([
  ['wings of api', 'api', 2],
  ['folders of wings, each with all below it,', 'api', 3],
  ['folders of admin, each with all below it,', 'admin', 2],
])('no %s import each other in a circle', (_, layer, levels) => {
  expect(inCircles(roomsOf(layer, topFolder(levels)))).toEqual([])
})

test('a circle of folders is found', () => {
  const rooms = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  expect(inCircles(rooms)).toEqual(['b', 'c'])
})

test.each(['db', 'api', 'admin', 'site', 'scripts', 'lab'])(
  'no folder of %s has more than 25 files of code, or 45 in all',
  (layer) => {
    const files = filesBelow(layer).filter(
      (file) => !/\/(meta|public|fixtures)\/|\.sql$/.test(file),
    )
    const count = (which: string[]) =>
      Object.entries(Object.groupBy(which, dirname)).map(
        ([folder, all]) => [folder, all?.length ?? 0] as const,
      )
    const tooMany = [
      ...count(files.filter(isCode)).filter(([, number]) => number > 25),
      ...count(files).filter(([, number]) => number > 45),
    ]
    expect(tooMany).toEqual([])
  },
)
