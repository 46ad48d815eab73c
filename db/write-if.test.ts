import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newJob, onEveryDatabase } from './fixtures/databases.ts'
import { jobs } from './schema.ts'
import { untilWritten, writeIf } from './write-if.ts'

onEveryDatabase((db) => {
  test('writeIf writes all of the batch, or nothing when the condition does not hold', async () => {
    const id = await newJob(db())
    const title = sql`(select title from jobs where id = ${id})`
    const rename = (to: string) => db().update(jobs).set({ title: to }).where(sql`id = ${id}`)
    const still = (name: string) => sql`${title} = ${name} or ${title} = 'X'`
    await rename('A')
    expect(await writeIf(db(), still('A'), [rename('B'), rename('C')])).toBe(true)
    expect(await writeIf(db(), still('A'), [rename('D')])).toBe(false)
    expect(await db().get(sql`select ${title} as title`)).toEqual({ title: 'C' })
  })
})

test('untilWritten repeats the attempt until it has written', async () => {
  const results = [undefined, undefined, 'written', 'again']
  const conflict = () => new Error('not reached')
  expect(await untilWritten(async () => results.shift(), conflict)).toBe('written')
  expect(results).toEqual(['again'])
})

test('untilWritten throws the conflict when somebody else is always first, and any error at once', async () => {
  let attempts = 0
  const failing = untilWritten(
    async () => void attempts++,
    async () => new Error('changed'),
  )
  await expect(failing).rejects.toThrow('changed')
  expect(attempts).toBe(20)
  const refused = untilWritten(
    () => Promise.reject(new Error('refused')),
    () => new Error('changed'),
  )
  await expect(refused).rejects.toThrow('refused')
})
