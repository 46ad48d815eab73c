import type { PayUnit } from '#db/enums.ts'

type JobPay = {
  pay_min?: number | null | undefined
  pay_max?: number | null | undefined
  pay_currency?: string | null | undefined
  pay_unit?: PayUnit | null | undefined
}

type JobDates = {
  opens_on?: string | null | undefined
  closes_on?: string | null | undefined
}

type JobError = { path: string[]; message: string }

type JobKind = { is_open_application?: boolean | undefined }

/** What is wrong between the fields of a job, each of which is right by itself. */
export function jobErrors(job: JobPay & JobDates & JobKind): JobError[] {
  const faults: JobError[] = []
  const fault = (name: string, message: string) => faults.push({ path: [name], message })
  const { pay_min: min, pay_max: max, pay_currency, pay_unit, opens_on, closes_on } = job
  const isPaid = typeof min === 'number' || typeof max === 'number'
  if (typeof min === 'number' && typeof max === 'number' && max < min)
    fault('pay_max', 'Must not be less than the lowest pay')
  if (isPaid && !pay_currency) fault('pay_currency', 'Choose a currency')
  if (isPaid && !pay_unit)
    fault('pay_unit', 'Choose what the pay is for: an hour, a day, a week, a month or a year')
  if (job.is_open_application)
    for (const [name, date] of Object.entries({ opens_on, closes_on }))
      if (date) fault(name, 'Leave this empty: an open application has no dates')
  if (opens_on && closes_on && closes_on < opens_on)
    fault('closes_on', 'Must not be before the opening date')
  return faults
}
