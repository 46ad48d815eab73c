import { expect, test } from 'vitest'
import { z } from 'zod'
import { paging } from './paging.ts'

const query = z.object(paging)

test('a list begins with its first hundred', () => {
  expect(query.parse({})).toEqual({ page: 1, per_page: 100 })
  expect(query.parse({ page: '2', per_page: '500' })).toEqual({ page: 2, per_page: 500 })
  expect(query.parse({ per_page: '1' })).toEqual({ page: 1, per_page: 1 })
})

test.each(['0', '-1', '501', '1.5', '1e2', 'abc', '', ' 1', '0x10', '٣', '99999999999999999999'])(
  '%j rows are no page',
  (per_page) => {
    const { error } = query.safeParse({ per_page })
    expect(error?.issues[0]).toMatchObject({
      path: ['per_page'],
      message: 'per_page must be a number from 1 to 500',
    })
  },
)

test.each(['0', '-1', 'abc', '', '1e9', '100000001'])('there is no page %j', (page) => {
  expect(query.safeParse({ page }).error?.issues[0]?.path).toEqual(['page'])
})
