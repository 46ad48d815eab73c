import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person

/** What is stored, as name or phone number, and what reviewers type to find it. */
const cases: [stored: { last_name?: string; phone?: string }, typed: string[]][] = [
  [
    { last_name: 'علی\u200Cرضا' },
    ['علی\u200Cرضا', 'علیرضا', 'علی رضا', 'علي رضا', 'عليرضا', 'علي\u200Cرضا'],
  ],
  [{ last_name: 'مهدیپور' }, ['مهديپور', 'مهدی\u200Cپور']],
  [{ last_name: 'کریم' }, ['کریم', 'كريم']],
  [{ last_name: 'شكري' }, ['شکری']],
  [{ last_name: 'أحمد' }, ['احمد', 'أحمد']],
  [{ last_name: 'فاطمة' }, ['فاطمه', 'فاطمہ']],
  [{ last_name: 'O\u02BCBrien' }, ["O'Brien", 'O’Brien', 'OBrien', 'O\u02BCBrien']],
  [{ last_name: "O'Neil" }, ['oneil', 'O\u02BCNeil', 'o’neil']],
  [{ last_name: 'क्\u200Dषेत्र' }, ['क्षेत्र']],
  [{ last_name: 'Łukasz' }, ['lukasz']],
  [{ last_name: 'İpek' }, ['ipek']],
  [{ phone: '٠٥٠١٢٣٤٥٦٧' }, ['0501234567', '050 123 4567', '٠٥٠ ١٢٣ ٤٥٦٧']],
  [{ phone: '۰۹۱۲۳۴۵۶۷۸۹' }, ['09123456789', '٠٩١٢٣٤٥٦٧٨٩']],
  [{ phone: '०८१२३४५६७८' }, ['0812345678']],
  [
    { phone: '０９０－１２３４－５６７８' },
    ['09012345678', '090-1234-5678', '０９０１２３４５６７８'],
  ],
  [{ phone: '+45 12 34 77 88' }, ['\u202A+45 12 34 77 88\u202C', '４５１２３４７７８８']],
]

beforeAll(async () => {
  rita = await w.as('rita')
  const job = await w.newJob()
  for (const [at, [stored]] of cases.entries())
    await w.newApplication(job, { last_name: 'Berg', ...stored, email: `n${at}@example.test` })
})
afterAll(() => w.remove())

test.each(cases.flatMap(([stored, typed], at) => typed.map((q) => [q, stored, at] as const)))(
  '%j finds %j',
  async (q, _, at) => {
    const { body } = await rita.get(`/applications?q=${encodeURIComponent(q)}`)
    expect(body.map(({ email }: { email: string }) => email)).toEqual([`n${at}@example.test`])
  },
)

test.each(['علم', '0501234568', 'obrian'])('%j finds nobody', async (q) => {
  expect((await rita.get(`/applications?q=${encodeURIComponent(q)}`)).body).toEqual([])
})
