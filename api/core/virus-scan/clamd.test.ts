import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eicar, hostileText, startClamd } from '#scripts/testing/clamd/clamd.ts'
import { findProgram } from '#scripts/testing/webdriver/programs.ts'
import { clamdAddress, ping, scan, Unreachable } from './clamd.ts'

const absent = !findProgram('clamd')

const chunks =
  (...texts: (string | Uint8Array)[]) =>
  async () =>
    Readable.from(texts.map((text) => Buffer.from(text)))

test('an address is a host with a port, or a socket', () => {
  expect(clamdAddress('tcp://clamd:3310')).toEqual({ host: 'clamd', port: 3310 })
  expect(clamdAddress('tcp://[::1]:3310')).toEqual({ host: '::1', port: 3310 })
  expect(clamdAddress('unix:/run/clamd.ctl')).toEqual({ path: '/run/clamd.ctl' })
})

test('a scanner that is not there is unreachable', async () => {
  await expect(ping({ path: '/nowhere/clamd.ctl' })).rejects.toThrow(Unreachable)
  await expect(scan({ host: '127.0.0.1', port: 1 }, chunks('x'))).rejects.toThrow(Unreachable)
})

describe.skipIf(absent)(`clamd${absent ? ' (not installed)' : ''}`, () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    clamd = await startClamd({ maxStream: '300K' })
  })
  afterAll(() => clamd.remove())
  const verdict = (...texts: (string | Uint8Array)[]) =>
    scan(clamdAddress(clamd.url), chunks(...texts))

  test('EICAR is infected, in one chunk and in many', async () => {
    const infected = { state: 'infected', threat: 'Eicar-Test-Signature.UNOFFICIAL' }
    expect(await verdict(eicar)).toEqual(infected)
    expect(await verdict('', ...eicar)).toEqual(infected)
  })

  test('a text inside a larger file is found', async () => {
    const large = Buffer.alloc(200_000, 'a')
    expect(await verdict(large, hostileText, 'more')).toMatchObject({ state: 'infected' })
  })

  test('another file is clean, and so is an empty one', async () => {
    expect(await verdict('%PDF-1.7\n')).toEqual({ state: 'clean' })
    expect(await verdict()).toEqual({ state: 'clean' })
  })

  test('a file above StreamMaxLength is too large, never clean', async () => {
    const piece = Buffer.alloc(64 * 1024, 'a')
    for (let round = 0; round < 20; round++)
      expect(await verdict(...Array.from({ length: 40 }, () => piece))).toEqual({
        state: 'too_large',
      })
  })

  test('a scan ends with its signal', async () => {
    const stopping = new AbortController()
    async function* endless() {
      yield Buffer.from('a')
      stopping.abort()
      yield Buffer.from('b')
    }
    await expect(
      scan(clamdAddress(clamd.url), async () => endless(), stopping.signal),
    ).rejects.toThrow('stopped')
  })
})
